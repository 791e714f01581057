package io.bmsql.analysis;

import io.bmsql.common.RunClock;
import io.bmsql.tpcc.RandomStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How many pairs of runs are made at the most, and in which order each. The order of each pair is drawn by itself: whatever comes back
 * on a machine at its own times then meets neither side more often than the other. It does not depend on what the pairs before it were.
 *
 * @param most without meaning where pairs are not looked at one after the other
 * @param seed of the order; 0 for A B, B A, A B, ...: of pairs whose runs are made together, and of studies of older versions
 */
public record PairPlan(int most, long seed) {
    /** Stands for runs that are not looked at one after the other. */
    public static final PairPlan NONE = new PairPlan(0, 0);

    /** A seed that differs from study to study, such that the first look finds both orders. */
    public static long drawSeed(RunClock clock) {
        return seedFrom(RandomStream.drawSeed(clock));
    }

    static long seedFrom(long least) {
        return LongStream.iterate(least, seed -> seed + 1)
                .filter(seed -> IntStream.range(0, PairLooks.FIRST)
                                .mapToObj(new PairPlan(0, seed)::isBaseFirst)
                                .distinct()
                                .count()
                        == 2)
                .findFirst()
                .orElseThrow();
    }

    /** True where the base comes first in this pair, counted from 0. */
    public boolean isBaseFirst(int pair) {
        return seed == 0
                ? pair % 2 == 0
                : new RandomStream(0).seek(seed, pair, 0, 0, 0).nextLong() < 0;
    }
}
