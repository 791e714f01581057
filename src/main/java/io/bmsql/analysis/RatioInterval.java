package io.bmsql.analysis;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The ratio of a new figure to a base figure with its 95% interval; 1 means equal. Ratios of rates and of latencies are
 * spread evenly on a logarithmic scale, so the intervals are made there. All bounds are {@link Double#NaN} where a ratio does
 * not exist: a figure that is zero, negative or unknown.
 *
 * @param ratio new divided by base
 */
public record RatioInterval(double ratio, double low, double high) {
    /** Both tails together. */
    public static final double ERROR = 0.05;

    public static final RatioInterval NONE = new RatioInterval(Double.NaN, Double.NaN, Double.NaN);

    /** Belongs to figures that are the same without any doubt. */
    public static final RatioInterval EQUAL = new RatioInterval(1, 1, 1);

    /** So many terms has the regression of a sequence: the ratio, and the effect of the order. */
    static final int TERMS = 2;

    private static final int MAX_REPEATS = 1000;

    /** So many standard errors is a mean above the true one at most, in nine of ten cases. */
    private static final double NINE_OF_TEN = 1.282;

    /** More would leave no batch at all. */
    private static final double MAX_RESEMBLANCE = 0.9;

    /**
     * Takes independent repeats of both sides, at least two each: the ratio of the geometric means, by Welch's t-test on the
     * logarithms (B. L. Welch, Biometrika 34, 1947), made wider by {@link #widening}.
     */
    public static RatioInterval ofRepeats(double[] base, double[] fresh) {
        if (!arePositive(base) || !arePositive(fresh) || Math.min(base.length, fresh.length) < 2) {
            return NONE;
        }
        double[] old = Repeats.logs(base);
        double[] now = Repeats.logs(fresh);
        double oldError = Repeats.variance(old) / old.length;
        double newError = Repeats.variance(now) / now.length;
        double spread = oldError + newError;
        double freedom = spread == 0
                ? base.length + fresh.length - 2
                : spread
                        * spread
                        / (oldError * oldError / (base.length - 1) + newError * newError / (fresh.length - 1));
        return around(
                Repeats.mean(now) - Repeats.mean(old),
                quantile(freedom) * widening(old.length, now.length) * Math.sqrt(spread));
    }

    /**
     * Welch's interval of few repeats misses the true ratio in up to 7.7% of all cases, where one side has more repeats or spreads less
     * than the other. So much wider it does in at most 5%, for three or more a side whatever their variances are: fitted to what
     * integration over the ratio of the sample variances gives.
     */
    static double widening(int base, int fresh) {
        double fewer = Math.min(base, fresh) - 1.0;
        double more = Math.max(base, fresh) - 1.0;
        return 1 + (1.03 - 0.65 * fewer / more) / (fewer * fewer);
    }

    /**
     * Takes pairs measured close together, at least two: what a pair shares, such as the speed of the machine at that time,
     * cancels out. Student's t on the logarithms of their ratios.
     *
     * @param fresh as many as {@code base}, in the same order
     */
    public static RatioInterval ofPairs(double[] base, double[] fresh) {
        if (base.length < 2 || !arePairs(base, fresh)) {
            return NONE;
        }
        double[] logs = Repeats.logs(ratios(base, fresh));
        double error = Math.sqrt(Repeats.variance(logs) / logs.length);
        return around(Repeats.mean(logs), quantile(base.length - 1.0) * error);
    }

    /**
     * Takes pairs that are made until the interval is narrow enough: it may be looked at after every pair. The chance that it ever misses
     * the true ratio is 5%, however many of the planned looks there are: Student's t with the bounds of {@link PairLooks}. What makes the
     * first run of every pair faster or slower, such as a drift of the machine, or the processors that sides swap which run together, is
     * its own term in the regression. The seconds of a run depend on each other, so each pair is one batch (batch means; B. Schmeiser,
     * Operations Research 30, 1982). Where neighbouring pairs still resemble each other, n of them tell as much as n (1 - r) / (1 + r)
     * independent ones (G. V. Bayley, J. M. Hammersley, Supplement to the JRSS 8, 1946), r their correlation, and the interval is wider by
     * the root of that. Tells nothing before the sixth pair, nor while all pairs had one order.
     */
    public static RatioInterval ofSequence(PairLooks looks, PairPlan plan, double[] base, double[] fresh) {
        if (!arePairs(base, fresh) || base.length < PairLooks.FIRST) {
            return NONE;
        }
        double[] logs = Repeats.logs(ratios(base, fresh));
        double[] order = new double[base.length];
        Arrays.setAll(order, pair -> plan.isBaseFirst(pair) ? 1 : -1);
        double[] ones = new double[base.length];
        Arrays.fill(ones, 1);
        subtract(ones, order);
        double pairs = product(ones, ones);
        if (pairs == 0) {
            return NONE;
        }
        double log = product(ones, logs) / pairs;
        subtract(logs, order);
        subtract(logs, ones);
        double squares = product(logs, logs);
        double resemblance = squares > 0 ? ChangePoint.product(logs, logs, 1) / squares : 0;
        double r = Math.max(0, Math.min(MAX_RESEMBLANCE, resemblance));
        double error = Math.sqrt(squares / (base.length - TERMS) / pairs * (1 + r) / (1 - r));
        return around(log, looks.deviations(base.length) * error);
    }

    private static boolean arePairs(double[] base, double[] fresh) {
        if (base.length != fresh.length) {
            throw new IllegalArgumentException(base.length + " base figures are not paired with " + fresh.length);
        }
        return arePositive(base) && arePositive(fresh);
    }

    private static double[] ratios(double[] base, double[] fresh) {
        double[] ratios = new double[base.length];
        Arrays.setAll(ratios, i -> fresh[i] / base[i]);
        return ratios;
    }

    /** Takes out of the values what the term explains. */
    private static void subtract(double[] values, double[] term) {
        double factor = product(values, term) / product(term, term);
        Arrays.setAll(values, i -> values[i] - factor * term[i]);
    }

    private static double product(double[] one, double[] other) {
        return ChangePoint.product(one, other, 0);
    }

    /**
     * How many repeats a side it takes to tell, where so many could not: if spread and difference stay as they are, their interval lies
     * within the margin, or on one side of no change, in nine of ten cases.
     *
     * @param margin as a share: 0.02 for 2%
     * @return more than there are, at most 1,000; 0 when the spread is not known
     */
    public static int repeatsNeeded(double[] base, double[] fresh, double margin) {
        if (!arePositive(base) || !arePositive(fresh) || Math.min(base.length, fresh.length) < 2) {
            return 0;
        }
        double[] old = Repeats.logs(base);
        double[] now = Repeats.logs(fresh);
        double variance = (Repeats.variance(old) + Repeats.variance(now)) / 2;
        double difference = Math.abs(Repeats.mean(now) - Repeats.mean(old));
        double room = Math.max(Math.log1p(margin) - difference, difference);
        int repeats = Math.min(base.length, fresh.length) + 1;
        while (repeats < MAX_REPEATS
                && (quantile(2.0 * repeats - 2) * widening(repeats, repeats) + NINE_OF_TEN)
                                * Math.sqrt(2 * variance / repeats)
                        > room) {
            repeats++;
        }
        return repeats;
    }

    /**
     * What may be claimed of independent repeats that have no ratio, for instance because none failed on one side. One side is better when all
     * of its runs lie above, or below, all of the other's, and chance does that in 5% of the cases at most (H. B. Mann, D. R. Whitney, Annals
     * of Mathematical Statistics 18, 1947). It takes four runs a side, or more of one.
     */
    static ChangeClaim changeOfRanks(double[] base, double[] fresh, boolean isHigherBetter) {
        double orders = 1;
        for (int i = 1; i <= fresh.length; i++) {
            orders *= (base.length + i) / (double) i;
        }
        boolean isAbove = Arrays.stream(fresh).min().orElse(Double.NaN)
                > Arrays.stream(base).max().orElse(Double.NaN);
        boolean isBelow = Arrays.stream(fresh).max().orElse(Double.NaN)
                < Arrays.stream(base).min().orElse(Double.NaN);
        return 2 / orders > ERROR || !isAbove && !isBelow
                ? ChangeClaim.CANNOT_TELL
                : isAbove == isHigherBetter ? ChangeClaim.BETTER : ChangeClaim.WORSE;
    }

    /** What the interval allows to claim. */
    public ChangeClaim change(double margin, boolean isHigherBetter) {
        if (low >= 1 / (1 + margin) && high <= 1 + margin) {
            return ChangeClaim.NO_DIFFERENCE;
        }
        boolean isCertain = low > 1 || high < 1;
        return !isCertain
                ? ChangeClaim.CANNOT_TELL
                : ratio > 1 == isHigherBetter ? ChangeClaim.BETTER : ChangeClaim.WORSE;
    }

    private static RatioInterval around(double log, double halfWidth) {
        return new RatioInterval(Math.exp(log), Math.exp(log - halfWidth), Math.exp(log + halfWidth));
    }

    static double quantile(double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(ERROR / 2);
    }

    static boolean arePositive(double[] values) {
        return Arrays.stream(values).allMatch(value -> value > 0 && Double.isFinite(value));
    }
}
