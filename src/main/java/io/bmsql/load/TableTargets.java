package io.bmsql.load;

import io.bmsql.common.StopFlag;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.BulkPath;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.LoadPlan.LoadUnit;
import io.bmsql.load.LoadTargets.LoadTarget;
import io.bmsql.schema.LoadProgress;
import io.bmsql.tpcc.RowSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.slf4j.LoggerFactory;

/** Connections that write rows into tables. A unit, with its entry in the journal, is one transaction. */
record TableTargets(Database database, LoadJournal journal, LoadProgress progress, StopFlag stopFlag, BulkPath bulk)
        implements LoadTargets {
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Asked for every full buffer: some thousand times a second. */
    void throwIfStopped() {
        if (stopFlag.isSet()) {
            throw new CancellationException();
        }
    }

    @Override
    public LoadTarget open() throws SQLException {
        WorkerConnection worker = database.loader();
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

    @Override
    public boolean isPassing(SQLException error) {
        return database.dialect().errors().classify(error).isRetryable();
    }

    @Override
    public boolean pause(SQLException error, int failed) {
        progress.repeated(SqlErrors.reason(error));
        stopFlag.await(journal.clock().nanoTime() + Math.min(FIRST_PAUSE_NANOS << failed, LONGEST_PAUSE_NANOS));
        return !stopFlag.isSet();
    }

    abstract static class TableTarget implements LoadTarget {
        final TableTargets load;
        final WorkerConnection worker;
        private long rowsUnderWay;
        private long bytesUnderWay;
        private boolean isCommitting;

        TableTarget(TableTargets load, WorkerConnection worker) {
            this.load = load;
            this.worker = worker;
        }

        final String copyCommand(RowSource rows) {
            return load.database()
                    .dialect()
                    .statement(StatementId.COPY_TABLE)
                    .forTable(rows)
                    .sql();
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

        final void sent(long rows, long bytes) {
            rowsUnderWay += rows;
            bytesUnderWay += bytes;
            load.progress().add(rows, bytes);
        }

        @Override
        public void commit() throws SQLException {
            isCommitting = true;
            worker.commit();
            isCommitting = false;
            rowsUnderWay = 0;
            bytesUnderWay = 0;
        }

        @Override
        public boolean mayRepeat(SQLException error) {
            return !isCommitting
                    || load.journal().tellsOfCommits()
                    || load.database().dialect().errors().classify(error) != ErrorClass.CONNECTION;
        }

        @Override
        public void close() {
            sent(-rowsUnderWay, -bytesUnderWay);
            worker.close();
        }
    }

    /** PostgreSQL's COPY as text, one command per slice. The only class that knows pgjdbc, for its CopyManager. */
    private static final class CopyTarget extends TableTarget {
        private final CopyManager manager;
        private final TextRows<SQLException> rows;

        CopyTarget(TableTargets load, WorkerConnection worker) throws SQLException {
            super(load, worker);
            this.manager = worker.connection().unwrap(PGConnection.class).getCopyAPI();
            this.rows = TextRows.copy(load.journal().origin().zone());
        }

        @Override
        public void write(RowSource source) throws SQLException {
            CopyIn copy = manager.copyIn(copyCommand(source));
            try {
                rows.redirect((bytes, length, count) -> {
                    load.throwIfStopped();
                    copy.writeToCopy(bytes, 0, length);
                    sent(count, length);
                });
                source.write(rows);
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

    /**
     * MySQL's and MariaDB's {@code LOAD DATA LOCAL INFILE} in its default text form, COPY's; one statement per slice.
     *
     * <p>The driver pulls the text where COPY pushes it, so a slice is written to memory first, 6 to 8 MB at most.
     *
     * <p>The drivers name the method that sets the text alike, but share no type: it is found by its name, so that no
     * vendor's jar is needed and one from {@code lib/}, with its own class loader, will do.
     */
    private static final class LoadDataTarget extends TableTarget {
        private static final int FIRST_BYTES = 1 << 20;
        private static final String SETTER = "setLocalInfileInputStream";

        private final Statement statement;
        private final Method setter;
        private final ByteArrayOutputStream text = new ByteArrayOutputStream(FIRST_BYTES);
        private final TextRows<RuntimeException> rows;
        private long rowsSent;

        LoadDataTarget(TableTargets load, WorkerConnection worker) throws SQLException {
            super(load, worker);
            this.rows = TextRows.copy(load.journal().origin().zone());
            // The driver's own statement, no pool's wrapper.
            this.statement = worker.connection().createStatement();
            try {
                this.setter = statement.getClass().getMethod(SETTER, InputStream.class);
            } catch (NoSuchMethodException e) {
                statement.close();
                throw new SQLException(
                        "the driver has no " + SETTER + " ("
                                + statement.getClass().getName() + ")",
                        e);
            }
        }

        @Override
        public void write(RowSource source) throws SQLException {
            text.reset();
            rowsSent = 0;
            rows.redirect((bytes, length, count) -> {
                load.throwIfStopped();
                text.write(bytes, 0, length);
                rowsSent += count;
            });
            source.write(rows);
            rows.flush();
            try {
                setter.invoke(statement, new ByteArrayInputStream(text.toByteArray()));
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new SQLException("the driver's " + SETTER + " failed: " + e, e);
            }
            requireAll(source, statement.executeUpdate(copyCommand(source)));
            sent(rowsSent, text.size());
        }

        /** LOCAL turns every error in a row into a warning: rows are left out, values bent. */
        private void requireAll(RowSource source, long rowsLoaded) throws SQLException {
            @Nullable SQLWarning warning = statement.getWarnings();
            if (rowsLoaded != rowsSent || warning != null) {
                throw new SQLException("of " + rowsSent + " rows for " + source.table() + " the server took "
                        + rowsLoaded + (warning == null ? "" : " and warned: " + warning.getMessage()));
            }
        }

        @Override
        public void close() {
            try {
                statement.close();
            } catch (SQLException e) {
                LoggerFactory.getLogger(LoadDataTarget.class)
                        .debug("the statement of a load did not close: {}", e.getMessage());
            }
            super.close();
        }
    }
}
