package io.bmsql.data;

import io.bmsql.data.TableTargets.TableTarget;
import io.bmsql.db.WorkerConnection;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Slice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * MySQL's and MariaDB's {@code LOAD DATA LOCAL INFILE} in its default text form, COPY's; one statement per slice.
 *
 * <p>The driver pulls the text where COPY pushes it, so a slice is written to memory first, 6 to 8 MB at most.
 *
 * <p>The drivers name the method that sets the text alike, but share no type: it is found by its name, so that no
 * vendor's jar is needed and one from {@code lib/}, with its own class loader, will do.
 */
final class LoadDataTarget extends TableTarget {
    private static final String SETTER = "setLocalInfileInputStream";

    private final Statement statement;
    private final Method setter;
    private final TextInMemory text = new TextInMemory();
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
                    "the driver has no " + SETTER + " (" + statement.getClass().getName() + ")", e);
        }
    }

    @Override
    public void write(Population population, Slice slice) throws SQLException {
        text.reset();
        rowsSent = 0;
        rows.redirect((bytes, length, count) -> {
            load.throwIfStopped();
            text.write(bytes, 0, length);
            rowsSent += count;
        });
        population.write(slice, rows);
        rows.flush();
        try {
            setter.invoke(statement, text.asStream());
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new SQLException("the driver's " + SETTER + " failed: " + e, e);
        }
        requireAll(slice, statement.executeUpdate(copyCommand(slice.table())));
        load.progress().add(rowsSent, text.size());
    }

    /** LOCAL turns every error in a row into a warning: rows are left out, values bent. */
    private void requireAll(Slice slice, long rowsLoaded) throws SQLException {
        @Nullable SQLWarning warning = statement.getWarnings();
        if (rowsLoaded != rowsSent || warning != null) {
            throw new SQLException(
                    "of " + rowsSent + " rows for " + slice.table().sqlName() + " the server took " + rowsLoaded
                            + (warning == null ? "" : " and warned: " + warning.getMessage()));
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

    /** The text of one slice. The array grows to the largest slice and is used again; its stream reads it without a copy. */
    private static final class TextInMemory extends ByteArrayOutputStream {
        private static final int FIRST_BYTES = 1 << 20;

        TextInMemory() {
            super(FIRST_BYTES);
        }

        /** Valid until the next {@link #reset}. */
        InputStream asStream() {
            return new ByteArrayInputStream(buf, 0, count);
        }
    }
}
