package io.bmsql.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Keys of BenchmarkSQL versions and forks that are known and have no effect here, each with what to do instead. */
public enum UnsupportedKey {
    APPLICATION("application", "6.0", "use useStoredProcedures", "Generic"),
    MONKEYS("monkeys", "6.0", "not needed: terminals make their own input"),
    MAX_DELIVERY_BG_THREADS("maxDeliveryBGThreads", "6.0", "not needed: the workers share deferred deliveries"),
    MAX_DELIVERY_BG_PER_WAREHOUSE(
            "maxDeliveryBGPerWarehouse", "6.0", "not needed: the workers share deferred deliveries"),
    RAMPUP_SUT_MINS("rampupSUTMins", "6.0", "use rampupMins", "0", "0.0"),
    RAMPUP_TERMINAL_MINS("rampupTerminalMins", "6.0", "use rampupDelay, seconds between two terminals", "0", "0.0"),
    RESULT_INTERVAL_SECS("resultIntervalSecs", "6.0", "not needed: series are kept per second"),
    RESTART_SUT_THREAD_PROBABILITY(
            "restartSUTThreadProbability", "6.0", "connections are kept while they live", "0", "0.0"),
    TRACE_TERMINAL_IO("traceTerminalIO", "6.0", "screens are not traced", "false"),
    REPORT_SCRIPT("reportScript", "6.0", "use bmsql report DIR"),
    PL_MODE("plMode", "fork", "use useStoredProcedures", "false"),
    SOURCE_BEGIN("sourceBegin", "fork", "use useWarehouseFrom and useWarehouseTo"),
    SOURCE_SIZE("sourceSize", "fork", "use useWarehouseFrom and useWarehouseTo"),
    TARGET_BEGIN("targetBegin", "fork", "remote warehouses are drawn from all warehouses"),
    TARGET_SIZE("targetSize", "fork", "remote warehouses are drawn from all warehouses"),
    MEASURE_CONNECTIONS("measureConnections", "fork", "connections are not listed", "false"),
    EXPECTED_ERROR_CODES("expectedErrorCodes", "fork", "error codes are a fact of the dialect folder"),
    PROF_ADDR("profAddr", "fork", "no profiler is called"),
    PROF_PORT("profPort", "fork", "no profiler is called"),
    PROF_THINK("profThink", "fork", "no profiler is called"),
    WAREHOUSES_BEGIN("warehouses-begin", "fork", "for the run use useWarehouseFrom"),
    WAREHOUSES_END("warehouses-end", "fork", "for the run use useWarehouseTo"),
    WAREHOUSE_ID_BEGIN("warehouseidbegin", "fork", "for the run use useWarehouseFrom"),
    WAREHOUSE_ID_END("warehouseidend", "fork", "for the run use useWarehouseTo"),
    LOAD_ID_BEGIN("loadidbegin", "fork", "all warehouses are loaded"),
    LOAD_ID_END("loadidend", "fork", "all warehouses are loaded"),
    TABLE_ENGINE("table-engine", "fork", "write it into `sql.<db>/tableCreates.sql`"),
    REPORT_ON_NEW_LINE("report-on-new-line", "fork", "not needed: progress lines end with a newline"),
    BENCHMARK_TYPE("benchmarkType", "fork", "there is one benchmark"),
    DATABASE("database", "habit", "the database is named in conn"),
    PROFILE("profile", "habit", "BenchmarkSQL never read it"),
    DATA("data", "habit", "BenchmarkSQL never read it"),
    BACKUP("backup", "habit", "BenchmarkSQL never read it"),
    RAMPUP("rampup", "habit", "BenchmarkSQL never read it; use rampupMins");

    private final String key;
    private final String since;
    private final String instead;
    private final List<String> harmlessValues;

    UnsupportedKey(String key, String since, String instead, String... harmlessValues) {
        this.key = key;
        this.since = since;
        this.instead = instead;
        this.harmlessValues = List.of(harmlessValues);
    }

    /** As written in a props file. */
    public String key() {
        return key;
    }

    /** The BenchmarkSQL version that brought it, {@code fork}, or {@code habit} for a key that none ever read. */
    public String since() {
        return since;
    }

    /** What to do, or why nothing needs to be done. */
    public String instead() {
        return instead;
    }

    /** True when this program does what the value asks for anyway, so that there is nothing to warn about. */
    public boolean isHarmless(String value) {
        return harmlessValues.stream()
                .anyMatch(harmless -> harmless.toLowerCase(Locale.ROOT).equals(value.toLowerCase(Locale.ROOT)));
    }

    /** The key of that exact name. */
    public static Optional<UnsupportedKey> find(String name) {
        return Arrays.stream(values()).filter(key -> key.key.equals(name)).findFirst();
    }
}
