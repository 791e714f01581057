package io.bmsql.analysis;

import io.bmsql.tpcc.RandomStream;
import java.util.List;
import java.util.TreeSet;
import org.apache.commons.lang3.ArrayUtils;

/**
 * Where a series of independent values changed its distribution, however often: E-divisive (D. S. Matteson and N. A. James, Journal of the
 * American Statistical Association 109, 2014). The series is split where the energy distance of both sides is the largest, then its
 * parts, as long as the values of each part in a random order would hardly ever show a split as strong as the strongest one. The right
 * side may end before its part does, so that a change which is taken back later is seen as well.
 */
final class EDivisive {
    /** Shorter parts have no interval of their mean. */
    static final int SHORTEST = Repeats.LEAST;

    /** A series without any change has one found in so many cases at most, as a share. */
    static final double ERROR = 0.005;

    /** Of fewer values no order is as rare as {@link #ERROR}: five of eleven can be chosen in 462 ways. */
    static final int LEAST = 11;

    /** Distances that the orders of one test may take: a good quarter of a second, which only a share close to {@link #ERROR} needs. */
    private static final long MAX_DISTANCES = 100_000_000;

    private static final int MIN_ORDERS = 2_000;

    /** So many standard deviations from {@link #ERROR} a share is sure. */
    private static final double SURE = 3.5;

    private record Split(int index, double energy) {}

    private EDivisive() {}

    /**
     * Looks for all changes.
     *
     * @param values in the order of time
     * @param seed of the permutations: the same values and seed always give the same answer
     * @return the indices of the first values behind each change, ascending; empty without any, and for too few values
     */
    static List<Integer> changes(double[] values, long seed) {
        TreeSet<Integer> ends = new TreeSet<>(List.of(0, values.length));
        RandomStream random = new RandomStream(seed);
        while (true) {
            Split best = strongest(values, ends);
            if (best.energy <= 0 || !isRare(best.energy, values, ends, random)) {
                ends.remove(0);
                ends.remove(values.length);
                return List.copyOf(ends);
            }
            ends.add(best.index);
        }
    }

    /**
     * Whether fewer orders than {@link #ERROR} show as much, by so many that the luck of a seed does not decide: for three low values at
     * an end it is 2 of n over 3. Stops as soon as the answer is sure: without a change after twenty or so.
     */
    private static boolean isRare(double energy, double[] values, TreeSet<Integer> ends, RandomStream random) {
        double[] shuffled = values.clone();
        long orders = Math.max(MIN_ORDERS, MAX_DISTANCES / ((long) values.length * values.length));
        int equal = 0;
        for (int i = 1; i <= orders; i++) {
            int from = 0;
            for (int to : ends) {
                for (int j = to - 1; j > from; j--) {
                    ArrayUtils.swap(shuffled, j, random.uniform(from, j));
                }
                from = to;
            }
            equal += strongest(shuffled, ends).energy >= energy * (1 - 1e-12) ? 1 : 0;
            double expected = ERROR * i;
            double sure = SURE * Math.sqrt(expected);
            // Few are not normal: the first ones need some more.
            if (equal < expected - sure || equal > expected + sure + SURE) {
                return equal < expected;
            }
        }
        return equal <= ERROR * orders;
    }

    private static Split strongest(double[] values, TreeSet<Integer> ends) {
        Split best = new Split(0, 0);
        int from = 0;
        for (int to : ends) {
            Split split = strongest(values, from, to);
            best = split.energy > best.energy ? split : best;
            from = to;
        }
        return best;
    }

    /** Takes the end of the right side further value by value; what lies behind it is on no side. */
    private static Split strongest(double[] values, int from, int to) {
        Split best = new Split(from, 0);
        // Sums of the distances within the values before an index, and within those from it to the end of the right
        // side.
        double[] before = new double[to - from + 1];
        double[] since = new double[to - from];
        for (int end = 0; end < to - from; end++) {
            double more = 0;
            for (int i = end - 1; i >= 0; i--) {
                more += Math.abs(values[from + i] - values[from + end]);
                since[i] += more;
            }
            before[end + 1] = since[0];
            for (int i = SHORTEST; i <= end + 1 - SHORTEST; i++) {
                double m = i;
                double n = end + 1 - i;
                double between = since[0] - before[i] - since[i];
                double energy = 2 / (m + n) * (between - before[i] * n / (m - 1) - since[i] * m / (n - 1));
                best = energy > best.energy ? new Split(from + i, energy) : best;
            }
        }
        return best;
    }
}
