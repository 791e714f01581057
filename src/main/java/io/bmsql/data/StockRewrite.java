package io.bmsql.data;

import io.bmsql.tpcc.Population;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Scale;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * All stock rows at once, by a statement that writes the table again. After a long run this is less work than to change row by
 * row, and it leaves the table as small as it was loaded. Threads: one at a time.
 */
final class StockRewrite {
    /** The statement holds a byte of each row. */
    private static final int MOST_WAREHOUSES = 100;

    private static final int LOOKED_AT = 4;

    /** On PostgreSQL both ways take the same time when a fifth of the rows changed. */
    private static final double WORTH_IT = 1.0 / 3;

    private static final byte[] DIGITS = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private final LoadedData loaded;
    private final NamedStatement rewrite;
    private final ResetCounts counts;

    /** Changed rows by warehouse, of those that were looked at. */
    private final Map<Integer, Long> changed = new HashMap<>();

    StockRewrite(Database database, LoadedData loaded, ResetCounts counts) {
        this.loaded = loaded;
        this.rewrite = database.dialect().statement(StatementId.RESET_REWRITE_STOCK);
        this.counts = counts;
    }

    /** By a look at a few warehouses. */
    boolean isWorthIt(Database database) throws SQLException {
        if (rewrite.isEmpty() || loaded.warehouses() > MOST_WAREHOUSES) {
            return false;
        }
        int looks = Math.min(LOOKED_AT, loaded.warehouses());
        try (WorkerConnection connection = database.worker()) {
            for (int look = 0; look < looks; look++) {
                look(connection, 1 + look * loaded.warehouses() / looks);
            }
            connection.commit();
        }
        return sum() > WORTH_IT * looks * Scale.ITEMS;
    }

    /** Rewrites, or lets the other way do its work where the server refuses: a view on the table, a table of another owner. */
    void work(WorkerConnection connection, Restore otherwise) throws SQLException {
        for (int warehouse = 1; warehouse <= loaded.warehouses(); warehouse++) {
            if (!changed.containsKey(warehouse)) {
                look(connection, warehouse);
            }
        }
        try {
            PlainSql.execute(connection.connection(), rewrite.sql().replace("{quantities}", quantities()));
            connection.commit();
            counts.addRestored(Math.toIntExact(sum()));
        } catch (SQLException e) {
            if (!connection.isUsable()) {
                throw e;
            }
            LoggerFactory.getLogger(StockRewrite.class).debug("row by row: {}: {}", rewrite.place(), e.getMessage());
            connection.rollback();
            for (int warehouse = 1; warehouse <= loaded.warehouses(); warehouse++) {
                otherwise.stock(connection, warehouse);
            }
        }
    }

    private long sum() {
        return changed.values().stream().mapToLong(Long::longValue).sum();
    }

    private void look(WorkerConnection connection, int warehouse) throws SQLException {
        BoundStatement count = connection.statement(StatementId.RESET_CHANGED_STOCK);
        count.setInt(1, warehouse);
        try (ResultSet row = count.query()) {
            row.next();
            changed.put(warehouse, row.getLong(1));
        }
    }

    private String quantities() {
        Population population = loaded.population();
        byte[] hex = new byte[2 * Scale.ITEMS * loaded.warehouses()];
        int at = 0;
        for (int warehouse = 1; warehouse <= loaded.warehouses(); warehouse++) {
            for (int item = 1; item <= Scale.ITEMS; item++) {
                int quantity = population.stockQuantity(warehouse, item);
                hex[at++] = DIGITS[quantity >> 4];
                hex[at++] = DIGITS[quantity & 0xF];
            }
        }
        return new String(hex, StandardCharsets.US_ASCII);
    }
}
