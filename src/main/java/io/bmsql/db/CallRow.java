package io.bmsql.db;

import io.bmsql.dialect.NamedStatement;
import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a procedure gave: the row of a query or its output parameters, as the dialect's text asks. Columns count from 1
 * as in {@link io.bmsql.dialect.StatementId#outputs()}; none is NULL. One object for all calls of a statement.
 */
public final class CallRow implements AutoCloseable {
    /** Null when calls answer with a row. */
    private final @Nullable CallableStatement call;

    private final int[] positions;
    private @Nullable ResultSet rows;

    /** Output parameters come with the answer: no further round trip. */
    CallRow(@Nullable CallableStatement call, NamedStatement named) throws SQLException {
        this.call = call;
        this.positions = named.outputPositions();
        List<JDBCType> types = List.copyOf(named.id().outputs().values());
        for (int output = 0; call != null && output < positions.length; output++) {
            call.registerOutParameter(positions[output], types.get(output).getVendorTypeNumber());
        }
    }

    CallRow after(PreparedStatement statement) throws SQLException {
        if (call == null) {
            rows = statement.executeQuery();
        } else {
            call.execute();
        }
        return this;
    }

    /** True when there is a row; asked once, before the values. */
    public boolean next() throws SQLException {
        return call != null || rows().next();
    }

    public int getInt(int column) throws SQLException {
        return call != null ? call.getInt(positions[column - 1]) : rows().getInt(column);
    }

    public BigDecimal getBigDecimal(int column) throws SQLException {
        return call != null ? call.getBigDecimal(positions[column - 1]) : rows().getBigDecimal(column);
    }

    public String getString(int column) throws SQLException {
        return call != null ? call.getString(positions[column - 1]) : rows().getString(column);
    }

    /** Output parameters belong to the statement. */
    @Override
    public void close() throws SQLException {
        if (call == null) {
            rows().close();
            rows = null;
        }
    }

    private ResultSet rows() {
        if (rows == null) {
            throw new IllegalStateException("the row of the last call was closed");
        }
        return rows;
    }
}
