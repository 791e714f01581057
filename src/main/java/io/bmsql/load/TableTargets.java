package io.bmsql.load;

import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.BulkPath;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.LoadPlan.LoadUnit;
import io.bmsql.spec.Table;
import io.bmsql.time.StopFlag;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Connections that write rows into tables. A unit is one transaction, and its entry in the journal is the first thing in it:
 * whoever is killed in between leaves neither.
 */
record TableTargets(TableLoad load, BulkPath bulk) implements LoadTargets {
    @Override
    public LoadTarget open() throws SQLException {
        WorkerConnection worker = load.database().worker();
        NamedStatement session = load.database().dialect().statements().get(StatementId.SESSION_LOAD);
        try {
            if (!session.isEmpty()) {
                // Some databases set a session up by a query, others by a command: execute() takes both.
                try (PreparedStatement statement = worker.connection().prepareStatement(session.sql())) {
                    statement.execute();
                }
                worker.commit();
            }
            return switch (bulk) {
                case COPY -> new CopyTarget(load, worker);
                case LOAD_DATA -> new LoadDataTarget(load, worker);
                case DIRECT -> new InsertTarget(load, worker, true);
                case BATCH -> new InsertTarget(load, worker, false);
            };
        } catch (SQLException e) {
            worker.close();
            throw e;
        }
    }

    @Override
    public LoadTargets fallback() {
        return bulk == BulkPath.BATCH ? this : new TableTargets(load, BulkPath.BATCH);
    }

    @Override
    public String title() {
        return switch (bulk) {
            case COPY -> "COPY";
            case LOAD_DATA -> "LOAD DATA LOCAL";
            case DIRECT -> "direct path";
            case BATCH -> "batches of inserts";
        };
    }

    @Override
    public String advice() {
        return load.journal().advice();
    }

    /** One transaction for each unit. */
    abstract static class TableTarget implements LoadTarget {
        final TableLoad load;
        final WorkerConnection worker;

        TableTarget(TableLoad load, WorkerConnection worker) {
            this.load = load;
            this.worker = worker;
        }

        /** The dialect's statement that takes rows of this table as text. */
        final String copyCommand(Table table) {
            return load.database()
                    .dialect()
                    .statements()
                    .get(StatementId.copy(table))
                    .sql();
        }

        @Override
        public final boolean begin(LoadUnit unit) throws SQLException {
            return load.journal().claim(worker, unit);
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

    /** What every way of rows into tables needs: where to, what is there already, whom to tell, and when to stop. */
    record TableLoad(Database database, LoadJournal journal, LoadProgress progress, StopFlag stopFlag) {
        /** Asked for every full buffer: some thousand times a second. */
        void throwIfStopped() {
            if (stopFlag.isSet()) {
                throw new LoadStoppedException();
            }
        }
    }
}
