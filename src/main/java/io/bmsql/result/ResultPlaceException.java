package io.bmsql.result;

import org.jspecify.annotations.Nullable;

/** The setting {@code resultDirectory} names no place where results can go; nothing was started yet. */
public final class ResultPlaceException extends ResultWriteException {
    private static final long serialVersionUID = 1L;

    ResultPlaceException(String message) {
        super(message);
    }

    ResultPlaceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
