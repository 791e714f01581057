package io.bmsql.conformance;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;

/** One of the sessions that are brought into conflict. Its connection is thrown away afterwards, whatever was set on it. */
final class Session implements AutoCloseable {
    private static final int WAREHOUSE = 1;
    /** Every district has this order from the load on. */
    private static final int FIRST_ORDER = 1;

    private final WorkerConnection worker;

    Session(Database database) throws SQLException {
        worker = database.worker();
    }

    /** Sends every statement of this transaction at the strictest level. */
    void beSerializable() throws SQLException {
        worker.connection().setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    }

    /** Takes the row lock of a district; changes nothing, so that the consistency conditions still hold. */
    void lock(int district) throws SQLException {
        BoundStatement update = worker.statement(StatementId.PAYMENT_UPDATE_DISTRICT);
        update.setInt(1, WAREHOUSE);
        update.setInt(2, district);
        update.setCents(3, 0);
        update.update();
    }

    /** The same, but fails at once when another session has it. */
    void lockOrFail(int district) throws SQLException {
        BoundStatement select = worker.statement(StatementId.CONFORMANCE_NO_WAIT);
        select.setInt(1, WAREHOUSE);
        select.setInt(2, district);
        select.query().close();
    }

    void read(int district) throws SQLException {
        BoundStatement select = worker.statement(StatementId.PAYMENT_DISTRICT);
        select.setInt(1, WAREHOUSE);
        select.setInt(2, district);
        try (ResultSet row = select.query()) {
            row.next();
        }
    }

    void insertOrderAgain() throws SQLException {
        BoundStatement insert = worker.statement(StatementId.NEW_ORDER_INSERT_ORDER);
        insert.setInt(1, WAREHOUSE);
        insert.setInt(2, 1);
        insert.setInt(3, FIRST_ORDER);
        insert.setInt(4, 1);
        insert.setInt(5, 5);
        insert.setInt(6, 1);
        insert.setTimestamp(7, new Timestamp(0));
        insert.update();
    }

    /** Sends a command of the dialect unchanged. */
    void command(NamedStatement command, String placeholder, String value) throws SQLException {
        try (Statement statement = worker.connection().createStatement()) {
            statement.execute(command.sql().replace(placeholder, value));
        }
    }

    void command(NamedStatement command) throws SQLException {
        command(command, "{}", "");
    }

    /** What the server calls this session. */
    String id(NamedStatement query) throws SQLException {
        try (Statement statement = worker.connection().createStatement();
                ResultSet row = statement.executeQuery(query.sql())) {
            row.next();
            String id = String.valueOf(row.getString(1));
            if (!id.matches("[0-9A-Za-z_.,:@-]+")) {
                throw new SQLException(query.place() + ": " + id + " is not a session's name");
            }
            return id;
        }
    }

    void commit() throws SQLException {
        worker.commit();
    }

    void rollback() throws SQLException {
        worker.rollback();
    }

    /** Ends the session from this side, from any thread. */
    void cut() throws SQLException {
        worker.connection().abort(Runnable::run);
    }

    /** The statement that was sent last, for messages. */
    WorkerConnection worker() {
        return worker;
    }

    @Override
    public void close() throws SQLException {
        try {
            if (worker.isUsable()) {
                worker.rollback();
            }
            // A changed isolation level or time limit must not reach the next user of a pooled connection.
            worker.connection().close();
        } finally {
            worker.close();
        }
    }
}
