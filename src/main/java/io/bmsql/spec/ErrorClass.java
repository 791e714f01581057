package io.bmsql.spec;

/** What kind of error a server's answer was, and what the driver may do about it. */
public enum ErrorClass {
    DEADLOCK(true),
    SERIALIZATION(true),
    LOCK_TIMEOUT(true),
    /** The connection is gone; the transaction may run again on a new one unless its commit was under way. */
    CONNECTION(true),
    CONSTRAINT(false),
    /** A row that must exist was not found. */
    MISSING_ROW(false),
    /** A statement ran into its time limit or was cancelled. */
    TIMEOUT(false),
    OTHER(false);

    private final boolean retryable;

    ErrorClass(boolean retryable) {
        this.retryable = retryable;
    }

    /** True when the whole transaction may be run again with the same input. */
    public boolean isRetryable() {
        return retryable;
    }
}
