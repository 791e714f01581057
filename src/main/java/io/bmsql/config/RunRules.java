package io.bmsql.config;

import static io.bmsql.config.PropertyKey.ARRIVAL_RATE;
import static io.bmsql.config.PropertyKey.CONNECTION_MAX_AGE;
import static io.bmsql.config.PropertyKey.KEYING_TIME_MULTIPLIER;
import static io.bmsql.config.PropertyKey.LIMIT_TXNS_PER_MIN;
import static io.bmsql.config.PropertyKey.LOAD_PROFILE;
import static io.bmsql.config.PropertyKey.RAMPUP_MINS;
import static io.bmsql.config.PropertyKey.RUN_MINS;
import static io.bmsql.config.PropertyKey.RUN_TXNS_PER_TERMINAL;
import static io.bmsql.config.PropertyKey.STEADY_RAMPUP_MAX_MINS;
import static io.bmsql.config.PropertyKey.SUT_THREADS;
import static io.bmsql.config.PropertyKey.TERMINALS;
import static io.bmsql.config.PropertyKey.TERMINAL_MULTIPLIER;
import static io.bmsql.config.PropertyKey.TERMINAL_WAREHOUSE_FIXED;
import static io.bmsql.config.PropertyKey.THINK_TIME_MULTIPLIER;
import static io.bmsql.config.PropertyKey.USE_WAREHOUSE_FROM;
import static io.bmsql.config.PropertyKey.USE_WAREHOUSE_TO;
import static io.bmsql.config.PropertyKey.VIRTUAL_THREADS;

import io.bmsql.common.UserText;
import io.bmsql.tpcc.Scale;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings of the timed run, and what they must be together (benchmarksql-formats.md, Settings). */
final class RunRules {
    /** The test of steadiness needs 120 seconds. */
    private static final double MIN_STEADY_MINUTES = 2;

    private static final int MIN_JAVA_OF_VIRTUAL_THREADS = 21;
    private static final double MAX_MINUTES = 10_000_000;
    private static final double MAX_MULTIPLIER = 1_000_000;
    private static final double MAX_PERCENT = 100;
    private static final double MAX_SECONDS = 1_000_000;
    private static final int NOT_SET = -1;
    /** docs/performance.md, Terminals. */
    private static final long BYTES_OF_TERMINAL = 1_000;
    /** Is the least that a driver and a worker need; most drivers take more. */
    private static final long BYTES_OF_CONNECTION = 50_000;

    private static final double MINUTE_NANOS = 60e9;
    private static final String GRAMMAR = "Write the level at 0, then times and levels such as"
            + " 0 2000/min, 5m 4000/min, ramp 10m 8000/min, 60s 20000/min, or 0 20 terminals, 5m 50 terminals.";

    /** Any of these in a file without {@code terminals} shows that it is written for BenchmarkSQL 6. */
    private static final List<PropertyKey> SIX_KEYS =
            List.of(SUT_THREADS, TERMINAL_MULTIPLIER, KEYING_TIME_MULTIPLIER, THINK_TIME_MULTIPLIER);

    private final Settings settings;
    private final int warehouses;
    private final List<String> events;
    private int firstWarehouse = 1;
    private int lastWarehouse;

    /** @param events the names of those that thresholds may bound */
    RunRules(Settings settings, int warehouses, List<String> events) {
        this.events = events;
        this.settings = settings;
        this.warehouses = warehouses;
        this.lastWarehouse = warehouses;
    }

    RunConfig read(long seed) {
        readWarehouseRange();
        int terminals = readTerminals();
        int sutThreads = settings.integer(SUT_THREADS, 1, Integer.MAX_VALUE, terminals);
        String origin = settings.isGiven(SUT_THREADS) ? settings.place(SUT_THREADS) : "terminals";
        settings.show(SUT_THREADS, Integer.toString(sutThreads), origin);
        int agents = Math.max(1, AgentsConfig.count(settings));
        settings.mustFit(
                settings.isGiven(TERMINALS) ? TERMINALS : TERMINAL_MULTIPLIER, terminals / agents, BYTES_OF_TERMINAL);
        settings.mustFit(
                settings.isGiven(SUT_THREADS) ? SUT_THREADS : TERMINALS, sutThreads / agents, BYTES_OF_CONNECTION);
        LoadProfile profile = readProfile(terminals);
        RunConfig.Length length = new RunConfig.Length(
                minutes(profile, settings.number(RUN_MINS, MAX_MINUTES)),
                settings.integer(RUN_TXNS_PER_TERMINAL, 0),
                settings.number(RAMPUP_MINS, MAX_MINUTES),
                settings.number(PropertyKey.RAMPUP_DELAY, MAX_SECONDS),
                settings.number(STEADY_RAMPUP_MAX_MINS, MAX_MINUTES));
        RunConfig config = new RunConfig(
                new RunConfig.Inputs(
                        warehouses,
                        firstWarehouse,
                        lastWarehouse,
                        readWarehouseFixed(),
                        settings.number(PropertyKey.ROLLBACK_PERCENT, MAX_PERCENT),
                        seed),
                terminals,
                sutThreads,
                readVirtualThreads(),
                length,
                new RunConfig.Pace(
                        readLimit(),
                        settings.integer(ARRIVAL_RATE, 0),
                        settings.number(KEYING_TIME_MULTIPLIER, MAX_MULTIPLIER),
                        settings.number(THINK_TIME_MULTIPLIER, MAX_MULTIPLIER),
                        fitted(profile, length)),
                new RunConfig.RetryLimits(
                        settings.integer(PropertyKey.MAX_RETRIES, 0), settings.integer(PropertyKey.MAX_OUTAGE_SECS, 1)),
                readForm(),
                settings.flag(PropertyKey.CHECK_AFTER_RUN),
                readThresholds(),
                readConnections());
        checkLength(config.length(), profile != null);
        checkPacing(config.pace());
        return config;
    }

    private void readWarehouseRange() {
        int from = settings.integer(USE_WAREHOUSE_FROM, NOT_SET);
        int to = settings.integer(USE_WAREHOUSE_TO, NOT_SET);
        if (from > 0 != to > 0) {
            settings.doubt(from > 0 ? USE_WAREHOUSE_FROM : USE_WAREHOUSE_TO, "warehouses");
        } else if (from > 0 && from > to) {
            settings.mistake(USE_WAREHOUSE_FROM, "from", to);
        } else if (from > 0 && warehouses > 0 && to > warehouses) {
            settings.mistake(USE_WAREHOUSE_TO, "to", warehouses);
        } else if (from > 0) {
            firstWarehouse = from;
            lastWarehouse = to;
        }
    }

    private int readTerminals() {
        int usedWarehouses = Math.max(1, lastWarehouse - firstWarehouse + 1);
        long perWarehouse = (long) Scale.TERMINALS_PER_WAREHOUSE * settings.integer(TERMINAL_MULTIPLIER, 1);
        if (settings.isGiven(TERMINALS)) {
            int terminals = settings.integer(TERMINALS, 1, Integer.MAX_VALUE, 1);
            long specified = (long) Scale.TERMINALS_PER_WAREHOUSE * usedWarehouses;
            if (terminals > specified && warehouses > 0) {
                settings.doubt(TERMINALS, "terminals", terminals, usedWarehouses, specified);
            }
            return terminals;
        }
        if (!isSixManner()) {
            settings.missingLine(TERMINALS, "terminals=10");
            return 1;
        }
        int terminals = (int) Math.min(Integer.MAX_VALUE, usedWarehouses * perWarehouse);
        settings.show(TERMINALS, Integer.toString(terminals), perWarehouse + " a warehouse");
        return terminals;
    }

    private boolean readVirtualThreads() {
        boolean areVirtual = settings.flag(VIRTUAL_THREADS);
        int version = Runtime.version().feature();
        if (areVirtual && version < MIN_JAVA_OF_VIRTUAL_THREADS) {
            settings.mistake(VIRTUAL_THREADS, "virtual", version);
        }
        return areVirtual;
    }

    private boolean isSixManner() {
        return !settings.isGiven(TERMINALS) && SIX_KEYS.stream().anyMatch(settings::isGiven)
                || settings.isForVersion6();
    }

    /** BenchmarkSQL 6 has no such key: its terminals stay at home, as those of the specification do (clause 4.2.2). */
    private boolean readWarehouseFixed() {
        boolean waits = settings.number(KEYING_TIME_MULTIPLIER, MAX_MULTIPLIER) > 0
                || settings.number(THINK_TIME_MULTIPLIER, MAX_MULTIPLIER) > 0;
        if (!settings.isGiven(TERMINAL_WAREHOUSE_FIXED) && (waits || isSixManner())) {
            settings.show(TERMINAL_WAREHOUSE_FIXED, "true", waits ? "with waits" : "as in 6.x");
            return true;
        }
        return settings.flag(TERMINAL_WAREHOUSE_FIXED);
    }

    /** The original takes any number up to 0 for no limit. */
    private int readLimit() {
        BigDecimal limit = settings.decimal(LIMIT_TXNS_PER_MIN);
        if (limit != null && limit.signum() < 0) {
            settings.show(LIMIT_TXNS_PER_MIN, "0", settings.place(LIMIT_TXNS_PER_MIN));
            settings.doubt(LIMIT_TXNS_PER_MIN, "nolimit");
            return 0;
        }
        return settings.integer(LIMIT_TXNS_PER_MIN, 0);
    }

    private List<Threshold> readThresholds() {
        try {
            String text = settings.text(PropertyKey.THRESHOLDS);
            return settings.isOfScripts() ? Threshold.parseOfScripts(text, events) : Threshold.parse(text, events);
        } catch (IllegalArgumentException e) {
            settings.reject(
                    PropertyKey.THRESHOLDS,
                    String.valueOf(e.getMessage()),
                    settings.toDo(
                            "thresholds",
                            settings.isOfScripts() ? "read" : "newOrder",
                            Threshold.known(settings.isOfScripts())));
            return List.of();
        }
    }

    private RunConfig.Connections readConnections() {
        boolean perTransaction = settings.flag(PropertyKey.CONNECTION_PER_TRANSACTION);
        String age = settings.text(CONNECTION_MAX_AGE);
        double seconds = age.isEmpty() ? 0 : UserText.seconds(age);
        if (!age.isEmpty() && !(seconds >= 1 && seconds <= MAX_MINUTES * 60)) {
            settings.mistake(CONNECTION_MAX_AGE, "age");
        } else if (seconds > 0 && perTransaction) {
            settings.mistake(CONNECTION_MAX_AGE, "age.both");
        }
        return new RunConfig.Connections(perTransaction, (long) (seconds * 1e9));
    }

    private StatementForm readForm() {
        boolean procedures = settings.flag(PropertyKey.USE_STORED_PROCEDURES);
        boolean batch = settings.flag(PropertyKey.BATCH_STATEMENTS);
        if (procedures && batch) {
            settings.mistake(PropertyKey.BATCH_STATEMENTS, "form");
        }
        return procedures ? StatementForm.PROCEDURES : batch ? StatementForm.BATCH : StatementForm.PLAIN;
    }

    private void checkLength(RunConfig.Length length, boolean hasProfile) {
        boolean byTime = length.runMinutes() > 0;
        boolean byCount = length.transactionsPerTerminal() > 0;
        if (byTime && byCount) {
            settings.mistake(RUN_TXNS_PER_TERMINAL, "length.both");
        } else if (!byTime && !byCount) {
            boolean isCount = !settings.isGiven(RUN_MINS) && settings.isGiven(RUN_TXNS_PER_TERMINAL);
            PropertyKey key = isCount ? RUN_TXNS_PER_TERMINAL : RUN_MINS;
            if (!settings.isGiven(key)) {
                settings.missing(key, settings.toDo("length"));
            } else if (settings.decimal(key) != null) {
                settings.mistake(key, "length");
            }
        }
        double longest = length.longestRampupMinutes();
        if (longest > 0 && !byTime) {
            settings.mistake(STEADY_RAMPUP_MAX_MINS, "steady.count");
        } else if (longest > 0 && hasProfile) {
            settings.mistake(STEADY_RAMPUP_MAX_MINS, "steady.profile");
        } else if (longest > 0 && longest < Math.max(MIN_STEADY_MINUTES, length.rampupMinutes())) {
            settings.mistake(
                    STEADY_RAMPUP_MAX_MINS, "steady.below", longest < MIN_STEADY_MINUTES ? "2" : "rampupMins");
        }
    }

    private void checkPacing(RunConfig.Pace pace) {
        LoadProfile profile = pace.profile();
        boolean waits = pace.keyingTimeMultiplier() + pace.thinkTimeMultiplier() > 0;
        PropertyKey rate = pace.arrivalRate() > 0 ? ARRIVAL_RATE : LIMIT_TXNS_PER_MIN;
        boolean hasRate = pace.arrivalRate() > 0 || pace.limitTxnsPerMin() > 0;
        if (pace.arrivalRate() > 0 && pace.limitTxnsPerMin() > 0) {
            settings.mistake(ARRIVAL_RATE, "rate.both");
        } else if (hasRate && waits) {
            settings.mistake(rate, "rate.waits", rate.key());
        }
        if (profile != null && hasRate) {
            settings.mistake(LOAD_PROFILE, "profile.rate", rate.key());
        } else if (profile != null && profile.unit() == LoadProfile.Unit.RATE && waits) {
            settings.mistake(LOAD_PROFILE, "profile.waits");
        }
    }

    /** Null without one, or with one that cannot be used. */
    private @Nullable LoadProfile readProfile(int terminals) {
        String text = settings.text(LOAD_PROFILE);
        if (text.isEmpty()) {
            return null;
        }
        try {
            LoadProfile profile = LoadProfile.parse(text);
            if (profile.unit() == LoadProfile.Unit.TERMINALS && profile.highest() > terminals) {
                settings.mistake(LOAD_PROFILE, "profile.terminals", (long) profile.highest(), terminals);
            }
            return profile;
        } catch (IllegalArgumentException e) {
            settings.reject(LOAD_PROFILE, String.valueOf(e.getMessage()), GRAMMAR);
            return null;
        }
    }

    /** The minutes to measure: those that were given, or those that the profile says. */
    private double minutes(@Nullable LoadProfile profile, double given) {
        if (profile == null || !profile.hasEnd()) {
            // A profile that cannot be read may have said it: one mistake is enough to report.
            boolean isUnread = profile == null && settings.isGiven(LOAD_PROFILE);
            return isUnread && given == 0 ? 1 : given;
        }
        double minutes = profile.knownNanos() / MINUTE_NANOS;
        if (given > 0 && nanos(given) != profile.knownNanos()) {
            settings.mistake(LOAD_PROFILE, "profile.end", minutes, given);
        }
        if (given == 0) {
            settings.show(
                    RUN_MINS, BigDecimal.valueOf(minutes).stripTrailingZeros().toPlainString(), LOAD_PROFILE.key());
        }
        return minutes;
    }

    /** The profile with its last step as long as the run; null when there is none or it does not fit. */
    private @Nullable LoadProfile fitted(@Nullable LoadProfile profile, RunConfig.Length length) {
        if (profile == null) {
            return null;
        }
        if (length.transactionsPerTerminal() > 0) {
            settings.mistake(LOAD_PROFILE, "profile.count");
            return null;
        }
        try {
            // Without a length the run is refused for that.
            return length.isTimed() ? profile.lasting(nanos(length.runMinutes())) : null;
        } catch (IllegalArgumentException e) {
            settings.reject(LOAD_PROFILE, String.valueOf(e.getMessage()), settings.toDo("profile.long"));
            return null;
        }
    }

    private static long nanos(double minutes) {
        return Math.round(minutes * MINUTE_NANOS);
    }
}
