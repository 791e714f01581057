package io.bmsql.terminal;

import org.jspecify.annotations.Nullable;

/**
 * How a run ended; the cause is null for PLANNED and STOPPED. Unfinished workers hung even after their connection was
 * cut.
 */
public record RunEnd(Reason reason, @Nullable Throwable cause, int unfinishedWorkers) {
    public enum Reason {
        /** Its time was up, or all terminals had done their share. */
        PLANNED,
        /** Somebody asked it to stop. */
        STOPPED,
        /** The server could not be reached for too long. */
        SERVER_UNREACHABLE,
        FAILED
    }
}
