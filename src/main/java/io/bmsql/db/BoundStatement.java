package io.bmsql.db;

import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Cents;
import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.IntToLongFunction;
import org.apache.commons.lang3.function.FailableConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement of a worker. Parameters count from 1 in the order of {@link
 * io.bmsql.dialect.StatementId#parameters()}; one that the text does not use is dropped. Threads: those of the {@link
 * WorkerConnection}.
 */
public final class BoundStatement {
    private final WorkerConnection owner;
    private final NamedStatement named;
    private final boolean momentsAsText;
    private final boolean mayCommit;
    private final @Nullable PreparedStatement prepared;
    private final CallRow row;
    private final StringBuilder list = new StringBuilder();

    BoundStatement(WorkerConnection owner, NamedStatement named) throws SQLException {
        this.owner = owner;
        this.named = named;
        this.momentsAsText = owner.dialect().properties().momentsAsText();
        this.mayCommit = named.mayCommit(owner.dialect().properties());
        Connection connection = owner.connection();
        CallableStatement call = named.outputPositions().length > 0 ? connection.prepareCall(named.sql()) : null;
        this.row = new CallRow(call, named);
        this.prepared = call != null ? call : named.isEmpty() ? null : connection.prepareStatement(named.sql());
    }

    /** True when this dialect or profile does not send the statement; then only this may be called. */
    public boolean isEmpty() {
        return prepared == null;
    }

    public StatementId id() {
        return named.id();
    }

    public String name() {
        return named.id().sqlName();
    }

    /** Binds the first parameters: the key with which most statements begin. */
    public BoundStatement key(int first, int second) throws SQLException {
        setInt(1, first);
        setInt(2, second);
        return this;
    }

    public BoundStatement key(int first, int second, int third) throws SQLException {
        setInt(3, third);
        return key(first, second);
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

    public void setCents(int parameter, long cents) throws SQLException {
        setDecimal(parameter, Cents.toDecimal(cents));
    }

    public void setDecimal(int parameter, BigDecimal value) throws SQLException {
        for (int position : named.positions(parameter)) {
            prepared().setBigDecimal(position, value);
        }
    }

    public void setTimestamp(int parameter, Timestamp value) throws SQLException {
        for (int position : named.positions(parameter)) {
            if (momentsAsText) {
                prepared().setString(position, value.toString());
            } else {
                prepared().setTimestamp(position, value);
            }
        }
    }

    /**
     * Binds a date as the server keeps it, whatever the zone of this program, so that it compares with those that programs in other
     * zones wrote.
     *
     * @param keptMillis as {@link #keptMillis} gave it
     */
    public void setKept(int parameter, long keptMillis) throws SQLException {
        for (int position : named.positions(parameter)) {
            if (momentsAsText) {
                String kept = Instant.ofEpochMilli(keptMillis).toString();
                prepared().setString(position, kept.replace('T', ' ').replace("Z", ""));
            } else {
                prepared().setTimestamp(position, new Timestamp(keptMillis), utc());
            }
        }
    }

    /** The date in a column as the server keeps it, whatever zone it was written in, in milliseconds; 0 when there is none. */
    public static long keptMillis(ResultSet rows, int column) throws SQLException {
        Timestamp kept = rows.getTimestamp(column, utc());
        return kept == null ? 0 : kept.getTime();
    }

    private static Calendar utc() {
        return new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    }

    /** Binds whole numbers with commas between them, the one form of a list that every database can take apart. */
    public void setList(int parameter, int count, IntToLongFunction numbers) throws SQLException {
        list.setLength(0);
        for (int at = 0; at < count; at++) {
            list.append(at == 0 ? "" : ",").append(numbers.applyAsLong(at));
        }
        setString(parameter, list.toString());
    }

    public void setNull(int parameter, int sqlType) throws SQLException {
        for (int position : named.positions(parameter)) {
            prepared().setNull(position, sqlType);
        }
    }

    /** A hint of how many rows the driver may hold at a time; for an answer of any length {@link WorkerConnection#fetchRows}. */
    public void setFetchSize(int rows) throws SQLException {
        prepared().setFetchSize(rows);
    }

    /** Of the answer the first rows are enough. */
    public void setMaxRows(int rows) throws SQLException {
        prepared().setMaxRows(rows);
    }

    /** Runs a query; the caller closes the rows, or the next execution does. */
    public ResultSet query() throws SQLException {
        long sent = owner.sending(named, mayCommit);
        PreparedStatement query = prepared();
        // Not executeQuery: Connector/J refuses it for a block of statements, which it takes for one without rows.
        query.execute();
        ResultSet rows = query.getResultSet();
        owner.timer().answered(name(), sent);
        if (rows == null) {
            throw new SQLException(name() + " (" + named.place() + ") gave no rows");
        }
        return rows;
    }

    /** Runs a query and hands on its rows, one after the other. */
    public void each(FailableConsumer<ResultSet, SQLException> reader) throws SQLException {
        try (ResultSet rows = query()) {
            while (rows.next()) {
                reader.accept(rows);
            }
        }
    }

    /** Runs a query for one number; 0 without a row. */
    public long number() throws SQLException {
        try (ResultSet row = query()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    public CallRow call() throws SQLException {
        long sent = owner.sending(named, mayCommit);
        row.after(prepared());
        owner.timer().answered(name(), sent);
        return row;
    }

    public int update() throws SQLException {
        long sent = owner.sending(named, mayCommit);
        int changed = prepared().executeUpdate();
        owner.timer().answered(name(), sent);
        return changed;
    }

    public void addBatch() throws SQLException {
        prepared().addBatch();
    }

    /** Sends the batch. Whatever becomes of it, the next one starts empty: most drivers see to that by themselves. */
    public int[] executeBatch() throws SQLException {
        long sent = owner.sending(named, mayCommit);
        PreparedStatement batch = prepared();
        try {
            int[] changed = batch.executeBatch();
            owner.timer().answered(name(), sent);
            return changed;
        } catch (SQLException e) {
            try {
                batch.clearBatch();
            } catch (SQLException clearing) {
                e.addSuppressed(clearing);
            }
            throw e;
        }
    }

    private PreparedStatement prepared() {
        if (prepared == null) {
            throw new IllegalStateException(
                    named.id().sqlName() + " is empty in this dialect (" + named.place() + "), ask isEmpty() first");
        }
        return prepared;
    }
}
