package io.bmsql.common;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How far another program's clocks are ahead of this one's, an agent's or a server's, from the round trip that was shortest: the answer was written
 * somewhere in it, in its middle for all that is known, so that half of it is the error. One thread.
 */
public final class ClockOffset {
    /** The wall clock is read in milliseconds. */
    private static final long WALL_ERROR_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private @Nullable Trip best;
    private int trips;

    private record Trip(long roundNanos, long monotonicNanos, long wallNanos) {}

    /**
     * Takes one round trip: sent on the monotonic clock here, answered on the two clocks there, received on the two clocks here.
     */
    public void add(
            long sentNanos, long thereNanos, long thereEpochMillis, long receivedNanos, long receivedEpochMillis) {
        trips++;
        long round = receivedNanos - sentNanos;
        if (best == null || round < best.roundNanos) {
            long middle = sentNanos + round / 2;
            long wallThenMillis = thereEpochMillis - receivedEpochMillis;
            best = new Trip(round, thereNanos - middle, TimeUnit.MILLISECONDS.toNanos(wallThenMillis) + round / 2);
        }
    }

    /** How many round trips there were. */
    public int trips() {
        return trips;
    }

    public boolean isKnown() {
        return best != null;
    }

    /** A moment of this program's monotonic clock on the other one's. */
    public long there(long nanos) {
        return nanos + best().monotonicNanos;
    }

    /** How far the other wall clock, that of time stamps, is ahead. */
    public long wallNanos() {
        return best().wallNanos;
    }

    /** By how much {@link #wallNanos} may be wrong. */
    public long wallErrorNanos() {
        return errorNanos() + WALL_ERROR_NANOS;
    }

    /** How far from one another the two may begin, nanoseconds. */
    public long errorNanos() {
        return best().roundNanos / 2;
    }

    private Trip best() {
        if (best == null) {
            throw new IllegalStateException("the clock was not measured");
        }
        return best;
    }
}
