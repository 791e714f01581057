package io.bmsql.measure;

import io.bmsql.result.Outage;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TransactionType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
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
    private final Losses losses = new Losses();
    private final Losses newLosses = new Losses();
    private final Deque<Gap> closed = new ArrayDeque<>();
    private final Deque<Gap> newGaps = new ArrayDeque<>();
    private @Nullable Gap newest;
    private long toldNanos;
    private volatile boolean anyWrite;

    /** From the last commit before to the first one after. */
    record Gap(long fromNanos, long untilNanos) {}

    /** @param startNanos when the run starts, which counts as a commit before the first one */
    CommitGaps(long startNanos) {
        lastCommitNanos = new AtomicLong(startNanos);
        toldNanos = startNanos;
    }

    /** A transaction was committed on the server; {@link TransactionType#DELIVERY} is none. */
    void committed(TransactionType type, long nanos) {
        if (!anyWrite) {
            anyWrite = type.isWriting();
        } else if (!type.isWriting()) {
            return;
        }
        if (nanos - lastCommitNanos.get() >= GRAIN_NANOS) {
            committed(nanos, nanos);
        }
    }

    /** Commits at both moments, and none more than {@link #SHORTEST_NANOS} apart in between. */
    private void committed(long fromNanos, long untilNanos) {
        long last = lastCommitNanos.get();
        if (fromNanos - last > SHORTEST_NANOS) {
            close(last, fromNanos);
        }
        lastCommitNanos.accumulateAndGet(untilNanos, Math::max);
    }

    void connectionError(long nanos) {
        lost(Losses.Kind.CONNECTION_ERROR, nanos);
    }

    void lost(Outcome outcome, long nanos) {
        lost(outcome == Outcome.UNKNOWN ? Losses.Kind.UNKNOWN : Losses.Kind.FAILED, nanos);
    }

    private void lost(Losses.Kind kind, long nanos) {
        losses.add(kind, nanos, 1);
        newLosses.add(kind, nanos, 1);
    }

    /**
     * What was seen since another moment, for whoever adds up several load generators.
     *
     * @param commits stretches without a gap, each from a commit to a commit
     * @param losses a moment in milliseconds, and how many of each kind
     */
    record News(List<Gap> commits, List<long[]> losses) {
        static final News NONE = new News(List.of(), List.of());

        News later(long nanos) {
            return new News(
                    commits.stream()
                            .map(stretch -> new Gap(stretch.fromNanos + nanos, stretch.untilNanos + nanos))
                            .toList(),
                    losses.stream()
                            .map(loss -> new long[] {loss[0] + nanos / GRAIN_NANOS, loss[1], loss[2], loss[3]})
                            .toList());
        }
    }

    /** What was seen since the last call. */
    synchronized News news() {
        List<Gap> commits = new ArrayList<>();
        for (Gap gap : newGaps) {
            commits.add(new Gap(toldNanos, gap.fromNanos));
            toldNanos = gap.untilNanos;
        }
        newGaps.clear();
        long lastNanos = Math.max(toldNanos, lastCommitNanos.get());
        commits.add(new Gap(toldNanos, lastNanos));
        toldNanos = lastNanos;
        return new News(commits, newLosses.take());
    }

    /** Adds what several load generators saw in the same time: a gap of all is one that each of them had. */
    void add(List<News> of) {
        for (News news : of) {
            for (long[] loss : news.losses()) {
                for (Losses.Kind kind : Losses.Kind.values()) {
                    losses.add(kind, loss[0] * GRAIN_NANOS, loss[1 + kind.ordinal()]);
                }
            }
        }
        of.stream()
                .flatMap(news -> news.commits().stream())
                .sorted(Comparator.comparingLong(Gap::fromNanos))
                .forEach(stretch -> committed(stretch.fromNanos, stretch.untilNanos));
    }

    /** Several workers may find the same gap: the earliest of their commits ends it. */
    private synchronized void close(long fromNanos, long untilNanos) {
        Gap last = newest;
        if (last != null && fromNanos < last.untilNanos()) {
            if (untilNanos >= last.untilNanos() || !closed.removeLastOccurrence(last)) {
                return;
            }
            newGaps.removeLastOccurrence(last);
        }
        newest = new Gap(fromNanos, untilNanos);
        closed.addLast(newest);
        newGaps.addLast(newest);
    }

    private boolean hasErrors(long fromNanos, long untilNanos) {
        return losses.between(fromNanos - MARGIN_NANOS, untilNanos).connectionErrors() > 0;
    }

    /** The gaps with connection errors that have ended since the last call, in order. */
    synchronized List<Gap> takeClosed() {
        List<Gap> taken = closed.stream()
                .filter(gap -> hasErrors(gap.fromNanos, gap.untilNanos + GRAIN_NANOS))
                .toList();
        closed.clear();
        return taken;
    }

    /** True when at this moment nothing has been committed for long enough, with connection errors. */
    boolean isOpen(long nowNanos) {
        long last = lastCommitNanos.get();
        return nowNanos - last > SHORTEST_NANOS && hasErrors(last, Long.MAX_VALUE);
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

        synchronized void add(Kind kind, long nanos, long count) {
            if (count == 0) {
                return;
            }
            long moment = Math.floorDiv(nanos, GRAIN_NANOS);
            // Most come in the millisecond of the one before: those allocate nothing.
            if (newest == null || moment != newestMoment) {
                if (moments.size() >= MAX_MOMENTS && !moments.containsKey(moment)) {
                    moment = moments.lastKey();
                }
                newest = moments.computeIfAbsent(moment, any -> new long[Kind.values().length]);
                newestMoment = moment;
            }
            newest[kind.ordinal()] += count;
        }

        /** All, which are forgotten. */
        private synchronized List<long[]> take() {
            List<long[]> taken = moments.entrySet().stream()
                    .map(entry -> LongStream.concat(LongStream.of(entry.getKey()), LongStream.of(entry.getValue()))
                            .toArray())
                    .toList();
            moments.clear();
            newest = null;
            return taken;
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
