package io.bmsql.analysis;

import static io.bmsql.result.LimitedBy.Cause;

import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.TransactionType;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.LoadStep;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SessionSample;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what kept a run from doing more, from what is recorded in its directory: the first rule of docs/limits.md that applies. Shares
 * of session time are of the time of all connections that the run had, without outages, in which nobody could do anything.
 */
public final class LimitFinder {
    /** Terminals that keyed and thought for this share of their time could not ask for more. */
    private static final double WAITS_PERCENT = 50;

    /** Terminals that started late for no more than this share of their time did what their waits asked for. */
    private static final double LATE_PERCENT = 100 * (1 - LoadStep.RATE_REACHED);

    /** Processors as busy as this have hardly anything left; steal counts as busy. */
    private static final double PROCESSORS_PERCENT = 90;

    /** Its control group's limit stopped the server in so many of the kernel's periods, with what it held. */
    private static final double THROTTLED_PERCENT = 20;

    /** From here on the sentence says what others take of the processors. */
    private static final double OTHERS_PERCENT = 3;

    /** The work of the server is known when so many of the samples tell it from other servers'. */
    private static final double TOLD_SHARE = 0.9;

    /** A server that was away for this share of the window is what limited the run. */
    private static final double AWAY_SHARE = 0.5;

    /** A standstill is said from this share of the window on. */
    private static final double STANDSTILL_SHARE = 0.1;

    /** What sessions did in it is known when they were looked at for this share of it. */
    private static final double SEEN_SHARE = 0.5;

    /** One kind of wait of this share explains the figure. */
    private static final double WAIT_PERCENT = 20;

    /** One of this share goes before busy processors: something else than the run may keep them busy. */
    private static final double LONG_WAIT_PERCENT = 50;

    /** Sessions that ran or were ready for fewer of the processors than this: others keep them busy. */
    private static final double OWN_PERCENT = 25;

    /** Sessions that took less than this share of what the server took of the processors: others of it, or its own housekeeping, took the rest. */
    private static final double OWN_SHARE = 0.5;

    /** The server waited for the network, or had nothing to do, for this share of session time. */
    private static final double NETWORK_PERCENT = 50;

    /** For this share of session time the server worked. */
    private static final double WORK_PERCENT = 50;

    /** A shorter window says nothing: connecting and warming up rule it. */
    private static final double MIN_SECONDS = 5;

    private static final String WAREHOUSE = "bmsql_warehouse";
    private static final String DISTRICT = "bmsql_district";

    private final CollectedFigures collected;
    private final RunSummary summary;
    private final List<GeneratorLoad> generators;
    private final RunFacts run;
    private final double from;
    private final double seconds;
    private final ServedTime served;

    /** The first load generator that was in the way whatever the database did; null without one. */
    private final @Nullable LimitedBy overloaded;

    /** Session time that was lost to {@link ServedTime#longest}, percent. */
    private final double longestWait;

    /** How busy the processors of the server's host were, percent; NaN where nobody knows. */
    private final double busy;

    private LimitFinder(CollectedFigures collected, RunSummary summary, List<GeneratorLoad> generators, double from) {
        this.collected = collected;
        this.summary = summary;
        this.generators = generators;
        this.run = summary.run();
        this.from = from;
        this.seconds = run.window().windowSeconds();
        this.served = new ServedTime(collected, summary, from);
        this.overloaded = first(GeneratorLoad::overloaded);
        this.longestWait = served.waitPercent(served.longest);
        this.busy = 100 * (1 - ofServer("cpu_idle") - ofServer("cpu_iowait"));
    }

    /**
     * What limited the run; null where it was too short to tell, or nothing was done and no wait explains it.
     *
     * @param generators the load generator, or each of several agents'
     */
    static @Nullable LimitedBy of(
            CollectedFigures collected, RunSummary summary, List<GeneratorLoad> generators, int fromSecond) {
        if (summary.windowSeconds() < MIN_SECONDS) {
            return null;
        }
        LimitFinder limit = new LimitFinder(collected, summary, generators, fromSecond);
        boolean isCapped = Verdict.isRateReached(summary);
        return summary.figures().completed() == 0 || limit.hasFailed() && !isCapped
                ? limit.whatStoppedAll()
                : limit.find()
                        .without(limit.served.awaySeconds, limit.seconds)
                        .withStandstill(limit.standstill())
                        .withForms(limit.run.environment().getOrDefault(RunFacts.FORMS, ""));
    }

    /** What fails takes processors and connections too, and they are not what kept the run from doing its work. */
    private boolean hasFailed() {
        return summary.ending().status() == RunSummary.Status.ABORTED
                || summary.figures().givenUpPercent() > RunSummary.MAX_FAILED_PERCENT;
    }

    /** Without transactions, or times of those that failed, there is nothing to judge by but what sessions waited for. */
    private @Nullable LimitedBy whatStoppedAll() {
        LimitedBy outage = ofOutage();
        return outage != null || longestWait < LONG_WAIT_PERCENT
                ? outage
                : ofWait().without(served.awaySeconds, seconds);
    }

    /** What all load generators together saw, when it is a large part of the window and no outage; else null. */
    private LimitedBy.@Nullable Standstill standstill() {
        List<Silence> all = generators.isEmpty()
                ? List.of()
                : generators.get(generators.size() - 1).silences();
        int still = Silence.seconds(all);
        if (all.isEmpty() || still < STANDSTILL_SHARE * seconds || served.awaySeconds > 0) {
            return null;
        }
        Silence longest = Silence.longest(all);
        List<SessionSample> sessions = collected.database().sessions();
        SessionSample.Within within =
                SessionSample.within(ServedTime.ofTerminals(collected, run), longest.from(), longest.until());
        boolean isSeen = sessions.isEmpty() || within.seconds() >= SEEN_SHARE * longest.seconds();
        return new LimitedBy.Standstill(
                still,
                seconds,
                longest.from() - from,
                longest.until() - from,
                isSeen,
                sessions.isEmpty() || !isSeen ? null : waits(within));
    }

    /** What most of the time of connections was waited for, chains of blockers followed to their ends; else null. */
    private @Nullable Cause waits(SessionSample.Within within) {
        double enough = SEEN_SHARE * within.seconds() * GeneratorLoad.connections(run);
        return SessionSample.sums(
                        within.rows(),
                        row -> ServedTime.isKnown(row) && Cause.WAITED_FOR.containsKey(row.blocker())
                                ? row.blocker()
                                : row.waitClass())
                .entrySet()
                .stream()
                .filter(wait -> Cause.WAITED_FOR.containsKey(wait.getKey()) && wait.getValue() >= enough)
                .findFirst()
                .map(wait -> Cause.waitedFor(wait.getKey()))
                .orElse(null);
    }

    /** Each rule in its order; one that does not apply gives null. */
    private LimitedBy find() {
        return Stream.<Supplier<@Nullable LimitedBy>>of(
                        this::ofRate,
                        this::ofOutage,
                        this::ofTerminals,
                        this::ofControlGroup,
                        this::ofLongWait,
                        this::ofBusyHosts,
                        () -> first(GeneratorLoad::idle),
                        this::ofUntold)
                .flatMap(rule -> Stream.ofNullable(rule.get()))
                .findFirst()
                .orElseGet(this::ofSessions);
    }

    /** Who did all that was asked for and was late lengthened response times, and nothing else. */
    private @Nullable LimitedBy ofRate() {
        if (!Verdict.isRateReached(summary)) {
            return null;
        }
        String profile = run.pace().loadProfile();
        String rate = profile != null
                ? "loadProfile=" + profile
                : (Verdict.isOpenModel(run) ? "arrivalRate=" : "limitTxnsPerMin=")
                        + NumberText.count(Math.round(Verdict.setRate(run))) + "/min";
        return overloaded != null && overloaded.cause() == Cause.GENERATOR_LATE
                ? LimitedBy.of(Cause.RATE, rate, overloaded.values().get(0))
                : LimitedBy.of(Cause.RATE, rate);
    }

    private @Nullable LimitedBy ofOutage() {
        return served.awaySeconds < AWAY_SHARE * seconds
                ? null
                : LimitedBy.of(Cause.OUTAGE, NumberText.trimmed(served.awaySeconds, 1), NumberText.trimmed(seconds, 1));
    }

    /** What they wait for, and whether they began in time. */
    private @Nullable LimitedBy ofTerminals() {
        double thinking = 100 - terminalsPercent(type -> type.response().meanMs());
        boolean isOnTime = overloaded == null || terminalsPercent(TypeSummary::waitMeanMs) <= LATE_PERCENT;
        return isOnTime && run.pace().pacing() == PacingMode.THINK_TIME && thinking >= WAITS_PERCENT
                ? LimitedBy.of(Cause.WAITS, thinking)
                : null;
    }

    /** A share of the terminals' time. They do not wait for the deferred part of a delivery: it is done when they have gone on. */
    private double terminalsPercent(ToDoubleFunction<TypeSummary> millis) {
        double all = summary.figures().types().stream()
                .filter(TypeSummary::isForeground)
                .mapToDouble(type -> type.count() * Math.max(0, millis.applyAsDouble(type)))
                .sum();
        return all / 10 / served.seconds / run.size().terminals();
    }

    /** Who is stopped holds locks, and has idle processors. Not where nobody knows which server is the run's. */
    private @Nullable LimitedBy ofControlGroup() {
        double throttled = ofServer(CollectorCsv.SERVER_THROTTLED);
        boolean isStranger = served.longest.equals(SessionSample.STRANGER) && longestWait >= WAIT_PERCENT;
        boolean isShared = overloaded != null && overloaded.cause() == Cause.GENERATOR_THROTTLED;
        return throttled >= THROTTLED_PERCENT && !isStranger && !isShared && !hasOtherServers()
                ? LimitedBy.of(Cause.SERVER_THROTTLED, throttled)
                : null;
    }

    /** What others hold is no matter of the run, however busy it was before and after. */
    private @Nullable LimitedBy ofLongWait() {
        double enough = served.longest.equals(SessionSample.STRANGER) ? WAIT_PERCENT : LONG_WAIT_PERCENT;
        return longestWait >= enough ? ofWait() : null;
    }

    /**
     * The load generator, or busy processors. Others that take the processors of its host make a load generator late, and its collections
     * long; a server that is busy on the same host does so too.
     */
    private @Nullable LimitedBy ofBusyHosts() {
        LimitedBy processors = busy >= PROCESSORS_PERCENT && isOwnWork() ? ofProcessors() : null;
        boolean isStarved = isServerHere()
                && processors != null
                && (processors.cause() == Cause.OTHERS
                        || processors.cause() == Cause.SERVER_OTHERS
                        || overloaded != null && overloaded.cause() == Cause.GENERATOR_COLLECTION);
        return overloaded != null && !isStarved ? overloaded : processors;
    }

    private @Nullable LimitedBy ofUntold() {
        if (served.waitPercent(SessionSample.NOT_TOLD) >= WAIT_PERCENT) {
            List<SessionSample> untold = served.rows(row -> row.waitEvent().startsWith(SessionSample.NOT_TOLD));
            return LimitedBy.of(Cause.NO_SESSIONS, most(untold, SessionSample::waitEvent));
        }
        if (!served.sessions().isEmpty()) {
            return null;
        }
        return LimitedBy.of(
                Cause.NO_SESSIONS,
                collected.notes().stream()
                        .filter(row -> CollectorCsv.SESSIONS.equals(row.get("source")))
                        .map(row -> row.getOrDefault("note", ""))
                        .filter(note -> !note.isEmpty())
                        .findFirst()
                        .orElse("dbCollector, sessionSampling, sessions.sql"));
    }

    private LimitedBy ofSessions() {
        if (longestWait < WAIT_PERCENT) {
            return ofWork();
        }
        // Busy processors would go before it.
        return mayBeBusy() && !served.longest.equals(SessionSample.GONE)
                ? LimitedBy.of(
                        Cause.NO_HOST, Cause.waitedFor(served.longest).words(), longestWait, mostOf(served.longest))
                : ofWait();
    }

    private @Nullable LimitedBy first(Function<GeneratorLoad, @Nullable LimitedBy> judgement) {
        return generators.stream()
                .flatMap(one -> Stream.ofNullable(judgement.apply(one)))
                .findFirst()
                .orElse(null);
    }

    /** How many of the run's sessions ran, or were ready to. */
    private double running() {
        double mayRun = served.classes.getOrDefault(SessionSample.PROCESSOR, 0.0)
                + served.waited(SessionSample.NOT_TOLD)
                + served.analyticSeconds;
        return mayRun / served.sampledSeconds();
    }

    /** True where nobody knows how busy the server's processors were, of which it has one at least, and the run's work may have kept them so. */
    private boolean mayBeBusy() {
        double processors = isServerHere() ? Objects.requireNonNullElse(run.loadGeneratorProcessors(), 1) : 1;
        double generator = isServerHere() ? mean(collected.loadGenerator(), "cpu_pct") : 0;
        return Double.isNaN(busy) && !(100 * running() + generator < PROCESSORS_PERCENT * processors);
    }

    /** Not known without sessions. On one host with the load generator, which waits for a processor as well, others' work limits the run too. */
    private boolean isOwnWork() {
        double processors = ofServer(CollectorCsv.PROCESSORS);
        return isServerHere() || served.sessions().isEmpty() || !(100 * running() < OWN_PERCENT * processors);
    }

    /** How many processors the run's sessions used at most; not known without sessions. An idle one without an event is on its way from or to its client. */
    private double mayRun() {
        List<SessionSample> mayRun = served.rows(row -> switch (row.waitClass()) {
            case SessionSample.LOCK, SessionSample.COPY -> false;
            case SessionSample.CLIENT -> row.waitEvent().isEmpty();
            case SessionSample.OTHER -> row.waitEvent().startsWith(SessionSample.NOT_TOLD);
            default -> true;
        });
        return served.sessions().isEmpty()
                ? Double.NaN
                : (mayRun.stream().mapToDouble(SessionSample::sessions).sum() + served.analyticSeconds)
                        / served.sampledSeconds();
    }

    /** Leaves out what the load generator and others take, where that is known. */
    private LimitedBy ofProcessors() {
        double processors = ofServer(CollectorCsv.PROCESSORS);
        if (hasOtherServers()) {
            return LimitedBy.of(Cause.SEVERAL_SERVERS, busy, processors);
        }
        double server = 100 * ofServer(CollectorCsv.CPU_SERVER);
        double others = 100 * ofServer(CollectorCsv.CPU_OTHERS);
        double generator = Double.isNaN(server)
                ? mean(collected.loadGenerator(), "cpu_pct") / processors
                : 100 * ofServer(CollectorCsv.CPU_LOAD_GENERATOR);
        if (others >= server + generator) {
            return LimitedBy.of(Cause.OTHERS, busy, processors, others, server);
        }
        double own = 100 * mayRun() / processors;
        if (own < OWN_SHARE * server && others + server - own >= own + generator) {
            return LimitedBy.of(Cause.SERVER_OTHERS, busy, processors, server, own);
        }
        boolean isShared = isServerHere() && generator >= 0;
        double percent = Double.isNaN(server) ? Math.max(0, busy - (isShared ? generator : 0)) : server;
        // A mix may be without what the metric counts.
        long ofMetric = run.types()
                .inMetric()
                .map(summary.figures()::type)
                .filter(Objects::nonNull)
                .mapToLong(TypeSummary::count)
                .sum();
        double counted = ofMetric > 0 ? ofMetric : summary.figures().completed();
        double seconds1000 = percent * processors / 100 * served.seconds / counted * 1000;
        String cost = Double.isNaN(seconds1000) ? "?" : NumberText.decimal(seconds1000, 2);
        String done = (ofMetric > 0 ? run.metric() : Metric.TRANSACTIONS).work();
        if (!isShared) {
            return LimitedBy.of(Cause.PROCESSORS, busy, processors, cost, done);
        }
        return others >= OTHERS_PERCENT
                ? LimitedBy.of(Cause.PROCESSORS_SHARED, busy, processors, generator, cost, done, others)
                : LimitedBy.of(Cause.PROCESSORS_SHARED, busy, processors, generator, cost, done);
    }

    private LimitedBy ofWork() {
        double worked =
                served.percent(ServedTime.sum(served.classes) - served.classes.getOrDefault(SessionSample.CLIENT, 0.0));
        if (run.setting(PropertyKey.CONN).isEmpty()) {
            return LimitedBy.of(Cause.NO_HOST, worked, PropertyKey.CONN.key());
        }
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
                    isServerHere() ? Cause.CLIENT : Cause.NETWORK,
                    100 - worked,
                    title(type),
                    NumberText.millis(type.service().meanMs()),
                    NumberText.millis(workedMillis(type)));
        }
        if (busy >= PROCESSORS_PERCENT) {
            // Not by sessions of the run.
            double processors = ofServer(CollectorCsv.PROCESSORS);
            return Double.isNaN(ofServer(CollectorCsv.CPU_SERVER))
                    ? LimitedBy.of(Cause.MIXED, busy, processors, NumberText.trimmed(running(), 1))
                    : ofProcessors();
        }
        if (worked >= WORK_PERCENT) {
            return LimitedBy.of(Cause.CONNECTIONS, GeneratorLoad.connections(run), worked, busy);
        }
        return LimitedBy.of(
                Cause.MIXED,
                served.classes.entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .map(entry ->
                                NumberText.decimal(served.classPercent(entry.getKey()), 0) + "% " + entry.getKey())
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
        double working = served.sessions().stream()
                .filter(row -> !row.waitClass().equals(SessionSample.CLIENT))
                .mapToDouble(row -> {
                    List<String> types = List.of(row.type().split("[|]", -1));
                    return row.type().isEmpty()
                            ? row.sessions() * type.count() / summary.figures().completed()
                            : types.contains(type.type()) ? row.sessions() / types.size() : 0;
                })
                .sum();
        return working / served.sampledSeconds() * served.seconds * 1000 / Math.max(1, type.count());
    }

    private LimitedBy ofWait() {
        Cause cause = Cause.waitedFor(served.longest);
        List<SessionSample> locks = served.rows(row -> row.waitClass().equals(SessionSample.LOCK));
        double ofClients = served.percent(locks.stream()
                .filter(row -> row.blocker().equals(SessionSample.CLIENT))
                .mapToDouble(SessionSample::sessions)
                .sum());
        String lost = GeneratorLoad.who(run.size().agents(), agent -> agent.lost() != null);
        if (cause == Cause.LOCK && !lost.isEmpty() && ofClients >= LONG_WAIT_PERCENT) {
            // The server keeps its sessions with what they have locked.
            return LimitedBy.of(Cause.GENERATOR_LOST, ofClients, lost);
        }
        String rival = served.rival();
        if (rival != null) {
            return LimitedBy.of(
                    Cause.TWO_WAITS,
                    cause.words(),
                    longestWait,
                    mostOf(served.longest),
                    Cause.waitedFor(rival).words(),
                    served.waitPercent(rival),
                    mostOf(rival));
        }
        if (cause == Cause.LOCK) {
            return ofRows(served.heldByWorking());
        }
        if (cause == Cause.STRANGER) {
            DoubleSummaryStatistics when = locks.stream()
                    .filter(row -> row.blocker().equals(SessionSample.STRANGER))
                    .mapToDouble(SessionSample::elapsedSeconds)
                    .summaryStatistics();
            return LimitedBy.of(
                    cause,
                    longestWait,
                    NumberText.clock(Math.max(0, when.getMin() - 1 - from)),
                    NumberText.clock(Math.min(seconds, when.getMax() - from)),
                    mostOf(served.longest));
        }
        if (cause == Cause.HOLDER_UNKNOWN) {
            return LimitedBy.of(cause, longestWait, most(locks, SessionSample::statement));
        }
        double behind = longestWait - served.classPercent(served.longest);
        return behind < 1
                ? LimitedBy.of(cause, longestWait, mostOf(served.longest))
                : LimitedBy.of(cause, longestWait, mostOf(served.longest), behind);
    }

    /** In what a wait was seen the most: its event, or for locks, and where no event has a name, the statement. */
    private String mostOf(String wait) {
        List<SessionSample> waiting =
                switch (wait) {
                    case SessionSample.LOCK -> served.heldByWorking();
                    case SessionSample.STRANGER ->
                        served.rows(row -> row.blocker().equals(wait));
                    default -> served.rows(row -> row.waitClass().equals(wait));
                };
        boolean isNamed = waiting.stream()
                .anyMatch(row -> !row.waitEvent().isEmpty() && !row.waitClass().equals(SessionSample.LOCK));
        return most(waiting, isNamed ? SessionSample::waitEvent : SessionSample::statement);
    }

    /**
     * Sessions that wait for rows whose holders work. Of the tables that are waited for long enough it is the one of which each row is waited
     * for the most; where several have a little each, none is named.
     */
    private LimitedBy ofRows(List<SessionSample> locks) {
        int warehouses = Math.max(1, run.size().warehouses());
        Map<String, Double> tables = ServedTime.tables(locks);
        // Without blockers, who waits for a district may wait behind one that has it and waits for the warehouse.
        boolean isKnown = locks.stream().anyMatch(ServedTime::isKnown);
        double shareOfAll = longestWait / ServedTime.sum(tables);
        String table = tables.entrySet().stream()
                .filter(entry -> !isKnown || entry.getValue() * shareOfAll >= WAIT_PERCENT)
                .max(Comparator.comparingDouble(entry -> entry.getValue() / rowsOf(entry.getKey())))
                .map(Map.Entry::getKey)
                .orElse("");
        double ofTable = isKnown ? tables.getOrDefault(table, 0.0) * shareOfAll : longestWait;
        List<SessionSample> own =
                locks.stream().filter(row -> row.table().equals(table)).toList();
        String statement = most(own.isEmpty() ? locks : own, SessionSample::statement);
        String sessionsEach = NumberText.trimmed(GeneratorLoad.connections(run) / warehouses, 1);
        if (!table.equals(WAREHOUSE) && !table.equals(DISTRICT)) {
            return LimitedBy.of(Cause.LOCK, longestWait, most(locks, SessionSample::statement));
        }
        int rows = rowsOf(table);
        return rows == 1
                ? LimitedBy.of(Cause.LOCKED_ROWS, table, ofTable, statement, sessionsEach)
                : LimitedBy.of(Cause.LOCKED_ROWS, rows, table, ofTable, statement, sessionsEach);
    }

    /** How many rows of a table transactions want at the same time: of others than warehouses about one for each district. */
    private int rowsOf(String table) {
        return Math.max(1, run.size().warehouses()) * (table.equals(WAREHOUSE) ? 1 : 10);
    }

    /** The most frequent one that has a name. */
    private static String most(List<SessionSample> rows, Function<SessionSample, String> key) {
        return SessionSample.sums(rows, key).entrySet().stream()
                .filter(sum -> !sum.getKey().isEmpty())
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("?");
    }

    /** Where the first host that was watched is the server's. */
    private @Nullable SampleTable serverSystem() {
        boolean isWatched = isServerHere() || !run.firstWatchedHost().isEmpty();
        return isWatched && !collected.hosts().isEmpty()
                ? collected.hosts().get(0).system()
                : null;
    }

    /** True when the server runs on the load generator's host, which is the one that was watched; false where the URL is not known. */
    private boolean isServerHere() {
        return run.firstWatchedHost().isEmpty()
                && ProgramContext.isLocal(
                        run.setting(PropertyKey.CONN), run.environment().getOrDefault("host", ""));
    }

    /** True when many samples could not tell which of several servers of that host is the run's. */
    private boolean hasOtherServers() {
        SampleTable table = serverSystem();
        return count(table, CollectorCsv.CPU_SERVER) < TOLD_SHARE * count(table, CollectorCsv.CPU_LOAD_GENERATOR);
    }

    private long count(@Nullable SampleTable table, String column) {
        double[] values = table == null ? null : table.column(column);
        return table == null || values == null
                ? 0
                : served.parts.stream()
                        .mapToLong(part -> table.within(values, part[0], part[1]).length)
                        .sum();
    }

    private double ofServer(String column) {
        return mean(serverSystem(), column);
    }

    /** By the time that samples cover, without outages; NaN where it was not recorded. */
    private double mean(@Nullable SampleTable table, String column) {
        return table == null ? Double.NaN : table.meanOverTime(table.column(column), served.parts);
    }
}
