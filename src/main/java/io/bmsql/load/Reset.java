package io.bmsql.load;

import io.bmsql.common.NumberText;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.SharedWork;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.BuildStep;
import io.bmsql.schema.DataState;
import io.bmsql.schema.HistoryNumbers;
import io.bmsql.schema.LoadedData;
import io.bmsql.schema.PlannedStep;
import io.bmsql.schema.SchemaBuilder;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.Table;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Brings a database back to its loaded state: rows above the loaded ones go, changed columns get their loaded values, and new
 * orders that were delivered come back. What does not follow from clause 4.3.3.1 comes from the generator. Several warehouses at a
 * time; each step changes only what is not as loaded, so an interrupted reset is started again. One use.
 */
public final class Reset {
    private static final int HISTORY_OF_A_PIECE = 50_000;

    /**
     * A loaded page of PostgreSQL has space for some 15 of 100 lines, and for one of 12 customers. With two parts of the lines a third of
     * their new versions found no space in their page, which took half as much time again.
     */
    private static final int PARTS_OF_LINES = 7;

    private static final int PARTS_OF_CUSTOMERS = 12;

    /** The statement that rewrites the stock holds a byte of each row. */
    private static final int MAX_REWRITTEN_WAREHOUSES = 100;

    private static final int WAREHOUSES_LOOKED_AT = 4;

    /** On PostgreSQL both ways take the same time when a fifth of the rows changed. */
    private static final double REWRITE_SHARE = 1.0 / 3;

    private final Database database;
    private final int workers;
    private final RunClock clock;
    private final BuildListener listener;
    private final AtomicLongArray deleted = new AtomicLongArray(Table.values().length);
    private final LongAdder restored = new LongAdder();
    /** Changed stock rows by warehouse, of those that were looked at. */
    private final Map<Integer, Long> changedStock = new HashMap<>();

    private volatile DoubleSupplier share = () -> 0;

    /**
     * @param database that allows {@code workers} connections, and the dialect laid out as its tables are
     * @param listener gets the scripts at the end
     */
    public Reset(Database database, int workers, RunClock clock, BuildListener listener) {
        this.database = database;
        this.workers = workers;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * @param deleted rows of runs that are gone
     * @param restored rows of the load that have their values again, those that came back among them
     */
    public record Summary(long deleted, long restored, int warehouses, double seconds) {}

    /**
     * Resets, with everything that a build does after its last row, while nobody else changes the database.
     *
     * @param warehouses of the settings
     * @param known the database's dialect, with the ids of the shards where its scripts ask for them
     * @throws UsageException when the loaded rows cannot be known
     */
    public Summary run(int warehouses, Dialect known) throws UsageException, SQLException, InterruptedException {
        List<PlannedStep> afterwards = PlannedStep.of(known, BuildStep.AFTER_RESET);
        long start = clock.nanoTime();
        LoadedData loaded = LoadedData.readWhole(database);
        requireKnown(loaded, warehouses);
        DataState state = new DataState(database);
        state.noteResetBegun(clock.moment());
        restore(loaded);
        listener.note("build.rows", NumberText.decimal(clock.secondsSince(start), 1));
        rewrite(loaded);
        new SchemaBuilder(database, workers, clock, listener).build(afterwards, () -> {});
        state.noteReset(clock.moment());
        return new Summary(deleted(), restored(), warehouses, clock.secondsSince(start));
    }

    /** The share of the rows that are as loaded, 0 to 1, by pieces of work; from any thread. */
    public double share() {
        return share.getAsDouble();
    }

    /** Counts rows that are committed; from any thread. */
    void add(long[] deletedRows, long restoredRows) {
        for (int table = 0; table < deletedRows.length; table++) {
            deleted.addAndGet(table, deletedRows[table]);
        }
        restored.add(restoredRows);
    }

    long restored() {
        return restored.sum();
    }

    long deleted() {
        return Stream.of(Table.values())
                .mapToLong(table -> deleted.get(table.ordinal()))
                .sum();
    }

    private static void requireKnown(LoadedData loaded, int warehouses) throws UsageException {
        if (loaded.seed() == null) {
            throw new UsageException("bmsql_config holds no seed: another program loaded these rows, so what they were"
                    + " cannot be computed; build again instead");
        }
        if (loaded.warehouses() != warehouses) {
            throw UsageException.about(
                    "warehouses",
                    "=" + warehouses + " in the settings, but " + loaded.warehouses()
                            + " are loaded: set warehouses to " + loaded.warehouses() + ", since a reset is of all");
        }
    }

    private void restore(LoadedData loaded) throws SQLException, InterruptedException {
        int all = loaded.warehouses();
        long newest = HistoryNumbers.newest(database);
        List<Piece> pieces = new ArrayList<>();
        boolean isStockRewritten = isStockRewriteWorthIt(loaded);
        if (isStockRewritten) {
            pieces.add(new Piece(0, 0, (rows, connection, w, d) -> rewriteStock(connection, loaded, rows)));
        }
        pieces.add(new Piece(0, 0, (rows, connection, w, d) -> rows.unnumberedHistory(connection)));
        for (long before = loaded.loadedHistory(); before < newest; before += HISTORY_OF_A_PIECE) {
            long first = before + 1;
            long last = before + HISTORY_OF_A_PIECE;
            pieces.add(new Piece(0, 0, (rows, connection, w, d) -> rows.history(connection, first, last)));
        }
        addOfDistricts(pieces, 1, all, Restore::deleteOrders);
        for (int warehouse = 1; warehouse <= all; warehouse++) {
            pieces.add(new Piece(warehouse, 0, (rows, connection, w, d) -> {
                rows.restore(connection, StatementId.RESET_WAREHOUSE, w);
                if (!isStockRewritten) {
                    rows.stock(connection, w);
                }
            }));
        }
        addOfDistricts(pieces, 1, all, Restore::district);
        addRestores(pieces, all, StatementId.RESET_ORDER_LINES, StatementId.RESET_ORDER_LINES_PART, PARTS_OF_LINES);
        addRestores(pieces, all, StatementId.RESET_CUSTOMERS, StatementId.RESET_CUSTOMERS_PART, PARTS_OF_CUSTOMERS);
        SharedWork<Piece> shared = new SharedWork<>(pieces, Piece::place);
        share = shared::share;
        ThreadLocal<Restore> own = ThreadLocal.withInitial(() -> new Restore(loaded.population(), this));
        shared.runWithRetries(database, workers, (connection, piece) -> {
            Restore rows = own.get();
            rows.perform(connection, held -> piece.work.on(rows, held, piece.warehouse, piece.district));
        });
    }

    /** What a piece does, on its warehouse and district. */
    private interface Work {
        void on(Restore rows, WorkerConnection connection, int warehouse, int district) throws SQLException;
    }

    /**
     * @param district of the warehouse; 0 for what belongs to none. Pieces of one district follow one another: changed c_data are found by
     *     the number of payments, which a later piece sets back.
     */
    private record Piece(int warehouse, int district, Work work) {
        Set<String> place() {
            return district == 0 ? Set.of() : Set.of(warehouse + "." + district);
        }
    }

    /**
     * All rows of a district at once, or in parts where the dialect has a text for that. A few warehouses at a time: between two parts of a
     * district all that was under way during the first has ended, so that the space of old versions can be used, and their pages are still
     * in memory.
     */
    private void addRestores(List<Piece> pieces, int warehouses, StatementId whole, StatementId inParts, int parts) {
        if (!database.dialect().has(inParts)) {
            addOfDistricts(pieces, 1, warehouses, (rows, connection, w, d) -> rows.restore(connection, whole, w, d));
            return;
        }
        int together = Math.max(1, workers / 2);
        for (int first = 1; first <= warehouses; first += together) {
            int last = Math.min(first + together - 1, warehouses);
            for (int i = 0; i < parts; i++) {
                int part = i;
                addOfDistricts(
                        pieces,
                        first,
                        last,
                        (rows, connection, w, d) -> rows.restore(connection, inParts, w, d, part, parts));
            }
        }
    }

    private static void addOfDistricts(List<Piece> pieces, int firstWarehouse, int lastWarehouse, Work work) {
        for (int warehouse = firstWarehouse; warehouse <= lastWarehouse; warehouse++) {
            for (int district = 1; district <= Scale.DISTRICTS_PER_WAREHOUSE; district++) {
                pieces.add(new Piece(warehouse, district, work));
            }
        }
    }

    /** Whether to write the whole table again instead of changed rows, by a look at a few warehouses. */
    private boolean isStockRewriteWorthIt(LoadedData loaded) throws SQLException {
        if (!database.dialect().has(StatementId.RESET_REWRITE_STOCK)
                || loaded.warehouses() > MAX_REWRITTEN_WAREHOUSES) {
            return false;
        }
        int looks = Math.min(WAREHOUSES_LOOKED_AT, loaded.warehouses());
        try (WorkerConnection connection = database.worker()) {
            for (int look = 0; look < looks; look++) {
                countChangedStock(connection, 1 + look * loaded.warehouses() / looks);
            }
            connection.commit();
        }
        return changedStock() > REWRITE_SHARE * looks * Scale.ITEMS;
    }

    /**
     * All stock rows at once, by a statement that writes the table again: after a long run less work than to change row by row, and
     * the table is as small as it was loaded. Row by row where the server refuses: a view on the table, a table of another owner.
     */
    private void rewriteStock(WorkerConnection connection, LoadedData loaded, Restore otherwise) throws SQLException {
        NamedStatement rewrite = database.dialect().statement(StatementId.RESET_REWRITE_STOCK);
        for (int warehouse = 1; warehouse <= loaded.warehouses(); warehouse++) {
            if (!changedStock.containsKey(warehouse)) {
                countChangedStock(connection, warehouse);
            }
        }
        try {
            PlainSql.execute(connection.connection(), rewrite.sql().replace("{quantities}", quantities(loaded)));
            connection.commit();
            restored.add(changedStock());
        } catch (SQLException e) {
            if (!connection.isUsable()) {
                throw e;
            }
            LoggerFactory.getLogger(Reset.class).debug("row by row: {}: {}", rewrite.place(), e.getMessage());
            connection.rollback();
            for (int warehouse = 1; warehouse <= loaded.warehouses(); warehouse++) {
                otherwise.stock(connection, warehouse);
            }
        }
    }

    private long changedStock() {
        return changedStock.values().stream().mapToLong(Long::longValue).sum();
    }

    private void countChangedStock(WorkerConnection connection, int warehouse) throws SQLException {
        changedStock.put(
                warehouse,
                connection.bound(StatementId.RESET_CHANGED_STOCK, warehouse).number());
    }

    private static String quantities(LoadedData loaded) {
        Population population = loaded.population();
        byte[] quantities = new byte[Scale.ITEMS * loaded.warehouses()];
        int at = 0;
        for (int warehouse = 1; warehouse <= loaded.warehouses(); warehouse++) {
            for (int item = 1; item <= Scale.ITEMS; item++) {
                quantities[at++] = (byte) population.stockQuantity(warehouse, item);
            }
        }
        return HexFormat.of().withUpperCase().formatHex(quantities);
    }

    /** Where more rows went than stayed, the table is written again: that takes less time than to tidy it up. */
    private void rewrite(LoadedData loaded) throws SQLException, InterruptedException {
        NamedStatement rewrite = database.dialect().statement(StatementId.RESET_REWRITE);
        if (rewrite.isEmpty()) {
            return;
        }
        Map<Table, Long> kept = Map.of(
                Table.ORDER_LINE, 10L * Scale.ORDERS_PER_WAREHOUSE,
                Table.ORDER, (long) Scale.ORDERS_PER_WAREHOUSE,
                Table.HISTORY, (long) Scale.CUSTOMERS_PER_WAREHOUSE);
        List<Table> tables = new ArrayList<>();
        kept.forEach((table, rows) -> {
            if (deleted.get(table.ordinal()) > rows * loaded.warehouses()) {
                tables.add(table);
            }
        });
        new SharedWork<>(tables).runWithRetries(database, workers, (connection, table) -> {
            String sql = rewrite.sql().replace("{table}", table.sqlName());
            connection.commit();
            connection.connection().setAutoCommit(true);
            try {
                PlainSql.execute(connection.connection(), sql);
            } finally {
                connection.connection().setAutoCommit(false);
            }
        });
    }
}
