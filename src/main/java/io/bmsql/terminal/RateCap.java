package io.bmsql.terminal;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.TransactionType;

/**
 * A cap on the rate of all terminals together, as BenchmarkSQL 5.x has it: each terminal has slots of the same length. The
 * next transaction is due at the end of the slot or at the end of the one before, whichever is later, and that moment begins
 * the next slot. So a late terminal never catches up, and a wait for the slot's end is in no latency.
 *
 * @param slots a schedule at the rate of the cap; it spreads the first transactions of the terminals
 */
record RateCap(ArrivalSchedule slots) implements Pacing {
    @Override
    public long firstDueNanos(int terminal, long earliestNanos, RandomStream random) {
        return slots.firstDueNanos(terminal, earliestNanos, random);
    }

    @Override
    public long nextDueNanos(long previousDueNanos, long endNanos, long thinkNanos, TransactionType next) {
        return Math.max(previousDueNanos + slots.roundNanos(), endNanos);
    }

    @Override
    public boolean waitsForDeferredPart() {
        return true;
    }
}
