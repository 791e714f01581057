package io.bmsql.testing;

/** Pearson's test that counts come from a uniform distribution. */
public final class ChiSquare {
    private ChiSquare() {}

    /**
     * How many standard deviations the statistic lies above its expectation; with many classes it is nearly normal, so that
     * honest counts stay below 5.
     */
    public static double excess(long[] counts) {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        double expected = (double) total / counts.length;
        double statistic = 0;
        for (long count : counts) {
            statistic += (count - expected) * (count - expected) / expected;
        }
        double freedom = counts.length - 1;
        return (statistic - freedom) / Math.sqrt(2 * freedom);
    }
}
