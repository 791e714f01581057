package io.bmsql.db;

import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.dialect.StatementId.OutputParameter;
import io.bmsql.spec.Cents;
import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement of a worker. Parameters are counted from 1 in the order that {@link
 * io.bmsql.dialect.StatementId#parameters()} declares, whatever order the dialect's text has; one that the text does not use
 * is dropped. Threads: those of the {@link WorkerConnection}.
 */
public final class BoundStatement {
    private final WorkerConnection owner;
    private final NamedStatement named;
    private final @Nullable PreparedStatement prepared;
    private final @Nullable OutputRow outputs;
    private final QueriedRow queried = new QueriedRow();

    private BoundStatement(
            WorkerConnection owner,
            NamedStatement named,
            @Nullable PreparedStatement prepared,
            @Nullable OutputRow outputs) {
        this.owner = owner;
        this.named = named;
        this.prepared = prepared;
        this.outputs = outputs;
    }

    /** Prepares the statement, unless it is empty. */
    static BoundStatement prepare(WorkerConnection owner, NamedStatement named) throws SQLException {
        if (named.isEmpty()) {
            return new BoundStatement(owner, named, null, null);
        }
        Connection connection = owner.connection();
        if (named.outputPositions().length == 0) {
            return new BoundStatement(owner, named, connection.prepareStatement(named.sql()), null);
        }
        CallableStatement call = connection.prepareCall(named.sql());
        return new BoundStatement(owner, named, call, new OutputRow(call, named));
    }

    /** True when this dialect or profile does not send the statement; then only this may be called. */
    public boolean isEmpty() {
        return prepared == null;
    }

    /** Which statement of the program this is. */
    public StatementId id() {
        return named.id();
    }

    /** The name in the SQL folders, for messages. */
    public String name() {
        return named.id().sqlName();
    }

    public void setInt(int parameter, int value) throws SQLException {
        for (int position : named.positions(parameter)) {
            prepared().setInt(position, value);
        }
    }

    public void setLong(int parameter, long value) throws SQLException {
        for (int position : named.positions(parameter)) {
            prepared().setLong(position, value);
        }
    }

    public void setString(int parameter, String value) throws SQLException {
        for (int position : named.positions(parameter)) {
            prepared().setString(position, value);
        }
    }

    /** Money, as a decimal with two places. */
    public void setCents(int parameter, long cents) throws SQLException {
        setBigDecimal(parameter, Cents.toDecimal(cents));
    }

    /** A decimal by its unscaled value and number of places. */
    public void setDecimal(int parameter, long unscaled, int scale) throws SQLException {
        setBigDecimal(parameter, BigDecimal.valueOf(unscaled, scale));
    }

    private void setBigDecimal(int parameter, BigDecimal value) throws SQLException {
        for (int position : named.positions(parameter)) {
            prepared().setBigDecimal(position, value);
        }
    }

    public void setTimestamp(int parameter, Timestamp value) throws SQLException {
        for (int position : named.positions(parameter)) {
            prepared().setTimestamp(position, value);
        }
    }

    /**
     * NULL.
     *
     * @param sqlType of {@link java.sql.Types}
     */
    public void setNull(int parameter, int sqlType) throws SQLException {
        for (int position : named.positions(parameter)) {
            prepared().setNull(position, sqlType);
        }
    }

    /** How many rows of a query the driver may hold at a time, so that a long answer does not fill the memory; a hint. */
    public void setFetchSize(int rows) throws SQLException {
        prepared().setFetchSize(rows);
    }

    /** Runs a query; the caller closes the rows, or the next execution does. */
    public ResultSet query() throws SQLException {
        owner.sending(named);
        return prepared().executeQuery();
    }

    /** Calls a stored procedure; the caller closes what it gave. */
    public CallRow call() throws SQLException {
        owner.sending(named);
        return outputs != null ? outputs.afterCall() : queried.after(prepared());
    }

    /** Runs an insert, update or delete and gives the number of rows. */
    public int update() throws SQLException {
        owner.sending(named);
        return prepared().executeUpdate();
    }

    /** Puts the bound values into the batch. */
    public void addBatch() throws SQLException {
        prepared().addBatch();
    }

    /** Sends the batch. Whatever becomes of it, the next one starts empty. */
    public int[] executeBatch() throws SQLException {
        owner.sending(named);
        PreparedStatement batch = prepared();
        try {
            return batch.executeBatch();
        } catch (SQLException e) {
            clear(batch, e);
            throw e;
        }
    }

    /** Most drivers do this by themselves. */
    private static void clear(PreparedStatement batch, SQLException reason) {
        try {
            batch.clearBatch();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    private PreparedStatement prepared() {
        if (prepared == null) {
            throw new IllegalStateException(
                    named.id().sqlName() + " is empty in this dialect (" + named.place() + "), ask isEmpty() first");
        }
        return prepared;
    }

    /** The output parameters of a call, which come with its answer: no further round trip. One object for all calls. */
    private static final class OutputRow implements CallRow {
        private final CallableStatement call;
        private final int[] positions;

        /** Says the types of the output parameters to the driver. */
        OutputRow(CallableStatement call, NamedStatement named) throws SQLException {
            this.call = call;
            this.positions = named.outputPositions();
            List<OutputParameter> outputs = named.id().outputs();
            for (int output = 0; output < positions.length; output++) {
                call.registerOutParameter(positions[output], outputs.get(output).type().getVendorTypeNumber());
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

    /** The row of a query that calls a procedure. One object for all calls of its statement. */
    private static final class QueriedRow implements CallRow {
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
}
