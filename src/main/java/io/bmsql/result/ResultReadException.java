package io.bmsql.result;

import io.bmsql.common.IoReason;
import io.bmsql.common.UserText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A result could not be read; the message has place, cause and advice. */
public final class ResultReadException extends RuntimeException {
    /** A cause may quote the file, whose lines may be damaged to any length. */
    private static final int LONGEST_CAUSE = 200;

    public ResultReadException(String message) {
        super(message);
    }

    public ResultReadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public static ResultReadException unreadable(Path path, IOException cause) {
        return new ResultReadException("Cannot read " + path + " (" + IoReason.of(cause, path) + ")", cause);
    }

    static ResultReadException damaged(Path path, Throwable cause) {
        String why = Objects.requireNonNullElse(cause.getMessage(), "something is missing in it");
        return new ResultReadException(path + " is damaged (" + shortened(why) + ")", cause);
    }

    static String shortened(String text) {
        return text.length() <= LONGEST_CAUSE ? text : UserText.cut(text, LONGEST_CAUSE) + "…";
    }
}
