package io.bmsql.measure;

import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.ResultWaits;
import io.bmsql.result.WorkloadCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a load generator counted beside its meters since its reading before.
 *
 * @param longest by type: the longest response of the window so far in nanoseconds, -1 without one, and when it ended from the
 *     start of the window
 * @param backlog transactions that are due and not yet begun; negative when unknown
 * @param last null but in the last reading of a run
 */
record Counted(
        List<ErrorSummary> errors,
        WorkloadCounts inputs,
        CommitGaps.News commits,
        List<long[]> longest,
        long backlog,
        @Nullable Last last) {

    /**
     * What is only needed at the end.
     *
     * @param thinkMicros a histogram a type, see {@link TransactionMeter.Totals}
     * @param warehouses New-Orders, Payments and failures of each warehouse from 1 on
     */
    record Last(List<byte[]> thinkMicros, List<long[]> warehouses, ResultWaits waits) {}

    /** The same of a load generator whose window began so much later. */
    Counted later(long nanos) {
        return new Counted(
                errors,
                inputs,
                commits.later(nanos),
                longest.stream().map(one -> new long[] {one[0], one[1] + nanos}).toList(),
                backlog,
                last);
    }
}
