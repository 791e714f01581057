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
    // Type, the part of the program that reads it, the BenchmarkSQL version that brought it or OWN, default, doc, other
    // names. The key is the constant's name in camel case.
    DB(WORD, DIALECT, "5.0", "", "names the folder `sql.<db>/` with its SQL; required"),
    DRIVER(WORD, CONNECTION, "5.0", "", "JDBC driver class; by default the one of the folder"),
    CONN(TEXT, CONNECTION, "5.0", "", "JDBC URL, given to the driver as it is; required"),
    USER(WORD, CONNECTION, "5.0", "", "database user"),
    PASSWORD(SECRET, CONNECTION, "5.0", "", "may be empty or missing; never shown"),
    PASSWORD_FILE(PATH, CONNECTION, OWN, "", "file that begins with the password"),
    ISOLATION_LEVEL(WORD, CONNECTION, OWN, "default", "`read committed` and so on"),
    LOCK(BOOLEAN, CONNECTION, OWN, "true", "false, as `--anyway`: work beside another command on the same database"),
    STATEMENT_PROFILE(WORD, DIALECT, OWN, "", "`benchmarksql5` sends the original's statements"),
    PARTITIONS(INTEGER, DIALECT, OWN, "0", "hash partitions by warehouse; 0: none"),
    SHARDS(WORDS, DIALECT, OWN, "", "Klustron: the shards to use, such as `1,2`; by default all"),
    TABLEGROUPS(BOOLEAN, DIALECT, OWN, "false", "Klustron: a tablegroup for each shard"),
    ORDER_CUSTOMER_INDEX(BOOLEAN, DIALECT, OWN, "true", "index on the customer of an order"),
    FOREIGN_KEYS(BOOLEAN, DIALECT, OWN, "true", "BenchmarkSQL's foreign keys"),
    FILL_FACTORS(BOOLEAN, DIALECT, OWN, "true", "free space for updates in the pages"),
    XA_NODES(WORDS, STORAGE, OWN, "", "nodes for `bmsql klustron xa`: `host1:port,host2:port`"),
    XA_USER(WORD, STORAGE, OWN, "", "their user; by default `user` with `password`"),
    XA_PASSWORD(SECRET, STORAGE, OWN, "", "their password; never shown"),
    WAREHOUSES(INTEGER, SCALE, "5.0", "", "warehouses to load, or to use in a run; required"),
    LOAD_WORKERS(INTEGER, LOAD, "5.0", "4", "loader threads, each with its own connection"),
    FILE_LOCATION(PATH, LOAD, "5.0", "", "prefix of CSV files to write instead, such as `/data/csv/`"),
    CSV_NULL_VALUE(TEXT, LOAD, "5.0", "NULL", "text for NULL in CSV files"),
    PREPARE_RUN(
            BOOLEAN,
            LOAD,
            OWN,
            "true",
            "after build and reset, and before each run of a study, do what the folder's `prepareRun.sql` says"),
    SEED(INTEGER, SCALE, OWN, "drawn", "64-bit number; the same seed gives the same data and inputs"),
    TERMINALS(INTEGER, RUN, "5.0", "", "emulated users; required in 5.x files"),
    SUT_THREADS(INTEGER, RUN, "6.0", "terminals", "workers that serve the terminals"),
    VIRTUAL_THREADS(BOOLEAN, RUN, OWN, "false", "workers on virtual threads (from Java 21 on)"),
    RUN_MINS(NUMBER, RUN, "5.0", "0", "minutes to measure; set this or `runTxnsPerTerminal`"),
    RUN_TXNS_PER_TERMINAL(INTEGER, RUN, "5.0", "0", "transactions of each terminal"),
    RAMPUP_MINS(NUMBER, RUN, "6.0", "0", "minutes before the measurement, not in the results", "warmupTime"),
    STEADY_RAMPUP_MAX_MINS(NUMBER, RUN, OWN, "0", "most minutes to wait for steady throughput; 0: no"),
    RAMPUP_DELAY(NUMBER, RUN, "5.2", "0", "seconds between the starts of two terminals"),
    LIMIT_TXNS_PER_MIN(INTEGER, RUN, "5.0", "0", "cap on all terminals' transactions a minute; 0: no limit"),
    ARRIVAL_RATE(INTEGER, RUN, OWN, "0", "open model: transactions due a minute, all terminals; 0: none"),
    LOAD_PROFILE(WORDS, RUN, OWN, "", "load over time: `0 2000/min, 5m 4000/min, ramp 10m 8000/min`"),
    TERMINAL_WAREHOUSE_FIXED(BOOLEAN, RUN, "5.0", "false", "false: a random warehouse each time"),
    USE_WAREHOUSE_FROM(INTEGER, RUN, "6.0", "-1", "first home warehouse of this program; -1: 1"),
    USE_WAREHOUSE_TO(INTEGER, RUN, "6.0", "-1", "last home warehouse; -1: `warehouses`"),
    TERMINAL_MULTIPLIER(INTEGER, RUN, "6.0", "1", "without `terminals`: this times 10 a warehouse"),
    KEYING_TIME_MULTIPLIER(NUMBER, RUN, "6.0", "0", "factor for the keying times; 0: none"),
    THINK_TIME_MULTIPLIER(NUMBER, RUN, "6.0", "0", "factor for the think times; 0: none"),
    NEW_ORDER_WEIGHT(NUMBER, RUN, "5.0", "43.47826", "percent; in fact what the other four leave"),
    PAYMENT_WEIGHT(NUMBER, RUN, "5.0", "43.47826", "percent of Payment"),
    ORDER_STATUS_WEIGHT(NUMBER, RUN, "5.0", "4.347827", "percent of Order-Status"),
    DELIVERY_WEIGHT(NUMBER, RUN, "5.0", "4.347826", "percent of Delivery"),
    STOCK_LEVEL_WEIGHT(NUMBER, RUN, "5.0", "4.347827", "percent of Stock-Level"),
    MIX_DECK(BOOLEAN, RUN, OWN, "false", "deal from shuffled decks; the weights are not used"),
    ROLLBACK_PERCENT(NUMBER, RUN, "6.0", "1", "share of New-Orders with a planned rollback"),
    MAX_RETRIES(INTEGER, RUN, OWN, "10", "retries of a transaction after a deadlock or the like"),
    MAX_OUTAGE_SECS(INTEGER, RUN, OWN, "600", "longest wait for a lost server"),
    CONNECTION_MAX_AGE(WORD, RUN, OWN, "", "`5m`: workers renew connections that old, one at a time; without it never"),
    CONNECTION_PER_TRANSACTION(BOOLEAN, RUN, OWN, "false", "each transaction opens a connection and closes it"),
    USE_STORED_PROCEDURES(BOOLEAN, RUN, "5.1", "false", "one procedure call per transaction"),
    BATCH_STATEMENTS(BOOLEAN, RUN, OWN, "false", "fewer round trips in New-Order, Payment and Delivery"),
    CHECK_AFTER_RUN(BOOLEAN, RUN, OWN, "false", "check the consistency conditions at the end"),
    THRESHOLDS(WORDS, RUN, OWN, "", "bounds of figures: `newOrder.p90<5s, errors<0.1%, tpmC>9000`"),
    REPLICAS(TEXT, RUN, OWN, "", "URLs of copies of the database, with blanks between: how far each is behind"),
    REPLICA_READS(
            WORD,
            RUN,
            OWN,
            "0%",
            "share of Order-Status and Stock-Level that goes to the `replicas`, such as `50%`; stale reads are counted"),
    ANALYTIC_STREAMS(
            INTEGER,
            RUN,
            OWN,
            "0",
            "streams of CH-benCHmark's 22 queries beside the transactions, each on a connection of its own"),
    ANALYTIC_CONN(
            TEXT,
            RUN,
            OWN,
            "",
            "URL of a copy of the database that the analytic queries read; without it the database itself"),
    EVENTS(
            TEXT,
            RUN,
            OWN,
            "",
            "commands at moments of the run: `120s kill ssh db1 systemctl kill -s KILL postgresql; 300s ddl psql -f index.sql`,"
                    + " or a file of such lines"),
    EVENT_LIMIT_SECS(INTEGER, RUN, OWN, "60", "seconds after which the command of an event is ended"),
    WORKLOAD(WORD, DIALECT, OWN, "tpcc", "names the folder `workload.<name>/` of another workload, such as `sysbench`"),
    SCRIPTS(
            TEXT,
            RUN,
            OWN,
            "",
            "pgbench scripts to run instead of TPC-C, with weights: `a.sql@3 b.sql`, or `builtin:tpcb-like`;"
                    + " with `workload` names of its mix or of its transactions"),
    SCRIPT_SHELL(BOOLEAN, RUN, OWN, "false", "scripts may start programs: `\\shell`, `\\setshell`"),
    SCRIPT_VARIABLES(TEXT, DIALECT, OWN, "", "values of variables of the scripts and of the workload: `n=10 scale=5`"),
    LEDGER(BOOLEAN, RESULT, OWN, "checkAfterRun", "record how every transaction ended"),
    RESULT_DIRECTORY(PATH, RESULT, "5.0", "", "`my_result_%tY-%tm-%td_%tH%tM%tS`; without it no files"),
    REPORT_INTERVAL_SECS(INTEGER, RESULT, "6.0", "10", "seconds between plain progress lines; 0: none"),
    PRICE(TEXT, RESULT, OWN, "", "what the system costs: `12000 EUR 3y`; price per tpmC is shown then"),
    PRICE_DATE(WORD, RESULT, OWN, "", "the date of the price: `2026-11-01`"),
    PRICE_COVERS(TEXT, RESULT, OWN, "", "what it pays for: `server and three years of support`"),
    PUBLISH(BOOLEAN, RESULT, OWN, "true", "false: `bmsql site` never copies this result"),
    REPORT_AFTER_RUN(BOOLEAN, RESULT, OWN, "true", "write the report into resultDirectory when the run is over"),
    LIVE_PORT(INTEGER, RESULT, OWN, "", "port of the live page and `/metrics`; 0: any free port"),
    LANG(
            WORD,
            RESULT,
            OWN,
            "",
            "`en` or `zh`: language of pages and sentences; by default that of the environment (`LANG`)"),
    OS_COLLECTOR_SCRIPT(PATH, COLLECTOR, "5.0", "", "`builtin`, or your own script, collects host figures"),
    OS_COLLECTOR_INTERVAL(INTEGER, COLLECTOR, "5.0", "1", "seconds between samples of host and database"),
    OS_COLLECTOR_SSH_ADDR(WORDS, COLLECTOR, "5.0", "", "`user@host` of the hosts; by default this one"),
    OS_COLLECTOR_SSH_PORT(INTEGER, COLLECTOR, "fork", "0", "their ssh port; 0: ssh's own choice"),
    OS_COLLECTOR_DEVICES(WORDS, COLLECTOR, "5.0", "auto", "`net_eth0 blk_sda`; `auto`: the busy ones"),
    DB_COLLECTOR(BOOLEAN, COLLECTOR, OWN, "true", "collect the database's own figures"),
    SESSION_SAMPLING(BOOLEAN, COLLECTOR, OWN, "true", "with `dbCollector`: what sessions wait for, 10 times a second"),
    CPU_SPEED_PROBE(BOOLEAN, COLLECTOR, OWN, "true", "50 µs a second: does this host keep its speed?"),
    AGENTS(WORDS, GROUP, OWN, "", "how many agents share the run, or their hosts: `3`, or `host1,host2`"),
    AGENTS_SSH(WORDS, GROUP, OWN, "", "`bench@c1 bench@c2:2222`: where to start agents over ssh"),
    AGENTS_BIND(WORD, GROUP, OWN, "127.0.0.1", "address of this host; loopback: agents are here"),
    AGENTS_PORT(INTEGER, GROUP, OWN, "7650", "first of 16 ports of agents and coordinator"),
    AGENTS_KEY(
            PATH,
            GROUP,
            OWN,
            "",
            "key file of the group; without it `~/.bmsql/agents.p12`, which is made when missing"),
    AGENTS_DNS(WORD, GROUP, OWN, "", "a name whose addresses are the agents' hosts (Kubernetes)"),
    AGENTS_WAIT_SECS(INTEGER, GROUP, OWN, "60", "longest wait for agents, and for their connections"),
    AGENTS_ON_LOSS(WORD, GROUP, OWN, "go", "`stop` ends the run when an agent is lost; `go` continues it");

    private final String key;
    final PropertyType type;
    final Scope scope;
    /** The BenchmarkSQL version that brought it, {@code fork} or {@link PropertyType#OWN}. */
    final String since;
    /** As the user would write it; empty when there is none. */
    final String defaultText;
    /** One line of Markdown. */
    final String doc;
    /** Names that mean the same in forks. */
    final List<String> aliases;

    PropertyKey(PropertyType type, Scope scope, String since, String defaultText, String doc, String... aliases) {
        // BenchmarkSQL writes osCollectorSSHAddr.
        this.key = camelCase(name()).replace("CollectorSsh", "CollectorSSH");
        this.type = type;
        this.scope = scope;
        this.since = since;
        this.defaultText = defaultText;
        this.doc = doc;
        this.aliases = List.of(aliases);
    }

    public String key() {
        return key;
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
