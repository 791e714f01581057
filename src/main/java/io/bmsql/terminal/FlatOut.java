package io.bmsql.terminal;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.TransactionType;

/** No waits at all, BenchmarkSQL 5's habit: the next transaction is due when the last one ends. */
record FlatOut() implements Pacing {
    @Override
    public long firstDueNanos(int terminal, long earliestNanos, RandomStream random) {
        return earliestNanos;
    }

    @Override
    public long nextDueNanos(
            int terminal,
            long previousDueNanos,
            long endNanos,
            TransactionType done,
            TransactionType next,
            RandomStream random) {
        return endNanos;
    }
}
