package io.bmsql.analysis;

/** What an interval allows to claim of a new figure against a base figure. */
public enum Change {
    BETTER,
    WORSE,
    NO_DIFFERENCE,
    /** The interval is too wide for any of these. */
    CANNOT_TELL
}
