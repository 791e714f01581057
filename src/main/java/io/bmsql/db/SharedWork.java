package io.bmsql.db;

import io.bmsql.common.ParallelWork;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Pieces of work that several connections take in turn. A piece is taken only while no running piece holds one of its
 * resources, so that a free connection takes the next fitting one instead of waiting for a lock.
 *
 * <p>The first failure stops the taking of further pieces and is thrown when those under way have ended.
 *
 * @param <T> the pieces
 */
public final class SharedWork<T> {
    private static final int MAX_TRIES = 10;

    /** One is mostly taken from the front, of millions. */
    private final Deque<T> waiting;

    private final Function<T, Set<String>> resources;
    private final Set<String> held = new LinkedHashSet<>();
    private @Nullable Exception failure;

    private final int count;
    private int done;

    /** What is done with a piece on one of the connections. */
    @FunctionalInterface
    public interface PieceWork<T, X extends Exception> {
        void accept(WorkerConnection connection, T piece) throws X, SQLException;
    }

    /** Pieces of which any two can be done at a time. */
    public SharedWork(List<T> pieces) {
        this(pieces, piece -> Set.of());
    }

    /** Pieces with the resources that each needs for itself. */
    public SharedWork(List<T> pieces, Function<T, Set<String>> resources) {
        this.waiting = new ArrayDeque<>(pieces);
        this.count = pieces.size();
        this.resources = resources;
    }

    /**
     * Does all pieces on up to {@code workers} connections while the calling thread waits; its interrupt cuts them off.
     */
    public <X extends Exception> void run(int workers, WorkerConnection.Source source, PieceWork<T, X> doing)
            throws X, SQLException, InterruptedException {
        List<WorkerConnection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < Math.min(workers, waiting.size()); i++) {
                connections.add(source.open());
            }
            ParallelWork.runAll(
                    "shared-work",
                    connections.stream()
                            .<Runnable>map(connection -> () -> work(connection, doing))
                            .toList(),
                    interrupt -> {
                        fail(interrupt);
                        connections.forEach(connection -> connection.abort(interrupt));
                    });
        } finally {
            connections.forEach(WorkerConnection::close);
        }
        if (failure != null) {
            @SuppressWarnings("unchecked") // The pieces throw nothing else, see PieceWork.
            X thrown = (X) failure;
            throw thrown;
        }
    }

    /**
     * The same for a reset or a fingerprint. A piece that met a deadlock or the like is done again, so it must be harmless to
     * do twice; what it does not commit itself is committed after it.
     */
    public void runWithRetries(Database database, int workers, PieceWork<T, SQLException> doing)
            throws SQLException, InterruptedException {
        run(workers, () -> openForReset(database), (connection, piece) -> {
            for (int attempt = 1; ; attempt++) {
                try {
                    doing.accept(connection, piece);
                    connection.commit();
                    return;
                } catch (SQLException e) {
                    boolean again = database.dialect().errors().classify(e).isRetryable();
                    if (!again || attempt == MAX_TRIES || !connection.isUsable()) {
                        throw e;
                    }
                    connection.rollback();
                }
            }
        });
    }

    private static WorkerConnection openForReset(Database database) throws SQLException {
        WorkerConnection connection = database.worker();
        NamedStatement session = database.dialect().statement(StatementId.SESSION_RESET);
        if (!session.isEmpty()) {
            try {
                PlainSql.execute(connection.connection(), session);
                connection.commit();
            } catch (SQLException e) {
                LoggerFactory.getLogger(SharedWork.class).debug("{}: {}", session.place(), e.getMessage());
                connection.rollback();
            }
        }
        return connection;
    }

    /** The share of the pieces that are done, 0 to 1; from any thread. */
    public synchronized double share() {
        return count == 0 ? 1 : (double) done / count;
    }

    private void work(WorkerConnection connection, PieceWork<T, ?> doing) {
        try {
            T piece = take();
            while (piece != null) {
                doing.accept(connection, piece);
                release(piece);
                piece = take();
            }
        } catch (Exception e) {
            // The piece stays held: whoever waits for its resources must see the failure and not them.
            fail(e);
        } catch (Error e) {
            IllegalStateException failed = new IllegalStateException("a worker failed in an unexpected way", e);
            // Out of memory inside a driver: it may wait for ever for an answer that it has read in part.
            connection.abort(failed);
            fail(failed);
            throw e;
        }
    }

    /** The next piece whose resources are free, null when there is nothing left to take. */
    private synchronized @Nullable T take() throws InterruptedException {
        while (failure == null && !waiting.isEmpty()) {
            for (Iterator<T> pieces = waiting.iterator(); pieces.hasNext(); ) {
                T piece = pieces.next();
                Set<String> needed = resources.apply(piece);
                if (needed.stream().noneMatch(held::contains)) {
                    pieces.remove();
                    held.addAll(needed);
                    return piece;
                }
            }
            wait();
        }
        return null;
    }

    private synchronized void release(T piece) {
        held.removeAll(resources.apply(piece));
        done++;
        notifyAll();
    }

    private synchronized void fail(Exception e) {
        if (failure == null) {
            failure = e;
        }
        notifyAll();
    }
}
