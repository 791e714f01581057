package io.bmsql.terminal;

import io.bmsql.common.StatementTimes;
import io.bmsql.db.WorkerConnection;
import io.bmsql.workload.Workload;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker's connection, or none for now. Others may call {@link #isOpen} and {@link #abort}. */
final class WorkerSession {
    private final WorkerConnection.Source source;
    private final Workload workload;
    private volatile @Nullable WorkerConnection connection;
    private volatile boolean wasCut;
    private Workload.@Nullable Transactions transactions;
    private StatementTimes.Timer timer = new StatementTimes.Timer();

    WorkerSession(WorkerConnection.Source source, Workload workload) {
        this.source = source;
        this.workload = workload;
    }

    /**
     * Opens a connection in the place of the one before, if there is one, which stays when that fails.
     *
     * @param done is called when it is open: the end of the one before takes time of its own
     */
    void open(Runnable done) throws SQLException {
        WorkerConnection before = connection;
        WorkerConnection opened = source.open();
        try {
            transactions = workload.open(opened);
            opened.timer().follow(timer);
            timer = opened.timer();
            connection = opened;
            done.run();
        } finally {
            WorkerConnection unused = connection == opened ? before : opened;
            if (unused != null) {
                unused.close();
            }
        }
    }

    boolean isOpen() {
        return connection != null;
    }

    boolean isUsable() {
        WorkerConnection current = connection;
        return current != null && current.isUsable();
    }

    Workload.Transactions transactions() {
        Workload.Transactions current = transactions;
        if (current == null) {
            throw new IllegalStateException("this worker has no connection");
        }
        return current;
    }

    StatementTimes.Timer timer() {
        return timer;
    }

    /** Closes the connection of a transaction that has ended well: nothing needs to be asked. */
    void end() {
        leave(WorkerConnection::end);
    }

    /** Gives the connection back, or throws it away when it is broken. */
    void close() {
        leave(WorkerConnection::close);
    }

    private void leave(Consumer<WorkerConnection> way) {
        WorkerConnection current = connection;
        connection = null;
        transactions = null;
        if (current != null) {
            way.accept(current);
        }
    }

    /** True after {@link #abort}: what broke was not the server's. */
    boolean wasCut() {
        return wasCut;
    }

    /** Cuts the connection under a worker that waits for the server, so that it comes back with an error. */
    void abort() {
        wasCut = true;
        WorkerConnection current = connection;
        if (current != null) {
            try {
                current.connection().abort(Runnable::run);
            } catch (SQLException e) {
                Logger log = LoggerFactory.getLogger(WorkerSession.class);
                log.warn("a connection that did not finish could not be cut: {}", e.getMessage());
            }
        }
    }
}
