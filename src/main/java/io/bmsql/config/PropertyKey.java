package io.bmsql.config;

import io.bmsql.tpcc.NearestWord;
import io.bmsql.common.TableFile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every setting that has an effect; {@code config/keys.txt} has its names, default and one-line doc. For the others see
 * {@link UnsupportedKey}.
 */
@SuppressWarnings("ImmutableEnumChecker") // the list of aliases is one that nobody can change
public enum PropertyKey {
    DB,
    DRIVER,
    CONN,
    USER,
    PASSWORD,
    PASSWORD_FILE,
    ISOLATION_LEVEL,
    STATEMENT_PROFILE,
    PARTITIONS,
    SHARDS,
    TABLEGROUPS,
    ORDER_CUSTOMER_INDEX,
    FOREIGN_KEYS,
    FILL_FACTORS,
    XA_NODES,
    XA_USER,
    XA_PASSWORD,
    WAREHOUSES,
    LOAD_WORKERS,
    FILE_LOCATION,
    CSV_NULL_VALUE,
    SEED,
    TERMINALS,
    SUT_THREADS,
    VIRTUAL_THREADS,
    RUN_MINS,
    RUN_TXNS_PER_TERMINAL,
    RAMPUP_MINS,
    STEADY_RAMPUP_MAX_MINS,
    RAMPUP_DELAY,
    LIMIT_TXNS_PER_MIN,
    ARRIVAL_RATE,
    LOAD_PROFILE,
    TERMINAL_WAREHOUSE_FIXED,
    USE_WAREHOUSE_FROM,
    USE_WAREHOUSE_TO,
    TERMINAL_MULTIPLIER,
    KEYING_TIME_MULTIPLIER,
    THINK_TIME_MULTIPLIER,
    NEW_ORDER_WEIGHT,
    PAYMENT_WEIGHT,
    ORDER_STATUS_WEIGHT,
    DELIVERY_WEIGHT,
    STOCK_LEVEL_WEIGHT,
    MIX_DECK,
    ROLLBACK_PERCENT,
    MAX_RETRIES,
    MAX_OUTAGE_SECS,
    USE_STORED_PROCEDURES,
    BATCH_STATEMENTS,
    CHECK_AFTER_RUN,
    THRESHOLDS,
    LEDGER,
    RESULT_DIRECTORY,
    REPORT_INTERVAL_SECS,
    LIVE_PORT,
    OS_COLLECTOR_SCRIPT,
    OS_COLLECTOR_INTERVAL,
    OS_COLLECTOR_SSH_ADDR,
    OS_COLLECTOR_SSH_PORT,
    OS_COLLECTOR_DEVICES,
    DB_COLLECTOR,
    CANARY,
    DRIVERS,
    DRIVERS_SSH,
    DRIVERS_BIND,
    DRIVERS_PORT,
    DRIVERS_KEY,
    DRIVERS_DNS,
    DRIVERS_WAIT_SECS,
    DRIVERS_ON_LOSS;

    private final String key;
    final PropertyType type;
    final ConfigPurpose.Scope scope;
    /** The BenchmarkSQL version that brought it, {@code fork} or {@code bmsql}. */
    final String since;
    /** As the user would write it; empty when there is none. */
    final String defaultText;
    /** One line of Markdown. */
    final String doc;
    /** Names that mean the same in forks. */
    final List<String> aliases;

    PropertyKey() {
        List<String> row = Objects.requireNonNull(Catalogue.ROWS.get(name()), name());
        this.key = row.get(1);
        this.type = PropertyType.valueOf(row.get(2));
        this.scope = ConfigPurpose.Scope.valueOf(row.get(3));
        this.since = row.get(4);
        this.defaultText = row.get(5).equals("-") ? "" : row.get(5);
        this.doc = row.get(6);
        this.aliases = row.subList(7, row.size());
    }

    /** Read before the constants, which a static of the enum would not be. */
    private static final class Catalogue {
        static final Map<String, List<String>> ROWS = TableFile.byFirst("/config/keys.txt", " | ");
    }

    public String key() {
        return key;
    }

    /** What it means: one line of Markdown. */
    public String doc() {
        return doc;
    }

    /** As the user would write it; empty when there is none. */
    public String defaultText() {
        return defaultText;
    }

    public boolean isWholeNumber() {
        return type == PropertyType.INTEGER;
    }

    /** For the end of a message about a name that is no key: the key that is most like it; empty when none is. */
    public static String nearest(String name) {
        return NearestWord.question(name, names());
    }

    /** What a key may be called: keys, their other names, and those of BenchmarkSQL that are not supported. */
    static Stream<String> names() {
        return Stream.concat(
                Arrays.stream(values()).flatMap(key -> Stream.concat(Stream.of(key.key), key.aliases.stream())),
                UnsupportedKey.ALL.stream().map(UnsupportedKey::key));
    }

    /** The key of that exact name or alias; the case counts, as in BenchmarkSQL. */
    public static Optional<PropertyKey> find(String name) {
        return Arrays.stream(values())
                .filter(key -> key.key.equals(name) || key.aliases.contains(name))
                .findFirst();
    }
}
