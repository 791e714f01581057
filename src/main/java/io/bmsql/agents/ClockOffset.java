package io.bmsql.agents;

import io.bmsql.result.AgentFacts;
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
     * Takes one round trip.
     *
     * @param receivedNanos when the answer came, on this program's monotonic clock
     * @param receivedEpochMillis the same on its wall clock
     */
    void add(AgentMessage.Pong answer, long receivedNanos, long receivedEpochMillis) {
        add(answer.sentNanos(), answer.nanos(), answer.epochMillis(), receivedNanos, receivedEpochMillis);
    }

    /** The same in figures: sent on the clock here, the two clocks there, received on the two clocks here. */
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
    int trips() {
        return trips;
    }

    public boolean isKnown() {
        return best != null;
    }

    /** A moment of the coordinator's monotonic clock on the agent's. */
    long there(long nanos) {
        return nanos + best().monotonicNanos;
    }

    /** Of the wall clocks, for the time stamps in the files. */
    public AgentFacts.Clock wall() {
        Trip trip = best();
        return new AgentFacts.Clock(trip.wallNanos, trip.roundNanos / 2 + WALL_ERROR_NANOS);
    }

    /** How far from one another the two may begin, nanoseconds. */
    long errorNanos() {
        return best().roundNanos / 2;
    }

    private Trip best() {
        if (best == null) {
            throw new IllegalStateException("the clock was not measured");
        }
        return best;
    }
}
