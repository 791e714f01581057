package io.bmsql.analysis;

import static io.bmsql.analysis.LimitFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.EffectiveSetting;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.LimitedBy.Cause;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SessionSample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Thousands of staged truths: sessions of a run move through states by one cause, with a margin before all others, are looked at like the
 * sampler does, and the verdict is compared with the cause. It may say that nothing is known, but never another cause.
 */
class LimitOracleTest {
    private static final int RUNS = 3_000;
    private static final int SECONDS = 30;

    /** Where the time of sessions goes, and what must be said of it. */
    private enum Truth {
        ROW(Cause.LOCKED_ROWS),
        ROW_BEHIND_DISTRICTS(Cause.LOCKED_ROWS),
        LOG(Cause.LOG),
        LOG_BEHIND_ROWS(Cause.LOG),
        DISK(Cause.DISK),
        DISK_BEHIND_ROWS(Cause.DISK),
        LATCH(Cause.LATCH),
        STRANGER(Cause.STRANGER),
        GONE(Cause.HOLDER_UNKNOWN),
        GENERATOR(Cause.GENERATOR_PROCESSORS),
        IDLE(Cause.GENERATOR_IDLE),
        SERVER(Cause.PROCESSORS),
        OTHERS(Cause.OTHERS),
        NETWORK(Cause.NETWORK),
        CLIENT(Cause.CLIENT);

        private final Cause cause;

        Truth(Cause cause) {
            this.cause = cause;
        }
    }

    private static final class Staged {
        private final Random random;
        private final Truth truth;
        private final boolean isHere;
        private final boolean tellsBlockers;
        private final int terminals;
        private final int warehouses;
        private final double step;
        private final List<SessionSample> sessions = new ArrayList<>();
        private double serviceShare = 0.95;
        private double generatorPercent = 15;
        private double server = 0.4;
        private double others = 0.02;

        Staged(long seed) {
            random = new Random(seed);
            truth = Truth.values()[random.nextInt(Truth.values().length)];
            isHere = truth == Truth.CLIENT || truth != Truth.NETWORK && truth != Truth.SERVER && random.nextBoolean();
            terminals = 4 + random.nextInt(60);
            warehouses = truth == Truth.ROW_BEHIND_DISTRICTS || random.nextBoolean() ? 1 : 1 + random.nextInt(3);
            // Only the whole chain tells these from others.
            tellsBlockers = truth == Truth.ROW_BEHIND_DISTRICTS
                    || truth == Truth.STRANGER
                    || truth == Truth.GONE
                    || random.nextInt(4) > 0;
            step = random.nextInt(5) == 0 ? 2.75 : 1;
        }

        private void add(double second, String table, String waitClass, double share, String blocker, String blocked) {
            if (share > 0) {
                sessions.add(new SessionSample(
                        second,
                        "PAYMENT",
                        "Payment.of." + table,
                        table,
                        waitClass,
                        "event",
                        share * terminals,
                        tellsBlockers ? blocker : "",
                        tellsBlockers ? blocked : ""));
            }
        }

        private void stage() {
            // The cause has 30% to 80% of session time; everything else together less, and each at least 10 points
            // less.
            double cause = 0.3 + 0.5 * random.nextDouble();
            double other = Math.min(0.95 - cause, cause - 0.1) * random.nextDouble() / 2;
            for (double second = step; second <= SECONDS; second += step) {
                String unrelated = List.of("log", "disk", "latch").get(random.nextInt(3));
                double direct = cause * (0.2 + 0.2 * random.nextDouble());
                switch (truth) {
                    case ROW -> add(second, "bmsql_warehouse", "lock", cause, "processor", "bmsql_warehouse");
                    case ROW_BEHIND_DISTRICTS -> {
                        add(second, "bmsql_warehouse", "lock", direct, "client", "bmsql_warehouse");
                        add(second, "bmsql_district", "lock", cause - direct, "client", "bmsql_warehouse");
                    }
                    case LOG -> add(second, "", "log", cause, "", "");
                    case LOG_BEHIND_ROWS -> behindRows(second, "log", cause, direct);
                    case DISK -> add(second, "", "disk", cause, "", "");
                    case DISK_BEHIND_ROWS -> behindRows(second, "disk", cause, direct);
                    case LATCH -> add(second, "", "latch", cause, "", "");
                    case STRANGER -> add(second, "bmsql_stock", "lock", cause, "stranger", "bmsql_stock");
                    case GONE -> add(second, "bmsql_stock", "lock", cause, "gone", "bmsql_stock");
                    case GENERATOR -> generatorPercent = 90 * 2;
                    case IDLE -> serviceShare = 0.2 + 0.3 * cause;
                    case SERVER -> server = 0.95;
                    case OTHERS -> {
                        server = 0.2;
                        others = 0.75;
                    }
                    case NETWORK, CLIENT -> add(second, "", "client", 0.3, "", "");
                }
                boolean isWait = truth.ordinal() <= Truth.GONE.ordinal();
                boolean isRow = truth == Truth.ROW || truth == Truth.ROW_BEHIND_DISTRICTS;
                // Who has to wait for a processor that others use is ready to run.
                boolean isReady = truth == Truth.SERVER || truth == Truth.OTHERS;
                add(second, "", "processor", isReady ? 0.6 : isRow ? 0.12 : 0.03, "", "");
                if (isWait && !isRow) {
                    add(second, "", unrelated, other, "", "");
                }
            }
        }

        /** Some wait themselves, others for rows that those hold. */
        private void behindRows(double second, String waitClass, double cause, double direct) {
            add(second, "", waitClass, direct, "", "");
            add(second, "bmsql_warehouse", "lock", (cause - direct) / 2, waitClass, "bmsql_warehouse");
            add(second, "bmsql_district", "lock", (cause - direct) / 2, waitClass, "bmsql_warehouse");
        }

        private LimitedBy verdict() {
            stage();
            double millis = serviceShare * 1000 * SECONDS * terminals / 30_000;
            String url = "jdbc:postgresql://" + (isHere ? "localhost" : "db") + "/db";
            RunSummary summary = LimitFixture.summary(
                    warehouses,
                    SECONDS,
                    List.of(type("NEW_ORDER", 15_000, millis), type("PAYMENT", 15_000, millis)),
                    "size",
                    new RunFacts.Size(warehouses, warehouses, terminals, terminals, null),
                    "environment",
                    Map.of("host", "here"),
                    "settings",
                    List.of(
                            new EffectiveSetting("conn", url, ""),
                            new EffectiveSetting("osCollectorSSHAddr", isHere ? "" : "me@db", "")));
            double own = isHere ? generatorPercent / 100 / 4 : 0;
            Map<String, Double> host = Map.of(
                    "cpu_idle",
                    Math.max(0, 1 - server - others - own),
                    "cpu_iowait",
                    0.0,
                    "cpu_server",
                    server,
                    "cpu_load_generator",
                    own,
                    "cpu_others",
                    others,
                    "processors",
                    4.0);
            CollectedFigures collected = LimitFixture.collected(
                    LimitFixture.table(SECONDS, Map.of("cpu_pct", generatorPercent, "gc_ms", 1.0)),
                    List.of(LimitFixture.table(SECONDS, host)),
                    sessions);
            GeneratorLoad load = WindowConditions.generator(List.of(), collected, summary, 0);
            return Objects.requireNonNull(LimitFinder.of(collected, summary, List.of(load), 0));
        }
    }

    @Test
    void noWrongCause() {
        Map<Truth, Integer> right = new EnumMap<>(Truth.class);
        Map<Truth, Integer> all = new EnumMap<>(Truth.class);
        Map<String, Long> wrong = new HashMap<>();
        for (long seed = 0; seed < RUNS; seed++) {
            Staged staged = new Staged(seed);
            LimitedBy found = staged.verdict();
            all.merge(staged.truth, 1, Integer::sum);
            boolean isUnknown = found.cause() == Cause.MIXED || found.cause() == Cause.HOLDER_UNKNOWN;
            boolean isRight = found.cause() == staged.truth.cause
                    && (found.cause() != Cause.LOCKED_ROWS || found.sentence().contains("of bmsql_warehouse ("));
            if (isRight) {
                right.merge(staged.truth, 1, Integer::sum);
            } else if (!isUnknown) {
                wrong.putIfAbsent(staged.truth + ": " + found.sentence(), seed);
            }
        }
        assertThat(wrong).isEmpty();
        all.forEach((truth, number) ->
                assertThat(right.getOrDefault(truth, 0)).as("said of " + truth).isGreaterThan(number * 9 / 10));
    }
}
