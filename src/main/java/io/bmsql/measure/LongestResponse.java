package io.bmsql.measure;

/** The longest response of a type and when it ended. Offers may come from any thread; nearly all cost one comparison. */
final class LongestResponse {
    private volatile long longestNanos = -1;
    private long longestEndNanos;

    void offer(long responseNanos, long endNanos) {
        if (responseNanos > longestNanos) {
            replace(responseNanos, endNanos);
        }
    }

    private synchronized void replace(long responseNanos, long endNanos) {
        if (responseNanos > longestNanos) {
            longestEndNanos = endNanos;
            longestNanos = responseNanos;
        }
    }

    /** Nanoseconds, -1 when there was none. */
    long nanos() {
        return longestNanos;
    }

    synchronized long endNanos() {
        return longestEndNanos;
    }
}
