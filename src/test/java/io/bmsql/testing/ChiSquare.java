package io.bmsql.testing;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Pearson's test that counts come from a uniform distribution. */
public final class ChiSquare {
    private ChiSquare() {}

    /**
     * How many standard deviations the statistic lies above its expectation; with many classes it is nearly normal, so that
     * honest counts stay below 5.
     */
    public static double excess(long[] counts) {
        double[] expected = new double[counts.length];
        Arrays.fill(expected, (double) LongStream.of(counts).sum() / counts.length);
        return excess(expected, LongStream.of(counts).asDoubleStream().toArray());
    }

    /** The same of classes that are expected as often as this; infinite when one is met that should never be. */
    public static double excess(double[] expected, double[] counts) {
        double statistic = 0;
        int freedom = -1;
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] > 0) {
                statistic += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
                freedom++;
            } else if (counts[i] > 0) {
                return Double.POSITIVE_INFINITY;
            }
        }
        return (statistic - freedom) / Math.sqrt(2.0 * freedom);
    }
}
