package io.bmsql.analysis;

import static io.bmsql.result.LimitedBy.Cause;

import io.bmsql.common.NumberText;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SessionSample;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds what kept a run from doing more, from what is recorded in its directory: the first rule of docs/limits.md that applies. Shares
 * of session time are of the time of all connections that the run had.
 */
public final class Limit {
    /** The load generator's process used nearly all processors of its host. */
    public static final double GENERATOR_CPU_PERCENT = 85;

    /** Garbage collection stopped the load generator for this share of the time. */
    public static final double COLLECTION_PERCENT = 5;

    /** Without waits, connections less busy than this had to wait for the load generator. */
    public static final double BUSY_PERCENT = 60;

    /** Terminals that keyed and thought for this share of their time could not ask for more. */
    private static final double WAITS_PERCENT = 50;

    /** Processors as busy as this have hardly anything left; steal counts as busy. */
    private static final double PROCESSORS_PERCENT = 90;

    /** One kind of wait of this share explains the figure. */
    private static final double WAIT_PERCENT = 20;

    /** The server waited for the network, or had nothing to do, for this share of session time. */
    private static final double NETWORK_PERCENT = 50;

    /** For this share of session time the server worked. */
    private static final double WORK_PERCENT = 50;

    /** A shorter window says nothing: connecting and warming up rule it. */
    private static final double LEAST_SECONDS = 5;

    private static final Map<String, Cause> WAITS = Map.of(
            SessionSample.LOCK, Cause.LOCK,
            SessionSample.LOG, Cause.LOG,
            SessionSample.DISK, Cause.DISK,
            SessionSample.LATCH, Cause.LATCH);

    private static final Pattern URL_HOST = Pattern.compile("(?://|@)(\\[[^\\]]*\\]|[^/:,;?]*)");
    private static final Pattern LOCAL = Pattern.compile("localhost|127\\..*|\\[::1\\]|");

    private final CollectedFigures collected;
    private final RunSummary summary;
    private final RunFacts run;
    private final double from;
    private final double seconds;
    private final List<SessionSample> sessions;

    private Limit(CollectedFigures collected, RunSummary summary, double from) {
        this.collected = collected;
        this.summary = summary;
        this.run = summary.run();
        this.from = from;
        this.seconds = run.window().windowSeconds();
        this.sessions = collected.database().sessions().stream()
                .filter(row -> row.elapsedSeconds() > from && row.elapsedSeconds() <= from + seconds + 1)
                .toList();
    }

    /** What limited the run; null where nothing was done, or too shortly to tell. */
    static @Nullable LimitedBy of(CollectedFigures collected, RunSummary summary, int fromSecond) {
        return summary.run().window().windowSeconds() < LEAST_SECONDS
                        || summary.figures().completed() == 0
                ? null
                : new Limit(collected, summary, fromSecond).find();
    }

    private LimitedBy find() {
        double rate = Verdict.setRate(run);
        if (Verdict.of(summary).contains(Verdict.CAPPED)) {
            String setting = run.pace().loadProfile() != null
                    ? "loadProfile"
                    : Verdict.isOpenModel(run) ? "arrivalRate" : "limitTxnsPerMin";
            return LimitedBy.of(Cause.RATE, setting + "=" + NumberText.count(Math.round(rate)) + "/min");
        }
        double inTransactions = 100
                * milliseconds(type -> type.response().meanMs())
                / 1000
                / seconds
                / run.size().terminals();
        if (run.pace().pacing() == PacingMode.THINK_TIME && 100 - inTransactions >= WAITS_PERCENT) {
            return LimitedBy.of(Cause.WAITS, percent(100 - inTransactions));
        }
        Integer known = run.loadGeneratorProcessors();
        int processors = known == null ? 0 : known;
        double generator = mean(collected.loadGenerator(), "cpu_pct");
        if (processors > 0 && generator >= GENERATOR_CPU_PERCENT * processors) {
            return LimitedBy.of(
                    Cause.GENERATOR_PROCESSORS, percent(generator / processors), Integer.toString(processors));
        }
        double collection = mean(collected.loadGenerator(), "gc_ms") / 10 / collectorSeconds();
        if (collection >= COLLECTION_PERCENT) {
            return LimitedBy.of(Cause.GENERATOR_COLLECTION, percent(collection));
        }
        double busy = serverBusyPercent();
        if (busy >= PROCESSORS_PERCENT) {
            return isServerHere() && processors > 0 && generator >= 0
                    ? LimitedBy.of(
                            Cause.PROCESSORS_SHARED,
                            percent(busy),
                            Integer.toString(processors),
                            percent(generator / processors),
                            NumberText.decimal(cpuSecondsPer1000(busy * processors - generator), 2),
                            run.isTpcc() ? "New-Orders" : "transactions")
                    : LimitedBy.of(Cause.PROCESSORS, percent(busy));
        }
        double connections = connections();
        double connectionsBusy = 100 * milliseconds(type -> type.service().meanMs()) / 1000 / seconds / connections;
        if (run.pace().pacing() == PacingMode.CLOSED_LOOP && connectionsBusy < BUSY_PERCENT) {
            return LimitedBy.of(Cause.GENERATOR_IDLE, percent(connectionsBusy));
        }
        return sessions.isEmpty() ? LimitedBy.of(Cause.NO_SESSIONS, whyNoSessions()) : ofSessions(connections, busy);
    }

    private LimitedBy ofSessions(double connections, double busy) {
        double covered = sessions.get(sessions.size() - 1).elapsedSeconds()
                - sessions.get(0).elapsedSeconds()
                + 1;
        double percent = 100 / covered / connections;
        Map<String, Double> classes = sums(sessions, SessionSample::waitClass);
        classes.replaceAll((name, sum) -> sum * percent);
        String longest = WAITS.keySet().stream()
                .max(Comparator.comparingDouble(name -> classes.getOrDefault(name, 0.0)))
                .orElseThrow();
        double share = classes.getOrDefault(longest, 0.0);
        if (share >= WAIT_PERCENT) {
            return ofWait(longest, percent(share));
        }
        double client = classes.getOrDefault(SessionSample.CLIENT, 0.0);
        double worked = classes.values().stream().mapToDouble(value -> value).sum() - client;
        if (Double.isNaN(busy)) {
            // A load generator that waits for a processor looks to the server like a slow network.
            return LimitedBy.of(Cause.NO_HOST, percent(worked));
        }
        if (100 - worked >= NETWORK_PERCENT && run.pace().pacing() == PacingMode.CLOSED_LOOP) {
            double service = milliseconds(type -> type.service().meanMs()) / count();
            return LimitedBy.of(
                    Cause.NETWORK,
                    percent(100 - worked),
                    NumberText.millis(service),
                    NumberText.millis(worked / 100 * connections * seconds * 1000 / count()));
        }
        if (worked >= WORK_PERCENT) {
            return LimitedBy.of(
                    Cause.CONNECTIONS, NumberText.count(Math.round(connections)), percent(worked), percent(busy));
        }
        return LimitedBy.of(
                Cause.MIXED,
                classes.entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .map(entry -> percent(entry.getValue()) + "% " + entry.getKey())
                        .collect(Collectors.joining(", ")));
    }

    private LimitedBy ofWait(String waitClass, String share) {
        List<SessionSample> waits = sessions.stream()
                .filter(row -> row.waitClass().equals(waitClass))
                .toList();
        if (!waitClass.equals(SessionSample.LOCK)) {
            return LimitedBy.of(
                    Objects.requireNonNull(WAITS.get(waitClass)), share, most(waits, SessionSample::waitEvent));
        }
        String table = most(waits, SessionSample::table);
        String statement = most(waits, SessionSample::statement);
        int warehouses = Math.max(1, run.size().warehouses());
        int rows = table.equals("bmsql_warehouse") ? warehouses : table.equals("bmsql_district") ? 10 * warehouses : 0;
        return rows == 0
                ? LimitedBy.of(Cause.LOCK, share, statement)
                : LimitedBy.of(
                        Cause.LOCKED_ROWS,
                        NumberText.count(rows),
                        table,
                        share,
                        statement,
                        NumberText.trimmed(connections() / warehouses, 1));
    }

    private static Map<String, Double> sums(List<SessionSample> rows, Function<SessionSample, String> key) {
        return rows.stream()
                .collect(Collectors.groupingBy(key, TreeMap::new, Collectors.summingDouble(SessionSample::sessions)));
    }

    private static String most(List<SessionSample> rows, Function<SessionSample, String> key) {
        return sums(rows, key).entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .filter(name -> !name.isEmpty())
                .orElse("?");
    }

    /** Those of the run that worked: no more than terminals. */
    private double connections() {
        return Math.max(1, Math.min(run.size().sutThreads(), run.size().terminals()));
    }

    private double milliseconds(ToDoubleFunction<TypeSummary> mean) {
        return summary.figures().types().stream()
                .mapToDouble(type -> type.count() * Math.max(0, mean.applyAsDouble(type)))
                .sum();
    }

    private double count() {
        return Math.max(1, summary.figures().completed());
    }

    /** Of all processors of the first host that was watched, where that is the server's; else NaN. */
    private double serverBusyPercent() {
        if (!isServerHere() && run.firstWatchedHost().isEmpty()) {
            return Double.NaN;
        }
        SampleTable system =
                collected.hosts().isEmpty() ? null : collected.hosts().get(0).system();
        return 100 * (1 - mean(system, "cpu_idle") - mean(system, "cpu_iowait"));
    }

    /** True when the server runs on the load generator's host, which is the one that was watched. */
    private boolean isServerHere() {
        Matcher host = URL_HOST.matcher(run.setting(PropertyKey.CONN));
        return run.firstWatchedHost().isEmpty()
                && host.find()
                && (LOCAL.matcher(host.group(1)).matches()
                        || host.group(1).equals(run.environment().get("host")));
    }

    /** @param percentOfOne how busy the server's processors were by others than the load generator, percent of one */
    private double cpuSecondsPer1000(double percentOfOne) {
        TypeSummary counted = run.isTpcc() ? summary.figures().types().get(0) : null;
        double done = counted == null ? count() : Math.max(1, counted.count());
        return Math.max(0, percentOfOne) / 100 * seconds / done * 1000;
    }

    /** NaN where it was not recorded. */
    private double mean(@Nullable SampleTable table, String column) {
        double[] values = table == null ? null : table.column(column);
        return table == null || values == null
                ? Double.NaN
                : Arrays.stream(table.within(values, from, from + seconds + 1))
                        .average()
                        .orElse(Double.NaN);
    }

    /** What a line of the load generator's file covers. */
    private double collectorSeconds() {
        SampleTable table = collected.loadGenerator();
        double[] ends = table == null ? new double[0] : table.seconds();
        return ends.length < 2 ? 1 : Math.max(1, (ends[ends.length - 1] - ends[0]) / (ends.length - 1));
    }

    private String whyNoSessions() {
        return collected.notes().stream()
                .map(row -> row.getOrDefault("note", ""))
                .filter(note -> note.contains("sessions wait"))
                .findFirst()
                .orElse("dbCollector, sessionSampling, sessions.sql");
    }

    private static String percent(double value) {
        return NumberText.decimal(value, 0);
    }
}
