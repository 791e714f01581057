package io.bmsql.db;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The row of a query that calls a procedure. One object for all calls of its statement. */
final class QueriedRow implements CallRow {
    private @Nullable ResultSet rows;

    QueriedRow after(PreparedStatement call) throws SQLException {
        rows = call.executeQuery();
        return this;
    }

    @Override
    public boolean next() throws SQLException {
        return rows().next();
    }

    @Override
    public int getInt(int column) throws SQLException {
        return rows().getInt(column);
    }

    @Override
    public BigDecimal getBigDecimal(int column) throws SQLException {
        return rows().getBigDecimal(column);
    }

    @Override
    public String getString(int column) throws SQLException {
        return rows().getString(column);
    }

    @Override
    public void close() throws SQLException {
        rows().close();
        rows = null;
    }

    private ResultSet rows() {
        if (rows == null) {
            throw new IllegalStateException("the row of the last call was closed");
        }
        return rows;
    }
}
