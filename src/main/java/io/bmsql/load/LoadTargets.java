package io.bmsql.load;

import io.bmsql.load.LoadPlan.LoadUnit;
import io.bmsql.tpcc.RowSource;
import java.io.IOException;
import java.sql.SQLException;

/** Opens the targets of all workers of one load. Safe for use by several threads. */
interface LoadTargets {
    LoadTarget open() throws SQLException;

    /** Another way to write the same rows, for when the first unit shows that this one does not work here. */
    default LoadTargets fallback() {
        return this;
    }

    /** How rows are written, as part of a message. */
    String title();

    String advice();

    default void stop() {}

    /** True for an error that says nothing of the way: another attempt may not meet it. */
    default boolean isPassing(SQLException error) {
        return false;
    }

    /** Counts such an error and waits, the longer the more there were in a row; false when the load is stopped. */
    default boolean pause(SQLException error, int failed) {
        return false;
    }

    /** One worker's way out: an own connection, or the shared files. Used by one thread. */
    interface LoadTarget extends AutoCloseable {
        /** Begins a unit, unless it turns out to be there already: then it gives false, and no slices follow. */
        default boolean begin(LoadUnit unit) throws SQLException {
            return true;
        }

        /** Writes rows, which need not be permanent yet. */
        void write(RowSource rows) throws IOException, SQLException;

        default void commit() throws SQLException {}

        @Override
        default void close() {}
    }
}
