package io.bmsql.terminal;

import io.bmsql.common.TransactionType;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Ends a run in which a type of transaction cannot work: in the first {@value #FIRST_SECONDS} seconds each one failed for want of a
 * column, a table or a right, which no repeat brings. Safe for use by any thread.
 */
public final class HopelessTypes {
    static final int FIRST_SECONDS = 10;

    /** SQL standard: syntax error or access rule violation. */
    private static final String STATE_CLASS = "42";

    /** By type: null before its first one. */
    private final AtomicReferenceArray<Boolean> failedOnly;

    private final long untilNanos;

    /** What ends the run; its message is a sentence for the user. */
    public static final class EveryOneFailedException extends RuntimeException {
        EveryOneFailedException(String message) {
            super(message);
        }
    }

    HopelessTypes(int types, long startNanos) {
        failedOnly = new AtomicReferenceArray<>(types);
        untilNanos = startNanos + FIRST_SECONDS * 1_000_000_000L;
    }

    /** A transaction ended in another way; costs a look where that is not new. */
    void works(TransactionType type) {
        if (failedOnly.get(type.ordinal()) != Boolean.FALSE) {
            failedOnly.set(type.ordinal(), Boolean.FALSE);
        }
    }

    /** A transaction failed, with the state and the words of the server. */
    void failed(TransactionType type, String sqlState, String message, long nowNanos) {
        boolean isEarly = nowNanos < untilNanos;
        Boolean before = failedOnly.get(type.ordinal());
        if (!sqlState.startsWith(STATE_CLASS) || before == null && !isEarly) {
            works(type);
        } else if (before == null) {
            failedOnly.compareAndSet(type.ordinal(), null, Boolean.TRUE);
        } else if (before && !isEarly) {
            throw new EveryOneFailedException("Ended early: every " + type.title() + " of the first " + FIRST_SECONDS
                    + " seconds failed, and no repeat will help: " + message);
        }
    }
}
