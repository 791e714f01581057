package io.bmsql.cli;

import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lines at the start of a run: a frame with name and version, then each setting as {@code key=value} (contract 5.2). */
final class RunBanner {
    private static final String FRAME = "+-------------------------------------------------------------+";

    private final Map<String, String> values = new LinkedHashMap<>();

    RunBanner(LoadedConfig loaded) {
        for (EffectiveSetting setting : loaded.settings()) {
            values.put(setting.key(), setting.value());
        }
    }

    /** Without the {@code Term-00, } in front. */
    List<String> lines(String version) {
        List<String> lines =
                new ArrayList<>(List.of("", FRAME, "     bmsql v" + version, FRAME, "     Apache-2.0", FRAME));
        add(lines, PropertyKey.DB, PropertyKey.DRIVER, PropertyKey.CONN, PropertyKey.USER);
        lines.add("");
        add(lines, PropertyKey.WAREHOUSES, PropertyKey.TERMINALS, PropertyKey.SUT_THREADS, PropertyKey.RAMPUP_DELAY);
        add(lines, isZero(PropertyKey.RUN_MINS) ? PropertyKey.RUN_TXNS_PER_TERMINAL : PropertyKey.RUN_MINS);
        add(lines, PropertyKey.RAMPUP_MINS, PropertyKey.LIMIT_TXNS_PER_MIN, PropertyKey.TERMINAL_WAREHOUSE_FIXED);
        lines.add("");
        add(
                lines,
                PropertyKey.NEW_ORDER_WEIGHT,
                PropertyKey.PAYMENT_WEIGHT,
                PropertyKey.ORDER_STATUS_WEIGHT,
                PropertyKey.DELIVERY_WEIGHT,
                PropertyKey.STOCK_LEVEL_WEIGHT);
        lines.add("");
        add(
                lines,
                PropertyKey.KEYING_TIME_MULTIPLIER,
                PropertyKey.THINK_TIME_MULTIPLIER,
                PropertyKey.ISOLATION_LEVEL,
                PropertyKey.STATEMENT_PROFILE,
                PropertyKey.USE_STORED_PROCEDURES,
                PropertyKey.BATCH_STATEMENTS,
                PropertyKey.SEED);
        lines.add("");
        add(lines, PropertyKey.RESULT_DIRECTORY, PropertyKey.OS_COLLECTOR_SCRIPT);
        lines.add("");
        return lines;
    }

    private boolean isZero(PropertyKey key) {
        String value = values.getOrDefault(key.key(), "");
        return value.isEmpty() || value.matches("0+([.]0*)?");
    }

    private void add(List<String> lines, PropertyKey... keys) {
        for (PropertyKey key : keys) {
            String value = values.getOrDefault(key.key(), "");
            lines.add(key.key() + "=" + (value.isEmpty() ? nothing(key) : value));
        }
    }

    /** BenchmarkSQL prints null for what is not set; the default statements have a name that says more. */
    private static String nothing(PropertyKey key) {
        return key == PropertyKey.STATEMENT_PROFILE ? "default" : "null";
    }
}
