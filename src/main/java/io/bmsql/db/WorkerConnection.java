package io.bmsql.db;

import io.bmsql.common.StatementTimes;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker's connection and its statements, each prepared when it is first asked for. Threads: one at a time. */
public final class WorkerConnection implements AutoCloseable {
    private static final int VALIDATION_SECONDS = 2;

    private final Connection connection;
    private final Dialect dialect;
    private final int fetchRows;
    private final Map<StatementId, BoundStatement> statements = new EnumMap<>(StatementId.class);
    private final StatementTimes.Timer timer = new StatementTimes.Timer();
    private boolean isEnding;
    private boolean closed;

    /** Opens one at each call; for many threads. */
    @FunctionalInterface
    public interface Source {
        WorkerConnection open() throws SQLException;
    }

    /** With a connection of the driver's, auto-commit off; from now on it belongs to this object. */
    public WorkerConnection(Connection connection, Dialect dialect, int fetchRows) {
        this.connection = connection;
        this.dialect = dialect;
        this.fetchRows = fetchRows;
    }

    public BoundStatement statement(StatementId id) throws SQLException {
        BoundStatement ready = statements.get(id);
        if (ready == null) {
            ready = statement(dialect.statement(id));
            statements.put(id, ready);
        }
        return ready;
    }

    /** The last statement of a transaction: batched, with the commit behind it where the dialect sends both in one message. */
    public BoundStatement last(StatementId id, boolean isBatched) throws SQLException {
        NamedStatement statement = dialect.statement(id);
        NamedStatement commit = dialect.statement(StatementId.COMMIT_OF_BATCH);
        return !isBatched || statement.isEmpty() || commit.isEmpty()
                ? statement(id)
                : statement(statement.followedBy(commit));
    }

    /** The statement with whole numbers for its first parameters. */
    public BoundStatement bound(StatementId id, int... values) throws SQLException {
        BoundStatement statement = statement(id);
        for (int at = 0; at < values.length; at++) {
            statement.setInt(at + 1, values[at]);
        }
        return statement;
    }

    /** A statement that differs from the dialect's; a new object each time. */
    public BoundStatement statement(NamedStatement named) throws SQLException {
        sending(named, false);
        return new BoundStatement(this, named);
    }

    /** Returns when it was, for {@link #timer}. */
    long sending(NamedStatement statement, boolean mayCommit) {
        isEnding = mayCommit;
        return timer.sending(statement);
    }

    /** Hears of each round trip. */
    public StatementTimes.Timer timer() {
        return timer;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** The driver's connection, for what only a driver's own interface can do. */
    public Connection connection() {
        return connection;
    }

    /**
     * The fetch size with which the driver hands on an answer of any length in parts. Until such an answer is read or closed the
     * connection may be asked nothing else: Connector/J knows but to read row by row or all at once.
     */
    public int fetchRows() {
        return fetchRows;
    }

    /** Before the first statement of a transaction: it looks at one moment, at the weakest isolation level of the server that does so. */
    public void beginSnapshot() throws SQLException {
        NamedStatement begin = dialect.statement(StatementId.SNAPSHOT_BEGIN);
        if (!begin.isEmpty()) {
            PlainSql.execute(connection, begin);
            return;
        }
        int wanted = Connection.TRANSACTION_REPEATABLE_READ;
        connection.setTransactionIsolation(
                connection.getMetaData().supportsTransactionIsolationLevel(wanted)
                        ? wanted
                        : Connection.TRANSACTION_SERIALIZABLE);
    }

    public void commit() throws SQLException {
        isEnding = true;
        long sent = timer.sending("commit");
        connection.commit();
        timer.answered("commit", sent);
    }

    /** True when what was sent last commits: once it was answered nothing is left to commit. */
    public boolean isEnding() {
        return isEnding;
    }

    /** From now on the call of a procedure is a transaction, where the dialect says so. */
    public void commitByCalls() throws SQLException {
        if (dialect.properties().callsAreAutoCommitted()) {
            connection.setAutoCommit(true);
        }
    }

    /** With auto-commit on there is nothing to do. */
    public void rollback() throws SQLException {
        if (connection.getAutoCommit()) {
            return;
        }
        long sent = timer.now();
        connection.rollback();
        timer.answered("rollback", sent);
    }

    /** Ends whatever it waits for, from any thread; what goes wrong at it is kept with the cause. */
    public void abort(Exception cause) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** Asks the server, so it costs a round trip. */
    public boolean isUsable() {
        try {
            return !closed && connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Rolls back and closes. Never throws. */
    @Override
    public void close() {
        close(true);
    }

    /** Closes a connection without a transaction. Never throws. */
    public void end() {
        close(false);
    }

    private void close(boolean rollsBack) {
        if (closed) {
            return;
        }
        try (connection) {
            // Asked first, because a rollback on a network that stalls has no limit.
            if (rollsBack && isUsable() && !connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            Logger log = LoggerFactory.getLogger(WorkerConnection.class);
            log.debug("a connection was not closed cleanly: {}", e.getMessage());
        } finally {
            closed = true;
        }
    }
}
