package io.bmsql.data;

import io.bmsql.common.ParallelWork;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Has several connections take pieces of work in turn, each only while no running piece holds one of its resources.
 * The first failure stops the taking of further pieces and is thrown at the end.
 */
public final class SharedWork<T> {
    private static final int MOST_TRIES = 10;

    private final List<T> waiting;
    private final Function<T, Set<String>> resources;
    private final Set<String> held = new LinkedHashSet<>();
    private @Nullable Exception failure;

    private final int count;
    private int done;

    @FunctionalInterface
    public interface PieceWork<T, X extends Exception> {
        void accept(WorkerConnection connection, T piece) throws X, SQLException;
    }

    public SharedWork(List<T> pieces) {
        this(pieces, piece -> Set.of());
    }

    public SharedWork(List<T> pieces, Function<T, Set<String>> resources) {
        this.waiting = new ArrayList<>(pieces);
        this.count = pieces.size();
        this.resources = resources;
    }

    /** Does all pieces on up to {@code workers} connections while the caller waits; its interrupt cuts them off. */
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
     * Does the same for a reset or fingerprint: a piece is repeated after a deadlock, so it must be harmless to do
     * twice.
     */
    void runWithRetries(Database database, int workers, PieceWork<T, SQLException> doing)
            throws SQLException, InterruptedException {
        run(workers, () -> openForReset(database), (connection, piece) -> {
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
