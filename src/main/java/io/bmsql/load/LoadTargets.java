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

    /** True for an error that another attempt may not meet, such as a serialization failure: it does not say that this way of writing is wrong. */
    default boolean isPassing(SQLException error) {
        return false;
    }

    /** Counts an error that passes, and waits before the next attempt: the longer, the more attempts failed in a row. False when the load is stopped. */
    default boolean pause(SQLException error, int failed) {
        return false;
    }

    /** Where one worker writes its rows: a connection of its own, or the shared files. Used by one thread. */
    interface LoadTarget extends AutoCloseable {
        /** Begins a unit, unless it turns out to be there already: then it gives false, and no slices follow. */
        default boolean begin(LoadUnit unit) throws SQLException {
            return true;
        }

        /** Writes rows, which need not be permanent yet. */
        void write(RowSource rows) throws IOException, SQLException;

        default void commit() throws SQLException {}

        /** False after a commit that may have taken place, where nothing tells: its rows would be there twice. */
        default boolean mayRepeat(SQLException error) {
            return true;
        }

        @Override
        default void close() {}
    }
}
