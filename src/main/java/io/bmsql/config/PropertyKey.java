package io.bmsql.config;

import static io.bmsql.config.ConfigPurpose.Scope.COLLECTOR;
import static io.bmsql.config.ConfigPurpose.Scope.CONNECTION;
import static io.bmsql.config.ConfigPurpose.Scope.DIALECT;
import static io.bmsql.config.ConfigPurpose.Scope.GROUP;
import static io.bmsql.config.ConfigPurpose.Scope.LOAD;
import static io.bmsql.config.ConfigPurpose.Scope.RESULT;
import static io.bmsql.config.ConfigPurpose.Scope.RUN;
import static io.bmsql.config.ConfigPurpose.Scope.SCALE;
import static io.bmsql.config.ConfigPurpose.Scope.STORAGE;
import static io.bmsql.config.PropertyType.BOOLEAN;
import static io.bmsql.config.PropertyType.INTEGER;
import static io.bmsql.config.PropertyType.NUMBER;
import static io.bmsql.config.PropertyType.OWN;
import static io.bmsql.config.PropertyType.PATH;
import static io.bmsql.config.PropertyType.SECRET;
import static io.bmsql.config.PropertyType.TEXT;
import static io.bmsql.config.PropertyType.WORD;
import static io.bmsql.config.PropertyType.WORDS;

import io.bmsql.common.NearestWord;
import io.bmsql.config.ConfigPurpose.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every setting that has an effect, with its default; docs/properties.md is printed from it. For the others see {@link UnsupportedKey}. */
@SuppressWarnings("ImmutableEnumChecker") // the list of aliases is one that nobody can change
public enum PropertyKey {
    // Each constant has its type, the part of the program that reads it, the BenchmarkSQL version that brought it or
    // OWN, its default and other names. The key is the constant's name in camel case.
    DB(WORD, DIALECT, "5.0", ""),
    DRIVER(WORD, CONNECTION, "5.0", ""),
    CONN(TEXT, CONNECTION, "5.0", ""),
    USER(WORD, CONNECTION, "5.0", ""),
    PASSWORD(SECRET, CONNECTION, "5.0", ""),
    PASSWORD_FILE(PATH, CONNECTION, OWN, ""),
    ISOLATION_LEVEL(WORD, CONNECTION, OWN, "default"),
    LOCK(BOOLEAN, CONNECTION, OWN, "true"),
    STATEMENT_PROFILE(WORD, DIALECT, OWN, ""),
    PARTITIONS(INTEGER, DIALECT, OWN, "0"),
    SHARDS(WORDS, DIALECT, OWN, ""),
    TABLEGROUPS(BOOLEAN, DIALECT, OWN, "false"),
    ORDER_CUSTOMER_INDEX(BOOLEAN, DIALECT, OWN, "true"),
    FOREIGN_KEYS(BOOLEAN, DIALECT, OWN, "true"),
    FILL_FACTORS(BOOLEAN, DIALECT, OWN, "true"),
    XA_NODES(WORDS, STORAGE, OWN, ""),
    XA_USER(WORD, STORAGE, OWN, ""),
    XA_PASSWORD(SECRET, STORAGE, OWN, ""),
    WAREHOUSES(INTEGER, SCALE, "5.0", ""),
    LOAD_WORKERS(INTEGER, LOAD, "5.0", "4"),
    FILE_LOCATION(PATH, LOAD, "5.0", ""),
    CSV_NULL_VALUE(TEXT, LOAD, "5.0", "NULL"),
    PREPARE_RUN(BOOLEAN, LOAD, OWN, "true"),
    SEED(INTEGER, SCALE, OWN, "drawn"),
    TERMINALS(INTEGER, RUN, "5.0", ""),
    SUT_THREADS(INTEGER, RUN, "6.0", "terminals"),
    VIRTUAL_THREADS(BOOLEAN, RUN, OWN, "false"),
    RUN_MINS(NUMBER, RUN, "5.0", "0"),
    RUN_TXNS_PER_TERMINAL(INTEGER, RUN, "5.0", "0"),
    RAMPUP_MINS(NUMBER, RUN, "6.0", "0", "warmupTime"),
    STEADY_RAMPUP_MAX_MINS(NUMBER, RUN, OWN, "0"),
    RAMPUP_DELAY(NUMBER, RUN, "5.2", "0"),
    LIMIT_TXNS_PER_MIN(INTEGER, RUN, "5.0", "0"),
    ARRIVAL_RATE(INTEGER, RUN, OWN, "0"),
    LOAD_PROFILE(WORDS, RUN, OWN, ""),
    TERMINAL_WAREHOUSE_FIXED(BOOLEAN, RUN, "5.0", "false"),
    USE_WAREHOUSE_FROM(INTEGER, RUN, "6.0", "-1"),
    USE_WAREHOUSE_TO(INTEGER, RUN, "6.0", "-1"),
    TERMINAL_MULTIPLIER(INTEGER, RUN, "6.0", "1"),
    KEYING_TIME_MULTIPLIER(NUMBER, RUN, "6.0", "0"),
    THINK_TIME_MULTIPLIER(NUMBER, RUN, "6.0", "0"),
    NEW_ORDER_WEIGHT(NUMBER, RUN, "5.0", "43.47826"),
    PAYMENT_WEIGHT(NUMBER, RUN, "5.0", "43.47826"),
    ORDER_STATUS_WEIGHT(NUMBER, RUN, "5.0", "4.347827"),
    DELIVERY_WEIGHT(NUMBER, RUN, "5.0", "4.347826"),
    STOCK_LEVEL_WEIGHT(NUMBER, RUN, "5.0", "4.347827"),
    MIX_DECK(BOOLEAN, RUN, OWN, "false"),
    ROLLBACK_PERCENT(NUMBER, RUN, "6.0", "1"),
    MAX_RETRIES(INTEGER, RUN, OWN, "10"),
    MAX_OUTAGE_SECS(INTEGER, RUN, OWN, "600"),
    CONNECTION_MAX_AGE(WORD, RUN, OWN, ""),
    CONNECTION_PER_TRANSACTION(BOOLEAN, RUN, OWN, "false"),
    USE_STORED_PROCEDURES(BOOLEAN, RUN, "5.1", "false"),
    BATCH_STATEMENTS(BOOLEAN, RUN, OWN, "false"),
    CHECK_AFTER_RUN(BOOLEAN, RUN, OWN, "false"),
    THRESHOLDS(WORDS, RUN, OWN, ""),
    REPLICAS(TEXT, RUN, OWN, ""),
    REPLICA_READS(WORD, RUN, OWN, "0%"),
    ANALYTIC_STREAMS(INTEGER, RUN, OWN, "0"),
    ANALYTIC_CONN(TEXT, RUN, OWN, ""),
    EVENTS(TEXT, RUN, OWN, ""),
    EVENT_LIMIT_SECS(INTEGER, RUN, OWN, "60"),
    WORKLOAD(WORD, DIALECT, OWN, "tpcc"),
    SCRIPTS(TEXT, RUN, OWN, ""),
    SCRIPT_SHELL(BOOLEAN, RUN, OWN, "false"),
    SCRIPT_VARIABLES(TEXT, DIALECT, OWN, ""),
    LEDGER(BOOLEAN, RESULT, OWN, "checkAfterRun"),
    RESULT_DIRECTORY(PATH, RESULT, "5.0", ""),
    REPORT_INTERVAL_SECS(INTEGER, RESULT, "6.0", "10"),
    PRICE(TEXT, RESULT, OWN, ""),
    PRICE_DATE(WORD, RESULT, OWN, ""),
    PRICE_COVERS(TEXT, RESULT, OWN, ""),
    PUBLISH(BOOLEAN, RESULT, OWN, "true"),
    REPORT_AFTER_RUN(BOOLEAN, RESULT, OWN, "true"),
    LIVE_PORT(INTEGER, RESULT, OWN, ""),
    LANG(WORD, RESULT, OWN, ""),
    OS_COLLECTOR_SCRIPT(PATH, COLLECTOR, "5.0", ""),
    OS_COLLECTOR_INTERVAL(INTEGER, COLLECTOR, "5.0", "1"),
    OS_COLLECTOR_SSH_ADDR(WORDS, COLLECTOR, "5.0", ""),
    OS_COLLECTOR_SSH_PORT(INTEGER, COLLECTOR, "fork", "0"),
    OS_COLLECTOR_DEVICES(WORDS, COLLECTOR, "5.0", "auto"),
    DB_COLLECTOR(BOOLEAN, COLLECTOR, OWN, "true"),
    SESSION_SAMPLING(BOOLEAN, COLLECTOR, OWN, "true"),
    CPU_SPEED_PROBE(BOOLEAN, COLLECTOR, OWN, "true"),
    AGENTS(WORDS, GROUP, OWN, ""),
    AGENTS_SSH(WORDS, GROUP, OWN, ""),
    AGENTS_BIND(WORD, GROUP, OWN, "127.0.0.1"),
    AGENTS_PORT(INTEGER, GROUP, OWN, "7650"),
    AGENTS_KEY(PATH, GROUP, OWN, ""),
    AGENTS_DNS(WORD, GROUP, OWN, ""),
    AGENTS_WAIT_SECS(INTEGER, GROUP, OWN, "60"),
    AGENTS_ON_LOSS(WORD, GROUP, OWN, "go");

    private final String key;
    final PropertyType type;
    final Scope scope;
    /** The BenchmarkSQL version that brought it, {@code fork} or {@link PropertyType#OWN}. */
    final String since;
    /** As the user would write it; empty when there is none. */
    final String defaultText;
    /** Names that mean the same in forks. */
    final List<String> aliases;

    PropertyKey(PropertyType type, Scope scope, String since, String defaultText, String... aliases) {
        // BenchmarkSQL writes osCollectorSSHAddr.
        this.key = camelCase(name()).replace("CollectorSsh", "CollectorSSH");
        this.type = type;
        this.scope = scope;
        this.since = since;
        this.defaultText = defaultText;
        this.aliases = List.of(aliases);
    }

    public String key() {
        return key;
    }

    /** Names what it means, a line of Markdown, among the words of a language. */
    String words() {
        return "setting." + key;
    }

    /** As the user would write it; empty when there is none. */
    public String defaultText() {
        return defaultText;
    }

    /** A value of a file as a run takes it, without a note behind it. */
    public String read(String value) {
        return type.read(value);
    }

    public boolean isNumber() {
        return isWholeNumber() || type == NUMBER;
    }

    public boolean isWholeNumber() {
        return type == PropertyType.INTEGER;
    }

    /** For the end of a message about a name that is no key: the key that is most like it; empty when none is. */
    public static String nearest(String name) {
        return NearestWord.question(name, names());
    }

    /** A constant's name as settings write it: {@code newOrder} for {@code NEW_ORDER}. */
    public static String camelCase(String constant) {
        return Pattern.compile("_(.)")
                .matcher(constant.toLowerCase(Locale.ROOT))
                .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
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
