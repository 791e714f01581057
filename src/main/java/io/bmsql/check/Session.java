package io.bmsql.check;

import io.bmsql.common.ParallelWork;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One of the sessions that are brought into conflict. Its connection is thrown away afterwards, whatever was set on it. */
final class Session implements AutoCloseable {
    private static final int WAREHOUSE = 1;

    private final WorkerConnection worker;

    Session(Database database) throws SQLException {
        worker = database.worker();
    }

    void beSerializable() throws SQLException {
        worker.connection().setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    }

    /** Takes the row lock of a district; changes nothing, so that the consistency conditions still hold. */
    void lock(int district) throws SQLException {
        BoundStatement update = worker.bound(StatementId.PAYMENT_UPDATE_DISTRICT, WAREHOUSE, district);
        update.setCents(3, 0);
        update.update();
    }

    /** The same, but fails at once when another session has it. */
    void lockOrFail(int district) throws SQLException {
        worker.bound(StatementId.CONFORMANCE_NO_WAIT, WAREHOUSE, district)
                .query()
                .close();
    }

    void lockAndCommit(int district) throws SQLException {
        lock(district);
        worker.commit();
    }

    void read(int district) throws SQLException {
        try (ResultSet row =
                worker.bound(StatementId.PAYMENT_DISTRICT, WAREHOUSE, district).query()) {
            row.next();
        }
    }

    /** Every district has order 1 from the load on. */
    void insertOrderAgain() throws SQLException {
        BoundStatement insert = worker.bound(StatementId.NEW_ORDER_INSERT_ORDER, WAREHOUSE, 1, 1, 1, 5, 1);
        insert.setTimestamp(7, new Timestamp(0));
        insert.update();
    }

    void command(String sql) throws SQLException {
        PlainSql.execute(worker.connection(), sql);
    }

    String id(NamedStatement query) throws SQLException {
        return PlainSql.word(worker.connection(), query, "a session's name");
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

    /** Two or more sessions at the same time, each in its own thread, with a limit. */
    static final class Contest {
        private final Map<Session, ParallelWork> turns = new LinkedHashMap<>();

        interface Action {
            void run() throws SQLException;
        }

        /** Begins; a session that is refused is rolled back at once, so that the others continue. */
        void begin(Session session, Action action) {
            turns.put(
                    session,
                    ParallelWork.start("conformance-" + (turns.size() + 1), () -> attempt(session.worker, action)));
        }

        private static void attempt(WorkerConnection worker, Action action) throws SQLException {
            try {
                action.run();
            } catch (SQLException e) {
                try {
                    worker.rollback();
                } catch (SQLException unusable) {
                    e.addSuppressed(unusable);
                }
                throw e;
            }
        }

        /** Gives what the server refused them with, in order; whoever still waits at the limit is cut off. */
        List<SQLException> end(long limitSeconds) throws SQLException, InterruptedException, TimeoutException {
            List<SQLException> refusals = new ArrayList<>();
            try {
                for (ParallelWork work : turns.values()) {
                    try {
                        work.join(TimeUnit.SECONDS.toMillis(limitSeconds));
                    } catch (SQLException refusal) {
                        refusals.add(refusal);
                    }
                }
                return refusals;
            } catch (InterruptedException | TimeoutException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("a session of the test failed in an unexpected way", e);
            } finally {
                for (Map.Entry<Session, ParallelWork> turn : turns.entrySet()) {
                    if (!turn.getValue().isDone()) {
                        turn.getKey().worker.connection().abort(Runnable::run);
                    }
                }
            }
        }
    }
}
