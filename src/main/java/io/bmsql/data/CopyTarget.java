package io.bmsql.data;

import io.bmsql.data.TableTargets.TableTarget;
import io.bmsql.db.WorkerConnection;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Slice;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/** PostgreSQL's COPY as text, one command per slice. The only class that knows pgjdbc, for its CopyManager. */
final class CopyTarget extends TableTarget {
    private final CopyManager manager;
    private final TextRows<SQLException> rows;

    CopyTarget(TableTargets load, WorkerConnection worker) throws SQLException {
        super(load, worker);
        this.manager = worker.connection().unwrap(PGConnection.class).getCopyAPI();
        this.rows = TextRows.copy(load.journal().origin().zone());
    }

    @Override
    public void write(Population population, Slice slice) throws SQLException {
        CopyIn copy = manager.copyIn(copyCommand(slice.table()));
        try {
            rows.redirect((bytes, length, count) -> {
                load.throwIfStopped();
                copy.writeToCopy(bytes, 0, length);
                load.progress().add(count, length);
            });
            population.write(slice, rows);
            rows.flush();
            copy.endCopy();
        } catch (SQLException | RuntimeException e) {
            cancel(copy, e);
            throw e;
        }
    }

    private static void cancel(CopyIn copy, Exception cause) {
        try {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
