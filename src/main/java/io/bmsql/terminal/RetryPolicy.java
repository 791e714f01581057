package io.bmsql.terminal;

import io.bmsql.config.RunConfig;
import io.bmsql.random.RandomStream;
import java.util.concurrent.TimeUnit;

/**
 * How long to wait before trying again. Pauses double from try to try and are drawn between half and the whole of that, so
 * that those who collided do not collide again.
 *
 * @param maxRetries attempts of a transaction after the first one
 * @param firstRetryNanos longest pause before the second attempt of a transaction
 * @param maxRetryNanos longest pause before any attempt
 * @param firstReconnectNanos longest pause after the first connect that failed
 * @param maxReconnectNanos longest pause between two connects
 * @param maxOutageNanos a server that stays away longer ends the run
 */
record RetryPolicy(
        int maxRetries,
        long firstRetryNanos,
        long maxRetryNanos,
        long firstReconnectNanos,
        long maxReconnectNanos,
        long maxOutageNanos) {
    private static final long MILLI_NANOS = 1_000_000;
    private static final int MAX_DOUBLINGS = 20;

    /** The usual pauses: up to 5 ms doubling to 200 ms for transactions, 100 ms to 1 s for connects. */
    static RetryPolicy usual(RunConfig.Patience patience) {
        return new RetryPolicy(
                patience.maxRetries(),
                5 * MILLI_NANOS,
                200 * MILLI_NANOS,
                100 * MILLI_NANOS,
                1_000 * MILLI_NANOS,
                TimeUnit.SECONDS.toNanos(patience.maxOutageSeconds()));
    }

    /** Pause after this many attempts of a transaction, 1 or more. */
    long retryNanos(int attempts, RandomStream random) {
        return jittered(firstRetryNanos, maxRetryNanos, attempts, random);
    }

    /** Pause after this many connects in a row that failed, 1 or more. */
    long reconnectNanos(int failures, RandomStream random) {
        return jittered(firstReconnectNanos, maxReconnectNanos, failures, random);
    }

    private static long jittered(long first, long max, int tries, RandomStream random) {
        long longest = Math.min(first << Math.min(tries - 1, MAX_DOUBLINGS), max);
        return longest / 2 + (long) (random.nextDouble() * longest / 2);
    }
}
