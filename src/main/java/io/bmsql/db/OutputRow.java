package io.bmsql.db;

import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.OutputParameter;
import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.SQLException;
import java.util.List;

/** The output parameters of a call, which come with its answer: no further round trip. One object for all calls. */
final class OutputRow implements CallRow {
    private final CallableStatement call;
    private final int[] positions;

    /** Says the types of the output parameters to the driver. */
    OutputRow(CallableStatement call, NamedStatement named) throws SQLException {
        this.call = call;
        this.positions = named.outputPositions();
        List<OutputParameter> outputs = named.id().outputs();
        for (int output = 0; output < positions.length; output++) {
            call.registerOutParameter(positions[output], outputs.get(output).sqlType());
        }
    }

    OutputRow afterCall() throws SQLException {
        call.execute();
        return this;
    }

    /** A call that came to its end has its values. */
    @Override
    public boolean next() {
        return true;
    }

    @Override
    public int getInt(int column) throws SQLException {
        return call.getInt(positions[column - 1]);
    }

    @Override
    public BigDecimal getBigDecimal(int column) throws SQLException {
        return call.getBigDecimal(positions[column - 1]);
    }

    @Override
    public String getString(int column) throws SQLException {
        return call.getString(positions[column - 1]);
    }

    @Override
    public void close() {
        // The values belong to the statement.
    }
}
