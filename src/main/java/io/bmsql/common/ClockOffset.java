package io.bmsql.common;

import java.util.concurrent.TimeUnit;

/**
 * How far another program's clocks are ahead of this one's, an agent's or a server's, from the round trip that was shortest: the answer was written
 * somewhere in it, in its middle for all that is known, so that half of it is the error. One thread.
 */
public final class ClockOffset {
    /** The wall clock is read in milliseconds. */
    private static final long WALL_ERROR_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private int trips;
    private long roundNanos;
    private long monotonicNanos;
    private long wallNanos;

    /**
     * Takes one round trip: sent on the monotonic clock here, answered on the two clocks there, received on the two clocks here.
     */
    public void add(
            long sentNanos, long thereNanos, long thereEpochMillis, long receivedNanos, long receivedEpochMillis) {
        long round = receivedNanos - sentNanos;
        if (trips == 0 || round < roundNanos) {
            roundNanos = round;
            monotonicNanos = thereNanos - (sentNanos + round / 2);
            wallNanos = TimeUnit.MILLISECONDS.toNanos(thereEpochMillis - receivedEpochMillis) + round / 2;
        }
        trips++;
    }

    public int trips() {
        return trips;
    }

    public boolean isKnown() {
        return trips > 0;
    }

    /** A moment of this program's monotonic clock on the other one's. */
    public long there(long nanos) {
        requireKnown();
        return nanos + monotonicNanos;
    }

    /** How far the other wall clock, that of time stamps, is ahead. */
    public long wallNanos() {
        requireKnown();
        return wallNanos;
    }

    /** By how much {@link #wallNanos} may be wrong. */
    public long wallErrorNanos() {
        return errorNanos() + WALL_ERROR_NANOS;
    }

    /** How far from one another the two may begin, nanoseconds. */
    public long errorNanos() {
        requireKnown();
        return roundNanos / 2;
    }

    private void requireKnown() {
        if (trips == 0) {
            throw new IllegalStateException("the clock was not measured");
        }
    }
}
