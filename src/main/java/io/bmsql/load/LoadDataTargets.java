package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.datagen.Slice;
import io.bmsql.db.WorkerConnection;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

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
    public LoadTargets fallback() {
        return new BatchTargets(load());
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
}
