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
import java.util.ArrayList;
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
        this.classes = new TreeMap<>(SessionSample.sums(sessions, SessionSample::waitClass));
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
        if (Verdict.of(summary).contains(Verdict.CAPPED)) {
            String setting = run.pace().loadProfile() != null
                    ? "loadProfile"
                    : Verdict.isOpenModel(run) ? "arrivalRate" : "limitTxnsPerMin";
            return LimitedBy.of(
                    Cause.RATE, setting + "=" + NumberText.count(Math.round(Verdict.setRate(run))) + "/min");
        }
        double inTransactions = 100
                * milliseconds(type -> type.response().meanMs())
                / 1000
                / seconds
                / run.size().terminals();
        if (run.pace().pacing() == PacingMode.THINK_TIME && 100 - inTransactions >= WAITS_PERCENT) {
            return LimitedBy.of(Cause.WAITS, 100 - inTransactions);
        }
        double longestWait = percentOfSessionTime(longest);
        if (longestWait >= LONG_WAIT_PERCENT) {
            return ofWait(longestWait);
        }
        int processors = Objects.requireNonNullElse(run.loadGeneratorProcessors(), 0);
        double generator = mean(collected.loadGenerator(), "cpu_pct");
        if (processors > 0 && generator >= GENERATOR_CPU_PERCENT * processors) {
            return LimitedBy.of(Cause.GENERATOR_PROCESSORS, generator / processors, processors);
        }
        double collection = mean(collected.loadGenerator(), "gc_ms") / 10 / collectorSeconds();
        if (collection >= COLLECTION_PERCENT) {
            return LimitedBy.of(Cause.GENERATOR_COLLECTION, collection);
        }
        double busy = 100 * (1 - mean(serverSystem(), "cpu_idle") - mean(serverSystem(), "cpu_iowait"));
        if (busy >= PROCESSORS_PERCENT && isOwnWork()) {
            return ofProcessors(busy, generator);
        }
        double connectionsBusy = 100 * milliseconds(type -> type.service().meanMs()) / 1000 / seconds / connections();
        if (run.pace().pacing() == PacingMode.CLOSED_LOOP && connectionsBusy < BUSY_PERCENT) {
            return LimitedBy.of(Cause.GENERATOR_IDLE, connectionsBusy);
        }
        if (sessions.isEmpty()) {
            return LimitedBy.of(Cause.NO_SESSIONS, whyNoSessions());
        }
        return longestWait >= WAIT_PERCENT ? ofWait(longestWait) : ofWork(busy);
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
        boolean isShared = isServerHere() && generator >= 0;
        double seconds1000 =
                Math.max(0, busy * processors - (isShared ? generator : 0)) / 100 * seconds / counted() * 1000;
        String cost = Double.isNaN(seconds1000) ? "?" : NumberText.decimal(seconds1000, 2);
        String done = run.isTpcc() ? "New-Orders" : "transactions";
        return isShared
                ? LimitedBy.of(Cause.PROCESSORS_SHARED, busy, processors, generator / processors, cost, done)
                : LimitedBy.of(Cause.PROCESSORS, busy, processors, cost, done);
    }

    private LimitedBy ofWork(double busy) {
        double worked = classes.keySet().stream()
                .filter(waitClass -> !waitClass.equals(SessionSample.CLIENT))
                .mapToDouble(this::percentOfSessionTime)
                .sum();
        if (Double.isNaN(busy)) {
            // A load generator that waits for a processor looks to the server like a slow network.
            return LimitedBy.of(Cause.NO_HOST, worked);
        }
        if (100 - worked >= NETWORK_PERCENT && run.pace().pacing() == PacingMode.CLOSED_LOOP) {
            TypeSummary type = summary.figures().types().stream()
                    .max(Comparator.comparingDouble(
                            one -> one.count() * one.service().meanMs()))
                    .orElseThrow();
            return LimitedBy.of(
                    Cause.NETWORK,
                    100 - worked,
                    title(type),
                    NumberText.millis(type.service().meanMs()),
                    NumberText.millis(workedMillis(type)));
        }
        if (worked >= WORK_PERCENT) {
            return LimitedBy.of(Cause.CONNECTIONS, connections(), worked, busy);
        }
        return LimitedBy.of(
                Cause.MIXED,
                classes.entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .map(entry ->
                                NumberText.decimal(percentOfSessionTime(entry.getKey()), 0) + "% " + entry.getKey())
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
                            ? row.sessions() * type.count() / summary.figures().completed()
                            : types.contains(type.type()) ? row.sessions() / types.size() : 0;
                })
                .sum();
        return working / sampledSeconds() * seconds * 1000 / Math.max(1, type.count());
    }

    /** Of the time of all connections. */
    private double percentOfSessionTime(String waitClass) {
        return 100 * classes.getOrDefault(waitClass, 0.0) / sampledSeconds() / connections();
    }

    private double sampledSeconds() {
        return sessions.isEmpty()
                ? 1
                : sessions.get(sessions.size() - 1).elapsedSeconds()
                        - sessions.get(0).elapsedSeconds()
                        + 1;
    }

    private LimitedBy ofWait(double share) {
        List<SessionSample> waits = new ArrayList<>(sessions);
        waits.removeIf(row -> !row.waitClass().equals(longest));
        if (!longest.equals(SessionSample.LOCK)) {
            return LimitedBy.of(
                    Objects.requireNonNull(WAITS.get(longest)), share, most(waits, SessionSample::waitEvent));
        }
        double ofWarehouses = SessionSample.sums(waits, SessionSample::table).getOrDefault(WAREHOUSE, 0.0);
        int warehouses = Math.max(1, run.size().warehouses());
        // Who waits for a district often waits behind a session that has it and waits for the warehouse. The more
        // terminals, the more wait like that; a warehouse that is always waited for is the cause.
        boolean isWarehouse =
                ofWarehouses > classes.getOrDefault(longest, 0.0) / 3 || ofWarehouses / sampledSeconds() >= warehouses;
        String table = isWarehouse ? WAREHOUSE : most(waits, SessionSample::table);
        waits.removeIf(row -> !row.table().equals(table) && !table.equals("?"));
        String statement = most(waits, SessionSample::statement);
        int rows = table.equals(WAREHOUSE) ? warehouses : table.equals("bmsql_district") ? 10 * warehouses : 0;
        return rows == 0
                ? LimitedBy.of(Cause.LOCK, share, statement)
                : LimitedBy.of(
                        Cause.LOCKED_ROWS,
                        rows,
                        table,
                        share,
                        statement,
                        NumberText.trimmed(connections() / warehouses, 1));
    }

    private static String most(List<SessionSample> rows, Function<SessionSample, String> key) {
        return SessionSample.sums(rows, key).entrySet().stream()
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

    /** Where the first host that was watched is the server's. */
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
        return run.isTpcc()
                ? Math.max(1, summary.figures().types().get(0).count())
                : summary.figures().completed();
    }

    /** NaN where it was not recorded. */
    private double mean(@Nullable SampleTable table, String column) {
        return table == null ? Double.NaN : table.mean(column, from, from + seconds + 1);
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
}
