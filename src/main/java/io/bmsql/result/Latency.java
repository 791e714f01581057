package io.bmsql.result;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A latency distribution, milliseconds; all 0 when nothing was counted. */
public record Latency(
        double meanMs, double p50Ms, double p90Ms, double p95Ms, double p99Ms, double p999Ms, double maxMs) {
    public static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, 0);

    static final double MICROS_PER_MILLI = 1000;

    public static Latency of(@Nullable Histogram micros) {
        return of(micros, Double.POSITIVE_INFINITY);
    }

    /** @param limitMs no figure of a histogram, whose buckets are a little wide, may pass the longest value */
    public static Latency of(@Nullable Histogram micros, double limitMs) {
        return micros == null || micros.getTotalCount() == 0
                ? NONE
                : new Latency(
                        Math.min(micros.getMean() / MICROS_PER_MILLI, limitMs),
                        percentile(micros, 50, limitMs),
                        percentile(micros, 90, limitMs),
                        percentile(micros, 95, limitMs),
                        percentile(micros, 99, limitMs),
                        percentile(micros, 99.9, limitMs),
                        Math.min(micros.getMaxValue() / MICROS_PER_MILLI, limitMs));
    }

    private static double percentile(Histogram micros, double percent, double limitMs) {
        return Math.min(micros.getValueAtPercentile(percent) / MICROS_PER_MILLI, limitMs);
    }

    /** Of a mean and a maximum that are all that is known. */
    public static Latency ofMeanAndMax(double meanMs, double maxMs) {
        return new Latency(
                meanMs,
                RunSummary.UNKNOWN,
                RunSummary.UNKNOWN,
                RunSummary.UNKNOWN,
                RunSummary.UNKNOWN,
                RunSummary.UNKNOWN,
                maxMs);
    }
}
