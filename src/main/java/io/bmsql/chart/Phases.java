package io.bmsql.chart;

import io.bmsql.chart.TimeAxis.Event;
import io.bmsql.chart.TimeAxis.Span;
import java.awt.Paint;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.Layer;

/** Ramp-up and drain, outages and events: what all charts of time show besides their own lines. */
final class Phases {
    /** A stretch must be this wide to carry its word. */
    private static final double ROOM_FOR_A_WORD = 60;

    /** Shorter spans could not be seen. */
    private static final double LEAST_WIDTH = 2;

    private static final String SHADE = "shade";

    private Phases() {}

    static void shade(XYPlot plot, TimeAxis time) {
        if (time.from() < 0) {
            plot.addDomainMarker(
                    new IntervalMarker(time.from(), Math.min(0, time.to()), new CssPaint(SHADE)), Layer.BACKGROUND);
        }
        if (time.measureUntil() < time.to()) {
            plot.addDomainMarker(
                    new IntervalMarker(Math.max(time.from(), time.measureUntil()), time.to(), new CssPaint(SHADE)),
                    Layer.BACKGROUND);
        }
        double least = (time.to() - time.from()) * LEAST_WIDTH / Frame.WIDE;
        for (Span span : time.spans()) {
            double from = Math.max(time.from(), span.from());
            double to = Math.min(time.to(), Math.max(span.to(), span.from() + least));
            if (to > from) {
                plot.addDomainMarker(new IntervalMarker(from, to, paint(span.role())), Layer.BACKGROUND);
            }
        }
        for (Event event : time.events()) {
            if (event.second() >= time.from() && event.second() <= time.to()) {
                plot.addDomainMarker(
                        new ValueMarker(event.second(), new CssPaint("mark"), Plots.HAIR), Layer.FOREGROUND);
            }
        }
    }

    /** What does not count is grey, as pale as the ramp-up. */
    private static Paint paint(String role) {
        return role.equals(SHADE) ? new CssPaint(SHADE) : ChartTheme.pale(role);
    }

    static void label(Frame frame, TimeAxis time) {
        Words words = new Words(frame);
        if (time.from() < 0 && frame.x(Math.min(0, time.to())) - frame.x(time.from()) > ROOM_FOR_A_WORD) {
            words.put(frame.x(time.from()) + 6, time.words().rampup());
        }
        if (frame.x(time.to()) - frame.x(time.measureUntil()) > ROOM_FOR_A_WORD) {
            words.put(frame.x(time.measureUntil()) + 6, time.words().drain());
        }
        for (Span span : time.spans()) {
            if (!span.label().isEmpty() && span.from() <= time.to() && span.to() >= time.from()) {
                words.put(frame.x(Math.max(time.from(), span.from())) + 5, span.label());
            }
        }
        for (Event event : time.events()) {
            if (event.second() >= time.from() && event.second() <= time.to()) {
                words.put(frame.x(event.second()) + 5, event.label());
            }
        }
    }

    /** Puts words at the top of the plot, one line lower where another one stands already. */
    private static final class Words {
        private static final int MOST_ROWS = 4;
        private static final double LETTER = 7;
        private static final double WIDE_LETTER = 14;

        private final Frame frame;
        private final List<List<double[]>> rows = new ArrayList<>();

        Words(Frame frame) {
            this.frame = frame;
        }

        void put(double x, String text) {
            double width = text.codePoints()
                    .mapToDouble(c -> c >= 0x2E80 ? WIDE_LETTER : LETTER)
                    .sum();
            boolean isLate = x + width > frame.width();
            double from = isLate ? x - 10 - width : x;
            for (int row = 0; row < MOST_ROWS; row++) {
                if (isFree(row, from, from + width)) {
                    rows.get(row).add(new double[] {from, from + width});
                    frame.text(
                            isLate ? x - 10 : x,
                            Frame.TOP + 14 + row * Frame.LINE_GAP,
                            isLate ? "end" : "start",
                            "note",
                            text);
                    return;
                }
            }
        }

        private boolean isFree(int row, double from, double to) {
            while (rows.size() <= row) {
                rows.add(new ArrayList<>());
            }
            return rows.get(row).stream().noneMatch(taken -> from < taken[1] + LETTER && to > taken[0] - LETTER);
        }
    }
}
