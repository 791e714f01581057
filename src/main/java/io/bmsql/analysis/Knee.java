package io.bmsql.analysis;

import java.util.Arrays;

/**
 * The point of a rising curve after which more of x brings much less of y: Kneedle (V. Satopää and others, "Finding a Kneedle
 * in a Haystack", ICDCS workshops 2011) for all points at once, sensitivity 1, without smoothing. Both axes are stretched to
 * 0 to 1; the knee is where the curve lies highest above the diagonal, if it then falls by more than the mean distance of two
 * points before it rises again.
 */
public final class Knee {
    /** Fewer points show no bend. */
    public static final int MIN_POINTS = 4;

    /** Ours, not Kneedle's: stretched to 0 to 1, mere noise would have bends too. */
    private static final double MIN_RISE = 0.1;

    /** A rise of fewer standard deviations of a repeat may be noise. */
    private static final double MIN_DEVIATIONS = 2;

    private Knee() {}

    /**
     * @param x ascending
     * @param variation of repeats of y, as a share; 0 where it is not known
     * @return place of the knee in the points; -1 without one
     */
    public static int of(double[] x, double[] y, double variation) {
        if (x.length < MIN_POINTS) {
            return -1;
        }
        double[] across = stretched(x);
        double[] up = stretched(y);
        double[] above = new double[x.length];
        Arrays.setAll(above, i -> up[i] - across[i]);
        int highest = 0;
        for (int i = 1; i < above.length - 1; i++) {
            boolean isPeak = above[i] > above[i - 1] && above[i] >= above[i + 1];
            if (isPeak && above[i] > above[highest] && falls(above, i)) {
                highest = i;
            }
        }
        double rise = y[highest] / y[0] - 1;
        // A line that begins with nothing has no rise.
        return rise >= Math.max(MIN_RISE, MIN_DEVIATIONS * variation) ? highest : -1;
    }

    /** True when the curve sinks below the threshold before it rises to the next peak. */
    private static boolean falls(double[] above, int peak) {
        double threshold = above[peak] - 1.0 / (above.length - 1);
        for (int i = peak + 1; i < above.length && above[i] <= above[i - 1]; i++) {
            if (above[i] < threshold) {
                return true;
            }
        }
        return false;
    }

    private static double[] stretched(double[] values) {
        double low = Arrays.stream(values).min().orElse(0);
        double high = Arrays.stream(values).max().orElse(1);
        return Arrays.stream(values)
                .map(value -> high == low ? 0 : (value - low) / (high - low))
                .toArray();
    }
}
