package io.bmsql.terminal;

import io.bmsql.common.TransactionType;
import io.bmsql.tpcc.RandomStream;
import java.util.Map;

/**
 * The waits of clause 5.2.5: the terminal thinks, a negative exponential time cut at ten times its mean, then keys in,
 * a fixed time. First requests are spread over one mean cycle: a run starts with the rate that it keeps.
 */
record ThinkTime(double keyingMultiplier, double thinkMultiplier, double meanCycleNanos) implements Pacing {
    /** Clause 5.2.5.4: the distribution is cut at ten times the mean. */
    private static final double LONGEST_THINK_IN_MEANS = 10;

    /** Waits scaled by these multipliers; 1 and 1 are the specification's. The percents of types are for the mean cycle. */
    ThinkTime(double keyingMultiplier, double thinkMultiplier, Map<TransactionType, Double> percents) {
        this(keyingMultiplier, thinkMultiplier, meanCycleNanos(keyingMultiplier, thinkMultiplier, percents));
    }

    private static double meanCycleNanos(double keying, double thinking, Map<TransactionType, Double> percents) {
        double nanos = 0;
        for (Map.Entry<TransactionType, Double> each : percents.entrySet()) {
            TransactionType type = each.getKey();
            double waitSeconds = keying * type.keyingSeconds() + thinking * type.thinkSeconds();
            nanos += each.getValue() * (waitSeconds * 1e9);
        }
        return nanos / 100;
    }

    @Override
    public long firstDueNanos(int terminal, long earliestNanos, RandomStream random) {
        return earliestNanos + (long) (random.nextDouble() * meanCycleNanos);
    }

    @Override
    public long nextDueNanos(long previousDueNanos, long endNanos, long thinkNanos, TransactionType next) {
        return endNanos + thinkNanos + keyingNanos(next);
    }

    long keyingNanos(TransactionType type) {
        return (long) (keyingMultiplier * type.keyingSeconds() * 1e9);
    }

    /** StrictMath, because a seed must give the same waits on every machine. */
    @Override
    public long thinkNanos(TransactionType type, RandomStream random) {
        double means = Math.min(-StrictMath.log(1 - random.nextDouble()), LONGEST_THINK_IN_MEANS);
        return (long) (means * thinkMultiplier * type.thinkSeconds() * 1e9);
    }
}
