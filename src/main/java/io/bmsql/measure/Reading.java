package io.bmsql.measure;

import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.ResultWaits;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.WorkloadCounts;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the meters of a load generator, a line of {@code readings.jsonl}: what was done in each phase, and what was
 * counted beside it since the reading before.
 *
 * @param commits times without a gap, each from a commit to a commit
 * @param failures see {@link CommitGaps.FailureTimes#take}
 * @param longest by type: the longest response of the window so far in nanoseconds, -1 without one, and when it ended from the
 *     start of the window
 * @param terminalWaits see {@link TerminalWaits#take}; empty in a run without events
 * @param backlog transactions that are due and not yet begun; negative when unknown
 * @param last null but in the last reading of a run
 */
record Reading(
        List<PhaseInterval> intervals,
        List<ErrorSummary> errors,
        WorkloadCounts inputs,
        List<CommitGaps.Span> commits,
        List<long[]> failures,
        List<long[]> longest,
        List<long[]> terminalWaits,
        long backlog,
        @Nullable Last last) {
    /**
     * What is only needed at the end.
     *
     * @param thinkTimes by type, in the place of response times
     * @param connects times of connecting in the place of response times; older agents have none
     * @param warehouses New-Orders, Payments and failures of each warehouse from 1 on
     */
    record Last(
            List<TransactionMeter.Totals> thinkTimes,
            List<long[]> warehouses,
            ResultWaits waits,
            TransactionMeter.@Nullable Totals connects) {}

    String line() {
        return SummaryJson.line(this);
    }

    /** What {@link #line} wrote in a run of so many types; an {@link IOException} for anything else. */
    static Reading of(String line, int types) throws IOException {
        Reading reading = SummaryJson.ofLine(line, Reading.class);
        if (reading == null
                || reading.inputs == null
                || reading.intervals.stream().anyMatch(part -> part.readings().length != types)) {
            throw new IOException("this is no reading of meters");
        }
        return reading;
    }

    /** What several load generators counted in the same time, for who looks at each reading; a gap of all is one that each had. */
    static Reading sum(List<PhaseInterval> intervals, List<Reading> readings, long backlog) {
        return new Reading(
                intervals,
                readings.stream().flatMap(one -> one.errors.stream()).toList(),
                readings.stream().map(Reading::inputs).reduce(WorkloadCounts.NONE, WorkloadCounts::plus),
                readings.stream()
                        .flatMap(one -> one.commits.stream())
                        .sorted(Comparator.comparingLong(CommitGaps.Span::fromNanos))
                        .toList(),
                readings.stream().flatMap(one -> one.failures.stream()).toList(),
                List.of(),
                readings.stream().flatMap(one -> one.terminalWaits.stream()).toList(),
                backlog,
                null);
    }

    /** The same of a load generator whose window began so many seconds later. */
    Reading later(int seconds) {
        long nanos = seconds * RunWindow.SECOND_NANOS;
        return new Reading(
                intervals.stream()
                        .map(part -> new PhaseInterval(
                                part.phase(),
                                part.second() + seconds,
                                part.fromNanos() + nanos,
                                part.untilNanos() + nanos,
                                part.readings()))
                        .toList(),
                errors,
                inputs,
                commits.stream()
                        .map(time -> new CommitGaps.Span(time.fromNanos() + nanos, time.untilNanos() + nanos))
                        .toList(),
                CommitGaps.FailureTimes.later(failures, nanos),
                longest.stream().map(one -> new long[] {one[0], one[1] + nanos}).toList(),
                terminalWaits.stream()
                        .map(wait -> new long[] {wait[0], wait[1] + seconds * 1000L, wait[2] + seconds * 1000L})
                        .toList(),
                backlog,
                last);
    }
}
