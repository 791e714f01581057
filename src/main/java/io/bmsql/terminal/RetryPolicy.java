package io.bmsql.terminal;

import io.bmsql.config.RunConfig;
import io.bmsql.tpcc.RandomStream;
import java.util.concurrent.TimeUnit;

/**
 * How long to wait before trying again: up to 5 ms doubling to 200 ms for transactions, 100 ms to 1 s for connects.
 * Pauses are drawn between half and the whole of that, so that those who collided do not collide again.
 */
record RetryPolicy(int maxRetries, long maxOutageNanos) {
    private static final long MILLI_NANOS = 1_000_000;
    private static final int MAX_DOUBLINGS = 20;

    RetryPolicy(RunConfig.RetryLimits limits) {
        this(limits.maxRetries(), TimeUnit.SECONDS.toNanos(limits.maxOutageSeconds()));
    }

    static long retryNanos(int attempts, RandomStream random) {
        return jittered(5 * MILLI_NANOS, 200 * MILLI_NANOS, attempts, random);
    }

    static long reconnectNanos(int failures, RandomStream random) {
        return jittered(100 * MILLI_NANOS, 1_000 * MILLI_NANOS, failures, random);
    }

    private static long jittered(long first, long max, int tries, RandomStream random) {
        long longest = Math.min(first << Math.min(tries - 1, MAX_DOUBLINGS), max);
        return longest / 2 + (long) (random.nextDouble() * longest / 2);
    }
}
