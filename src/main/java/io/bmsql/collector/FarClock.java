package io.bmsql.collector;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Places moments of a far host's uptime on the driver's clock. The sample with the shortest delay of the last minute shows
 * best how far apart the two are, so a sample that was held up on its way is still placed where it was taken, and a
 * clock that runs faster or slower than the driver's is followed. One thread.
 */
final class FarClock {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long WINDOW_NANOS = 60_000_000_000L;

    private record Sample(long arrivedNanos, long offsetNanos) {}

    /** Those that may still become the smallest offset of the window; the first one is. */
    private final Deque<Sample> samples = new ArrayDeque<>();

    /**
     * When the sample was taken.
     *
     * @param uptimeSecs on the far host
     * @param arrivedNanos when its text had arrived, on the driver's clock
     * @return on the driver's clock, never after its arrival
     */
    long nanos(double uptimeSecs, long arrivedNanos) {
        long uptimeNanos = Math.round(uptimeSecs * NANOS_PER_SECOND);
        Sample latest = new Sample(arrivedNanos, arrivedNanos - uptimeNanos);
        samples.removeIf(sample -> sample.offsetNanos() - latest.offsetNanos() >= 0
                || arrivedNanos - sample.arrivedNanos() > WINDOW_NANOS);
        samples.addLast(latest);
        return uptimeNanos + samples.getFirst().offsetNanos();
    }

    /** Forgets the past: the host was restarted. */
    void reset() {
        samples.clear();
    }
}
