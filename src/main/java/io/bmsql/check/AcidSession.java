package io.bmsql.check;

import io.bmsql.common.RunClock;
import io.bmsql.config.StatementForm;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Cents;
import io.bmsql.workload.MissingRowException;
import io.bmsql.workload.TransactionInput;
import io.bmsql.workload.TransactionSet;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/** One terminal of a test: a connection at an isolation level, whose transactions end when the test says so. */
final class AcidSession implements AutoCloseable {
    private static final int MAX_ATTEMPTS = 10;

    private final WorkerConnection connection;
    private final SqlErrors errors;
    private final RunClock clock;
    private final TransactionSet transactions;
    private final int levelBefore;
    /** What the next transaction is asked for, and what the last one found. */
    final TransactionInput input = new TransactionInput();

    AcidSession(Database database, RunClock clock, int level) throws SQLException {
        this.clock = clock;
        errors = database.dialect().errors();
        connection = database.worker();
        levelBefore = connection.connection().getTransactionIsolation();
        connection.connection().setTransactionIsolation(level);
        transactions = new TransactionSet(connection, errors, StatementForm.PLAIN);
    }

    void run() throws SQLException, MissingRowException {
        transactions.begin(input, new Timestamp(clock.epochMillis()));
    }

    void runAndCommit() throws SQLException, MissingRowException {
        for (int attempt = 1; true; attempt++) {
            try {
                run();
                connection.commit();
                return;
            } catch (SQLException e) {
                connection.rollback();
                if (attempt == MAX_ATTEMPTS || !errors.classify(e).isRetryable()) {
                    throw e;
                }
            }
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    void rollback() throws SQLException {
        connection.rollback();
    }

    /** Columns of the first row as cents; empty when there is none. */
    long[] cents(StatementId id, int columns, int... values) throws SQLException {
        try (ResultSet row = connection.bound(id, values).query()) {
            if (!row.next()) {
                return new long[0];
            }
            long[] found = new long[columns];
            for (int column = 1; column <= columns; column++) {
                found[column - 1] = Cents.of(row.getBigDecimal(column));
            }
            return found;
        }
    }

    int number(StatementId id, int column, int... values) throws SQLException {
        try (ResultSet row = connection.bound(id, values).query()) {
            return row.next() ? row.getInt(column) : 0;
        }
    }

    int update(StatementId id, int... values) throws SQLException {
        return connection.bound(id, values).update();
    }

    void setPrice(int item, long cents) throws SQLException {
        BoundStatement statement = connection.bound(StatementId.ACID_UPDATE_PRICE, item);
        statement.setCents(2, cents);
        statement.update();
    }

    @Override
    public void close() throws SQLException {
        try {
            connection.rollback();
            connection.connection().setTransactionIsolation(levelBefore);
        } finally {
            connection.close();
        }
    }
}
