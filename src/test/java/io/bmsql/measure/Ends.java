package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.tpcc.Outcome;
import io.bmsql.workload.EndedTransaction;

/** Ended transactions for tests. */
final class Ends {
    private Ends() {}

    static EndedTransaction of(
            TransactionType type,
            Outcome outcome,
            int attempts,
            int skipped,
            long dueNanos,
            long beginNanos,
            long endNanos) {
        EndedTransaction ended = new EndedTransaction();
        ended.type = type;
        ended.outcome = outcome;
        ended.attempts = attempts;
        ended.skippedDistricts = skipped;
        ended.dueNanos = dueNanos;
        ended.beginNanos = beginNanos;
        ended.endNanos = endNanos;
        return ended;
    }
}
