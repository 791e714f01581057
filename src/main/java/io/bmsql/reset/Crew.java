package io.bmsql.reset;

import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.slf4j.LoggerFactory;

/**
 * Several connections that share numbered pieces of work. The first failure stops the taking of further pieces; a piece that met
 * a deadlock or the like is done again, so it must be harmless to do twice.
 */
final class Crew {
    private static final int MOST_TRIES = 10;

    private final Database database;
    private final int workers;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<WorkerConnection> connections = new CopyOnWriteArrayList<>();

    /** A piece of work on one connection; what it does not commit itself is committed after it. */
    @FunctionalInterface
    interface Piece {
        void work(WorkerConnection connection) throws SQLException;
    }

    /** For one call of {@link #run}. */
    Crew(Database database, int workers) {
        this.database = database;
        this.workers = workers;
    }

    /**
     * Does the pieces 0 .. count-1; the calling thread waits.
     *
     * @param pieces asked by several threads
     * @throws InterruptedException when the calling thread was interrupted: the connections are cut off
     */
    void run(int count, IntFunction<Piece> pieces) throws SQLException, InterruptedException {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        for (int number = 0; number < Math.min(workers, count); number++) {
            Thread thread = new Thread(() -> work(count, pieces), "reset-" + number);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            failure.compareAndSet(null, e);
            for (WorkerConnection connection : connections) {
                abort(connection, e);
            }
            throw e;
        }
        Throwable failed = failure.get();
        if (failed instanceof SQLException sql) {
            throw sql;
        }
        if (failed != null) {
            throw new IllegalStateException(failed);
        }
    }

    /** How many pieces are done; from any thread. */
    int done() {
        return done.get();
    }

    private static void abort(WorkerConnection connection, InterruptedException cause) {
        try {
            connection.connection().abort(Runnable::run);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private void work(int count, IntFunction<Piece> pieces) {
        try (WorkerConnection connection = database.worker()) {
            connections.add(connection);
            begin(connection);
            for (int number = next.getAndIncrement();
                    number < count && failure.get() == null;
                    number = next.getAndIncrement()) {
                repeat(connection, pieces.apply(number));
                done.incrementAndGet();
            }
        } catch (SQLException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    private void begin(WorkerConnection connection) throws SQLException {
        NamedStatement session = database.dialect().statement(StatementId.SESSION_RESET);
        if (session.isEmpty()) {
            return;
        }
        try (Statement statement = connection.connection().createStatement()) {
            statement.execute(session.sql());
            connection.commit();
        } catch (SQLException e) {
            LoggerFactory.getLogger(Crew.class).debug("{}: {}", session.place(), e.getMessage());
            connection.rollback();
        }
    }

    private void repeat(WorkerConnection connection, Piece piece) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                piece.work(connection);
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
