package io.bmsql.analysis;

/**
 * One thing that would help, with the most that it could: what a closed loop would do if the time that its sessions lost to it went away and
 * nothing else took longer. It is a bound, not a forecast: what is no longer waited for may be waited for elsewhere.
 *
 * @param kind what goes away
 * @param of the table whose rows are waited for, else empty
 * @param sharePercent of session time, chains of blockers followed to their ends; at most 100
 */
public record Lever(Kind kind, String of, double sharePercent) {
    public enum Kind {
        /** Commits take no time. */
        COMMITS,
        /** No session waits for rows of a table. */
        ROWS,
        /** Load generator, driver and network answer at once. */
        ANSWERS,
        /** All data are in memory. */
        DISK,
        /** Nobody else holds locks. */
        STRANGERS
    }

    /** A smaller share is no lever. */
    static final double MIN_PERCENT = 1;

    /** Above it a few percent of session time that nobody saw would change the bound by a factor. */
    public static final int MAX_BOUND_TIMES = 5;

    /** True where samples tell how much it could be at the most; else it is more than {@link #MAX_BOUND_TIMES}. */
    public boolean hasBound() {
        return atMostTimes() <= MAX_BOUND_TIMES;
    }

    /** How many times its transactions a run could have done at the most, where there {@link #hasBound is a bound}. */
    public double atMostTimes() {
        return 100 / (100 - sharePercent);
    }
}
