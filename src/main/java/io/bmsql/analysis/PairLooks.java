package io.bmsql.analysis;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErfc;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far Student's t must be from 0 at each look at pairs of runs that are looked at after every pair, up to a planned number, so that
 * the chance that any look excludes the true ratio is {@link RatioInterval#ERROR}. The error is spent over the looks (K. K. G. Lan, D. L.
 * DeMets, Biometrika 70, 1983): early ones get little of it, as in the boundaries of O'Brien and Fleming, so that the last one is nearly
 * as narrow as a single look would be.
 *
 * <p>The bounds are exact for normal noise where each pair tells as much as the one before, as those of a drawn order do on the average;
 * those of a known variance, carried over to t, are too narrow (C. Jennison, B. W. Turnbull, Biometrika 78, 1991). Apart from the effect of
 * the order each pair brings one independent residual (R. L. Brown, J. Durbin, J. M. Evans, JRSS B 37,
 * 1975). Let u be t over the root of its square and its freedom: all u so far are independent of the sum of squared residuals (D. Basu,
 * Sankhya 15, 1955), so the next one follows from the last one and from the angle whose tangent is the new residual over the root of
 * that sum.
 */
public final class PairLooks {
    /** Fewer pairs tell nothing. */
    public static final int FIRST = 6;

    /** This share of the error is spent evenly: without it the first bounds would be beyond all measure. */
    private static final double EVEN = 0.002;

    private static final int BINS = 150;
    private static final int ANGLES = 4000;
    private static final int BISECTIONS = 50;
    private static final double FARTHEST = 20;

    private final double[] deviations;

    /** @param planned pairs at the most; fewer than {@link #FIRST} count as so many */
    public PairLooks(int planned) {
        double last = Math.max(FIRST, planned);
        deviations = new double[(int) last - FIRST + 1];
        int freedom = FIRST - RatioInterval.TERMS;
        TDistribution student = TDistribution.of(freedom);
        deviations[0] = student.inverseSurvivalProbability(spent(FIRST / last) / 2);
        // The chances of the distance of u from 0 while nothing was excluded, in bins of equal width of its area
        // tangent.
        double width = asinh(deviations[0] / Math.sqrt(freedom)) / BINS;
        double[] chances = new double[BINS];
        for (int i = 0; i < BINS; i++) {
            chances[i] = 2
                    * student.probability(
                            Math.sinh(i * width) * Math.sqrt(freedom), Math.sinh((i + 1) * width) * Math.sqrt(freedom));
        }
        for (int pairs = FIRST + 1; pairs <= last; pairs++) {
            Step step = new Step(pairs, chances, width);
            double edge = step.edge(spent(pairs / last) - spent((pairs - 1) / last));
            deviations[pairs - FIRST] = Math.sinh(edge) * Math.sqrt(pairs - (double) RatioInterval.TERMS);
            chances = step.next(edge / BINS);
            width = edge / BINS;
        }
    }

    /** The bound of t after so many pairs, at least {@link #FIRST}; more than were planned have that of the last look. */
    double deviations(int pairs) {
        return deviations[Math.min(pairs - FIRST, deviations.length - 1)];
    }

    /** Says how much of the error is spent up to this share of all pairs. */
    private static double spent(double time) {
        double whole = Math.sqrt(2) * InverseErfc.value(RatioInterval.ERROR / 2);
        return (1 - EVEN) * 2 * Erfc.value(whole / Math.sqrt(2 * time)) + EVEN * RatioInterval.ERROR * time;
    }

    private static double asinh(double value) {
        return Math.log(value + Math.hypot(value, 1));
    }

    /** Leads from one pair to the next. */
    private static final class Step {
        private final double[] chances;
        /** These are the largest next u of each bin, and the angle that leads to it. */
        private final double[] most = new double[BINS];

        private final double[] best = new double[BINS];
        /** The chance of a smaller angle, from a quarter turn left to one right. */
        private final double[] below = new double[ANGLES + 1];

        Step(int pairs, double[] chances, double width) {
            this.chances = chances;
            // What the pairs before told of the ratio: a drawn order takes the worth of a pair on the average.
            double share = (pairs - 2.0) / (pairs - 1.0);
            for (int bin = 0; bin < BINS; bin++) {
                double old = Math.sqrt(share) * Math.tanh((bin + 0.5) * width);
                most[bin] = Math.hypot(old, Math.sqrt(1 - share));
                best[bin] = Math.atan2(Math.sqrt(1 - share), old);
            }
            int squares = pairs - RatioInterval.TERMS;
            for (int i = 0; i < ANGLES; i++) {
                below[i + 1] = below[i] + Math.pow(Math.cos(((i + 0.5) / ANGLES - 0.5) * Math.PI), squares - 1);
            }
            double all = below[ANGLES];
            Arrays.setAll(below, i -> below[i] / all);
        }

        /** Where so much chance is beyond. */
        double edge(double chance) {
            double low = 0;
            double high = FARTHEST;
            for (int i = 0; i < BISECTIONS; i++) {
                double middle = (low + high) / 2;
                double beyond = 0;
                for (int bin = 0; bin < BINS; bin++) {
                    beyond += chances[bin] * beyond(Math.tanh(middle), bin);
                }
                low = beyond > chance ? middle : low;
                high = beyond > chance ? high : middle;
            }
            return high;
        }

        double[] next(double width) {
            double[] next = new double[BINS];
            double[] nearer = new double[BINS];
            Arrays.fill(nearer, 1);
            for (int to = 0; to < BINS; to++) {
                double distance = Math.tanh((to + 1) * width);
                for (int bin = 0; bin < BINS; bin++) {
                    double farther = beyond(distance, bin);
                    next[to] += chances[bin] * (nearer[bin] - farther);
                    nearer[bin] = farther;
                }
            }
            return next;
        }

        /** The chance that the next u is at least so far from 0, on either side, when the last one was in this bin. */
        private double beyond(double distance, int bin) {
            if (distance >= most[bin]) {
                return 0;
            }
            double off = Math.acos(distance / most[bin]);
            double other = Math.PI - best[bin];
            return below(best[bin] + off) - below(best[bin] - off) + below(other + off) - below(other - off);
        }

        private double below(double angle) {
            double place = (angle / Math.PI + 0.5) * ANGLES;
            int at = (int) place;
            return place >= ANGLES ? 1 : place <= 0 ? 0 : below[at] + (place - at) * (below[at + 1] - below[at]);
        }
    }
}
