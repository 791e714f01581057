package io.bmsql.data;

import io.bmsql.common.StopFlag;
import io.bmsql.data.LoadPlan.LoadUnit;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.BulkPath;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Table;
import java.sql.SQLException;

/** Connections that write rows into tables. A unit, with its entry in the journal, is one transaction. */
record TableTargets(Database database, LoadJournal journal, LoadProgress progress, StopFlag stopFlag, BulkPath bulk)
        implements LoadTargets {
    /** Asked for every full buffer: some thousand times a second. */
    void throwIfStopped() {
        if (stopFlag.isSet()) {
            throw new LoadStoppedException();
        }
    }

    @Override
    public LoadTarget open() throws SQLException {
        WorkerConnection worker = database.worker();
        try {
            PlainSql.execute(worker.connection(), database.dialect().statement(StatementId.SESSION_LOAD));
            worker.commit();
            return switch (bulk) {
                case COPY -> new CopyTarget(this, worker);
                case LOAD_DATA -> new LoadDataTarget(this, worker);
                case DIRECT -> new InsertTarget(this, worker, true);
                case BATCH -> new InsertTarget(this, worker, false);
            };
        } catch (SQLException e) {
            worker.close();
            throw e;
        }
    }

    @Override
    public LoadTargets fallback() {
        return bulk == BulkPath.BATCH ? this : new TableTargets(database, journal, progress, stopFlag, BulkPath.BATCH);
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
        return journal.advice();
    }

    abstract static class TableTarget implements LoadTarget {
        final TableTargets load;
        final WorkerConnection worker;

        TableTarget(TableTargets load, WorkerConnection worker) {
            this.load = load;
            this.worker = worker;
        }

        final String copyCommand(Table table) {
            return load.database().dialect().statement(StatementId.copy(table)).sql();
        }

        @Override
        public final boolean begin(LoadUnit unit) throws SQLException {
            while (true) {
                try {
                    return load.journal().claim(worker, unit);
                } catch (SQLException e) {
                    SqlErrors errors = load.database().dialect().errors();
                    if (errors.classify(e) != ErrorClass.LOCK_TIMEOUT) {
                        throw e;
                    }
                    // Another loader has the unit under way for longer than the server lets anybody wait.
                    worker.rollback();
                    load.throwIfStopped();
                }
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
