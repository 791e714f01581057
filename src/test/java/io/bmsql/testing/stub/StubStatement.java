package io.bmsql.testing.stub;

import io.bmsql.dialect.StatementId;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Calendar;
import java.util.StringJoiner;

/** A prepared statement: its text begins with the name of a {@link StatementId}. Allocates nothing unless it logs. */
public abstract class StubStatement implements PreparedStatement {
    private static final int MAX_PARAMETERS = 64;
    private static final int MAX_BATCH = 16;

    private final StubServer server;
    private final StubConnection connection;
    private final StatementId id;
    private final long[] numbers = new long[MAX_PARAMETERS];
    private final Object[] objects = new Object[MAX_PARAMETERS];
    private final StubRows rows = Partly.made(StubRows.class);
    private final int[][] batchResults = new int[MAX_BATCH][];
    private int batched;

    StubStatement(StubServer server, StubConnection connection, String sql) {
        this.server = server;
        this.connection = connection;
        this.id = idOf(sql.strip().split("\\s", 2)[0]);
        server.prepared(id);
        for (int size = 0; size < MAX_BATCH; size++) {
            batchResults[size] = new int[size];
            Arrays.fill(batchResults[size], 1);
        }
    }

    private static StatementId idOf(String name) {
        for (StatementId id : StatementId.values()) {
            if (id.sqlName().equals(name)) {
                return id;
            }
        }
        throw new IllegalArgumentException("no statement is named " + name);
    }

    /** A whole number that was bound, by position from 1. */
    public long number(int position) {
        return numbers[position];
    }

    @Override
    public void setInt(int position, int value) {
        numbers[position] = value;
        objects[position] = null;
    }

    @Override
    public void setLong(int position, long value) {
        numbers[position] = value;
        objects[position] = null;
    }

    @Override
    public void setString(int position, String value) {
        objects[position] = value;
        if (id == StatementId.PAYMENT_INSERT_HISTORY || id == StatementId.PAYMENT_UPDATE_BAD_CUSTOMER) {
            server.countValueBytes(StubServer.STRING_BYTES + (value.length() + 7) / 8 * 8);
        }
    }

    @Override
    public void setBigDecimal(int position, BigDecimal value) {
        objects[position] = value;
        server.countValueBytes(StubServer.DECIMAL_BYTES);
    }

    @Override
    public void setTimestamp(int position, Timestamp value) {
        objects[position] = value;
    }

    /** Kept as the wall clock of that zone, as a column without a zone is. */
    @Override
    public void setTimestamp(int position, Timestamp value, Calendar calendar) {
        objects[position] =
                value.toInstant().atZone(calendar.getTimeZone().toZoneId()).toLocalDateTime();
    }

    /** What was bound, by position from 1, other than a whole number. */
    public Object object(int position) {
        return objects[position];
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        execute();
        return rows;
    }

    @Override
    public boolean execute() throws SQLException {
        call();
        rows.show(server.answerTo(id).rows(this));
        return true;
    }

    @Override
    public ResultSet getResultSet() {
        return rows;
    }

    /** One row, unless an answer with rows says how many in its first cell. */
    @Override
    public int executeUpdate() throws SQLException {
        call();
        StubAnswer answer = server.answerTo(id);
        return answer == StubAnswer.NOTHING ? 1 : (Integer) answer.rows(this)[0][0];
    }

    @Override
    public void addBatch() {
        batched++;
        log();
    }

    @Override
    public int[] executeBatch() throws SQLException {
        int size = batched;
        batched = 0;
        server.logBatch(size);
        server.call(id.sqlName(), connection);
        return batchResults[size];
    }

    @Override
    public void clearBatch() {
        batched = 0;
    }

    private void call() throws SQLException {
        server.call(id.sqlName(), connection);
        log();
    }

    private void log() {
        if (server.isLogging()) {
            StringJoiner line = new StringJoiner(" ");
            line.add(id.sqlName());
            for (int position = 1; position <= id.parameters().size(); position++) {
                Object object = objects[position];
                line.add(object == null ? Long.toString(numbers[position]) : object.toString());
            }
            server.log(line.toString());
        }
    }

    @Override
    public void close() {
        batched = 0;
    }
}
