package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.datagen.Slice;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.LoadTargets.LoadTarget;
import io.bmsql.load.TableTargets.TableLoad;
import io.bmsql.spec.Table;
import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows through the named {@code Load.*} inserts: in JDBC batches, which every database understands, or along the direct path, past
 * the server's buffers and above all rows of the table, as Oracle does it with the hint APPEND_VALUES. Two things follow from the
 * direct path:
 *
 * <ul>
 *   <li>A transaction may not touch the table again, not even for another such insert (ORA-12838): all rows of a unit for one
 *       table go in one batch, at most 60,000 of them.
 *   <li>The server locks the table for all others until the commit: of the units of one kind only one is under way at a time,
 *       so that more than two workers do not help. Workers do not lock each other out for ever, since all units take the
 *       tables in the same order.
 * </ul>
 */
final class InsertTargets extends TableTargets {
    private final boolean isDirect;

    InsertTargets(TableLoad load, boolean isDirect) {
        super(load);
        this.isDirect = isDirect;
    }

    @Override
    LoadTarget over(WorkerConnection worker) {
        return new InsertTarget(worker);
    }

    @Override
    public String title() {
        return isDirect ? "direct path" : "batches of inserts";
    }

    @Override
    public LoadTargets fallback() {
        return isDirect ? super.fallback() : this;
    }

    private final class InsertTarget extends TableTarget {
        private final WorkerConnection worker;
        private final Map<Table, BatchInsertSink> sinks = new EnumMap<>(Table.class);
        private @Nullable BatchInsertSink waiting;

        InsertTarget(WorkerConnection worker) {
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
            if (!isDirect) {
                flush();
            }
        }

        /** The districts of all warehouses are in one unit: too many to wait in the driver, so they always go in small batches. */
        private BatchInsertSink sink(Table table) throws SQLException {
            if (!isDirect || table == Table.DISTRICT) {
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
