package io.bmsql.terminal;

import io.bmsql.dialect.SqlErrors;
import org.jspecify.annotations.Nullable;

/** The server could not be reached for longer than a run may wait. */
public final class ServerUnreachableException extends Exception {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    ServerUnreachableException(long outageNanos, @Nullable Throwable lastError) {
        super(
                "no connection could be opened for " + outageNanos / NANOS_PER_SECOND + " seconds"
                        + (lastError == null ? "" : ": " + SqlErrors.firstLine(lastError)),
                lastError);
    }
}
