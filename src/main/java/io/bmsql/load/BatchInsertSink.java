package io.bmsql.load;

import io.bmsql.datagen.RowSink;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.TableTargets.TableLoad;
import io.bmsql.spec.Table;
import io.bmsql.time.StopFlag;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * Binds each row to the table's insert statement and sends them in batches, which are bounded in rows, so that the driver's
 * memory does not grow with the scale. The transaction is the unit's: some ten thousand rows. One thread.
 */
final class BatchInsertSink implements RowSink {
    /** At most about one megabyte of customers; larger batches were no faster. */
    private static final int ROWS_PER_BATCH = 1_000;

    private final BoundStatement statement;
    private final int rowsPerBatch;
    private final int nullType;
    private final LoadProgress progress;
    private final StopFlag stopFlag;
    private final ZoneId zone;
    private long epochMillis = Long.MIN_VALUE;
    private Timestamp timestamp = new Timestamp(0);
    private int column;
    private int rows;
    private long bytes;

    BatchInsertSink(WorkerConnection worker, Table table, TableLoad load) throws SQLException {
        this(worker.statement(StatementId.load(table)), ROWS_PER_BATCH, load);
    }

    /** With a statement of its own, and batches of another size. */
    BatchInsertSink(BoundStatement statement, int rowsPerBatch, TableLoad load) {
        this.statement = statement;
        this.rowsPerBatch = rowsPerBatch;
        // The only columns that are ever NULL: a carrier and a delivery date.
        this.nullType = statement.id() == StatementId.LOAD_ORDER_LINE ? Types.TIMESTAMP : Types.INTEGER;
        this.zone = load.journal().origin().zone();
        this.progress = load.progress();
        this.stopFlag = load.stopFlag();
    }

    @Override
    public void integer(long value) throws IOException {
        try {
            if (value == (int) value) {
                statement.setInt(nextColumn(digits(value)), (int) value);
            } else {
                statement.setLong(nextColumn(digits(value)), value);
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void decimal(long unscaled, int scale) throws IOException {
        try {
            statement.setDecimal(nextColumn(1 + digits(unscaled)), unscaled, scale);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void text(byte[] ascii, int offset, int length) throws IOException {
        try {
            statement.setString(nextColumn(length), new String(ascii, offset, length, StandardCharsets.US_ASCII));
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void timestamp(long moment) throws IOException {
        if (epochMillis != moment) {
            epochMillis = moment;
            // Drivers send the local fields, so these must be the ones that the text paths write.
            timestamp = Timestamp.valueOf(LocalDateTime.ofInstant(Instant.ofEpochMilli(moment), zone));
        }
        try {
            statement.setTimestamp(nextColumn("2026-01-01 00:00:00.000".length()), timestamp);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void nullValue() throws IOException {
        try {
            statement.setNull(nextColumn("\\N".length()), nullType);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void endRow() throws IOException {
        column = 0;
        rows++;
        try {
            statement.addBatch();
            if (rows == rowsPerBatch) {
                flush();
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /** Sends the rows that wait; after the last one. */
    void flush() throws IOException, SQLException {
        LoadStoppedException.throwIf(stopFlag);
        if (rows == 0) {
            return;
        }
        statement.executeBatch();
        progress.add(rows, bytes);
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
