package io.bmsql.terminal;

import io.bmsql.common.TransactionType;
import io.bmsql.tpcc.RandomStream;

/**
 * The open model: transactions of all terminals together come from one schedule, fixed in advance. Slot n belongs to terminal
 * n mod terminals. A slot stays due when its terminal is late, so that a slow server builds up a backlog, and the time in the
 * backlog is response time.
 */
sealed interface Arrivals extends Pacing permits ArrivalSchedule, ShapedArrivals {
    /** When this slot is due, counted from 0. */
    long dueNanos(long slot);

    /** How many slots are due before this moment; so the number of the first one that is not. */
    long slotsBefore(long nanos);

    /** How many share the slots. */
    int terminals();

    @Override
    default long firstDueNanos(int terminal, long earliestNanos, RandomStream random) {
        long firstPossible = slotsBefore(earliestNanos);
        long rounds = Math.max(0, -Math.floorDiv(terminal - firstPossible, (long) terminals()));
        return dueNanos(terminal + rounds * terminals());
    }

    @Override
    default long nextDueNanos(long previousDueNanos, long endNanos, long thinkNanos, TransactionType next) {
        return dueNanos(slotsBefore(previousDueNanos) + terminals());
    }
}
