package io.bmsql.analysis;

import static io.bmsql.result.LimitedBy.Cause;

import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.TransactionType;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.CollectorCsv;
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

    /** One of this share goes before busy processors: something else than the run may keep them busy. */
    private static final double LONG_WAIT_PERCENT = 50;

    /** Sessions that ran or were ready for fewer of the processors than this: others keep them busy. */
    private static final double OWN_PERCENT = 25;

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

    private static final String WAREHOUSE = "bmsql_warehouse";

    private final CollectedFigures collected;
    private final RunSummary summary;
    private final RunFacts run;
    private final double from;
    private final double seconds;
    private final List<SessionSample> sessions;
    /** Mean number of sessions in each class of wait. */
    private final Map<String, Double> classes;

    /** The class of {@link #WAITS} with the most of them. */
    private final String longest;

    private Limit(CollectedFigures collected, RunSummary summary, double from) {
        this.collected = collected;
        this.summary = summary;
        this.run = summary.run();
        this.from = from;
        this.seconds = run.window().windowSeconds();
        this.sessions = collected.database().sessions().stream()
                .filter(row -> row.elapsedSeconds() > from && row.elapsedSeconds() <= from + seconds + 1)
                .toList();
        this.classes = sums(sessions, SessionSample::waitClass);
        this.longest = WAITS.keySet().stream()
                .max(Comparator.comparingDouble(name -> classes.getOrDefault(name, 0.0)))
                .orElseThrow();
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
        double longestWait = percentOfSessionTime(longest);
        if (longestWait >= LONG_WAIT_PERCENT) {
            return ofWait(percent(longestWait));
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
        if (busy >= PROCESSORS_PERCENT && isOwnWork()) {
            return ofProcessors(busy, generator);
        }
        double connections = connections();
        double connectionsBusy = 100 * milliseconds(type -> type.service().meanMs()) / 1000 / seconds / connections;
        if (run.pace().pacing() == PacingMode.CLOSED_LOOP && connectionsBusy < BUSY_PERCENT) {
            return LimitedBy.of(Cause.GENERATOR_IDLE, percent(connectionsBusy));
        }
        if (sessions.isEmpty()) {
            return LimitedBy.of(Cause.NO_SESSIONS, whyNoSessions());
        }
        return longestWait >= WAIT_PERCENT ? ofWait(percent(longestWait)) : ofWork(busy);
    }

    /** Not known without sessions. On one host with the load generator, which waits for a processor as well, others' work limits the run too. */
    private boolean isOwnWork() {
        double running = classes.getOrDefault(SessionSample.PROCESSOR, 0.0) / sampledSeconds();
        double processors = mean(serverSystem(), CollectorCsv.PROCESSORS);
        return isServerHere() || sessions.isEmpty() || !(100 * running < OWN_PERCENT * processors);
    }

    /** Without what the load generator takes, where it runs on the server's host. */
    private LimitedBy ofProcessors(double busy, double generator) {
        double processors = mean(serverSystem(), CollectorCsv.PROCESSORS);
        String of = Double.isNaN(processors) ? "?" : NumberText.count(Math.round(processors));
        boolean isShared = isServerHere() && generator >= 0;
        double seconds1000 =
                Math.max(0, busy * processors - (isShared ? generator : 0)) / 100 * seconds / counted() * 1000;
        String cost = Double.isNaN(seconds1000) ? "?" : NumberText.decimal(seconds1000, 2);
        String done = run.isTpcc() ? "New-Orders" : "transactions";
        return isShared
                ? LimitedBy.of(Cause.PROCESSORS_SHARED, percent(busy), of, percent(generator / processors), cost, done)
                : LimitedBy.of(Cause.PROCESSORS, percent(busy), of, cost, done);
    }

    private LimitedBy ofWork(double busy) {
        double worked = percentOfSessionTime(null);
        if (Double.isNaN(busy)) {
            // A load generator that waits for a processor looks to the server like a slow network.
            return LimitedBy.of(Cause.NO_HOST, percent(worked));
        }
        if (100 - worked >= NETWORK_PERCENT && run.pace().pacing() == PacingMode.CLOSED_LOOP) {
            TypeSummary type = summary.figures().types().stream()
                    .max(Comparator.comparingDouble(
                            one -> one.count() * one.service().meanMs()))
                    .orElseThrow();
            return LimitedBy.of(
                    Cause.NETWORK,
                    percent(100 - worked),
                    title(type),
                    NumberText.millis(type.service().meanMs()),
                    NumberText.millis(workedMillis(type)));
        }
        if (worked >= WORK_PERCENT) {
            return LimitedBy.of(
                    Cause.CONNECTIONS, NumberText.count(Math.round(connections())), percent(worked), percent(busy));
        }
        return LimitedBy.of(
                Cause.MIXED,
                classes.entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .map(entry -> percent(percentOfSessionTime(entry.getKey())) + "% " + entry.getKey())
                        .collect(Collectors.joining(", ")));
    }

    private String title(TypeSummary type) {
        return run.types().stream()
                .filter(one -> one.name().equals(type.type()))
                .map(TransactionType::title)
                .findFirst()
                .orElse(type.type());
    }

    /** What the server worked for a transaction of this type; what tells no type, as a commit, belongs to all alike. */
    private double workedMillis(TypeSummary type) {
        double working = sessions.stream()
                .filter(row -> !row.waitClass().equals(SessionSample.CLIENT))
                .mapToDouble(row -> {
                    List<String> types = List.of(row.type().split("[|]", -1));
                    return row.type().isEmpty()
                            ? row.sessions() * type.count() / count()
                            : types.contains(type.type()) ? row.sessions() / types.size() : 0;
                })
                .sum();
        return working / sampledSeconds() * seconds * 1000 / Math.max(1, type.count());
    }

    /** Of the time of all connections; null for all classes but that which waits for the client. */
    private double percentOfSessionTime(@Nullable String waitClass) {
        double all = classes.entrySet().stream()
                .filter(one -> waitClass == null
                        ? !one.getKey().equals(SessionSample.CLIENT)
                        : one.getKey().equals(waitClass))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return all == 0 ? 0 : 100 * all / sampledSeconds() / connections();
    }

    private double sampledSeconds() {
        return sessions.isEmpty()
                ? 1
                : sessions.get(sessions.size() - 1).elapsedSeconds()
                        - sessions.get(0).elapsedSeconds()
                        + 1;
    }

    private LimitedBy ofWait(String share) {
        List<SessionSample> waits =
                sessions.stream().filter(row -> row.waitClass().equals(longest)).toList();
        if (!longest.equals(SessionSample.LOCK)) {
            return LimitedBy.of(
                    Objects.requireNonNull(WAITS.get(longest)), share, most(waits, SessionSample::waitEvent));
        }
        Map<String, Double> tables = sums(waits, SessionSample::table);
        double all = tables.values().stream().mapToDouble(sum -> sum).sum();
        // Those who wait for a district often wait behind one that has it and waits for the warehouse.
        String table = tables.getOrDefault(WAREHOUSE, 0.0) > all / 3 ? WAREHOUSE : most(waits, SessionSample::table);
        String statement = most(
                waits.stream()
                        .filter(row -> row.table().equals(table) || table.equals("?"))
                        .toList(),
                SessionSample::statement);
        int warehouses = Math.max(1, run.size().warehouses());
        int rows = table.equals(WAREHOUSE) ? warehouses : table.equals("bmsql_district") ? 10 * warehouses : 0;
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

    /** Of all processors, where the first host that was watched is the server's; else NaN. */
    private double serverBusyPercent() {
        SampleTable system = serverSystem();
        return 100 * (1 - mean(system, "cpu_idle") - mean(system, "cpu_iowait"));
    }

    private @Nullable SampleTable serverSystem() {
        boolean isWatched = isServerHere() || !run.firstWatchedHost().isEmpty();
        return isWatched && !collected.hosts().isEmpty()
                ? collected.hosts().get(0).system()
                : null;
    }

    /** True when the server runs on the load generator's host, which is the one that was watched. */
    private boolean isServerHere() {
        return run.firstWatchedHost().isEmpty()
                && ProgramContext.isLocal(
                        run.setting(PropertyKey.CONN), run.environment().getOrDefault("host", ""));
    }

    /** Those that the workload's own metric counts. */
    private double counted() {
        return run.isTpcc() ? Math.max(1, summary.figures().types().get(0).count()) : count();
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
