package io.bmsql.load;

import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.LoadPlan.LoadUnit;
import io.bmsql.load.LoadTargets.LoadTarget;
import io.bmsql.spec.Table;
import io.bmsql.time.StopFlag;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Connections that write rows into tables. A unit is one transaction, and its entry in the journal is the first thing in it:
 * whoever is killed in between leaves neither.
 */
abstract class TableTargets implements LoadTargets {
    private final TableLoad load;

    TableTargets(TableLoad load) {
        this.load = load;
    }

    /** What the load is about. */
    final TableLoad load() {
        return load;
    }

    /** The dialect's statement that takes rows of this table as text. */
    final String copyCommand(Table table) {
        return load.database()
                .dialect()
                .statements()
                .get(StatementId.copy(table))
                .sql();
    }

    /** A way out through a connection that belongs to it. */
    abstract LoadTarget over(WorkerConnection worker) throws SQLException;

    @Override
    public final LoadTarget open() throws SQLException {
        Database database = load.database();
        WorkerConnection worker = database.worker();
        NamedStatement session = database.dialect().statements().get(StatementId.SESSION_LOAD);
        try {
            if (!session.isEmpty()) {
                // Some databases set a session up by a query, others by a command: execute() takes both.
                try (PreparedStatement statement = worker.connection().prepareStatement(session.sql())) {
                    statement.execute();
                }
                worker.commit();
            }
            return over(worker);
        } catch (SQLException e) {
            worker.close();
            throw e;
        }
    }

    /** Batches, which every server takes. */
    @Override
    public LoadTargets fallback() {
        return new InsertTargets(load, false);
    }

    @Override
    public final String advice() {
        return load.journal().advice();
    }

    @Override
    public final void stop() {
        // Workers do not wait for each other; each sees the stop switch with its next buffer or batch.
    }

    @Override
    public final void close() {
        // The database belongs to the caller.
    }

    /** One transaction for each unit. */
    abstract class TableTarget implements LoadTarget {
        private final WorkerConnection worker;

        TableTarget(WorkerConnection worker) {
            this.worker = worker;
        }

        @Override
        public final boolean begin(LoadUnit unit) throws SQLException {
            return load.journal().claim(worker, unit);
        }

        /** Sends what still waits for the end of the unit. */
        void flush() throws IOException, SQLException {}

        @Override
        public final void commit() throws IOException, SQLException {
            flush();
            worker.commit();
        }

        @Override
        public void close() {
            worker.close();
        }
    }

    /** What every way of rows into tables needs: where to, what is there already, whom to tell, and when to stop. */
    record TableLoad(Database database, LoadJournal journal, LoadProgress progress, StopFlag stopFlag) {}
}
