package io.bmsql.report;

import io.bmsql.analysis.Repeats;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.report.chart.HeatMap;
import io.bmsql.report.chart.Series;
import io.bmsql.result.LatencyLines;
import io.bmsql.result.LatencyLines.Span;
import io.bmsql.result.ResultCsvAggregator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Response times as series: percentiles over time, cells of the heat map, both up to this second, percentile curves. */
public record LatencyCharts(
        TransactionTypes types,
        LatencyLines lines,
        Map<TransactionType, Histogram> responses,
        double untilSecond,
        Words words) {
    /** More columns than this could not be distinguished on a page. */
    private static final int MAX_COLUMNS = 250;

    /** More than a run can have. */
    private static final int MAX_STRETCHES = 1_000_000_000;

    private static final double MICROS = 1000;

    /** Distance of two points of a percentile curve, in nines. */
    private static final double CURVE_STEP = 0.04;

    /** Median, 90th and 99th percentile of the leading type; empty without any. */
    List<Series> leading() {
        TransactionType type = types.leading();
        return shown(type).isEmpty()
                ? List.of()
                : List.of(
                        line(words.text("line.median"), "median", type, Span::p50Ms),
                        line(words.text("line.p90"), ReportCharts.role(type), type, Span::p90Ms),
                        line(words.text("line.p99"), "tail", type, Span::p99Ms));
    }

    List<Series> ninetieths() {
        return types.foreground()
                .filter(type -> !shown(type).isEmpty())
                .map(type -> line(words.type(type), ReportCharts.role(type), type, Span::p90Ms))
                .toList();
    }

    /** A point for each interval; a gap where nothing was completed for longer than one. */
    private Series line(String label, String role, TransactionType type, ToDoubleFunction<Span> value) {
        List<double[]> points = new ArrayList<>();
        Span before = null;
        for (Span span : shown(type)) {
            if (before != null && span.fromSecond() - before.toSecond() > 0.5) {
                points.add(new double[] {(before.toSecond() + span.fromSecond()) / 2, Double.NaN});
            }
            points.add(new double[] {span.middle(), value.applyAsDouble(span)});
            before = span;
        }
        return Series.of(label, role, points);
    }

    /** Those on the axis: what a few transactions took that ended after it is no course of time. */
    private List<Span> shown(TransactionType type) {
        return lines.of(type).stream()
                .filter(span -> span.middle() <= untilSecond)
                .toList();
    }

    /** The cells of a type's heat map; null when it has no histograms. */
    @Nullable
    HeatMap cells(TransactionType type) {
        List<Span> spans = shown(type);
        if (spans.isEmpty()) {
            return null;
        }
        int[] rows = IntStream.range(0, LatencyLines.ROWS)
                .filter(row -> spans.stream().anyMatch(span -> span.counts()[row] > 0))
                .toArray();
        int lowest = rows[0];
        int highest = rows[rows.length - 1];
        // A damaged log may have any times in any order.
        double from = spans.stream().mapToDouble(Span::fromSecond).min().orElseThrow();
        double seconds = spans.stream().mapToDouble(Span::toSecond).max().orElseThrow() - from;
        double usual = Repeats.median(spans.stream()
                .mapToDouble(span -> span.toSecond() - span.fromSecond())
                .toArray());
        int all = (int) Math.max(1, Math.min(MAX_STRETCHES, Math.round(seconds / usual)));
        int together = (all + MAX_COLUMNS - 1) / MAX_COLUMNS;
        int columns = (all + together - 1) / together;
        long[][] counts = new long[columns][highest - lowest + 1];
        for (Span span : spans) {
            long[] column =
                    counts[(int) Math.max(0, Math.min(columns - 1, (span.middle() - from) / seconds * columns))];
            for (int row = 0; row < column.length; row++) {
                column[row] += span.counts()[lowest + row];
            }
        }
        return new HeatMap(
                from, seconds / columns, LatencyLines.lowerMs(lowest), LatencyLines.lowerMs(highest + 1), counts);
    }

    /** A curve for each type over the whole window; x in nines, y in milliseconds. */
    List<Series> curves() {
        Map<TransactionType, Histogram> ordered = TransactionTypes.map();
        ordered.putAll(responses);
        return ordered.entrySet().stream()
                .filter(response -> response.getValue().getTotalCount() > 1)
                .map(response -> curve(response.getKey(), response.getValue()))
                .filter(curve -> curve.x().length > 1)
                .toList();
    }

    private Series curve(TransactionType type, Histogram histogram) {
        double end = Math.log10(histogram.getTotalCount());
        int steps = (int) Math.ceil(end / CURVE_STEP);
        List<double[]> points = new ArrayList<>();
        for (int i = 0; i <= steps; i++) {
            double x = Math.min(end, i * CURVE_STEP);
            double percentile = 100 * (1 - Math.pow(10, -x));
            long micros = i == steps ? histogram.getMaxValue() : histogram.getValueAtPercentile(percentile);
            // What was less than a millisecond in whole milliseconds has no place on a logarithmic axis.
            if (micros > 0 || !ResultCsvAggregator.WHOLE_MILLIS.equals(histogram.getTag())) {
                points.add(new double[] {x, Math.max(1, micros) / MICROS});
            }
        }
        return Series.of(words.type(type), ReportCharts.role(type), points);
    }
}
