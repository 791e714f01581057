package io.bmsql.config;

import java.util.List;
import java.util.Optional;

/**
 * A key of BenchmarkSQL versions and forks that has no effect here; its harmless values are what this program does
 * anyway. Since is {@code habit} for a key that none ever read.
 */
record UnsupportedKey(String key, String since, String instead, List<String> harmlessValues) {
    static final List<UnsupportedKey> ALL = List.of(
            new UnsupportedKey("application", "6.0", "use useStoredProcedures", "Generic"),
            new UnsupportedKey("monkeys", "6.0", "not needed: terminals make their own input"),
            new UnsupportedKey("maxDeliveryBGThreads", "6.0", "not needed: the workers share deferred deliveries"),
            new UnsupportedKey("maxDeliveryBGPerWarehouse", "6.0", "not needed: the workers share deferred deliveries"),
            new UnsupportedKey("rampupSUTMins", "6.0", "use rampupMins", "0", "0.0"),
            new UnsupportedKey(
                    "rampupTerminalMins", "6.0", "use rampupDelay, seconds between two terminals", "0", "0.0"),
            new UnsupportedKey("resultIntervalSecs", "6.0", "not needed: series are kept per second"),
            new UnsupportedKey(
                    "restartSUTThreadProbability", "6.0", "connections are kept while they live", "0", "0.0"),
            new UnsupportedKey("traceTerminalIO", "6.0", "screens are not traced", "false"),
            new UnsupportedKey("reportScript", "6.0", "use bmsql report DIR"),
            new UnsupportedKey("plMode", "fork", "use useStoredProcedures", "false"),
            new UnsupportedKey("sourceBegin", "fork", "use useWarehouseFrom and useWarehouseTo"),
            new UnsupportedKey("sourceSize", "fork", "use useWarehouseFrom and useWarehouseTo"),
            new UnsupportedKey("targetBegin", "fork", "remote warehouses are drawn from all warehouses"),
            new UnsupportedKey("targetSize", "fork", "remote warehouses are drawn from all warehouses"),
            new UnsupportedKey("measureConnections", "fork", "connections are not listed", "false"),
            new UnsupportedKey("expectedErrorCodes", "fork", "error codes are a fact of the dialect folder"),
            new UnsupportedKey("profAddr", "fork", "no profiler is called"),
            new UnsupportedKey("profPort", "fork", "no profiler is called"),
            new UnsupportedKey("profThink", "fork", "no profiler is called"),
            new UnsupportedKey("warehouses-begin", "fork", "for the run use useWarehouseFrom"),
            new UnsupportedKey("warehouses-end", "fork", "for the run use useWarehouseTo"),
            new UnsupportedKey("warehouseidbegin", "fork", "for the run use useWarehouseFrom"),
            new UnsupportedKey("warehouseidend", "fork", "for the run use useWarehouseTo"),
            new UnsupportedKey("loadidbegin", "fork", "all warehouses are loaded"),
            new UnsupportedKey("loadidend", "fork", "all warehouses are loaded"),
            new UnsupportedKey("table-engine", "fork", "write it into `sql.<db>/tableCreates.sql`"),
            new UnsupportedKey("report-on-new-line", "fork", "not needed: progress lines end with a newline"),
            new UnsupportedKey("benchmarkType", "fork", "there is one benchmark"),
            new UnsupportedKey("database", "habit", "the database is named in conn"),
            new UnsupportedKey("profile", "habit", "BenchmarkSQL never read it"),
            new UnsupportedKey("data", "habit", "BenchmarkSQL never read it"),
            new UnsupportedKey("backup", "habit", "BenchmarkSQL never read it"),
            new UnsupportedKey("rampup", "habit", "BenchmarkSQL never read it; use rampupMins"));

    private UnsupportedKey(String key, String since, String instead, String... harmlessValues) {
        this(key, since, instead, List.of(harmlessValues));
    }

    boolean isHarmless(String value) {
        return harmlessValues.stream().anyMatch(value::equalsIgnoreCase);
    }

    static Optional<UnsupportedKey> find(String name) {
        return ALL.stream().filter(known -> known.key.equals(name)).findFirst();
    }
}
