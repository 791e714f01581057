package io.bmsql.result;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;

/** A kilobyte a line of {@code response.hlog}: percentiles of a span of time, counts on a logarithmic grid. */
public final class LatencyLines {
    /** Rows of the grid for each power of ten. */
    public static final int ROWS_A_DECADE = 16;

    /** From one microsecond to a thousand seconds. */
    public static final int ROWS = 9 * ROWS_A_DECADE;

    private final Map<TransactionType, List<Span>> spans = TransactionTypes.map();

    /** One span of time, seconds from the start of the window; counts are by row of the grid. */
    public record Span(double fromSecond, double toSecond, double p50Ms, double p90Ms, double p99Ms, long[] counts) {
        public double middle() {
            return (fromSecond + toSecond) / 2;
        }
    }

    public void add(HistogramLog.Interval interval) {
        add(interval.type(), interval.startSeconds(), interval.endSeconds(), interval.histogram());
    }

    public void add(TransactionType type, double fromSecond, double toSecond, AbstractHistogram histogram) {
        if (histogram.getTotalCount() > 0) {
            spans.computeIfAbsent(type, first -> new ArrayList<>()).add(span(fromSecond, toSecond, histogram));
        }
    }

    private static Span span(double fromSecond, double toSecond, AbstractHistogram histogram) {
        long[] counts = new long[ROWS];
        for (var value : histogram.recordedValues()) {
            counts[row(value.getValueIteratedTo() / Latency.MICROS_PER_MILLI)] += value.getCountAtValueIteratedTo();
        }
        return new Span(
                fromSecond,
                toSecond,
                histogram.getValueAtPercentile(50) / Latency.MICROS_PER_MILLI,
                histogram.getValueAtPercentile(90) / Latency.MICROS_PER_MILLI,
                histogram.getValueAtPercentile(99) / Latency.MICROS_PER_MILLI,
                counts);
    }

    public static int row(double ms) {
        double micros = Math.max(1, ms * Latency.MICROS_PER_MILLI);
        return (int) Math.min(ROWS - 1.0, Math.floor(Math.log10(micros) * ROWS_A_DECADE + 1e-9));
    }

    /** The low end of a row, milliseconds. */
    public static double lowerMs(int row) {
        return Math.pow(10, row / (double) ROWS_A_DECADE) / Latency.MICROS_PER_MILLI;
    }

    /** The spans of a type in the order of time, empty without any. */
    public List<Span> of(TransactionType type) {
        return spans.getOrDefault(type, List.of());
    }
}
