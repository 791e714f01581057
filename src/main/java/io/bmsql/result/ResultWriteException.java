package io.bmsql.result;

import org.jspecify.annotations.Nullable;

/** A result could not be written; the message is one sentence with place, cause and mend. */
public class ResultWriteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ResultWriteException(String message) {
        super(message);
    }

    public ResultWriteException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
