package io.bmsql.analysis;

import java.util.Arrays;

/**
 * What independent repeats say of one figure. Fewer than {@link #LEAST} have no interval. A wide one is shown as well: if only the narrow
 * ones were, fewer than 95% of them would hold the truth.
 *
 * @param count of the repeats
 * @param mean geometric; arithmetic where a repeat is 0; {@link Double#NaN} without repeats
 * @param low lower end of the 95% interval of the mean; NaN with too few repeats or where one is 0, like the upper end
 * @param variation standard deviation divided by the arithmetic mean; NaN with a single repeat
 */
public record Repeats(int count, double mean, double low, double high, double variation) {
    /** Student's t of two values spans factors of ten and more: nobody can use that. */
    public static final int LEAST = 3;

    /** Student's t on the logarithms, because rates and latencies change by factors. */
    public static Repeats of(double... values) {
        double plain = mean(values);
        double variation = Math.sqrt(variance(values)) / plain;
        if (!Arrays.stream(values).allMatch(value -> value > 0) || values.length == 0) {
            return new Repeats(values.length, plain, Double.NaN, Double.NaN, variation);
        }
        double[] logs = logs(values);
        double log = mean(logs);
        double half = values.length < LEAST
                ? Double.NaN
                : RatioInterval.quantile(values.length - 1.0) * Math.sqrt(variance(logs) / values.length);
        double factor = Math.exp(half);
        return new Repeats(values.length, Math.exp(log), Math.exp(log) / factor, Math.exp(log) * factor, variation);
    }

    /** False when the repeats allow no interval. */
    public boolean hasInterval() {
        return Double.isFinite(low) && Double.isFinite(high);
    }

    /**
     * How much of the spread of paired figures the pairs shared, such as the speed of the machine at that time: the variance
     * between pairs as a share of it and of the variance within them, the difference of the two sides left out (intraclass
     * correlation ICC(3,1); P. E. Shrout and J. L. Fleiss, Psychological Bulletin 86, 1979).
     *
     * @param fresh as many as {@code base}, in the same order
     * @return from 0 to 1; NaN for fewer than three pairs, or where a figure is not above 0
     */
    public static double sharedByPairs(double[] base, double[] fresh) {
        boolean arePositive = RatioInterval.arePositive(base) && RatioInterval.arePositive(fresh);
        if (base.length < 3 || base.length != fresh.length || !arePositive) {
            return Double.NaN;
        }
        double[] old = logs(base);
        double[] now = logs(fresh);
        double[] middles = new double[old.length];
        double[] differences = new double[old.length];
        Arrays.setAll(middles, i -> (old[i] + now[i]) / 2);
        Arrays.setAll(differences, i -> now[i] - old[i]);
        // A mean of two has half the variance of one figure within its pair on top of that between pairs.
        double within = variance(differences) / 2;
        double between = Math.max(0, variance(middles) - within / 2);
        return between + within == 0 ? Double.NaN : between / (between + within);
    }

    /** The middle of the values that are known; 0 without any. */
    public static double median(double... values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        int half = sorted.length / 2;
        return sorted.length == 0 ? 0 : (sorted[half] + sorted[(sorted.length - 1) / 2]) / 2;
    }

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    static double[] logs(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    static double variance(double[] values) {
        double mean = mean(values);
        return values.length < 2
                ? Double.NaN
                : Arrays.stream(values)
                                .map(value -> (value - mean) * (value - mean))
                                .sum()
                        / (values.length - 1);
    }
}
