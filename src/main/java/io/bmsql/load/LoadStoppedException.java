package io.bmsql.load;

import io.bmsql.time.StopFlag;
import java.io.InterruptedIOException;

/** Ends a worker's unit because another worker failed or the load was interrupted: not a failure of its own. */
final class LoadStoppedException extends InterruptedIOException {
    private static final long serialVersionUID = 1L;

    LoadStoppedException() {
        super("the load was stopped");
    }

    /** Asked for every full buffer: some thousand times a second. */
    static void throwIf(StopFlag stop) throws LoadStoppedException {
        if (stop.isSet()) {
            throw new LoadStoppedException();
        }
    }
}
