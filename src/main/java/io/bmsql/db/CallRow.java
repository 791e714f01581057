package io.bmsql.db;

import java.math.BigDecimal;
import java.sql.SQLException;

/**
 * What the call of a stored procedure gave: the one row of a query or its output parameters, whichever the dialect's text
 * asks for. Columns count from 1 in the order of {@link io.bmsql.dialect.StatementId#outputs()}; none is ever NULL. Threads: those of the
 * {@link WorkerConnection}.
 */
public interface CallRow extends AutoCloseable {
    /** True when there is a row; asked once, before the values. */
    boolean next() throws SQLException;

    int getInt(int column) throws SQLException;

    BigDecimal getBigDecimal(int column) throws SQLException;

    String getString(int column) throws SQLException;

    @Override
    void close() throws SQLException;
}
