package io.bmsql.conformance;

import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;

/** Opens the database under test with one of its dialect's overlays. */
public interface Opening {
    /** @param maxConnections open at the same time, at least 1 */
    Database open(Dialect dialect, int maxConnections) throws CannotConnectException;
}
