package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.datagen.Slice;
import io.bmsql.db.WorkerConnection;
import io.bmsql.spec.Table;
import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/** JDBC batches of the named {@code Load.*} inserts: what every database understands. */
final class BatchTargets extends TableTargets {
    BatchTargets(TableLoad load) {
        super(load);
    }

    @Override
    LoadTarget over(WorkerConnection worker) {
        return new BatchTarget(worker);
    }

    @Override
    public String title() {
        return "batches of inserts";
    }

    private final class BatchTarget extends TableTarget {
        private final WorkerConnection worker;
        private final Map<Table, BatchInsertSink> sinks = new EnumMap<>(Table.class);

        BatchTarget(WorkerConnection worker) {
            super(worker);
            this.worker = worker;
        }

        @Override
        public void write(Population population, Slice slice) throws IOException, SQLException {
            BatchInsertSink sink = sinks.get(slice.table());
            if (sink == null) {
                sink = new BatchInsertSink(worker, slice.table(), load());
                sinks.put(slice.table(), sink);
            }
            population.write(slice, sink);
            sink.flush();
        }
    }
}
