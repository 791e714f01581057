package io.bmsql.load;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.Loader.SliceRows;
import io.bmsql.load.TableTargets.TableTarget;
import io.bmsql.tpcc.RowSink;
import io.bmsql.tpcc.RowSource;
import io.bmsql.tpcc.Table;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.HashMap;
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
final class InsertTarget extends TableTarget {
    /** At most about one megabyte of customers; larger batches were no faster. */
    private static final int ROWS_PER_BATCH = 1_000;

    private final boolean isDirect;
    private final Map<String, BatchSink> sinks = new HashMap<>();
    private @Nullable BatchSink waiting;

    InsertTarget(TableTargets load, WorkerConnection worker, boolean isDirect) {
        super(load, worker);
        this.isDirect = isDirect;
    }

    @Override
    public void write(RowSource rows) throws SQLException {
        BatchSink sink = sinks.get(rows.table());
        if (sink == null) {
            sink = sink(rows);
            sinks.put(rows.table(), sink);
        }
        if (sink != waiting) {
            flush();
        }
        waiting = sink;
        rows.write(sink);
        if (!isDirect) {
            flush();
        }
    }

    /** The districts of all warehouses are in one unit: too many to wait in the driver, so they always go in small batches. */
    private BatchSink sink(RowSource rows) throws SQLException {
        Dialect dialect = load.database().dialect();
        NamedStatement insert = rows instanceof SliceRows known
                ? dialect.statement(StatementId.load(known.slice().table()))
                : dialect.statement(StatementId.INSERT_ROW).forTable(rows);
        if (!isDirect || rows.table().equals(Table.DISTRICT.sqlName())) {
            return new BatchSink(worker.statement(insert), ROWS_PER_BATCH);
        }
        return new BatchSink(
                worker.statement(insert.insertedBy(dialect.properties().text("bulk.insert"))), Integer.MAX_VALUE);
    }

    @Override
    public void commit() throws SQLException {
        flush();
        super.commit();
    }

    private void flush() throws SQLException {
        if (waiting != null) {
            waiting.flush();
            waiting = null;
        }
    }

    /** Binds each row and sends batches of a bounded number of rows, so that the driver's memory does not grow. */
    private final class BatchSink implements RowSink<SQLException> {
        private final BoundStatement statement;
        private final int rowsPerBatch;
        private final int nullType;
        private long epochMillis = Long.MIN_VALUE;
        private Timestamp timestamp = new Timestamp(0);
        private int column;
        private int rows;
        private long bytes;

        BatchSink(BoundStatement statement, int rowsPerBatch) {
            this.statement = statement;
            this.rowsPerBatch = rowsPerBatch;
            // The only columns of TPC-C that are ever NULL: a carrier and a delivery date.
            this.nullType = statement.id() == StatementId.LOAD_ORDER_LINE
                    ? Types.TIMESTAMP
                    : statement.id() == StatementId.INSERT_ROW ? Types.NULL : Types.INTEGER;
        }

        @Override
        public void integer(long value) throws SQLException {
            if (value == (int) value) {
                statement.setInt(nextColumn(digits(value)), (int) value);
            } else {
                statement.setLong(nextColumn(digits(value)), value);
            }
        }

        @Override
        public void decimal(long unscaled, int scale) throws SQLException {
            statement.setDecimal(nextColumn(1 + digits(unscaled)), BigDecimal.valueOf(unscaled, scale));
        }

        @Override
        public void text(byte[] ascii, int offset, int length) throws SQLException {
            statement.setString(nextColumn(length), new String(ascii, offset, length, StandardCharsets.US_ASCII));
        }

        @Override
        public void timestamp(long moment) throws SQLException {
            if (epochMillis != moment) {
                epochMillis = moment;
                // Drivers send the local fields, so these must be the ones that the text paths write.
                timestamp = Timestamp.valueOf(LocalDateTime.ofInstant(
                        Instant.ofEpochMilli(moment), load.journal().origin().zone()));
            }
            statement.setTimestamp(nextColumn("2026-01-01 00:00:00.000".length()), timestamp);
        }

        @Override
        public void nullValue() throws SQLException {
            statement.setNull(nextColumn("\\N".length()), nullType);
        }

        @Override
        public void endRow() throws SQLException {
            column = 0;
            rows++;
            statement.addBatch();
            if (rows == rowsPerBatch) {
                flush();
            }
        }

        void flush() throws SQLException {
            load.throwIfStopped();
            if (rows == 0) {
                return;
            }
            statement.executeBatch();
            sent(rows, bytes);
            rows = 0;
            bytes = 0;
        }

        private int nextColumn(int width) {
            column++;
            bytes += width + 1;
            return column;
        }

        /** The width as text, so that progress in MB/s means the same on every path. */
        private static int digits(long value) {
            int digits = 1;
            for (long rest = value / 10; rest != 0; rest /= 10) {
                digits++;
            }
            return digits;
        }
    }
}
