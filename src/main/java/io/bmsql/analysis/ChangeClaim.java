package io.bmsql.analysis;

/** What an interval allows to claim of a new figure against a base figure. */
public enum ChangeClaim {
    /** The interval does not hold 1, on the good side. */
    BETTER,
    /** The interval does not hold 1, on the bad side. */
    WORSE,
    /** The whole interval lies within the margin. */
    NO_DIFFERENCE,
    /** The interval is too wide for any of these. */
    CANNOT_TELL
}
