package io.bmsql.result;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A result could not be read; the message has place, cause and advice. */
public final class ResultReadException extends RuntimeException {
    public ResultReadException(String message) {
        super(message);
    }

    public ResultReadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static ResultReadException unreadable(Path path, IOException cause) {
        return new ResultReadException("Cannot read " + path + " (" + IoReason.of(cause) + ")", cause);
    }

    static ResultReadException damaged(Path path, Throwable cause) {
        return new ResultReadException(path + " is damaged (" + cause.getMessage() + ")", cause);
    }
}
