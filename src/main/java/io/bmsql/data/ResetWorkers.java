package io.bmsql.data;

import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.LoggerFactory;

/**
 * Several connections that share pieces of work. A piece that met a deadlock or the like is done again, so it must be
 * harmless to do twice; what it does not commit itself is committed after it.
 */
final class ResetWorkers<T> {
    private static final int MOST_TRIES = 10;

    private final Database database;
    private final int workers;
    private final SharedWork<T> work;

    /** For one call of {@link #run}; any two pieces can be done at a time. */
    ResetWorkers(Database database, int workers, List<T> pieces) {
        this(database, workers, pieces, piece -> Set.of());
    }

    /** Pieces with the resources that each needs for itself, see {@link SharedWork}. */
    ResetWorkers(Database database, int workers, List<T> pieces, Function<T, Set<String>> resources) {
        this.database = database;
        this.workers = workers;
        this.work = new SharedWork<>(pieces, resources);
    }

    /**
     * Does all the pieces; the calling thread waits.
     *
     * @throws InterruptedException when the calling thread was interrupted: the connections are cut off
     */
    void run(SharedWork.Doing<T, SQLException> doing) throws SQLException, InterruptedException {
        work.run(workers, this::open, (connection, piece) -> repeat(connection, piece, doing));
    }

    /** How many pieces are done; from any thread. */
    int done() {
        return work.done();
    }

    private WorkerConnection open() throws SQLException {
        WorkerConnection connection = database.worker();
        NamedStatement session = database.dialect().statement(StatementId.SESSION_RESET);
        if (session.isEmpty()) {
            return connection;
        }
        try (Statement statement = connection.connection().createStatement()) {
            statement.execute(session.sql());
            connection.commit();
        } catch (SQLException e) {
            LoggerFactory.getLogger(ResetWorkers.class).debug("{}: {}", session.place(), e.getMessage());
            connection.rollback();
        }
        return connection;
    }

    private void repeat(WorkerConnection connection, T piece, SharedWork.Doing<T, SQLException> doing)
            throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                doing.accept(connection, piece);
                connection.commit();
                return;
            } catch (SQLException e) {
                boolean again = database.dialect().errors().classify(e).isRetryable();
                if (!again || attempt == MOST_TRIES || !connection.isUsable()) {
                    throw e;
                }
                connection.rollback();
            }
        }
    }
}
