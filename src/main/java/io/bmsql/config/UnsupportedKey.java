package io.bmsql.config;

import java.util.List;
import java.util.Optional;

/**
 * A key of BenchmarkSQL versions and forks that has no effect here; its harmless values are what this program does
 * anyway. Since is {@code habit} for a key that none ever read.
 */
record UnsupportedKey(String key, String since, List<String> harmlessValues) {
    static final List<UnsupportedKey> ALL = List.of(
            new UnsupportedKey("application", "6.0", "Generic"),
            new UnsupportedKey("monkeys", "6.0"),
            new UnsupportedKey("maxDeliveryBGThreads", "6.0"),
            new UnsupportedKey("maxDeliveryBGPerWarehouse", "6.0"),
            new UnsupportedKey("rampupSUTMins", "6.0", "0", "0.0"),
            new UnsupportedKey("rampupTerminalMins", "6.0", "0", "0.0"),
            new UnsupportedKey("resultIntervalSecs", "6.0"),
            new UnsupportedKey("restartSUTThreadProbability", "6.0", "0", "0.0"),
            new UnsupportedKey("traceTerminalIO", "6.0", "false"),
            new UnsupportedKey("reportScript", "6.0"),
            new UnsupportedKey("plMode", "fork", "false"),
            new UnsupportedKey("sourceBegin", "fork"),
            new UnsupportedKey("sourceSize", "fork"),
            new UnsupportedKey("targetBegin", "fork"),
            new UnsupportedKey("targetSize", "fork"),
            new UnsupportedKey("measureConnections", "fork", "false"),
            new UnsupportedKey("expectedErrorCodes", "fork"),
            new UnsupportedKey("profAddr", "fork"),
            new UnsupportedKey("profPort", "fork"),
            new UnsupportedKey("profThink", "fork"),
            new UnsupportedKey("warehouses-begin", "fork"),
            new UnsupportedKey("warehouses-end", "fork"),
            new UnsupportedKey("warehouseidbegin", "fork"),
            new UnsupportedKey("warehouseidend", "fork"),
            new UnsupportedKey("loadidbegin", "fork"),
            new UnsupportedKey("loadidend", "fork"),
            new UnsupportedKey("table-engine", "fork"),
            new UnsupportedKey("report-on-new-line", "fork"),
            new UnsupportedKey("benchmarkType", "fork"),
            new UnsupportedKey("database", "habit"),
            new UnsupportedKey("profile", "habit"),
            new UnsupportedKey("data", "habit"),
            new UnsupportedKey("backup", "habit"),
            new UnsupportedKey("rampup", "habit"));

    private UnsupportedKey(String key, String since, String... harmlessValues) {
        this(key, since, List.of(harmlessValues));
    }

    /** Names what to use instead, a line of Markdown, among the words of a language. */
    String words() {
        return "withoutEffect." + key;
    }

    boolean isHarmless(String value) {
        return harmlessValues.stream().anyMatch(value::equalsIgnoreCase);
    }

    static Optional<UnsupportedKey> find(String name) {
        return ALL.stream().filter(known -> known.key.equals(name)).findFirst();
    }
}
