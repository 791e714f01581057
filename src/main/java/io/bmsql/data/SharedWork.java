package io.bmsql.data;

import io.bmsql.common.ParallelWork;
import io.bmsql.db.WorkerConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of work that several connections take in turn. A piece is taken only while no running piece holds one of its
 * resources, so that a free connection takes the next fitting one instead of waiting for a lock.
 *
 * <p>The first failure stops the taking of further pieces and is thrown when those under way have ended.
 *
 * @param <T> the pieces
 */
public final class SharedWork<T> {
    private final List<T> waiting;
    private final Function<T, Set<String>> resources;
    private final Set<String> held = new LinkedHashSet<>();
    private @Nullable Exception failure;

    private int done;

    /** What is done with a piece on one of the connections. */
    @FunctionalInterface
    public interface Doing<T, X extends Exception> {
        void accept(WorkerConnection connection, T piece) throws X, SQLException;
    }

    @FunctionalInterface
    public interface Opening {
        WorkerConnection open() throws SQLException;
    }

    /** Pieces of which any two can be done at a time. */
    public SharedWork(List<T> pieces) {
        this(pieces, piece -> Set.of());
    }

    /** Pieces with the resources that each needs for itself. */
    public SharedWork(List<T> pieces, Function<T, Set<String>> resources) {
        this.waiting = new ArrayList<>(pieces);
        this.resources = resources;
    }

    /**
     * Does all pieces on up to {@code workers} connections while the calling thread waits; its interrupt cuts them off.
     */
    public <X extends Exception> void run(int workers, Opening opening, Doing<T, X> doing)
            throws X, SQLException, InterruptedException {
        List<WorkerConnection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < Math.min(workers, waiting.size()); i++) {
                connections.add(opening.open());
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
            @SuppressWarnings("unchecked") // The pieces throw nothing else, see Doing.
            X thrown = (X) failure;
            throw thrown;
        }
    }

    /** How many pieces are done; from any thread. */
    public synchronized int done() {
        return done;
    }

    private void work(WorkerConnection connection, Doing<T, ?> doing) {
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
            fail(new IllegalStateException("a worker failed in an unexpected way", e));
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
