package io.bmsql.terminal;

import io.bmsql.db.WorkerConnection;
import java.sql.SQLException;

/** Opens the connections of workers, at the start and after a loss. Called by many threads. */
@FunctionalInterface
public interface ConnectionSource {
    /**
     * A new connection.
     *
     * @throws SQLException when there is none to be had now
     */
    WorkerConnection open() throws SQLException;
}
