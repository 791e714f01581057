package io.bmsql.schema;

import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UserText;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.result.LoadFacts;
import io.bmsql.schema.BuildListener.PopulationFact;
import io.bmsql.tpcc.Table;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the program notes in {@code bmsql_config} about the rows, one row a fact: how a load or build made them, how many runs
 * changed them, the last reset, and their fingerprint, which a run records and takes away, since its first transaction makes it
 * wrong. BenchmarkSQL reads its own rows by name.
 */
public record DataState(Database database) {
    /** The fingerprint of all tables; those of single tables stand under the table's name. */
    public static final String FINGERPRINT = "fingerprint";

    public static final String FINGERPRINT_AT = "fingerprintAt";

    /** "yes" or "no": whether the rows were then in the loaded state. */
    public static final String AS_LOADED = "asLoaded";

    private static final String PREFIX = "data ";
    private static final String RUNS_BEFORE = "runsBefore";
    private static final String RESET_AT = "resetAt";
    private static final String LOADED_AT = "loadEpochMillis";

    /** What was done for the next run, and when; the run takes it away. */
    private static final String PREPARED = "prepared";

    private static final String PREPARED_AT = "preparedAt";
    private static final String TABLE = "bmsql_";
    private static final String LEDGER = "ledger ";

    private static final String LOAD = "load ";
    private static final String STEP = "build ";
    private static final String TABLE_ROWS = LOAD + "rows ";
    private static final String SCHEMA = "schema ";
    private static final String VERSION = LOAD + "version";
    private static final String DB = LOAD + "db";
    private static final String WAY = LOAD + "way";
    private static final String WORKERS = LOAD + "workers";
    private static final String SECONDS = LOAD + "seconds";
    private static final String ALL_ROWS = LOAD + "rows";
    private static final String BYTES = LOAD + "bytes";
    private static final String ROWS_BEFORE = LOAD + "rows before";
    private static final String POPULATION_FACTS = LOAD + "population facts";
    private static final int MAX_VALUE = 50;

    public static Map<String, String> config(Database database) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            return read(connection, StatementId.CONFIG_ALL);
        }
    }

    /** The facts of this class among the rows of {@code bmsql_config}, by their names without the prefix. */
    static Map<String, String> of(Map<String, String> config) {
        Map<String, String> state = of(config, PREFIX);
        state.putIfAbsent(RUNS_BEFORE, "0");
        return state;
    }

    static Map<String, String> of(Map<String, String> config, String prefix) {
        Map<String, String> facts = new TreeMap<>();
        config.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                facts.put(name.substring(prefix.length()), value);
            }
        });
        return facts;
    }

    /**
     * Says by what all rows were made anew after a moment, so that what runs did before is not to be found in them; null where nothing
     * notes so, as after a backup was restored.
     */
    public static @Nullable String madeAnew(Map<String, String> config, long afterEpochMillis) {
        Map<String, String> notes = new LinkedHashMap<>();
        notes.put("bmsql reset brought its rows back to the load at ", config.get(PREFIX + RESET_AT));
        notes.put("a bmsql reset of it was begun at ", config.get(LoadedData.RESET_BEGUN));
        String loaded = config.getOrDefault(LOADED_AT, "");
        notes.put("it was loaded anew at ", loaded.matches("\\d{1,15}") ? moment(Long.parseLong(loaded)) : null);
        for (Map.Entry<String, String> note : notes.entrySet()) {
            if (note.getValue() != null && note.getValue().compareTo(moment(afterEpochMillis)) > 0) {
                return note.getKey() + note.getValue();
            }
        }
        return null;
    }

    /** As clocks write it, which sorts as time does. */
    private static String moment(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Before something changes the rows: counts it, and forgets the fingerprint. */
    public void noteRun() throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            Map<String, String> state = of(read(connection, StatementId.CONFIG_ALL));
            forgetFingerprint(connection, state);
            delete(connection, PREFIX + PREPARED);
            delete(connection, PREFIX + PREPARED_AT);
            int before = Integer.parseInt(state.getOrDefault(RUNS_BEFORE, "0"));
            put(connection, PREFIX + RUNS_BEFORE, Integer.toString(before + 1));
            connection.commit();
        }
    }

    /** A reset begins: until {@link #noteReset} no run starts. */
    public void noteResetBegun(String moment) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            forgetFingerprint(connection, of(read(connection, StatementId.CONFIG_ALL)));
            put(connection, LoadedData.RESET_BEGUN, moment);
            connection.commit();
        }
    }

    /** A reset is done: no run took place, none has a ledger here. */
    public void noteReset(String moment) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            for (String name : read(connection, StatementId.CONFIG_ALL).keySet()) {
                if (name.startsWith(LEDGER)) {
                    delete(connection, name);
                }
            }
            RunTime.forgetEnded(connection);
            put(connection, PREFIX + RUNS_BEFORE, "0");
            put(connection, PREFIX + RESET_AT, moment);
            delete(connection, LoadedData.RESET_BEGUN);
            connection.commit();
        }
    }

    /** The database is prepared for the next run, in these words. */
    public void notePrepared(String moment, String words) throws SQLException {
        write(Map.of(PREFIX + PREPARED, words, PREFIX + PREPARED_AT, moment));
    }

    /**
     * Notes a fingerprint.
     *
     * @param asLoaded whether these are the rows that the load made; null when that cannot be known
     * @param tables their checksums, by their names
     */
    public void noteFingerprint(String checksum, @Nullable Boolean asLoaded, Map<String, String> tables, String moment)
            throws SQLException {
        Map<String, String> rows = new TreeMap<>();
        rows.put(PREFIX + FINGERPRINT, checksum);
        rows.put(PREFIX + FINGERPRINT_AT, moment);
        rows.put(PREFIX + AS_LOADED, asLoaded == null ? "unknown" : asLoaded ? "yes" : "no");
        tables.forEach((table, sum) -> rows.put(PREFIX + table, sum));
        write(rows);
    }

    private static void forgetFingerprint(WorkerConnection connection, Map<String, String> state) throws SQLException {
        for (String name : state.keySet()) {
            if (name.startsWith(FINGERPRINT) || name.equals(AS_LOADED) || name.startsWith(TABLE)) {
                delete(connection, PREFIX + name);
            }
        }
    }

    static void delete(WorkerConnection connection, String name) throws SQLException {
        BoundStatement statement = connection.statement(StatementId.CONFIG_DELETE);
        statement.setString(1, name);
        statement.update();
    }

    /** The rows of bmsql_config that a query of names and values gives, in its order, without the blanks of fixed columns. */
    public static Map<String, String> read(WorkerConnection connection, StatementId query) throws SQLException {
        Map<String, String> found = new LinkedHashMap<>();
        connection
                .statement(query)
                .each(row -> found.put(
                        String.valueOf(row.getString(1)).strip(),
                        String.valueOf(row.getString(2)).strip()));
        return found;
    }

    /** Sets a row of bmsql_config in the transaction under way. */
    public static void put(WorkerConnection connection, String name, String value) throws SQLException {
        for (StatementId id : new StatementId[] {StatementId.CONFIG_UPDATE, StatementId.CONFIG_WRITE}) {
            BoundStatement statement = connection.statement(id);
            statement.setString(1, name);
            statement.setString(2, value);
            if (statement.update() > 0) {
                return;
            }
        }
    }

    /** Notes a load. What {@code bmsql_config} holds anyway, warehouses, seed and moment, is not written again. */
    public void noteLoad(String db, LoadFacts.Writing done) throws SQLException {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put(VERSION, ProgramContext.version());
        rows.put(DB, db);
        rows.put(WAY, done.way());
        rows.put(WORKERS, Integer.toString(done.workers()));
        rows.put(SECONDS, NumberText.format("%.3f", done.seconds()));
        rows.put(ALL_ROWS, Long.toString(done.rows()));
        rows.put(BYTES, Long.toString(done.bytes()));
        rows.put(ROWS_BEFORE, Long.toString(done.rowsBefore()));
        write(rows);
    }

    public void noteBuild(BuildNotes notes) throws SQLException {
        write(notes.rows);
    }

    private void write(Map<String, String> rows) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            for (Map.Entry<String, String> row : rows.entrySet()) {
                put(connection, row.getKey(), UserText.cut(row.getValue(), MAX_VALUE));
            }
            connection.commit();
        }
    }

    /** What the last load noted; null when the rows are of another program, or an older version of this one. */
    public @Nullable LoadFacts load() throws SQLException {
        Map<String, String> rows = config(database);
        try {
            return rows.containsKey(VERSION) && rows.containsKey(SECONDS) ? facts(rows) : null;
        } catch (NumberFormatException e) {
            throw new SQLException("the record of the load in bmsql_config is damaged (" + e.getMessage() + ")", e);
        }
    }

    private static LoadFacts facts(Map<String, String> rows) {
        Map<String, Long> tableRows = new LinkedHashMap<>();
        for (Table table : Table.values()) {
            String count = rows.get(TABLE_ROWS + shortName(table));
            if (count != null) {
                tableRows.put(table.sqlName(), Long.parseLong(count));
            }
        }
        Map<String, Double> steps = new LinkedHashMap<>();
        for (BuildStep step : BuildStep.BUILD) {
            String seconds = rows.get(STEP + step.title());
            if (seconds != null) {
                steps.put(step.title(), Double.parseDouble(seconds));
            }
        }
        return new LoadFacts(
                new LoadFacts.Origin(
                        rows.getOrDefault(VERSION, ""),
                        rows.getOrDefault(DB, ""),
                        (int) number(rows, "warehouses"),
                        rows.containsKey("seed") ? number(rows, "seed") : null,
                        rows.containsKey(LOADED_AT) ? number(rows, LOADED_AT) : null),
                new LoadFacts.Writing(
                        rows.getOrDefault(WAY, ""),
                        (int) number(rows, WORKERS),
                        Double.parseDouble(rows.getOrDefault(SECONDS, "0")),
                        number(rows, ALL_ROWS),
                        number(rows, BYTES),
                        number(rows, ROWS_BEFORE)),
                tableRows,
                steps,
                of(rows, SCHEMA),
                (int) number(rows, POPULATION_FACTS),
                of(rows));
    }

    private static long number(Map<String, String> rows, String name) {
        return Long.parseLong(rows.getOrDefault(name, "0"));
    }

    private static String shortName(Table table) {
        return table.sqlName().replaceFirst("^bmsql_", "");
    }

    /** What a build did around its load, collected on the way. Steps that an earlier build did are not in it. */
    public static final class BuildNotes {
        /** The facts of the population that are numbers of rows, in the order in which they are shown. */
        public static final List<Map.Entry<String, Table>> ROW_COUNTS = List.of(
                Map.entry("items", Table.ITEM),
                Map.entry("warehouses", Table.WAREHOUSE),
                Map.entry("districts", Table.DISTRICT),
                Map.entry("customers", Table.CUSTOMER),
                Map.entry("stock_rows", Table.STOCK),
                Map.entry("history_rows", Table.HISTORY),
                Map.entry("orders", Table.ORDER),
                Map.entry("order_lines", Table.ORDER_LINE),
                Map.entry("new_orders", Table.NEW_ORDER));

        private final Map<String, String> rows = new LinkedHashMap<>();
        private int populationFacts;

        BuildNotes(Layout layout) {
            rows.put(POPULATION_FACTS, "0");
            rows.put(SCHEMA + "partitions", Integer.toString(layout.partitions()));
            for (PropertyKey option : Layout.OPTIONS) {
                if (layout.options().containsKey(option)) {
                    rows.put(SCHEMA + option.key(), Boolean.toString(layout.isOn(option)));
                }
            }
        }

        void step(BuildStep step, double seconds) {
            if (step != BuildStep.LOAD && BuildStep.BUILD.contains(step)) {
                rows.put(STEP + step.title(), NumberText.format("%.3f", seconds));
            }
        }

        void fact(PopulationFact fact) {
            populationFacts++;
            rows.put(POPULATION_FACTS, Integer.toString(populationFacts));
            for (Map.Entry<String, Table> count : ROW_COUNTS) {
                if (count.getKey().equals(fact.name()) && fact.actual() != null) {
                    rows.put(
                            TABLE_ROWS + shortName(count.getValue()),
                            Long.toString(fact.actual().longValue()));
                }
            }
        }
    }
}
