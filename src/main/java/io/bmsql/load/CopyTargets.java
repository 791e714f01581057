package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.datagen.Slice;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import java.io.IOException;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/**
 * PostgreSQL's COPY, text form, one command per slice and one transaction per unit. The only class that knows pgjdbc: its
 * CopyManager is no part of JDBC.
 */
final class CopyTargets implements LoadTargets {
    private final Database database;
    private final TextFormat format;
    private final LoadProgress progress;
    private final StopSwitch stopSwitch;

    CopyTargets(Database database, TextFormat format, LoadProgress progress, StopSwitch stopSwitch) {
        this.database = database;
        this.format = format;
        this.progress = progress;
        this.stopSwitch = stopSwitch;
    }

    @Override
    public LoadTarget open() throws SQLException {
        WorkerConnection worker = LoadConnections.open(database);
        try {
            CopyManager manager = worker.connection().unwrap(PGConnection.class).getCopyAPI();
            return new CopyTarget(worker, manager);
        } catch (SQLException e) {
            worker.close();
            throw e;
        }
    }

    @Override
    public LoadTargets fallback() {
        return new BatchTargets(database, format.zone(), progress, stopSwitch);
    }

    @Override
    public String title() {
        return "COPY";
    }

    @Override
    public String mend() {
        return BatchTargets.MEND;
    }

    @Override
    public void stop() {
        // Workers do not wait for each other; each sees the stop switch with its next buffer.
    }

    @Override
    public void close() {
        // The database belongs to the caller.
    }

    private final class CopyTarget implements LoadTarget {
        private final WorkerConnection worker;
        private final CopyManager manager;
        private final TextRows rows = new TextRows(format, (bytes, offset, length) -> {});

        CopyTarget(WorkerConnection worker, CopyManager manager) {
            this.worker = worker;
            this.manager = manager;
        }

        @Override
        public void write(Population population, Slice slice) throws IOException, SQLException {
            String command = database.dialect()
                    .statements()
                    .get(StatementId.copy(slice.table()))
                    .sql();
            CopyIn copy = manager.copyIn(command);
            try {
                rows.redirect(new MeteredTarget(
                        rows, (bytes, offset, length) -> send(copy, bytes, offset, length), progress));
                population.write(slice, rows);
                rows.flush();
                copy.endCopy();
            } catch (IOException | SQLException | RuntimeException e) {
                cancel(copy, e);
                throw e;
            }
        }

        private void send(CopyIn copy, byte[] bytes, int offset, int length) throws IOException {
            stopSwitch.check();
            try {
                copy.writeToCopy(bytes, offset, length);
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }

        private void cancel(CopyIn copy, Exception cause) {
            try {
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            } catch (SQLException e) {
                cause.addSuppressed(e);
            }
        }

        @Override
        public void commit() throws SQLException {
            worker.commit();
        }

        @Override
        public void close() {
            worker.close();
        }
    }
}
