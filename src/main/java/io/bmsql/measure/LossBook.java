package io.bmsql.measure;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When transactions were given up or ended unknown and connections broke, to the millisecond, so that each of them belongs to
 * one outage at most. Safe for use by any thread. Moments are nanoseconds from the start of the measurement window.
 */
final class LossBook {
    /** What was lost. */
    enum Kind {
        FAILED,
        UNKNOWN,
        CONNECTION_ERROR
    }

    /** A guard for hours of failures without a commit: what is more goes to the newest moment. */
    private static final int MAX_MOMENTS = 100_000;

    private static final long GRAIN_NANOS = 1_000_000;

    private final TreeMap<Long, long[]> moments = new TreeMap<>();
    private long @Nullable [] newest;
    private long newestMoment;

    /** Counts one. */
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

    /** Sums up by ordinal of {@link Kind} what happened in [from, until), to the millisecond. */
    synchronized long[] between(long fromNanos, long untilNanos) {
        long[] sums = new long[Kind.values().length];
        long from = Math.floorDiv(fromNanos, GRAIN_NANOS);
        SortedMap<Long, long[]> within = moments.subMap(from, Math.max(from, Math.floorDiv(untilNanos, GRAIN_NANOS)));
        for (long[] counts : within.values()) {
            for (int kind = 0; kind < sums.length; kind++) {
                sums[kind] += counts[kind];
            }
        }
        return sums;
    }

    /** Drops what happened before this moment. */
    synchronized void forgetBefore(long nanos) {
        moments.headMap(Math.floorDiv(nanos, GRAIN_NANOS)).clear();
        newest = null;
    }
}
