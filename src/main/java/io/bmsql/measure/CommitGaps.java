package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.result.Outage;
import io.bmsql.tpcc.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes down when transactions were committed, so far as a gap needs to be found, and when some failed, for {@link Availability}.
 * {@link #committed} (a read, a write each millisecond), {@link #failed} and {@link #connectionError} are for any thread; moments
 * are nanoseconds from the start of the window.
 */
final class CommitGaps {
    /** Shorter times without a commit are not looked at. */
    static final long SHORTEST_NANOS = 100_000_000;

    static final long GRAIN_NANOS = 1_000_000;

    private final AtomicLong lastCommitNanos;
    private final FailureTimes newFailures = new FailureTimes();
    private final Deque<Span> newGaps = new ArrayDeque<>();
    private @Nullable Span newest;
    private long reportedNanos;
    private volatile boolean anyWrite;

    /** Lasts from a commit to another one. */
    record Span(long fromNanos, long untilNanos) {}

    /** @param startNanos when the run starts, which counts as a commit before the first one */
    CommitGaps(long startNanos) {
        lastCommitNanos = new AtomicLong(startNanos);
        reportedNanos = startNanos;
    }

    /**
     * A transaction was committed on the server; one that is queued is none.
     *
     * @return false when it does not count: it only read, and others write
     */
    boolean committed(TransactionType type, long nanos) {
        if (!anyWrite) {
            anyWrite = type.isWriting();
        } else if (!type.isWriting()) {
            return false;
        }
        long last = lastCommitNanos.get();
        if (nanos - last >= GRAIN_NANOS) {
            if (nanos - last > SHORTEST_NANOS) {
                close(last, nanos);
            }
            lastCommitNanos.accumulateAndGet(nanos, Math::max);
        }
        return true;
    }

    /** Several workers may find the same gap: the earliest of their commits ends it. */
    private synchronized void close(long fromNanos, long untilNanos) {
        Span last = newest;
        if (last != null && fromNanos < last.untilNanos()) {
            if (untilNanos >= last.untilNanos() || !newGaps.removeLastOccurrence(last)) {
                return;
            }
        }
        newest = new Span(fromNanos, untilNanos);
        newGaps.addLast(newest);
    }

    void connectionError(long nanos) {
        newFailures.add(FailureTimes.CONNECTION_ERROR, nanos, 1);
    }

    void failed(Outcome outcome, long nanos) {
        newFailures.add(outcome == Outcome.UNKNOWN ? FailureTimes.UNKNOWN : FailureTimes.FAILED, nanos, 1);
    }

    /** Times without a gap since the last call, in order. */
    synchronized List<Span> newCommits() {
        List<Span> commits = new ArrayList<>();
        for (Span gap : newGaps) {
            commits.add(new Span(reportedNanos, gap.fromNanos));
            reportedNanos = gap.untilNanos;
        }
        newGaps.clear();
        long lastNanos = Math.max(reportedNanos, lastCommitNanos.get());
        commits.add(new Span(reportedNanos, lastNanos));
        reportedNanos = lastNanos;
        return commits;
    }

    /** Since the last call, see {@link FailureTimes#take}; ask after {@link #newCommits}: a failure comes before the commit behind it. */
    List<long[]> newFailures() {
        return newFailures.take();
    }

    /** Failures by moment, to the millisecond, so that each belongs to one outage at most. For any thread. */
    static final class FailureTimes {
        static final int FAILED = 0;
        static final int UNKNOWN = 1;
        static final int CONNECTION_ERROR = 2;
        private static final int KINDS = 3;

        /** A guard for hours of failures without a commit: what is more goes to the newest moment. */
        private static final int MAX_MOMENTS = 100_000;

        private final TreeMap<Long, long[]> moments = new TreeMap<>();
        private long @Nullable [] newest;
        private long newestMoment;

        synchronized void add(int kind, long nanos, long count) {
            long moment = Math.floorDiv(nanos, GRAIN_NANOS);
            // Most come in the millisecond of the one before: those allocate nothing.
            if (newest == null || moment != newestMoment) {
                if (moments.size() >= MAX_MOMENTS && !moments.containsKey(moment)) {
                    moment = moments.lastKey();
                }
                newest = moments.computeIfAbsent(moment, any -> new long[KINDS]);
                newestMoment = moment;
            }
            newest[kind] += count;
        }

        /** All, which are forgotten: each the moment in milliseconds and the counts of the kinds. */
        private synchronized List<long[]> take() {
            List<long[]> taken = moments.entrySet().stream()
                    .map(entry -> LongStream.concat(LongStream.of(entry.getKey()), LongStream.of(entry.getValue()))
                            .toArray())
                    .toList();
            moments.clear();
            newest = null;
            return taken;
        }

        /** Adds what another one's {@link #take} gave. */
        void add(List<long[]> taken) {
            for (long[] counts : taken) {
                for (int kind = 0; kind < KINDS; kind++) {
                    if (counts[1 + kind] > 0) {
                        add(kind, counts[0] * GRAIN_NANOS, counts[1 + kind]);
                    }
                }
            }
        }

        /** Gives the same, so much later. */
        static List<long[]> later(List<long[]> taken, long nanos) {
            return taken.stream()
                    .map(counts -> new long[] {counts[0] + nanos / GRAIN_NANOS, counts[1], counts[2], counts[3]})
                    .toList();
        }

        /** What happened in [from, until), to the millisecond. */
        synchronized Outage.Failures between(long fromNanos, long untilNanos) {
            long[] sums = new long[KINDS];
            long from = Math.floorDiv(fromNanos, GRAIN_NANOS);
            SortedMap<Long, long[]> within =
                    moments.subMap(from, Math.max(from, Math.floorDiv(untilNanos, GRAIN_NANOS)));
            within.values().forEach(counts -> Arrays.setAll(sums, kind -> sums[kind] + counts[kind]));
            return new Outage.Failures(sums[FAILED], sums[UNKNOWN], sums[CONNECTION_ERROR]);
        }

        synchronized void forgetBefore(long nanos) {
            moments.headMap(Math.floorDiv(nanos, GRAIN_NANOS)).clear();
            newest = null;
        }
    }
}
