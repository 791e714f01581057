package io.bmsql.common;

import org.jspecify.annotations.Nullable;

/** The program cannot do what it was asked for as things are. The message is for the user: what is wrong, what to do. */
public class UsageException extends Exception {
    public UsageException(String message) {
        super(message);
    }

    public UsageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Refuses what is asked for when this is so. */
    public static void throwIf(boolean isSo, String message) throws UsageException {
        if (isSo) {
            throw new UsageException(message);
        }
    }
}
