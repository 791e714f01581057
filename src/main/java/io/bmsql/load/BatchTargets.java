package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.datagen.Slice;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.spec.Table;
import java.io.IOException;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Map;

/** JDBC batches of the named {@code Load.*} inserts: what every database understands. */
final class BatchTargets implements LoadTargets {
    static final String MEND = "Mend the cause, then empty the database with 'bmsql destroy' and build it again.";

    private final Database database;
    private final ZoneId zone;
    private final LoadProgress progress;
    private final StopSwitch stopSwitch;

    BatchTargets(Database database, ZoneId zone, LoadProgress progress, StopSwitch stopSwitch) {
        this.database = database;
        this.zone = zone;
        this.progress = progress;
        this.stopSwitch = stopSwitch;
    }

    @Override
    public LoadTarget open() throws SQLException {
        return new BatchTarget(LoadConnections.open(database));
    }

    @Override
    public String title() {
        return "batches of inserts";
    }

    @Override
    public String mend() {
        return MEND;
    }

    @Override
    public void stop() {
        // Workers do not wait for each other; each sees the stop switch with its next batch.
    }

    @Override
    public void close() {
        // The database belongs to the caller.
    }

    private final class BatchTarget implements LoadTarget {
        private final WorkerConnection worker;
        private final Map<Table, BatchInsertSink> sinks = new EnumMap<>(Table.class);

        BatchTarget(WorkerConnection worker) {
            this.worker = worker;
        }

        @Override
        public void write(Population population, Slice slice) throws IOException, SQLException {
            BatchInsertSink sink = sinks.get(slice.table());
            if (sink == null) {
                sink = new BatchInsertSink(worker, slice.table(), zone, progress, stopSwitch);
                sinks.put(slice.table(), sink);
            }
            population.write(slice, sink);
            sink.flush();
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
