package io.bmsql.spec;

import org.jspecify.annotations.Nullable;

/** The program cannot do what it was asked for as things are. The message is for the user: what is wrong, what to do. */
public class RefusedException extends Exception {
    public RefusedException(String message) {
        super(message);
    }

    public RefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
