package io.bmsql.load;

import io.bmsql.load.LoadTargets.LoadTarget;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A worker's target that is opened again after an error that passes, such as a serialization failure. Used by one thread. */
final class RepeatingTarget implements AutoCloseable {
    private static final int MAX_TRIES = 10;

    private final LoadTargets way;
    private @Nullable LoadTarget target;

    RepeatingTarget(LoadTargets way) {
        this.way = way;
    }

    RepeatingTarget(LoadTargets way, LoadTarget target) {
        this.way = way;
        this.target = target;
    }

    /** Writes one transaction from its begin to its commit. */
    interface Unit<T> {
        T load(LoadTarget target) throws IOException, SQLException;
    }

    /** Loads a unit, and again with pauses, at most {@value #MAX_TRIES} times, while it meets errors that pass. */
    <T> T load(Unit<T> unit) throws IOException, SQLException {
        for (int failed = 1; ; failed++) {
            try {
                if (target == null) {
                    target = way.open();
                }
                return unit.load(target);
            } catch (SQLException e) {
                boolean isAgain = failed < MAX_TRIES && way.isPassing(e) && (target == null || target.mayRepeat(e));
                close();
                if (!isAgain || !way.pause(e, failed)) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() {
        if (target != null) {
            target.close();
            target = null;
        }
    }
}
