package io.bmsql.result;

import org.jspecify.annotations.Nullable;

/** A result could not be read; the message has place, cause and advice. */
public final class ResultReadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ResultReadException(String message) {
        super(message);
    }

    public ResultReadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
