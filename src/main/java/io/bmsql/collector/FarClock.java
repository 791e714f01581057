package io.bmsql.collector;

/**
 * Places moments of a far host's uptime on the driver's clock. The sample that travelled fastest tells best how the two
 * stand to each other, so that a sample held up on its way still stands where it was taken. One thread.
 */
final class FarClock {
    private static final double NANOS_PER_SECOND = 1e9;

    private boolean known;
    private long offsetNanos;

    /**
     * When the sample was taken.
     *
     * @param uptimeSecs on the far host
     * @param arrivedNanos when its text had arrived, on the driver's clock
     * @return on the driver's clock, never after its arrival
     */
    long nanos(double uptimeSecs, long arrivedNanos) {
        long uptimeNanos = Math.round(uptimeSecs * NANOS_PER_SECOND);
        long lagged = arrivedNanos - uptimeNanos;
        if (!known || lagged - offsetNanos < 0) {
            known = true;
            offsetNanos = lagged;
        }
        return uptimeNanos + offsetNanos;
    }

    /** Forgets what it knew: the host was started again. */
    void reset() {
        known = false;
    }
}
