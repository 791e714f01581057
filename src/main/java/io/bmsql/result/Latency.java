package io.bmsql.result;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
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
                : of(
                        Math.min(micros.getMean() / MICROS_PER_MILLI, limitMs),
                        share -> Math.min(micros.getValueAtPercentile(100 * share) / MICROS_PER_MILLI, limitMs),
                        Math.min(micros.getMaxValue() / MICROS_PER_MILLI, limitMs));
    }

    /** @param quantileMs the value that this share of all, 0 to 1, does not pass */
    static Latency of(double meanMs, DoubleUnaryOperator quantileMs, double maxMs) {
        double[] quantiles =
                DoubleStream.of(0.5, 0.9, 0.95, 0.99, 0.999).map(quantileMs).toArray();
        return new Latency(meanMs, quantiles[0], quantiles[1], quantiles[2], quantiles[3], quantiles[4], maxMs);
    }

    /** Takes a mean and a maximum where that is all that is known. */
    public static Latency ofMeanAndMax(double meanMs, double maxMs) {
        return of(meanMs, share -> RunSummary.UNKNOWN, maxMs);
    }
}
