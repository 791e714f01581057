package io.bmsql.data;

import io.bmsql.config.Layout;
import io.bmsql.config.SchemaOption;
import io.bmsql.data.BuildListener.PopulationFact;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.result.LoadFacts;
import io.bmsql.tpcc.Table;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a load or build leaves in {@code bmsql_config}, one row a fact; BenchmarkSQL reads its own by name. */
public record LoadRecord(Database database) {
    private static final String LOAD = "load ";
    private static final String STEP = "build ";
    private static final String ROWS = LOAD + "rows ";
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
    private static final int MOST_VALUE = 50;

    /** Notes a load. What {@code bmsql_config} holds anyway, warehouses, seed and moment, is not written again. */
    public void write(LoadFacts facts) throws SQLException {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put(VERSION, facts.origin().toolVersion());
        rows.put(DB, facts.origin().db());
        rows.put(WAY, facts.writing().way());
        rows.put(WORKERS, Integer.toString(facts.writing().workers()));
        rows.put(SECONDS, seconds(facts.writing().seconds()));
        rows.put(ALL_ROWS, Long.toString(facts.writing().rows()));
        rows.put(BYTES, Long.toString(facts.writing().bytes()));
        rows.put(ROWS_BEFORE, Long.toString(facts.writing().rowsBefore()));
        write(rows);
    }

    public void write(BuildNotes notes) throws SQLException {
        write(notes.rows);
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }

    private void write(Map<String, String> rows) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            for (Map.Entry<String, String> row : rows.entrySet()) {
                String value = row.getValue();
                DataState.put(connection, row.getKey(), value.substring(0, Math.min(MOST_VALUE, value.length())));
            }
            connection.commit();
        }
    }

    /** What the last load noted; null when the rows are of another program, or an older version of this one. */
    public @Nullable LoadFacts read() throws SQLException {
        Map<String, String> rows = DataState.config(database);
        try {
            return rows.containsKey(VERSION) && rows.containsKey(SECONDS) ? facts(rows) : null;
        } catch (NumberFormatException e) {
            throw new SQLException("the record of the load in bmsql_config is damaged (" + e.getMessage() + ")", e);
        }
    }

    private static LoadFacts facts(Map<String, String> rows) {
        Map<String, Long> tableRows = new LinkedHashMap<>();
        for (Table table : Table.values()) {
            String count = rows.get(ROWS + shortName(table));
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
                        rows.containsKey("loadEpochMillis") ? number(rows, "loadEpochMillis") : null),
                new LoadFacts.Writing(
                        rows.getOrDefault(WAY, ""),
                        (int) number(rows, WORKERS),
                        Double.parseDouble(rows.getOrDefault(SECONDS, "0")),
                        number(rows, ALL_ROWS),
                        number(rows, BYTES),
                        number(rows, ROWS_BEFORE)),
                tableRows,
                steps,
                DataState.of(rows, SCHEMA),
                (int) number(rows, POPULATION_FACTS),
                DataState.of(rows));
    }

    private static long number(Map<String, String> rows, String name) {
        return Long.parseLong(rows.getOrDefault(name, "0"));
    }

    private static String shortName(Table table) {
        return table.sqlName().replaceFirst("^bmsql_", "");
    }

    /** What a build did around its load, collected on the way. Steps that an earlier build did are not in it. */
    public static final class BuildNotes {
        private static final Map<String, Table> ROW_COUNTS = Map.of(
                "items", Table.ITEM,
                "warehouses", Table.WAREHOUSE,
                "stock_rows", Table.STOCK,
                "districts", Table.DISTRICT,
                "customers", Table.CUSTOMER,
                "history_rows", Table.HISTORY,
                "orders", Table.ORDER,
                "order_lines", Table.ORDER_LINE,
                "new_orders", Table.NEW_ORDER);

        private final Map<String, String> rows = new LinkedHashMap<>();
        private int populationFacts;

        BuildNotes(Layout layout) {
            rows.put(POPULATION_FACTS, "0");
            rows.put(SCHEMA + "partitions", Integer.toString(layout.partitions()));
            for (SchemaOption option : SchemaOption.values()) {
                if (layout.options().containsKey(option)) {
                    rows.put(SCHEMA + option.word(), Boolean.toString(layout.isOn(option)));
                }
            }
        }

        void step(BuildStep step, double seconds) {
            if (step != BuildStep.LOAD && BuildStep.BUILD.contains(step)) {
                rows.put(STEP + step.title(), seconds(seconds));
            }
        }

        void fact(PopulationFact fact) {
            populationFacts++;
            rows.put(POPULATION_FACTS, Integer.toString(populationFacts));
            Table table = ROW_COUNTS.get(fact.name());
            if (table != null && fact.actual() != null) {
                rows.put(ROWS + shortName(table), Long.toString(fact.actual().longValue()));
            }
        }
    }
}
