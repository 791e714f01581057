package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.datagen.Slice;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.Table;
import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inserts that the server writes past its buffers, above all rows of the table, as Oracle does it with the hint
 * APPEND_VALUES. Two things follow from that:
 *
 * <ul>
 *   <li>A transaction may not touch the table again, not even for another such insert (ORA-12838): all rows of a unit for one
 *       table go in one batch, at most 60,000 of them.
 *   <li>The server locks the table for all others until the commit: of the units of one kind only one is under way at a time,
 *       so that more than two workers do not help. Workers do not lock each other out for ever, since all units take the
 *       tables in the same order.
 * </ul>
 */
final class DirectTargets extends TableTargets {
    DirectTargets(TableLoad load) {
        super(load);
    }

    @Override
    LoadTarget over(WorkerConnection worker) {
        return new DirectTarget(worker);
    }

    @Override
    public LoadTargets fallback() {
        return new BatchTargets(load());
    }

    @Override
    public String title() {
        return "direct path";
    }

    private final class DirectTarget extends TableTarget {
        private final WorkerConnection worker;
        private final Map<Table, BatchInsertSink> sinks = new EnumMap<>(Table.class);
        private @Nullable BatchInsertSink waiting;

        DirectTarget(WorkerConnection worker) {
            super(worker);
            this.worker = worker;
        }

        @Override
        public void write(Population population, Slice slice) throws IOException, SQLException {
            BatchInsertSink sink = sinks.get(slice.table());
            if (sink == null) {
                sink = sink(slice.table());
                sinks.put(slice.table(), sink);
            }
            if (sink != waiting) {
                flush();
            }
            waiting = sink;
            population.write(slice, sink);
        }

        /** The districts of all warehouses are in one unit: too many to wait in the driver, so they go in the usual way. */
        private BatchInsertSink sink(Table table) throws SQLException {
            if (table == Table.DISTRICT) {
                return new BatchInsertSink(worker, table, load());
            }
            Dialect dialect = load().database().dialect();
            NamedStatement insert = dialect.statements().get(StatementId.load(table));
            return new BatchInsertSink(
                    worker.statement(insert.insertedBy(dialect.building().bulkInsert())), Integer.MAX_VALUE, load());
        }

        @Override
        void flush() throws IOException, SQLException {
            if (waiting != null) {
                waiting.flush();
                waiting = null;
            }
        }
    }
}
