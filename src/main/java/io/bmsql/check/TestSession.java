package io.bmsql.check;

import io.bmsql.check.TrialResult.UnprovenException;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.config.StatementForm;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Cents;
import io.bmsql.workload.MissingRowException;
import io.bmsql.workload.TransactionInput;
import io.bmsql.workload.TransactionSet;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.function.FailableRunnable;
import org.jspecify.annotations.Nullable;

/**
 * One terminal of a test: a connection whose transactions end when the test says so. It is thrown away afterwards, whatever was
 * set on it.
 */
final class TestSession implements AutoCloseable {
    private static final int MAX_ATTEMPTS = 10;
    private static final int WAREHOUSE = 1;

    private final WorkerConnection connection;
    private final SqlErrors errors;
    private final RunClock clock;
    private @Nullable TransactionSet transactions;
    private @Nullable ParallelWork turn;

    /** What the next transaction is asked for, and what the last one found. */
    final TransactionInput input = new TransactionInput();

    TestSession(Database database, RunClock clock) throws SQLException {
        this.clock = clock;
        errors = database.dialect().errors();
        connection = database.worker();
    }

    void setLevel(int level) throws SQLException {
        connection.connection().setTransactionIsolation(level);
    }

    /** The transaction that is asked for, without its end. */
    void run() throws SQLException, MissingRowException {
        if (transactions == null) {
            transactions = new TransactionSet(connection, errors, StatementForm.PLAIN);
        }
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

    /** Takes the row lock of a district; changes nothing, so that the consistency conditions still hold. */
    void lock(int district) throws SQLException {
        BoundStatement update = connection.bound(StatementId.PAYMENT_UPDATE_DISTRICT, WAREHOUSE, district);
        update.setCents(3, 0);
        update.update();
    }

    void lockAndCommit(int district) throws SQLException {
        lock(district);
        connection.commit();
    }

    /** Reads a district, which takes its lock by {@link StatementId#CONFORMANCE_NO_WAIT} or fails at once. */
    void read(StatementId id, int district) throws SQLException {
        try (ResultSet row = connection.bound(id, WAREHOUSE, district).query()) {
            row.next();
        }
    }

    /** Every district has order 1 from the load on. */
    void insertOrderAgain() throws SQLException {
        BoundStatement insert = connection.bound(StatementId.NEW_ORDER_INSERT_ORDER, WAREHOUSE, 1, 1, 1, 5, 1);
        insert.setTimestamp(7, new Timestamp(0));
        insert.update();
    }

    void command(String sql) throws SQLException {
        PlainSql.execute(connection.connection(), sql);
    }

    String id(NamedStatement query) throws SQLException {
        return PlainSql.word(connection.connection(), query, "a session's name");
    }

    /** Begins something in its own thread; a session that is refused is rolled back at once, so that the others continue. */
    void begin(FailableRunnable<Exception> work) {
        turn = ParallelWork.start("conformance", () -> {
            try {
                work.run();
            } catch (SQLException e) {
                try {
                    connection.rollback();
                } catch (SQLException unusable) {
                    e.addSuppressed(unusable);
                }
                throw e;
            }
        });
    }

    /** Gives what the server refused these sessions with, in order; whoever still waits at the limit is cut off. */
    static List<SQLException> end(long limitSeconds, TestSession... sessions)
            throws SQLException, InterruptedException, UnprovenException {
        List<SQLException> refusals = new ArrayList<>();
        try {
            for (TestSession session : sessions) {
                try {
                    Objects.requireNonNull(session.turn).join(TimeUnit.SECONDS.toMillis(limitSeconds));
                } catch (SQLException refusal) {
                    refusals.add(refusal);
                }
            }
            return refusals;
        } catch (TimeoutException e) {
            throw new UnprovenException(
                    "the server kept a session waiting for more than " + limitSeconds + " s and refused none");
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a session of the test failed in an unexpected way", e);
        } finally {
            for (TestSession session : sessions) {
                if (session.turn != null && !session.turn.isDone()) {
                    session.connection.connection().abort(Runnable::run);
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            if (connection.isUsable()) {
                connection.rollback();
            }
            // A changed isolation level or time limit must not reach the next user of a pooled connection.
            connection.connection().close();
        } finally {
            connection.close();
        }
    }
}
