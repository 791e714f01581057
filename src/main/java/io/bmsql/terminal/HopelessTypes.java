package io.bmsql.terminal;

import io.bmsql.common.TransactionType;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Ends a run in which a type of transaction cannot work: in the first {@value #FIRST_SECONDS} seconds each one failed for want of a
 * column, a table or a right, which no repeat brings. Safe for use by any thread.
 */
public final class HopelessTypes {
    static final int FIRST_SECONDS = 10;

    /** SQL standard: syntax error or access rule violation. */
    private static final String STATE_CLASS = "42";

    private static final int UNSEEN = 0;
    private static final int FAILED_ONLY = 1;
    private static final int WORKS = 2;

    /** By type. */
    private final AtomicIntegerArray states;

    private final long untilNanos;

    /** What ends the run; its message is a sentence for the user. */
    public static final class EveryOneFailedException extends RuntimeException {
        EveryOneFailedException(String message) {
            super(message);
        }
    }

    HopelessTypes(int types, long startNanos) {
        states = new AtomicIntegerArray(types);
        untilNanos = startNanos + FIRST_SECONDS * 1_000_000_000L;
    }

    /** A transaction ended in another way; costs a look where that is not new. */
    void works(TransactionType type) {
        if (states.get(type.ordinal()) != WORKS) {
            states.set(type.ordinal(), WORKS);
        }
    }

    /** A transaction failed, with the state and the words of the server. */
    void failed(TransactionType type, String sqlState, String message, long nowNanos) {
        boolean isEarly = nowNanos < untilNanos;
        int before = states.get(type.ordinal());
        if (!sqlState.startsWith(STATE_CLASS) || before == UNSEEN && !isEarly) {
            works(type);
        } else if (before == UNSEEN) {
            states.compareAndSet(type.ordinal(), UNSEEN, FAILED_ONLY);
        } else if (before == FAILED_ONLY && !isEarly) {
            throw new EveryOneFailedException("Ended early: every " + type.title() + " of the first " + FIRST_SECONDS
                    + " seconds failed, and no repeat will help: " + message);
        }
    }
}
