package io.bmsql.schema;

import io.bmsql.common.RunClock;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.SQLException;
import java.sql.Timestamp;
import org.slf4j.LoggerFactory;

/** The number that the database gives to a Payment's row of bmsql_history: above the loaded ones, or none. */
public record HistoryNumbers(Database database, RunClock clock) {
    /**
     * Inserts a Payment's row and takes it back; where the database gives it the number of a loaded row, moves the table's own sequence
     * on. Where nothing can be taken back, nothing is inserted.
     */
    void check(BuildListener listener) throws SQLException, BuildFailedException {
        try (WorkerConnection connection = database.worker()) {
            if (!TableContents.withoutRollback(connection.connection(), connection.dialect())
                            .isEmpty()
                    || !collides(connection)) {
                return;
            }
            NamedStatement move = connection.dialect().statement(StatementId.HISTORY_MOVE_ON);
            try {
                connection.connection().setAutoCommit(true);
                String next = Long.toString(newest(database) + 1);
                if (!move.isEmpty()) {
                    PlainSql.execute(connection.connection(), move.sql().replace("{next}", next));
                }
            } catch (SQLException e) {
                LoggerFactory.getLogger(HistoryNumbers.class).debug("the sequence stays: {}", e.getMessage());
            }
            connection.connection().setAutoCommit(false);
            if (collides(connection)) {
                throw new BuildFailedException(
                        "bmsql_history numbers its rows itself, and its next numbers are those of loaded rows: Payments would"
                                + " fail. Move its sequence behind max(hist_id), best in an extraHistID.sql of sql."
                                + connection.dialect().name() + ", then start 'bmsql build' again");
            }
            listener.note("build.sequence");
        }
    }

    /** The highest number in bmsql_history. */
    public static long newest(Database database) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            return newest(connection);
        }
    }

    public static long newest(WorkerConnection connection) throws SQLException {
        return connection.statement(StatementId.LEDGER_HISTORY_MARK).number();
    }

    /** Inserts a row as Payment does; the caller takes it back. */
    public static void insertTrial(WorkerConnection connection, int warehouse, long dateMillis) throws SQLException {
        BoundStatement insert = connection.bound(StatementId.PAYMENT_INSERT_HISTORY, 1, 1, warehouse, 1, warehouse);
        insert.setTimestamp(6, new Timestamp(dateMillis));
        insert.setCents(7, 0);
        insert.setString(8, "trial");
        insert.update();
    }

    private boolean collides(WorkerConnection connection) throws SQLException {
        long before = newest(connection);
        try {
            insertTrial(connection, 1, clock.epochMillis());
            return newest(connection) <= before
                    && connection
                                    .statement(StatementId.RESET_UNNUMBERED_HISTORY)
                                    .update()
                            == 0;
        } catch (SQLException e) {
            if (connection.dialect().errors().classify(e) != ErrorClass.CONSTRAINT) {
                throw e;
            }
            return true;
        } finally {
            connection.rollback();
        }
    }
}
