package io.bmsql.dialect;

/** What kind of error a server's answer was; the first ones may be retried. */
public enum ErrorClass {
    DEADLOCK,
    SERIALIZATION,
    LOCK_TIMEOUT,
    /** The connection is gone; the transaction may run again on a new one unless its commit was under way. */
    CONNECTION,
    CONSTRAINT,
    /** A row that must exist was not found. */
    MISSING_ROW,
    /** A statement ran into its time limit or was cancelled. */
    TIMEOUT,
    OTHER;

    /** True when the whole transaction may be run again with the same input. */
    public boolean isRetryable() {
        return compareTo(CONNECTION) <= 0;
    }
}
