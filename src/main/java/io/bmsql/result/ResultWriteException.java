package io.bmsql.result;

import org.jspecify.annotations.Nullable;

/** A result could not be written; the message has place, cause and advice. */
public class ResultWriteException extends RuntimeException {
    public ResultWriteException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
