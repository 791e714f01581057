package io.bmsql.result;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import java.util.Arrays;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Response times over time from single rows, for directories without histograms: buckets of equal width, one second at
 * first and twice as wide whenever there would be more than {@link #MOST}. Bounded: about five megabytes a type.
 */
final class LatencyBuckets {
    private static final int MOST = 512;

    /** Within a hundredth, as much as a chart can show. */
    private static final int DIGITS = 2;

    private static final double MAX_MICROS = 1e12;

    private final TransactionTypes types;
    private final @Nullable IntCountsHistogram[][] histograms;
    private int widthSeconds = 1;

    LatencyBuckets(TransactionTypes types) {
        this.types = types;
        this.histograms = new IntCountsHistogram[types.size()][MOST];
    }

    /** @param elapsedMs from 0 on */
    void add(TransactionType type, long elapsedMs, double latencyMs) {
        long at = elapsedMs / 1000 / widthSeconds;
        while (at >= MOST) {
            widen();
            at = elapsedMs / 1000 / widthSeconds;
        }
        IntCountsHistogram[] ofType = histograms[type.ordinal()];
        IntCountsHistogram histogram = ofType[(int) at];
        if (histogram == null) {
            histogram = new IntCountsHistogram(DIGITS);
            ofType[(int) at] = histogram;
        }
        histogram.recordValue(Math.max(0, Math.round(Math.min(MAX_MICROS, latencyMs * Latency.MICROS_PER_MILLI))));
    }

    private void widen() {
        for (IntCountsHistogram[] ofType : histograms) {
            for (int i = 0; i < MOST / 2; i++) {
                IntCountsHistogram one = ofType[2 * i];
                IntCountsHistogram other = ofType[2 * i + 1];
                if (one != null && other != null) {
                    one.add(other);
                }
                ofType[i] = one == null ? other : one;
            }
            Arrays.fill(ofType, MOST / 2, MOST, null);
        }
        widthSeconds *= 2;
    }

    /** Gives them as the report draws them; the window's start and the end of the rows are in the file's own time. */
    LatencyLines lines(double startSecond, double lastSecond) {
        LatencyLines lines = new LatencyLines();
        for (TransactionType type : types) {
            for (int i = 0; i < MOST; i++) {
                IntCountsHistogram histogram = histograms[type.ordinal()][i];
                if (histogram != null) {
                    double from = (double) i * widthSeconds;
                    double to = Math.min(Math.floor(lastSecond) + 1, from + widthSeconds);
                    lines.add(type, from - startSecond, to - startSecond, histogram);
                }
            }
        }
        return lines;
    }
}
