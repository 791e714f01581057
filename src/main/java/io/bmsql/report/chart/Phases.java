package io.bmsql.report.chart;

import io.bmsql.report.chart.TimeAxis.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What all charts of time show besides their own lines: ramp-up and drain, outages, events.
 *
 * @param taken by words that were placed: row, left end, right end
 * @param written those words
 */
record Phases(Plot plot, TimeAxis time, List<Span> spans, List<double[]> taken, Set<String> written) {
    /** Shorter spans could not be seen. */
    private static final double MIN_WIDTH = 2;

    private static final int MAX_ROWS = 4;
    private static final double BETWEEN_WORDS = 7;
    private static final double BEFORE_A_WORD = 5;

    Phases(Plot plot, TimeAxis time) {
        this(plot, time, new ArrayList<>(), new ArrayList<>(), new HashSet<>());
        time.allSpans().forEach(this::add);
    }

    private void add(Span span) {
        if (span.isMoment() && span.from() >= time.from() && span.from() <= time.to()) {
            spans.add(span);
        }
        double least = isShade(span) || span.isMoment() ? 0 : (time.to() - time.from()) * MIN_WIDTH / plot.width();
        double from = Math.max(time.from(), span.from());
        double to = Math.min(time.to(), Math.max(span.to(), span.from() + least));
        if (to > from) {
            spans.add(new Span(from, to, span.label(), span.role()));
        }
    }

    private static boolean isShade(Span span) {
        return span.role().equals(TimeAxis.SHADE);
    }

    void shade() {
        for (Span span : spans) {
            CssPaint paint = isShade(span) ? new CssPaint(span.role()) : CssPaint.pale(span.role());
            if (span.isMoment()) {
                plot.vertical(span.from());
            } else {
                plot.shade(span.from(), span.to(), paint);
            }
        }
    }

    void label() {
        for (Span span : spans) {
            double room = plot.x(span.to()) - plot.x(span.from()) - BEFORE_A_WORD;
            boolean isFitting = room > SvgCanvas.roughWidth(span.label());
            if (isFitting || !isShade(span) && !span.role().equals(TimeAxis.STALL)) {
                put(plot.x(span.from()) + BEFORE_A_WORD, span.label());
            }
        }
    }

    /** The bands whose words found no room, one of each kind. */
    List<Drawing.Key> keys() {
        return spans.stream()
                .filter(span -> !span.isMoment() && !span.label().isEmpty() && !written.contains(span.label()))
                .map(span -> new Drawing.Key(span.label(), span.role(), "", true))
                .distinct()
                .toList();
    }

    /** Writes at the top of the plot, or lower where other words are already; what does not fit is left out. */
    private void put(double x, String text) {
        if (text.isEmpty()) {
            return;
        }
        double width = SvgCanvas.roughWidth(text);
        boolean isLate = x + width > plot.width();
        double from = isLate ? x - 10 - width : x;
        for (int row = 0; row < MAX_ROWS; row++) {
            int in = row;
            if (taken.stream()
                    .noneMatch(word -> word[0] == in
                            && from < word[2] + BETWEEN_WORDS
                            && from + width > word[1] - BETWEEN_WORDS)) {
                taken.add(new double[] {row, from, from + width});
                written.add(text);
                double y = Plot.TOP + 14 + row * Plot.LINE_GAP;
                plot.text(isLate ? x - 10 : x, y, isLate ? "end" : "start", "note", text);
                return;
            }
        }
    }
}
