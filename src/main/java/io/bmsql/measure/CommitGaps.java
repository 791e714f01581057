package io.bmsql.measure;

import io.bmsql.result.Outage;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TransactionType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Sees the stretches in which nothing was committed while connections broke. {@link #committed} (a read, a write each
 * millisecond), {@link #lost} and {@link #connectionError} are for any thread; moments are nanoseconds from the start
 * of the window.
 */
final class CommitGaps {
    /** No shorter gap is an outage. */
    static final long SHORTEST_NANOS = 1_000_000_000;

    private static final long GRAIN_NANOS = 1_000_000;
    /**
     * Connections may break so long before the last commit that others still finish, and others may learn so long after the
     * first one that theirs broke.
     */
    static final long MARGIN_NANOS = 1_000_000_000;

    private final AtomicLong lastCommitNanos;
    private final AtomicLong lastErrorNanos = new AtomicLong(Long.MIN_VALUE);
    private final Losses losses = new Losses();
    private final Deque<Gap> closed = new ArrayDeque<>();
    private @Nullable Gap newest;
    private volatile boolean anyWrite;

    /** From the last commit before to the first one after. */
    record Gap(long fromNanos, long untilNanos) {}

    /** @param startNanos when the run starts, which counts as a commit before the first one */
    CommitGaps(long startNanos) {
        lastCommitNanos = new AtomicLong(startNanos);
    }

    /** A transaction was committed on the server; {@link TransactionType#DELIVERY} is none. */
    void committed(TransactionType type, long nanos) {
        if (!anyWrite) {
            anyWrite = type.isWriting();
        } else if (!type.isWriting()) {
            return;
        }
        long last = lastCommitNanos.get();
        if (nanos - last < GRAIN_NANOS) {
            return;
        }
        if (nanos - last > SHORTEST_NANOS) {
            close(last, nanos);
        }
        lastCommitNanos.accumulateAndGet(nanos, Math::max);
    }

    void connectionError(long nanos) {
        losses.add(Losses.Kind.CONNECTION_ERROR, nanos);
        lastErrorNanos.accumulateAndGet(nanos, Math::max);
    }

    void lost(Outcome outcome, long nanos) {
        losses.add(outcome == Outcome.UNKNOWN ? Losses.Kind.UNKNOWN : Losses.Kind.FAILED, nanos);
    }

    /** Several workers may find the same gap: the earliest of their commits ends it. */
    private synchronized void close(long fromNanos, long untilNanos) {
        Gap last = newest;
        if (last != null && fromNanos < last.untilNanos()) {
            if (untilNanos >= last.untilNanos() || !closed.removeLastOccurrence(last)) {
                return;
            }
        } else if (!hasErrorsSince(fromNanos)) {
            return;
        }
        newest = new Gap(fromNanos, untilNanos);
        closed.addLast(newest);
    }

    private boolean hasErrorsSince(long fromNanos) {
        return lastErrorNanos.get() > fromNanos - MARGIN_NANOS;
    }

    /** The gaps that have ended since the last call, in order. */
    synchronized List<Gap> takeClosed() {
        List<Gap> taken = new ArrayList<>(closed);
        closed.clear();
        return taken;
    }

    /** True when at this moment nothing has been committed for long enough, with connection errors. */
    boolean isOpen(long nowNanos) {
        long last = lastCommitNanos.get();
        return nowNanos - last > SHORTEST_NANOS && hasErrorsSince(last);
    }

    long lastCommitNanos() {
        return lastCommitNanos.get();
    }

    /** What was lost lately: since {@link #MARGIN_NANOS} before the last commit, or longer. */
    Losses losses() {
        return losses;
    }

    /** What was lost by moment, to the millisecond, so that it belongs to one outage at most. For any thread. */
    static final class Losses {
        enum Kind {
            FAILED,
            UNKNOWN,
            CONNECTION_ERROR
        }

        /** A guard for hours of failures without a commit: what is more goes to the newest moment. */
        private static final int MAX_MOMENTS = 100_000;

        private final TreeMap<Long, long[]> moments = new TreeMap<>();
        private long @Nullable [] newest;
        private long newestMoment;

        synchronized void add(Kind kind, long nanos) {
            long moment = Math.floorDiv(nanos, GRAIN_NANOS);
            // Most come in the millisecond of the one before: those allocate nothing.
            if (newest == null || moment != newestMoment) {
                if (moments.size() >= MAX_MOMENTS && !moments.containsKey(moment)) {
                    moment = moments.lastKey();
                }
                newest = moments.computeIfAbsent(moment, any -> new long[Kind.values().length]);
                newestMoment = moment;
            }
            newest[kind.ordinal()]++;
        }

        /** What happened in [from, until), to the millisecond. */
        synchronized Outage.Losses between(long fromNanos, long untilNanos) {
            long[] sums = new long[Kind.values().length];
            long from = Math.floorDiv(fromNanos, GRAIN_NANOS);
            SortedMap<Long, long[]> within =
                    moments.subMap(from, Math.max(from, Math.floorDiv(untilNanos, GRAIN_NANOS)));
            for (long[] counts : within.values()) {
                for (int kind = 0; kind < sums.length; kind++) {
                    sums[kind] += counts[kind];
                }
            }
            return new Outage.Losses(
                    sums[Kind.FAILED.ordinal()], sums[Kind.UNKNOWN.ordinal()], sums[Kind.CONNECTION_ERROR.ordinal()]);
        }

        synchronized void forgetBefore(long nanos) {
            moments.headMap(Math.floorDiv(nanos, GRAIN_NANOS)).clear();
            newest = null;
        }
    }
}
