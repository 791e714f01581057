package io.bmsql.analysis;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the level of a series changed the most, and whether chance explains it: the CUSUM test (W. Ploberger and W. Krämer,
 * Econometrica 60, 1992). Neighbouring values are not independent, so the long-run variance allows for their correlation: a
 * Bartlett kernel with automatic bandwidth (D. W. K. Andrews, Econometrica 59, 1991) after prewhitening (D. W. K. Andrews and J.
 * C. Monahan, Econometrica 60, 1992). A step or a straight line, whichever fits better, is taken out first:
 * otherwise the change itself would count as noise and hide.
 *
 * @param index of the first value behind the change
 * @param before mean of the values before it
 * @param after mean of the others
 * @param isGradual true when a straight line fits better than a step
 * @param statistic of the test: the largest CUSUM in standard deviations
 * @param critical chance brings the statistic above it in one of a hundred long series
 * @param episode null where a step or a straight line fits better than a level that came back
 */
public record ChangePoint(
        int index,
        double before,
        double after,
        boolean isGradual,
        double statistic,
        double critical,
        @Nullable Episode episode) {
    /** With fewer values their correlation is not known at all. */
    public static final int MIN_VALUES = 60;

    /** With fewer values their correlation is not known well. */
    public static final int MANY_VALUES = 120;

    /** For fewer than {@link #MANY_VALUES}: found by drawing 4,000 series for each length and correlation. */
    private static final double CRITICAL_OF_FEW = 2.1;

    /** The largest value of a Brownian bridge stays below in 99 of 100 cases (N. Smirnov, Ann. Math. Statist. 19, 1948). */
    private static final double CRITICAL = 1.628;

    /** Divided by the number of values, what is added to {@link #CRITICAL}: found by drawing, as {@link #CRITICAL_OF_FEW}. */
    private static final double MORE_OF_FEW = 57;

    /** The range of a Brownian bridge stays below in 99 of 100 cases (N. H. Kuiper, Indagationes Mathematicae 22, 1960). */
    private static final double CRITICAL_RANGE = 2;

    /** As {@link #MORE_OF_FEW}, for the range. */
    private static final double MORE_RANGE_OF_FEW = 114;

    /** The shortest episode is the number of values divided by this; half of that lies on each side at least. */
    private static final int SHARE_OF_EPISODE = 5;

    /** Above, a stationary series can hardly be told from a random walk. */
    private static final double MAX_CORRELATION = 0.97;

    /**
     * A level that came back: between the lowest and the highest CUSUM, whose distance is tested.
     *
     * @param from index of its first value
     * @param until index behind its last value
     * @param change of its mean against that of the others, as a share
     * @param statistic of its test: the range of the CUSUM in standard deviations
     * @param critical as that of the change
     */
    public record Episode(int from, int until, double change, double statistic, double critical) {
        /** True when chance would show such an episode in fewer than one of a hundred series. */
        public boolean isCertain() {
            return statistic > critical;
        }
    }

    /** Looks for the change; at least {@link #MIN_VALUES} values. */
    public static ChangePoint of(double[] values) {
        if (values.length < MIN_VALUES) {
            throw new IllegalArgumentException(values.length + " values are too few for a change point");
        }
        double mean = mean(values, 0, values.length);
        double sum = 0;
        double low = 0;
        double high = 0;
        int lowAt = 0;
        int highAt = 0;
        for (int i = 0; i < values.length - 1; i++) {
            sum += values[i] - mean;
            if (sum < low) {
                low = sum;
                lowAt = i + 1;
            }
            if (sum > high) {
                high = sum;
                highAt = i + 1;
            }
        }
        double largest = Math.max(high, -low);
        int index = largest == 0 ? values.length / 2 : high > -low ? highAt : lowAt;
        double before = mean(values, 0, index);
        double after = mean(values, index, values.length);
        int first = index;
        double[] step = new double[values.length];
        Arrays.setAll(step, i -> values[i] - (i < first ? before : after));
        double[] line = withoutLine(values, mean);
        boolean isGradual = product(line, line, 0) < product(step, step, 0);
        double[] rest = isGradual ? line : step;
        double deviation = Math.sqrt(values.length * longRunVariance(rest));
        return new ChangePoint(
                index,
                before,
                after,
                isGradual,
                largest == 0 ? 0 : largest / deviation,
                Math.min(CRITICAL_OF_FEW, CRITICAL + MORE_OF_FEW / values.length),
                episode(values, Math.min(lowAt, highAt), Math.max(lowAt, highAt), high - low, product(rest, rest, 0)));
    }

    /** @param squares of what a step or a line leaves */
    private static @Nullable Episode episode(double[] values, int from, int until, double range, double squares) {
        int least = values.length / SHARE_OF_EPISODE;
        if (until - from < least || from < least / 2 || values.length - until < least / 2) {
            return null;
        }
        double inside = mean(values, from, until);
        double outside = (Arrays.stream(values).sum() - inside * (until - from)) / (values.length - until + from);
        double[] rest = new double[values.length];
        Arrays.setAll(rest, i -> values[i] - (i >= from && i < until ? inside : outside));
        if (outside <= 0 || product(rest, rest, 0) >= squares) {
            return null;
        }
        return new Episode(
                from,
                until,
                inside / outside - 1,
                range / Math.sqrt(values.length * longRunVariance(rest)),
                CRITICAL_RANGE + MORE_RANGE_OF_FEW / values.length);
    }

    /** True when chance would show such a change in fewer than one of a hundred series. */
    public boolean isCertain() {
        return statistic > critical;
    }

    /** By how much the level grew, as a share of that before; negative when it fell. */
    public double change() {
        return after / before - 1;
    }

    private static double mean(double[] values, int from, int to) {
        return Arrays.stream(values, from, to).average().orElse(0);
    }

    private static double[] withoutLine(double[] values, double mean) {
        double middle = (values.length - 1) / 2.0;
        double products = 0;
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            products += (i - middle) * values[i];
            squares += (i - middle) * (i - middle);
        }
        double slope = products / squares;
        double[] rest = new double[values.length];
        Arrays.setAll(rest, i -> values[i] - mean - slope * (i - middle));
        return rest;
    }

    private static double longRunVariance(double[] values) {
        double squares = product(values, values, 0);
        if (squares == 0) {
            return 0;
        }
        // Estimates of a correlation are too low in short series (M. G. Kendall, Biometrika 41, 1954).
        double estimate = product(values, values, 1) / squares;
        double correlation = Math.min(MAX_CORRELATION, estimate + (1 + 3 * estimate) / values.length);
        double[] white = new double[values.length - 1];
        Arrays.setAll(white, i -> values[i + 1] - correlation * values[i]);
        return kernelVariance(white) / ((1 - correlation) * (1 - correlation));
    }

    private static double kernelVariance(double[] values) {
        double variance = product(values, values, 0);
        double correlation = product(values, values, 1) / variance;
        double curvature = 4 * correlation * correlation / Math.pow(1 - correlation * correlation, 2);
        int lags = (int) Math.min(values.length - 1, 1.1447 * Math.cbrt(curvature * values.length));
        double sum = variance;
        for (int lag = 1; lag <= lags; lag++) {
            sum += 2 * (1 - lag / (lags + 1.0)) * product(values, values, lag);
        }
        return sum / values.length;
    }

    /** Sum of the products of values that lie so far apart. */
    static double product(double[] one, double[] other, int lag) {
        double sum = 0;
        for (int i = lag; i < one.length; i++) {
            sum += one[i] * other[i - lag];
        }
        return sum;
    }
}
