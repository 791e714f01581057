package io.bmsql.config;

import static io.bmsql.config.ConfigPurpose.Scope.COLLECTOR;
import static io.bmsql.config.ConfigPurpose.Scope.CONNECTION;
import static io.bmsql.config.ConfigPurpose.Scope.DIALECT;
import static io.bmsql.config.ConfigPurpose.Scope.LOAD;
import static io.bmsql.config.ConfigPurpose.Scope.RESULT;
import static io.bmsql.config.ConfigPurpose.Scope.RUN;
import static io.bmsql.config.ConfigPurpose.Scope.SCALE;
import static io.bmsql.config.ConfigPurpose.Scope.STORAGE;
import static io.bmsql.config.PropertyType.BOOLEAN;
import static io.bmsql.config.PropertyType.INTEGER;
import static io.bmsql.config.PropertyType.NUMBER;
import static io.bmsql.config.PropertyType.PATH;
import static io.bmsql.config.PropertyType.SECRET;
import static io.bmsql.config.PropertyType.TEXT;
import static io.bmsql.config.PropertyType.WORD;
import static io.bmsql.config.PropertyType.WORDS;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The catalogue of every setting that has an effect: the one place of names, defaults and one-line docs. Names of other
 * versions and forks that have no effect here are in {@link UnsupportedKey}.
 */
public enum PropertyKey {
    DB("db", WORD, DIALECT, "5.0", "", "database word: names the folder `sql.<db>/` with its SQL and facts; required"),
    DRIVER("driver", WORD, CONNECTION, "5.0", "", "JDBC driver class; without it the dialect's own"),
    CONN("conn", TEXT, CONNECTION, "5.0", "", "JDBC URL, passed on untouched; `${ENV_NAME}` is replaced; required"),
    USER("user", WORD, CONNECTION, "5.0", "", "database user; `${ENV_NAME}` is replaced"),
    PASSWORD(
            "password",
            SECRET,
            CONNECTION,
            "5.0",
            "",
            "may be empty or missing; `${ENV_NAME}` is replaced; never shown"),
    PASSWORD_FILE(
            "passwordFile",
            PATH,
            CONNECTION,
            "bmsql",
            "",
            "file whose first line is the password; wins over `password`"),
    ISOLATION_LEVEL(
            "isolationLevel",
            WORD,
            CONNECTION,
            "bmsql",
            "default",
            "`read committed`, `repeatable read`, `serializable`, or `default` for what the server does unasked"),
    STATEMENT_PROFILE(
            "statementProfile",
            WORD,
            DIALECT,
            "bmsql",
            "",
            "overlay folder of statements, such as `benchmarksql5` for the original's shapes"),
    PARTITIONS(
            "partitions",
            INTEGER,
            DIALECT,
            "bmsql",
            "0",
            "hash partitions of every table with a warehouse column; 0 for whole tables, in Klustron for 6"),
    SHARDS(
            "shards",
            WORDS,
            DIALECT,
            "bmsql",
            "",
            "Klustron: ids of the shards that the partitions are dealt out to (`1,2`); without it the server is asked"),
    TABLEGROUPS(
            "tablegroups",
            BOOLEAN,
            DIALECT,
            "bmsql",
            "false",
            "Klustron: true to make a tablegroup of each shard's partitions"),
    ORDER_CUSTOMER_INDEX(
            "orderCustomerIndex",
            BOOLEAN,
            DIALECT,
            "bmsql",
            "true",
            "index `bmsql_oorder_idx2` on the customer of an order, which keeps Order-Status as fast as it began; false for"
                    + " BenchmarkSQL's own indexes, and in Klustron"),
    FOREIGN_KEYS(
            "foreignKeys",
            BOOLEAN,
            DIALECT,
            "bmsql",
            "true",
            "BenchmarkSQL's foreign keys; false in TiDB and OceanBase, not there in Klustron"),
    FILL_FACTORS(
            "fillFactors",
            BOOLEAN,
            DIALECT,
            "bmsql",
            "true",
            "room for updates in the pages: PostgreSQL's fillfactor, Oracle's PCTFREE, DM's FILLFACTOR; not there elsewhere"),
    XA_NODES(
            "xaNodes",
            WORDS,
            STORAGE,
            "bmsql",
            "",
            "storage nodes for `bmsql klustron xa` (`host:port,host:port`); without it the server is asked"),
    XA_USER(
            "xaUser",
            WORD,
            STORAGE,
            "bmsql",
            "",
            "their user; without it `user` and `password`; `${ENV_NAME}` is replaced"),
    XA_PASSWORD("xaPassword", SECRET, STORAGE, "bmsql", "", "its password; `${ENV_NAME}` is replaced; never shown"),

    WAREHOUSES("warehouses", INTEGER, SCALE, "5.0", "", "scale: warehouses to load, and to use in the run; required"),
    LOAD_WORKERS("loadWorkers", INTEGER, LOAD, "5.0", "4", "loader threads, each with a connection"),
    FILE_LOCATION(
            "fileLocation", PATH, LOAD, "5.0", "", "prefix of CSV files to write instead of loading (`/data/csv/`)"),
    CSV_NULL_VALUE("csvNullValue", TEXT, LOAD, "5.0", "NULL", "text for NULL in CSV files"),
    SEED(
            "seed",
            INTEGER,
            SCALE,
            "bmsql",
            "drawn",
            "64-bit number that all data and inputs follow from: the same seed repeats a load or a run"),

    TERMINALS(
            "terminals",
            INTEGER,
            RUN,
            "5.0",
            "",
            "emulated users; required, but for files in the 6.x manner: 10 × `terminalMultiplier` a warehouse"),
    SUT_THREADS(
            "sutThreads", INTEGER, RUN, "6.0", "terminals", "workers that serve the terminals, each with a connection"),
    RUN_MINS(
            "runMins",
            NUMBER,
            RUN,
            "5.0",
            "0",
            "measured minutes; exactly one of this and `runTxnsPerTerminal` is above 0"),
    RUN_TXNS_PER_TERMINAL("runTxnsPerTerminal", INTEGER, RUN, "5.0", "0", "transactions of each terminal"),
    RAMPUP_MINS(
            "rampupMins",
            NUMBER,
            RUN,
            "6.0",
            "0",
            "minutes before the measurement, left out of the results",
            "warmupTime"),
    RAMPUP_DELAY("rampupDelay", NUMBER, RUN, "5.2", "0", "seconds between the starts of two terminals"),
    LIMIT_TXNS_PER_MIN("limitTxnsPerMin", INTEGER, RUN, "5.0", "0", "total rate of all terminals together; 0 for none"),
    TERMINAL_WAREHOUSE_FIXED(
            "terminalWarehouseFixed",
            BOOLEAN,
            RUN,
            "5.0",
            "false",
            "true: a terminal keeps its home warehouse; false: a new random one for each transaction; true unless said"
                    + " for files in the 6.x manner and with keying or think times"),
    USE_WAREHOUSE_FROM("useWarehouseFrom", INTEGER, RUN, "6.0", "-1", "first home warehouse of this driver; -1 for 1"),
    USE_WAREHOUSE_TO(
            "useWarehouseTo", INTEGER, RUN, "6.0", "-1", "last home warehouse of this driver; -1 for `warehouses`"),
    TERMINAL_MULTIPLIER(
            "terminalMultiplier", INTEGER, RUN, "6.0", "1", "scales the 10 terminals a warehouse without `terminals`"),
    KEYING_TIME_MULTIPLIER(
            "keyingTimeMultiplier",
            NUMBER,
            RUN,
            "6.0",
            "0",
            "scales the keying times of clause 5.2.5; 1 as specified, 0 for none"),
    THINK_TIME_MULTIPLIER(
            "thinkTimeMultiplier",
            NUMBER,
            RUN,
            "6.0",
            "0",
            "scales the think times of clause 5.2.5; 1 as specified, 0 for none"),
    NEW_ORDER_WEIGHT(
            "newOrderWeight", NUMBER, RUN, "5.0", "43.47826", "percent; New-Order gets what the other four leave"),
    PAYMENT_WEIGHT("paymentWeight", NUMBER, RUN, "5.0", "43.47826", "percent of Payment"),
    ORDER_STATUS_WEIGHT("orderStatusWeight", NUMBER, RUN, "5.0", "4.347827", "percent of Order-Status"),
    DELIVERY_WEIGHT("deliveryWeight", NUMBER, RUN, "5.0", "4.347826", "percent of Delivery"),
    STOCK_LEVEL_WEIGHT("stockLevelWeight", NUMBER, RUN, "5.0", "4.347827", "percent of Stock-Level"),
    MIX_DECK(
            "mixDeck",
            BOOLEAN,
            RUN,
            "bmsql",
            "false",
            "true: deal from shuffled decks of 23 cards (clause 5.2.4.2), the weights are not used; without weights and with"
                    + " keying or think times: true"),
    ROLLBACK_PERCENT(
            "rollbackPercent", NUMBER, RUN, "6.0", "1", "share of New-Orders that end in the planned rollback"),
    MAX_RETRIES(
            "maxRetries",
            INTEGER,
            RUN,
            "bmsql",
            "10",
            "attempts after the first one of a transaction that met a deadlock or the like"),
    MAX_OUTAGE_SECS(
            "maxOutageSecs",
            INTEGER,
            RUN,
            "bmsql",
            "600",
            "seconds that a run waits for a server that cannot be reached or only reads; then it ends with what it has and"
                    + " status 5"),
    USE_STORED_PROCEDURES(
            "useStoredProcedures",
            BOOLEAN,
            RUN,
            "5.1",
            "false",
            "true: each transaction is one call of a stored procedure, which `build` makes"),
    BATCH_STATEMENTS(
            "batchStatements",
            BOOLEAN,
            RUN,
            "bmsql",
            "false",
            "true: New-Order and Delivery read several rows at once and write in batches, with fewer round trips"),
    CHECK_AFTER_RUN(
            "checkAfterRun", BOOLEAN, RUN, "bmsql", "false", "run the consistency conditions at the end of the run"),

    LEDGER(
            "ledger",
            BOOLEAN,
            RESULT,
            "bmsql",
            "checkAfterRun",
            "write down how every transaction ended (`data/ledger.bin`), for `bmsql ledger verify`; with `checkAfterRun` the"
                    + " run verifies it at its end"),
    RESULT_DIRECTORY(
            "resultDirectory",
            PATH,
            RESULT,
            "5.0",
            "",
            "`my_result_%tY-%tm-%td_%tH%tM%tS`; without it no result files are written"),
    REPORT_INTERVAL_SECS(
            "reportIntervalSecs", INTEGER, RESULT, "6.0", "10", "seconds between plain progress lines; 0 for none"),
    LIVE_PORT(
            "livePort",
            INTEGER,
            RESULT,
            "bmsql",
            "",
            "port of a page on loopback that shows a run while it runs, and of its `/metrics` for Prometheus; 0 for any free"
                    + " port, which is printed; without it there is no page"),

    OS_COLLECTOR_SCRIPT(
            "osCollectorScript",
            PATH,
            COLLECTOR,
            "5.0",
            "",
            "collects host figures: `builtin` or the original's path for the built-in collector, else your own script"),
    OS_COLLECTOR_INTERVAL(
            "osCollectorInterval",
            INTEGER,
            COLLECTOR,
            "5.0",
            "1",
            "seconds between two samples, of the database as well"),
    OS_COLLECTOR_SSH_ADDR(
            "osCollectorSSHAddr",
            WORDS,
            COLLECTOR,
            "5.0",
            "",
            "`user@host` of the database host, several with blanks between them; without it the driver's own host"),
    OS_COLLECTOR_SSH_PORT(
            "osCollectorSSHPort", INTEGER, COLLECTOR, "fork", "0", "their ssh port; 0 for ssh's own choice"),
    OS_COLLECTOR_DEVICES(
            "osCollectorDevices",
            WORDS,
            COLLECTOR,
            "5.0",
            "auto",
            "`net_eth0 blk_sda`; `auto` for those that carry the load"),
    DB_COLLECTOR(
            "dbCollector",
            BOOLEAN,
            COLLECTOR,
            "bmsql",
            "true",
            "asks the database for its own figures every `osCollectorInterval`, on a connection of its own; needs a"
                    + " `resultDirectory`");

    private final String key;
    private final PropertyType type;
    private final ConfigPurpose.Scope scope;
    private final String since;
    private final String defaultText;
    private final String doc;
    private final List<String> aliases;

    PropertyKey(
            String key,
            PropertyType type,
            ConfigPurpose.Scope scope,
            String since,
            String defaultText,
            String doc,
            String... aliases) {
        this.key = key;
        this.type = type;
        this.scope = scope;
        this.since = since;
        this.defaultText = defaultText;
        this.doc = doc;
        this.aliases = List.of(aliases);
    }

    /** As written in a props file. */
    public String key() {
        return key;
    }

    public PropertyType type() {
        return type;
    }

    /** The part of the program that reads it. */
    public ConfigPurpose.Scope scope() {
        return scope;
    }

    /** The BenchmarkSQL version that brought it, {@code fork} or {@code bmsql}. */
    public String since() {
        return since;
    }

    /** The default as the user would write it; empty when there is none. */
    public String defaultText() {
        return defaultText;
    }

    /** One line of Markdown. */
    public String doc() {
        return doc;
    }

    /** Names that mean the same in forks. */
    public List<String> aliases() {
        return aliases;
    }

    /** The key of that exact name or alias; the case counts, as in BenchmarkSQL. */
    public static Optional<PropertyKey> find(String name) {
        return Arrays.stream(values())
                .filter(key -> key.key.equals(name) || key.aliases.contains(name))
                .findFirst();
    }
}
