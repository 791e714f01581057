package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.datagen.Slice;
import io.bmsql.db.WorkerConnection;
import io.bmsql.load.LoadTargets.LoadTarget;
import io.bmsql.load.TableTargets.TableLoad;
import io.bmsql.load.TextRows.MeteredTarget;
import io.bmsql.load.TextRows.TextFormat;
import java.io.IOException;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/**
 * PostgreSQL's COPY, text form, one command per slice. The only class that knows pgjdbc: its CopyManager is no part of JDBC.
 */
final class CopyTargets extends TableTargets {
    CopyTargets(TableLoad load) {
        super(load);
    }

    @Override
    LoadTarget over(WorkerConnection worker) throws SQLException {
        CopyManager manager = worker.connection().unwrap(PGConnection.class).getCopyAPI();
        return new CopyTarget(worker, manager);
    }

    @Override
    public String title() {
        return "COPY";
    }

    private final class CopyTarget extends TableTarget {
        private final CopyManager manager;
        private final TextRows rows =
                new TextRows(TextFormat.copy(load().journal().origin().zone()), (bytes, offset, length) -> {});

        CopyTarget(WorkerConnection worker, CopyManager manager) {
            super(worker);
            this.manager = manager;
        }

        @Override
        public void write(Population population, Slice slice) throws IOException, SQLException {
            String command = copyCommand(slice.table());
            CopyIn copy = manager.copyIn(command);
            try {
                rows.redirect(new MeteredTarget(
                        rows, (bytes, offset, length) -> send(copy, bytes, offset, length), load().progress()));
                population.write(slice, rows);
                rows.flush();
                copy.endCopy();
            } catch (IOException | SQLException | RuntimeException e) {
                cancel(copy, e);
                throw e;
            }
        }

        private void send(CopyIn copy, byte[] bytes, int offset, int length) throws IOException {
            LoadStoppedException.throwIf(load().stopFlag());
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
    }
}
