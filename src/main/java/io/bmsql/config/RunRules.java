package io.bmsql.config;

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
    /** Any of these in a file without {@code terminals} shows that it is written for BenchmarkSQL 6. */
    private static final List<PropertyKey> SIX_KEYS = List.of(
            PropertyKey.SUT_THREADS,
            PropertyKey.TERMINAL_MULTIPLIER,
            PropertyKey.KEYING_TIME_MULTIPLIER,
            PropertyKey.THINK_TIME_MULTIPLIER);

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
        int sutThreads = settings.integer(PropertyKey.SUT_THREADS, 1, Integer.MAX_VALUE, terminals);
        String origin =
                settings.isGiven(PropertyKey.SUT_THREADS) ? settings.place(PropertyKey.SUT_THREADS) : "terminals";
        settings.show(PropertyKey.SUT_THREADS, Integer.toString(sutThreads), origin);
        int agents = Math.max(1, AgentsConfig.count(settings));
        settings.mustFit(
                settings.isGiven(PropertyKey.TERMINALS) ? PropertyKey.TERMINALS : PropertyKey.TERMINAL_MULTIPLIER,
                terminals / agents,
                BYTES_OF_TERMINAL);
        settings.mustFit(
                settings.isGiven(PropertyKey.SUT_THREADS) ? PropertyKey.SUT_THREADS : PropertyKey.TERMINALS,
                sutThreads / agents,
                BYTES_OF_CONNECTION);
        LoadProfile profile = readProfile(terminals);
        RunConfig.Length length = new RunConfig.Length(
                minutes(profile, settings.number(PropertyKey.RUN_MINS, MAX_MINUTES)),
                settings.integer(PropertyKey.RUN_TXNS_PER_TERMINAL, 0),
                settings.number(PropertyKey.RAMPUP_MINS, MAX_MINUTES),
                settings.number(PropertyKey.RAMPUP_DELAY, MAX_SECONDS),
                settings.number(PropertyKey.STEADY_RAMPUP_MAX_MINS, MAX_MINUTES));
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
                        settings.integer(PropertyKey.ARRIVAL_RATE, 0),
                        settings.number(PropertyKey.KEYING_TIME_MULTIPLIER, MAX_MULTIPLIER),
                        settings.number(PropertyKey.THINK_TIME_MULTIPLIER, MAX_MULTIPLIER),
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
        int from = settings.integer(PropertyKey.USE_WAREHOUSE_FROM, NOT_SET);
        int to = settings.integer(PropertyKey.USE_WAREHOUSE_TO, NOT_SET);
        if (from > 0 != to > 0) {
            settings.doubt(from > 0 ? PropertyKey.USE_WAREHOUSE_FROM : PropertyKey.USE_WAREHOUSE_TO, "warehouses");
        } else if (from > 0 && from > to) {
            settings.mistake(PropertyKey.USE_WAREHOUSE_FROM, "from", to);
        } else if (from > 0 && warehouses > 0 && to > warehouses) {
            settings.mistake(PropertyKey.USE_WAREHOUSE_TO, "to", warehouses);
        } else if (from > 0) {
            firstWarehouse = from;
            lastWarehouse = to;
        }
    }

    private int readTerminals() {
        int usedWarehouses = Math.max(1, lastWarehouse - firstWarehouse + 1);
        long perWarehouse = (long) Scale.TERMINALS_PER_WAREHOUSE * settings.integer(PropertyKey.TERMINAL_MULTIPLIER, 1);
        if (settings.isGiven(PropertyKey.TERMINALS)) {
            int terminals = settings.integer(PropertyKey.TERMINALS, 1, Integer.MAX_VALUE, 1);
            long specified = (long) Scale.TERMINALS_PER_WAREHOUSE * usedWarehouses;
            if (terminals > specified && warehouses > 0) {
                settings.doubt(PropertyKey.TERMINALS, "terminals", terminals, usedWarehouses, specified);
            }
            return terminals;
        }
        if (!isSixManner()) {
            settings.missingLine(PropertyKey.TERMINALS, "terminals=10");
            return 1;
        }
        int terminals = (int) Math.min(Integer.MAX_VALUE, usedWarehouses * perWarehouse);
        settings.show(PropertyKey.TERMINALS, Integer.toString(terminals), perWarehouse + " a warehouse");
        return terminals;
    }

    private boolean readVirtualThreads() {
        boolean areVirtual = settings.flag(PropertyKey.VIRTUAL_THREADS);
        int version = Runtime.version().feature();
        if (areVirtual && version < MIN_JAVA_OF_VIRTUAL_THREADS) {
            settings.mistake(PropertyKey.VIRTUAL_THREADS, "virtual", version);
        }
        return areVirtual;
    }

    private boolean isSixManner() {
        return !settings.isGiven(PropertyKey.TERMINALS) && SIX_KEYS.stream().anyMatch(settings::isGiven)
                || settings.isForVersion6();
    }

    /** BenchmarkSQL 6 has no such key: its terminals stay at home, as those of the specification do (clause 4.2.2). */
    private boolean readWarehouseFixed() {
        boolean waits = settings.number(PropertyKey.KEYING_TIME_MULTIPLIER, MAX_MULTIPLIER) > 0
                || settings.number(PropertyKey.THINK_TIME_MULTIPLIER, MAX_MULTIPLIER) > 0;
        if (!settings.isGiven(PropertyKey.TERMINAL_WAREHOUSE_FIXED) && (waits || isSixManner())) {
            settings.show(PropertyKey.TERMINAL_WAREHOUSE_FIXED, "true", waits ? "with waits" : "as in 6.x");
            return true;
        }
        return settings.flag(PropertyKey.TERMINAL_WAREHOUSE_FIXED);
    }

    /** The original takes any number up to 0 for no limit. */
    private int readLimit() {
        BigDecimal limit = settings.decimal(PropertyKey.LIMIT_TXNS_PER_MIN);
        if (limit != null && limit.signum() < 0) {
            settings.show(PropertyKey.LIMIT_TXNS_PER_MIN, "0", settings.place(PropertyKey.LIMIT_TXNS_PER_MIN));
            settings.doubt(PropertyKey.LIMIT_TXNS_PER_MIN, "nolimit");
            return 0;
        }
        return settings.integer(PropertyKey.LIMIT_TXNS_PER_MIN, 0);
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
        String age = settings.text(PropertyKey.CONNECTION_MAX_AGE);
        double seconds = age.isEmpty() ? 0 : UserText.seconds(age);
        if (!age.isEmpty() && !(seconds >= 1 && seconds <= MAX_MINUTES * 60)) {
            settings.mistake(PropertyKey.CONNECTION_MAX_AGE, "age");
        } else if (seconds > 0 && perTransaction) {
            settings.mistake(PropertyKey.CONNECTION_MAX_AGE, "age.both");
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
            settings.mistake(PropertyKey.RUN_TXNS_PER_TERMINAL, "length.both");
        } else if (!byTime && !byCount) {
            boolean isCount =
                    !settings.isGiven(PropertyKey.RUN_MINS) && settings.isGiven(PropertyKey.RUN_TXNS_PER_TERMINAL);
            PropertyKey key = isCount ? PropertyKey.RUN_TXNS_PER_TERMINAL : PropertyKey.RUN_MINS;
            if (!settings.isGiven(key)) {
                settings.missing(key, settings.toDo("length"));
            } else if (settings.decimal(key) != null) {
                settings.mistake(key, "length");
            }
        }
        double longest = length.longestRampupMinutes();
        if (longest > 0 && !byTime) {
            settings.mistake(PropertyKey.STEADY_RAMPUP_MAX_MINS, "steady.count");
        } else if (longest > 0 && hasProfile) {
            settings.mistake(PropertyKey.STEADY_RAMPUP_MAX_MINS, "steady.profile");
        } else if (longest > 0 && longest < Math.max(MIN_STEADY_MINUTES, length.rampupMinutes())) {
            settings.mistake(
                    PropertyKey.STEADY_RAMPUP_MAX_MINS,
                    "steady.below",
                    longest < MIN_STEADY_MINUTES ? "2" : "rampupMins");
        }
    }

    private void checkPacing(RunConfig.Pace pace) {
        LoadProfile profile = pace.profile();
        boolean waits = pace.keyingTimeMultiplier() + pace.thinkTimeMultiplier() > 0;
        PropertyKey rate = pace.arrivalRate() > 0 ? PropertyKey.ARRIVAL_RATE : PropertyKey.LIMIT_TXNS_PER_MIN;
        boolean hasRate = pace.arrivalRate() > 0 || pace.limitTxnsPerMin() > 0;
        if (pace.arrivalRate() > 0 && pace.limitTxnsPerMin() > 0) {
            settings.mistake(PropertyKey.ARRIVAL_RATE, "rate.both");
        } else if (hasRate && waits) {
            settings.mistake(rate, "rate.waits", rate.key());
        }
        if (profile != null && hasRate) {
            settings.mistake(PropertyKey.LOAD_PROFILE, "profile.rate", rate.key());
        } else if (profile != null && profile.unit() == LoadProfile.Unit.RATE && waits) {
            settings.mistake(PropertyKey.LOAD_PROFILE, "profile.waits");
        }
    }

    /** Null without one, or with one that cannot be used. */
    private @Nullable LoadProfile readProfile(int terminals) {
        String text = settings.text(PropertyKey.LOAD_PROFILE);
        if (text.isEmpty()) {
            return null;
        }
        try {
            LoadProfile profile = LoadProfile.parse(text);
            if (profile.unit() == LoadProfile.Unit.TERMINALS && profile.highest() > terminals) {
                settings.mistake(PropertyKey.LOAD_PROFILE, "profile.terminals", (long) profile.highest(), terminals);
            }
            return profile;
        } catch (IllegalArgumentException e) {
            settings.reject(PropertyKey.LOAD_PROFILE, String.valueOf(e.getMessage()), settings.toDo("profile"));
            return null;
        }
    }

    /** The minutes to measure: those that were given, or those that the profile says. */
    private double minutes(@Nullable LoadProfile profile, double given) {
        if (profile == null || !profile.hasEnd()) {
            // A profile that cannot be read may have said it: one mistake is enough to report.
            boolean isUnread = profile == null && settings.isGiven(PropertyKey.LOAD_PROFILE);
            return isUnread && given == 0 ? 1 : given;
        }
        double minutes = profile.knownNanos() / MINUTE_NANOS;
        if (given > 0 && nanos(given) != profile.knownNanos()) {
            settings.mistake(PropertyKey.LOAD_PROFILE, "profile.end", minutes, given);
        }
        if (given == 0) {
            settings.show(
                    PropertyKey.RUN_MINS,
                    BigDecimal.valueOf(minutes).stripTrailingZeros().toPlainString(),
                    PropertyKey.LOAD_PROFILE.key());
        }
        return minutes;
    }

    /** The profile with its last step as long as the run; null when there is none or it does not fit. */
    private @Nullable LoadProfile fitted(@Nullable LoadProfile profile, RunConfig.Length length) {
        if (profile == null) {
            return null;
        }
        if (length.transactionsPerTerminal() > 0) {
            settings.mistake(PropertyKey.LOAD_PROFILE, "profile.count");
            return null;
        }
        try {
            // Without a length the run is refused for that.
            return length.isTimed() ? profile.lasting(nanos(length.runMinutes())) : null;
        } catch (IllegalArgumentException e) {
            settings.reject(PropertyKey.LOAD_PROFILE, String.valueOf(e.getMessage()), settings.toDo("profile.long"));
            return null;
        }
    }

    private static long nanos(double minutes) {
        return Math.round(minutes * MINUTE_NANOS);
    }
}
