package io.bmsql.terminal;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.TransactionType;

/**
 * A total rate over all terminals, from one schedule: slot n is due at start + n minutes / limit and belongs to terminal n
 * mod terminals. A slot stays due when its terminal is late, so that queueing shows in the response time instead of
 * silently lowering the rate, and so that a limit below the number of terminals holds as well.
 *
 * @param startNanos when slot 0 is due
 * @param limitPerMinute slots a minute, all terminals together
 * @param terminals how many share the slots
 */
record RateLimited(long startNanos, int limitPerMinute, int terminals) implements Pacing {
    private static final long MINUTE_NANOS = 60_000_000_000L;

    RateLimited {
        if (limitPerMinute < 1 || terminals < 1) {
            throw new IllegalArgumentException(
                    "a rate needs at least 1 a minute and 1 terminal, not " + limitPerMinute + " and " + terminals);
        }
    }

    @Override
    public long firstDueNanos(int terminal, long earliestNanos, RandomStream random) {
        long firstPossible = slotAt(Math.max(0, earliestNanos - startNanos));
        long rounds = Math.max(0, -Math.floorDiv(terminal - firstPossible, (long) terminals));
        return dueNanos(terminal + rounds * terminals);
    }

    @Override
    public long nextDueNanos(
            int terminal,
            long previousDueNanos,
            long endNanos,
            TransactionType done,
            TransactionType next,
            RandomStream random) {
        return dueNanos(slotAt(previousDueNanos - startNanos) + terminals);
    }

    /** Split into whole minutes and a rest, so that nothing is rounded away or overflows in a run of years. */
    private long dueNanos(long slot) {
        return startNanos
                + slot / limitPerMinute * MINUTE_NANOS
                + slot % limitPerMinute * MINUTE_NANOS / limitPerMinute;
    }

    /** The slot that is due at this offset, or the next one: the inverse of {@link #dueNanos}, which rounds down. */
    private long slotAt(long offsetNanos) {
        long minutes = offsetNanos / MINUTE_NANOS;
        long rest = offsetNanos % MINUTE_NANOS;
        return minutes * limitPerMinute + (rest * limitPerMinute + MINUTE_NANOS - 1) / MINUTE_NANOS;
    }
}
