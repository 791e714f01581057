package io.bmsql.analysis;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErfc;

/**
 * How sure each look at pairs of runs must be that are looked at after every pair, up to a planned number: the chance that any look
 * misses the true ratio is {@link RatioInterval#ERROR}. Early looks get little of it, as in the boundaries of O'Brien and Fleming, so
 * that the last one is nearly as narrow as a single look would be: the error is spent over the looks (K. K. G. Lan, D. L. DeMets,
 * Biometrika 70, 1983), worked out by numerical integration (P. Armitage, C. K. McPherson, B. C. Rowe, JRSS A 132, 1969).
 */
public final class PairLooks {
    /** Fewer pairs tell nothing. */
    public static final int FIRST = 6;

    private static final int POINTS = 401;
    private static final int BISECTIONS = 50;
    private static final double WIDEST = 40;

    private final double[] errors;

    /** @param planned pairs at the most; fewer than {@link #FIRST} count as so many */
    public PairLooks(int planned) {
        double last = Math.max(FIRST, planned);
        double[] times = IntStream.rangeClosed(FIRST, (int) last)
                .mapToDouble(pairs -> pairs / last)
                .toArray();
        errors = Arrays.stream(bounds(times)).map(PairLooks::tails).toArray();
    }

    /** Both tails of the look after so many pairs, at least {@link #FIRST}; more than were planned count as those. */
    double error(int pairs) {
        return errors[Math.min(pairs - FIRST, errors.length - 1)];
    }

    /**
     * How many standard deviations from 0 exclude 0 at looks at these shares of all data.
     *
     * @param times ascending, the last one 1
     */
    static double[] bounds(double[] times) {
        double[] bounds = new double[times.length];
        // The sum of all data so far, in standard deviations of the last one: its values that exclude nothing, and
        // their weights.
        double[] sums = {0};
        double[] weights = {1};
        double time = 0;
        for (int look = 0; look < times.length; look++) {
            double step = Math.sqrt(times[look] - time);
            double more = spent(times[look]) - spent(time);
            double low = 0;
            double high = WIDEST;
            for (int i = 0; i < BISECTIONS; i++) {
                double middle = (low + high) / 2;
                boolean isTooNear = beyond(middle * Math.sqrt(times[look]), sums, weights, step) > more;
                low = isTooNear ? middle : low;
                high = isTooNear ? high : middle;
            }
            bounds[look] = high;
            time = times[look];
            double edge = high * Math.sqrt(time);
            double width = 2 * edge / (POINTS - 1);
            double[] next = new double[POINTS];
            double[] nextWeights = new double[POINTS];
            for (int at = 0; at < POINTS; at++) {
                next[at] = at * width - edge;
                for (int from = 0; from < sums.length; from++) {
                    nextWeights[at] += weights[from] * density((next[at] - sums[from]) / step) / step * width;
                }
            }
            nextWeights[0] /= 2;
            nextWeights[POINTS - 1] /= 2;
            sums = next;
            weights = nextWeights;
        }
        return bounds;
    }

    /** Of the error, up to this share of all data: half of it on each side. */
    private static double spent(double time) {
        double whole = Math.sqrt(2) * InverseErfc.value(RatioInterval.ERROR / 2);
        return time == 0 ? 0 : 2 * tails(whole / Math.sqrt(time));
    }

    /** The chance that the next step ends farther away from 0. */
    private static double beyond(double edge, double[] sums, double[] weights, double step) {
        double all = 0;
        for (int from = 0; from < sums.length; from++) {
            all += weights[from] * (tails((edge - sums[from]) / step) + tails((edge + sums[from]) / step)) / 2;
        }
        return all;
    }

    /** Of the normal distribution, both tails together. */
    private static double tails(double deviations) {
        return Erfc.value(deviations / Math.sqrt(2));
    }

    private static double density(double deviations) {
        return Math.exp(-deviations * deviations / 2) / Math.sqrt(2 * Math.PI);
    }
}
