package io.bmsql.load;

import io.bmsql.common.UsageException;
import io.bmsql.db.Database;
import io.bmsql.db.SharedWork;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.schema.HistoryNumbers;
import io.bmsql.schema.LoadedData;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.RowSink;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.lang3.StringUtils;
import org.jspecify.annotations.Nullable;

/**
 * A checksum of each table but bmsql_config, the same for the same rows whatever their order, their place on disk and the
 * database: see {@link RowDigest}. Of a freshly loaded database it follows from the seed and the number of warehouses alone,
 * so the generator gives what it must be, and no earlier fingerprint is needed to see that rows were changed.
 *
 * <p>Tables are taken in parts, several at a time. Where the dialect has {@code Fingerprint.sum} the database sums; elsewhere the
 * rows come here.
 */
public final class Fingerprint {
    private static final int ITEMS_OF_A_PART = 20_000;
    private static final long HISTORY_OF_A_PART = Scale.CUSTOMERS_PER_WAREHOUSE;

    private final Database database;
    private final LoadedData loaded;
    private final ThreadLocal<RowDigest> digests = ThreadLocal.withInitial(RowDigest::new);
    private final ThreadLocal<Population> populations;
    private final Map<Table, List<Integer>> columns = new TreeMap<>();
    private final Map<Table, Sums> found = new ConcurrentHashMap<>();
    private final Map<Table, Sums> expected = new ConcurrentHashMap<>();

    private Fingerprint(Database database, LoadedData loaded) {
        this.database = database;
        this.loaded = loaded;
        this.populations = ThreadLocal.withInitial(loaded::population);
        for (Table table : Table.values()) {
            if (table == Table.CONFIG) {
                continue;
            }
            FirstRow first = new FirstRow();
            loaded.population().write(new Slice(table, table == Table.ITEM ? 0 : 1, 1, 1), first);
            columns.put(table, List.copyOf(first.scales));
        }
    }

    /**
     * The checksum of a table.
     *
     * @param rows in the table
     * @param asLoaded whether these are the rows that the load made; null when they cannot be known
     */
    public record TableSum(Table table, long rows, String checksum, @Nullable Boolean asLoaded) {}

    /**
     * The checksums of a database.
     *
     * @param seed that the loaded rows follow from; null when another program loaded them
     */
    public record Result(int warehouses, @Nullable Long seed, List<TableSum> tables) {
        /** Sums up all tables in one checksum. */
        public String checksum() {
            long all = 0;
            for (TableSum table : tables) {
                all = 31 * all + Long.parseUnsignedLong(table.checksum(), 16);
            }
            return HexFormat.of().toHexDigits(all);
        }

        /** Whether all tables are in the loaded state; null when that cannot be known. */
        public @Nullable Boolean asLoaded() {
            return seed == null ? null : tables.stream().allMatch(table -> Boolean.TRUE.equals(table.asLoaded()));
        }
    }

    /**
     * Reads all tables. Other sessions should not change them meanwhile: there is no common snapshot.
     *
     * @param workers connections at a time
     * @throws UsageException when nothing is loaded, or only in part
     */
    public static Result take(Database database, int workers)
            throws SQLException, UsageException, InterruptedException {
        return new Fingerprint(database, LoadedData.readWhole(database)).take(workers);
    }

    private Result take(int workers) throws SQLException, InterruptedException {
        List<Part> parts = parts();
        new SharedWork<>(parts).runWithRetries(database, workers, this::add);
        List<TableSum> sums = new ArrayList<>();
        for (Table table : columns.keySet()) {
            Sums sum = found.getOrDefault(table, Sums.NONE);
            Boolean asLoaded = loaded.seed() == null ? null : sum.equals(expected.getOrDefault(table, Sums.NONE));
            sums.add(new TableSum(table, sum.rows, HexFormat.of().toHexDigits(sum.sum), asLoaded));
        }
        return new Result(loaded.warehouses(), loaded.seed(), List.copyOf(sums));
    }

    /** What is taken at a time; the loaded rows of it are those of the slice, null where the load made none. */
    private record Part(Table table, StatementId rows, int warehouse, long first, long last, @Nullable Slice slice) {
        /** The first part and the last one have the rows, too, that no load makes before and behind them. */
        static Part of(Slice slice, boolean isFirst, boolean isLast) {
            return new Part(
                    slice.table(),
                    StatementId.rows(slice.table()),
                    slice.warehouse(),
                    isFirst ? Integer.MIN_VALUE : slice.first(),
                    isLast ? Integer.MAX_VALUE : slice.last(),
                    slice);
        }
    }

    private List<Part> parts() throws SQLException {
        List<Part> parts = new ArrayList<>();
        for (int other : otherWarehouses()) {
            for (Table table : columns.keySet()) {
                if (table != Table.ITEM && table != Table.HISTORY) {
                    parts.add(new Part(
                            table, StatementId.rows(table), other, Integer.MIN_VALUE, Integer.MAX_VALUE, null));
                }
            }
        }
        for (int warehouse = 1; warehouse <= loaded.warehouses(); warehouse++) {
            for (Table table : List.of(Table.ORDER_LINE, Table.CUSTOMER)) {
                for (int district = 1; district <= Scale.DISTRICTS_PER_WAREHOUSE; district++) {
                    boolean isLast = district == Scale.DISTRICTS_PER_WAREHOUSE;
                    parts.add(Part.of(new Slice(table, warehouse, district, district), district == 1, isLast));
                }
            }
            addItems(parts, Table.STOCK, warehouse);
            for (Table table : List.of(Table.WAREHOUSE, Table.DISTRICT, Table.ORDER, Table.NEW_ORDER)) {
                parts.add(Part.of(Slice.whole(table, warehouse), true, true));
            }
            long before = (warehouse - 1) * HISTORY_OF_A_PART;
            Slice made = Slice.whole(Table.HISTORY, warehouse);
            long first = before == 0 ? Integer.MIN_VALUE : before + 1;
            parts.add(history(StatementId.ROWS_HISTORY, first, before + HISTORY_OF_A_PART, made));
        }
        addItems(parts, Table.ITEM, 0);
        long newest = HistoryNumbers.newest(database);
        for (long before = loaded.loadedHistory(); before < newest; before += HISTORY_OF_A_PART) {
            parts.add(history(StatementId.ROWS_HISTORY, before + 1, before + HISTORY_OF_A_PART, null));
        }
        parts.add(history(StatementId.ROWS_UNNUMBERED_HISTORY, 0, 0, null));
        return parts;
    }

    /** Numbers of warehouses that have rows and were not loaded. */
    private List<Integer> otherWarehouses() throws SQLException {
        List<Integer> others = new ArrayList<>();
        try (WorkerConnection connection = database.worker()) {
            connection
                    .bound(StatementId.ROWS_OTHER_WAREHOUSES, loaded.warehouses())
                    .each(row -> others.add(row.getInt(1)));
        }
        return others;
    }

    private static Part history(StatementId rows, long first, long last, @Nullable Slice slice) {
        return new Part(Table.HISTORY, rows, 0, first, last, slice);
    }

    private static void addItems(List<Part> parts, Table table, int warehouse) {
        for (int first = 1; first <= Scale.ITEMS; first += ITEMS_OF_A_PART) {
            int last = first + ITEMS_OF_A_PART - 1;
            parts.add(Part.of(new Slice(table, warehouse, first, last), first == 1, last == Scale.ITEMS));
        }
    }

    private record Sums(long rows, long sum) {
        private static final Sums NONE = new Sums(0, 0);

        Sums plus(Sums other) {
            return new Sums(rows + other.rows, sum + other.sum);
        }
    }

    private void add(WorkerConnection connection, Part part) throws SQLException {
        NamedStatement rows = database.dialect().statement(part.rows());
        NamedStatement sum = database.dialect().statement(StatementId.FINGERPRINT_SUM);
        String sql = sum.isEmpty() ? rows.sql() : sum.sql().replace("{rows}", rows.sql());
        Sums counted;
        try (PreparedStatement statement = connection.connection().prepareStatement(sql)) {
            bind(statement, rows, part);
            statement.setFetchSize(connection.fetchRows());
            try (ResultSet answer = statement.executeQuery()) {
                if (sum.isEmpty()) {
                    counted = digest(answer, part.table());
                } else {
                    answer.next();
                    BigDecimal total = answer.getBigDecimal(2);
                    long value = total == null ? 0 : total.toBigInteger().longValue();
                    counted = new Sums(answer.getLong(1), value);
                }
            }
        }
        // A part whose commit fails is read again.
        connection.commit();
        found.merge(part.table(), counted, Sums::plus);
        if (loaded.seed() != null && part.slice() != null) {
            RowDigest digest = cleared();
            populations.get().write(part.slice(), digest);
            expected.merge(part.table(), new Sums(digest.rows(), digest.sum()), Sums::plus);
        }
    }

    private Sums digest(ResultSet rows, Table table) throws SQLException {
        List<Integer> scales = new ArrayList<>(columns.getOrDefault(table, List.of()));
        for (int column = 1; column <= scales.size(); column++) {
            // Some databases pad char columns, some do not.
            boolean isPadded = rows.getMetaData().getColumnType(column) == Types.CHAR;
            scales.set(
                    column - 1,
                    isPadded && scales.get(column - 1) == FirstRow.TEXT ? FirstRow.PADDED : scales.get(column - 1));
        }
        RowDigest digest = cleared();
        while (rows.next()) {
            for (int column = 1; column <= scales.size(); column++) {
                add(digest, rows, column, scales.get(column - 1));
            }
            digest.endRow();
        }
        return new Sums(digest.rows(), digest.sum());
    }

    private static void add(RowDigest digest, ResultSet rows, int column, int scale) throws SQLException {
        if (scale < 0) {
            String text = rows.getString(column);
            if (text == null) {
                digest.nullValue();
            } else {
                digest.text(scale == FirstRow.PADDED ? StringUtils.stripEnd(text, " ") : text);
            }
            return;
        }
        BigDecimal number = rows.getBigDecimal(column);
        if (number == null) {
            digest.nullValue();
        } else if (number.scale() > scale && number.stripTrailingZeros().scale() > scale) {
            // No load makes such a number; whoever changed the type of the column can.
            digest.text(number.toPlainString());
        } else if (scale == FirstRow.WHOLE) {
            digest.integer(number.longValueExact());
        } else {
            digest.decimal(number.movePointRight(scale).longValueExact(), scale);
        }
    }

    private RowDigest cleared() {
        RowDigest digest = digests.get();
        digest.clear();
        return digest;
    }

    private static void bind(PreparedStatement statement, NamedStatement rows, Part part) throws SQLException {
        for (int position : rows.positions(1)) {
            statement.setInt(position, part.warehouse());
        }
        for (int position : rows.positions(2)) {
            statement.setLong(position, part.first());
        }
        for (int position : rows.positions(3)) {
            statement.setLong(position, part.last());
        }
    }

    /**
     * Learns how the columns of a table are read from its first row, which has no NULL: the places of a decimal, {@link #WHOLE} or
     * {@link #TEXT}.
     */
    private static final class FirstRow implements RowSink<RuntimeException> {
        static final int WHOLE = 0;
        static final int TEXT = -1;
        static final int PADDED = -2;

        final List<Integer> scales = new ArrayList<>();
        private boolean ended;

        private void add(int scale) {
            if (!ended) {
                scales.add(scale);
            }
        }

        @Override
        public void integer(long value) {
            add(WHOLE);
        }

        @Override
        public void decimal(long unscaled, int scale) {
            add(scale);
        }

        @Override
        public void text(byte[] ascii, int offset, int length) {
            add(TEXT);
        }

        /** The statements give a number for it. */
        @Override
        public void timestamp(long epochMillis) {
            add(WHOLE);
        }

        @Override
        public void nullValue() {
            add(WHOLE);
        }

        @Override
        public void endRow() {
            ended = true;
        }
    }
}
