package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.datagen.Slice;
import io.bmsql.db.WorkerConnection;
import io.bmsql.load.LoadTargets.LoadTarget;
import io.bmsql.load.TableTargets.TableLoad;
import io.bmsql.load.TextRows.TextFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * MySQL's and MariaDB's {@code LOAD DATA LOCAL INFILE}, its default text form, which is that of PostgreSQL's COPY. One
 * statement per slice.
 *
 * <p>The driver pulls the text where COPY pushes it, so a slice is written to memory first (6 to 8 MB at most, which takes a
 * twentieth of the time that the server needs for it) and no second thread is needed.
 */
final class LoadDataTargets extends TableTargets {
    LoadDataTargets(TableLoad load) {
        super(load);
    }

    @Override
    LoadTarget over(WorkerConnection worker) throws SQLException {
        return new LoadDataTarget(worker, new LocalInfile(worker.connection().createStatement()));
    }

    @Override
    public String title() {
        return "LOAD DATA LOCAL";
    }

    private final class LoadDataTarget extends TableTarget {
        private final LocalInfile infile;
        private final TextInMemory text = new TextInMemory();
        private final TextRows rows =
                new TextRows(TextFormat.copy(load().journal().origin().zone()), this::collect);

        LoadDataTarget(WorkerConnection worker, LocalInfile infile) {
            super(worker);
            this.infile = infile;
        }

        private void collect(byte[] bytes, int offset, int length) throws IOException {
            LoadStoppedException.throwIf(load().stopFlag());
            text.write(bytes, offset, length);
        }

        @Override
        public void write(Population population, Slice slice) throws IOException, SQLException {
            String command = copyCommand(slice.table());
            text.clear();
            rows.redirect(this::collect);
            long rowsBefore = rows.rows();
            population.write(slice, rows);
            rows.flush();
            long rowsSent = rows.rows() - rowsBefore;
            long rowsLoaded = infile.execute(command, text.asStream());
            requireAll(slice, rowsSent, rowsLoaded);
            load().progress().add(rowsSent, text.length());
        }

        /** LOCAL turns every error in a row into a warning: rows are left out, values bent. */
        private void requireAll(Slice slice, long rowsSent, long rowsLoaded) throws SQLException {
            @Nullable SQLWarning warning = infile.warnings();
            if (rowsLoaded != rowsSent || warning != null) {
                throw new SQLException(
                        "of " + rowsSent + " rows for " + slice.table().sqlName() + " the server took " + rowsLoaded
                                + (warning == null ? "" : " and warned: " + warning.getMessage()));
            }
        }

        @Override
        public void close() {
            infile.close();
            super.close();
        }
    }

    /** The text of one slice. The array grows to the largest slice and is used again; its stream reads it without a copy. */
    static final class TextInMemory extends ByteArrayOutputStream {
        private static final int FIRST_BYTES = 1 << 20;

        TextInMemory() {
            super(FIRST_BYTES);
        }

        void clear() {
            reset();
        }

        int length() {
            return count;
        }

        /** Valid until the next {@link #clear}. */
        InputStream asStream() {
            return new ByteArrayInputStream(buf, 0, count);
        }
    }

    /**
     * A statement whose {@code LOAD DATA LOCAL} reads a stream. Connector/J, MariaDB's driver and those made from them name the
     * method alike, but share no type. It is looked up by its name, so that no vendor's jar is needed to compile or to run, and a
     * driver from {@code lib/}, which has a class loader of its own, is as good as one in the class path. One thread.
     */
    static final class LocalInfile {
        private static final String SETTER = "setLocalInfileInputStream";

        private final Statement statement;
        private final Method setter;

        /** Takes the driver's own statement, no pool's wrapper; closes it when the driver cannot do this. */
        LocalInfile(Statement statement) throws SQLException {
            this.statement = statement;
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

        /** Runs the command over the text; returns the rows that the server says it took. */
        long execute(String command, InputStream text) throws SQLException {
            try {
                setter.invoke(statement, text);
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new SQLException("the driver's " + SETTER + " failed: " + e, e);
            }
            return statement.executeUpdate(command);
        }

        /** What the server warned of in the last command, null for nothing. */
        @Nullable
        SQLWarning warnings() throws SQLException {
            return statement.getWarnings();
        }

        /** Never throws. */
        void close() {
            try {
                statement.close();
            } catch (SQLException e) {
                LoggerFactory.getLogger(LocalInfile.class)
                        .debug("the statement of a load did not close: {}", e.getMessage());
            }
        }
    }
}
