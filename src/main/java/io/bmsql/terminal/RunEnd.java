package io.bmsql.terminal;

import org.jspecify.annotations.Nullable;

/**
 * How a run ended.
 *
 * @param cause what ended it before its time, null for PLANNED and STOPPED
 * @param unfinishedWorkers workers whose transaction did not come back in time, even after their connection was cut
 */
public record RunEnd(Reason reason, @Nullable Throwable cause, int unfinishedWorkers) {
    /** Why a run is over. */
    public enum Reason {
        /** Its time was up, or all terminals had done their share. */
        PLANNED,
        /** Somebody asked it to stop. */
        STOPPED,
        /** The server could not be reached for too long. */
        SERVER_AWAY,
        FAILED
    }
}
