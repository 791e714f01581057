package io.bmsql.analysis;

import static io.bmsql.analysis.LimitFixture.type;
import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PacingMode;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.Latency;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.LimitedBy.Cause;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SessionSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of docs/limits.md on made-up figures of a minute: ten connections that are always busy, before and behind each threshold. */
class LimitFinderTest {
    private static final int SECONDS = 60;

    private PacingMode pacing = PacingMode.CLOSED_LOOP;
    private int limitTxnsPerMin;
    private int arrivalRate;
    private int terminals = 10;
    private int warehouses = 10;
    private long newOrders = 30_000;
    private long payments = 30_000;
    private double newOrderMillis = 12;
    private double paymentMillis = 8;
    /** From due to start, of New-Orders. */
    private double lateMillis;

    private double generatorPercent = 20;
    private double collectionMillis = 1;
    private double throttledPercent;
    private double busy = 0.5;
    /** Who uses the processors, where the probe tells. */
    private Map<String, Double> shares = Map.of();

    private int untoldSeconds;

    /** Figures of the host, instead of those above. */
    private @Nullable SampleTable host;

    private @Nullable String loadProfile;

    private @Nullable AgentFacts agents;

    private String url = "jdbc:postgresql://127.0.0.1:5432/db";
    private String watched = "";
    private String streams = "0";
    private boolean isHostWatched = true;
    private String forms = "";
    private final List<SessionSample> sessions = new ArrayList<>();
    private final List<TypeSummary> others = new ArrayList<>();
    private List<SeriesRow> series = List.of();
    private final List<Outage> outages = new ArrayList<>();
    private List<Lever> levers = List.of();
    /** Of the last run that was judged. */
    private Set<Verdict> verdicts = Set.of();
    /** Null for one that nobody else takes part in. */
    private @Nullable SampleTable agent;

    @BeforeEach
    void mostOfTheTimeItWorks() {
        sessions("NEW_ORDER", "processor", "", 6);
    }

    private void sessions(String type, String waitClass, String event, double number) {
        String table = waitClass.equals("lock") ? "bmsql_warehouse" : "";
        add(type, "Payment.updateWarehouse", table, waitClass, event, number, "", "");
        if (event.equals("tuple")) {
            add(type, "Payment.updateDistrict", "bmsql_district", waitClass, event, 1.9 * number, "", "");
        }
    }

    /** In each second. */
    private void add(
            String type,
            String statement,
            String table,
            String waitClass,
            String event,
            double number,
            String blocker,
            String blocked) {
        IntStream.rangeClosed(1, SECONDS)
                .mapToObj(second ->
                        new SessionSample(second, type, statement, table, waitClass, event, number, blocker, blocked))
                .forEach(sessions::add);
    }

    /** Those that wait for the row of a warehouse, and who holds it. */
    private void blocked(String event, double number, String blocker, String blockedTable) {
        add("PAYMENT", "Payment.updateWarehouse", "bmsql_warehouse", "lock", event, number, blocker, blockedTable);
    }

    private static SampleTable table(Map<String, Double> means) {
        return LimitFixture.table(SECONDS, means);
    }

    private List<Lever> levers() {
        found();
        return levers;
    }

    private LimitedBy found() {
        List<TypeSummary> types = new ArrayList<>(
                List.of(type("NEW_ORDER", newOrders, newOrderMillis), type("PAYMENT", payments, paymentMillis)));
        types.set(0, with(types.get(0), "response", Latency.ofMeanAndMax(newOrderMillis + lateMillis, 100)));
        types.addAll(others);
        RunSummary summary = LimitFixture.summary(
                        warehouses,
                        SECONDS,
                        types,
                        "size",
                        new RunFacts.Size(warehouses, warehouses, terminals, 10, agents),
                        "pace",
                        new RunFacts.Pace(pacing, "minutes", limitTxnsPerMin, 0, 0, arrivalRate, loadProfile),
                        "environment",
                        Map.of("host", "here", "fewerRoundTrips", forms),
                        "settings",
                        List.of(
                                new EffectiveSetting("conn", url, ""),
                                new EffectiveSetting("osCollectorSSHAddr", watched, ""),
                                new EffectiveSetting("analyticStreams", streams, "")))
                .with(PostRunChecks.of(outages));
        Map<String, Double> system = new TreeMap<>(shares);
        system.putAll(Map.of("cpu_idle", 1 - busy, "cpu_iowait", 0.0, "processors", 4.0));
        SampleTable made = table(system);
        double[] idle = Objects.requireNonNull(made.column("cpu_idle"));
        for (int i = 0; i < idle.length; i++) {
            idle[i] = isAway(i + 1) ? 1 : idle[i];
        }
        double[] server = made.column("cpu_server");
        if (server != null) {
            Arrays.fill(server, 0, untoldSeconds, Double.NaN);
        }
        CollectedFigures collected = LimitFixture.collected(
                table(Map.of(
                        "cpu_pct", generatorPercent, "gc_ms", collectionMillis, "throttled_pct", throttledPercent)),
                isHostWatched ? List.of(Objects.requireNonNullElse(host, made)) : List.of(),
                sessions);
        GeneratorLoad all = WindowConditions.generator(series, collected, summary, 0);
        List<GeneratorLoad> generators =
                agent == null ? List.of(all) : List.of(GeneratorLoad.of(summary, null, agent, 0), all);
        LimitedBy limit = LimitFinder.of(collected, summary, generators, 0);
        levers = Lever.find(collected, summary, 0);
        verdicts = Verdict.of(summary.with(RunConditions.NONE.with(limit)));
        return limit;
    }

    /** @param values the evidence, as the sentence has it */
    private void assertFound(Cause cause, String... values) {
        LimitedBy found = found();
        assertThat(found.cause()).isEqualTo(cause);
        assertThat(found.values()).containsExactly(values);
    }

    private void assertCause(Cause cause) {
        assertThat(found().cause()).isEqualTo(cause);
    }

    @Test
    void itsOwnCapGoesBeforeAllElse() {
        busy = 1;
        limitTxnsPerMin = 60_000;
        assertFound(Cause.RATE, "limitTxnsPerMin=60,000/min");
        limitTxnsPerMin = 90_000;
        assertThat(found().cause()).as("never reached").isEqualTo(Cause.PROCESSORS_SHARED);
    }

    /** As the user wrote it: nobody set the mean of its steps. */
    @Test
    void aLoadProfileIsSaidAsItWasWritten() {
        pacing = PacingMode.ARRIVAL_RATE;
        arrivalRate = 45_000;
        loadProfile = "0 30000/min, 30s 60000/min";
        assertFound(Cause.RATE, "loadProfile=0 30000/min, 30s 60000/min");
    }

    /** Busy for ten samples of a second, then idle for one of fifty. */
    @Test
    void samplesOfTheHostWeighAsLongAsTheyLast() {
        double[] seconds = IntStream.rangeClosed(1, 11)
                .mapToDouble(i -> i == 11 ? SECONDS : i)
                .toArray();
        double[] idle = new double[11];
        idle[10] = 1;
        double[] processors = new double[11];
        Arrays.fill(processors, 4);
        host = new SampleTable(
                "sys_info", seconds, Map.of("cpu_idle", idle, "cpu_iowait", new double[11], "processors", processors));
        assertFound(Cause.CONNECTIONS, "10", "60", "17");
    }

    /** As of an agent that was stopped for good: the server keeps its sessions, and what they have locked. */
    @Test
    void aLostAgentIsNamedWhereItsSessionsKeepLocks() {
        sessions.clear();
        blocked("transactionid", 7, "client", "bmsql_warehouse");
        assertCause(Cause.LOCKED_ROWS);
        AgentFacts.Agent one = new AgentFacts.Agent(1, "a", AgentFacts.Share.UNKNOWN, null, null);
        AgentFacts.Agent two = new AgentFacts.Agent(2, "b", AgentFacts.Share.UNKNOWN, null, null);
        agents = new AgentFacts("group", 0, 2, List.of(one, two));
        assertCause(Cause.LOCKED_ROWS);
        agents = new AgentFacts(
                "group", 0, 2, List.of(one, with(two, "lost", new AgentFacts.Lost(9.0, "it left the group"))));
        assertFound(Cause.GENERATOR_LOST, "70", ", agent 2 on b");
        assertThat(found().sentence()).startsWith("Limited by the load generator, agent 2 on b, which was lost (");
        sessions.clear();
        blocked("transactionid", 7, "processor", "bmsql_warehouse");
        assertCause(Cause.LOCKED_ROWS);
    }

    /** As when a standby is lost in the middle: a commit waits until its driver, or the end of the run, cuts it off. */
    @Test
    void aServerThatTellsWhatItsSessionsWaitForIsNotAway() {
        newOrders = 15_000;
        payments = 15_000;
        sessions.removeIf(row -> row.elapsedSeconds() > 30);
        away(30, 30);
        assertCause(Cause.OUTAGE);
        assertThat(outages()).hasSize(1);
        // As those who have just come back, of whom a late sample stands for all of it.
        sessions.add(new SessionSample(SECONDS, "", "commit", "", "log", "WALSync", 10, "", ""));
        assertThat(outages()).hasSize(1);
        sessions.remove(sessions.size() - 1);
        IntStream.rangeClosed(31, SECONDS)
                .mapToObj(second -> new SessionSample(second, "", "commit", "", "copy", "SyncRep", 10, "", ""))
                .forEach(sessions::add);
        assertThat(outages()).isEmpty();
        outages.clear();
        assertFound(Cause.STANDBY, "50", "SyncRep");
        assertThat(found().sentence())
                .startsWith("Limited by waiting for the synchronous standby (50% of session time");
        blocked("transactionid", 3, "copy", "bmsql_warehouse");
        assertFound(Cause.STANDBY, "80", "SyncRep", "30");
    }

    private List<Outage> outages() {
        RunSummary summary = LimitFixture.summary(
                        1, SECONDS, List.of(type("NEW_ORDER", 1, 1)), "size", new RunFacts.Size(1, 1, 10, 10, null))
                .with(PostRunChecks.of(outages));
        return WindowConditions.outages(LimitFixture.collected(table(Map.of()), List.of(), sessions), summary);
    }

    /** What fails takes processors too, and they did not keep the run from its work. */
    @Test
    void aRunThatFailedIsExplainedByWaitsOrItsCapAlone() {
        busy = 1;
        SeriesRow.Counts failed = new SeriesRow.Counts(0, 600, 0, 0, 0);
        others.add(with(type("DELIVERY", 10, 5), "counts", failed));
        assertCause(Cause.PROCESSORS_SHARED);
        others.add(with(type("STOCK_LEVEL", 10, 5), "counts", failed));
        assertThat(found()).as("1,200 of 61,220 failed").isNull();
        limitTxnsPerMin = 60_000;
        assertCause(Cause.RATE);
        limitTxnsPerMin = 0;
        sessions("", "log", "WALSync", 6);
        assertCause(Cause.LOG);
    }

    /** 60,000 and the ten that are under way at the end are 95% of 63,168.4 a minute. */
    @ParameterizedTest
    @CsvSource({"RATE, 63168, RATE", "RATE, 63169, LATE", "ARRIVAL_RATE, 63168, RATE", "ARRIVAL_RATE, 63169, LATE"})
    void whoDidWhatItsRateAskedForWasHeldByNothingElse(PacingMode mode, int rate, String cause) {
        pacing = mode;
        limitTxnsPerMin = mode == PacingMode.RATE ? rate : 0;
        arrivalRate = rate - limitTxnsPerMin;
        forms = "batchStatements=true";
        // Connections are busy for 13% of the time, and each transaction begins 15 ms late.
        series = LimitFixture.seconds(SECONDS, second -> 1_000, 1.3, 15);
        boolean isReached = cause.equals("RATE");
        LimitedBy found = found();
        assertThat(found.cause()).isEqualTo(isReached ? Cause.RATE : Cause.GENERATOR_LATE);
        assertThat(found.forms().isEmpty()).isEqualTo(isReached);
        assertThat(verdicts.contains(Verdict.CAPPED)).isEqualTo(isReached);
        assertThat(verdicts.contains(Verdict.LOAD_GENERATOR_BOUND)).isNotEqualTo(isReached);
        assertThat(found.sentence()).contains(" 15 ms late");
        series = LimitFixture.seconds(SECONDS, second -> 1_000, 1.3, 0);
        generatorPercent = 170;
        assertCause(isReached ? Cause.RATE : Cause.GENERATOR_PROCESSORS);
    }

    @Test
    void waitsThatWereKeptAreTheLimitHoweverBusyTheLoadGenerator() {
        pacing = PacingMode.THINK_TIME;
        terminals = 40;
        generatorPercent = 170;
        // 30,000 times 4 ms are 5% of 40 minutes.
        lateMillis = 4;
        assertCause(Cause.WAITS);
        lateMillis = 4.1;
        assertCause(Cause.GENERATOR_PROCESSORS);
    }

    @Test
    void terminalsThatThinkForHalfOfTheirTimeCannotAskForMore() {
        pacing = PacingMode.THINK_TIME;
        terminals = 20;
        assertFound(Cause.WAITS, "50");
        terminals = 19;
        assertThat(found().cause()).isNotEqualTo(Cause.WAITS);
    }

    @Test
    void theLoadGeneratorsProcessorsAndCollections() {
        busy = 1;
        generatorPercent = 170;
        assertFound(Cause.GENERATOR_PROCESSORS, "85", "2", "");
        generatorPercent = 169;
        assertCause(Cause.PROCESSORS_SHARED);
        collectionMillis = 200;
        assertCause(Cause.PROCESSORS_SHARED);
        busy = 0.8;
        assertFound(Cause.GENERATOR_COLLECTION, "20", "");
        collectionMillis = 199;
        assertCause(Cause.CONNECTIONS);
    }

    /** In a container with half a processor its host looks idle, and so does the load generator. */
    @Test
    void theLimitOfTheLoadGeneratorsControlGroup() {
        generatorPercent = 50;
        throttledPercent = 20;
        assertFound(Cause.GENERATOR_THROTTLED, "20", "");
        assertThat(verdicts).contains(Verdict.LOAD_GENERATOR_BOUND);
        throttledPercent = 19;
        assertThat(found().cause().isLoadGenerator()).isFalse();
    }

    @Test
    void processorsAreNamedWithWhatANewOrderTakes() {
        busy = 0.9;
        assertFound(Cause.PROCESSORS_SHARED, "90", "4", "5", "6.80", "New-Orders");
        watched = "me@db";
        url = "jdbc:postgresql://db:5432/db";
        assertFound(Cause.PROCESSORS, "90", "4", "7.20", "New-Orders");
        busy = 0.89;
        assertCause(Cause.CONNECTIONS);
    }

    /** Whoever is stopped looks idle, and others wait for what it holds. */
    @Test
    void aServersControlGroupGoesBeforeWaitsAndProcessors() {
        shares = Map.of("cpu_server", 0.2, "cpu_load_generator", 0.1, "cpu_others", 0.0, "server_throttled_pct", 20.0);
        assertFound(Cause.SERVER_THROTTLED, "20");
        blocked("row", 9, "processor", "bmsql_stock");
        assertFound(Cause.SERVER_THROTTLED, "20");
        throttledPercent = 20;
        assertThat(found().cause()).as("both in one group").isNotEqualTo(Cause.SERVER_THROTTLED);
        throttledPercent = 0;
        untoldSeconds = 60;
        assertThat(found().cause()).as("which server is not known").isNotEqualTo(Cause.SERVER_THROTTLED);
    }

    /** By whatever name the collector finds it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "me@127.0.0.1", "::1", "here", "me@here"})
    void theOwnHostIsNoOtherOne(String address) {
        busy = 0.9;
        watched = address;
        assertFound(Cause.PROCESSORS_SHARED, "90", "4", "5", "6.80", "New-Orders");
    }

    @Test
    void aMixWithoutNewOrdersIsCountedInTransactions() {
        busy = 0.9;
        newOrders = 0;
        payments = 60_000;
        paymentMillis = 10;
        assertFound(Cause.PROCESSORS_SHARED, "90", "4", "5", "3.40", "transactions");
    }

    @Test
    void whereNothingWasDoneOnlyAWaitOfHalfOfTheTimeExplainsIt() {
        newOrders = 0;
        payments = 0;
        sessions.clear();
        sessions("", "log", "", 4.9);
        assertThat(found()).isNull();
        sessions("", "log", "", 0.1);
        // No event has a name.
        assertFound(Cause.LOG, "50", "Payment.updateWarehouse");
        sessions("", "log", "WALSync", 0.1);
        assertFound(Cause.LOG, "51", "WALSync");
    }

    private void away(double from, double seconds) {
        outages.add(new Outage(from, 0, from + seconds, 0L, seconds, 99, null, new Outage.Failures(1, 0, 9)));
    }

    @Test
    void aServerThatWasAwayForHalfOfTheWindowIsNamedFirst() {
        away(-5, 15);
        away(20, 19.9);
        away(50, 20);
        assertThat(found().cause()).as("39.9 s").isEqualTo(Cause.OUTAGE);
        assertThat(found().sentence()).endsWith("the server was away for 39.9 of 60 s.");
        outages.clear();
        away(20, 29.9);
        assertThat(found().cause()).isNotEqualTo(Cause.OUTAGE);
        away(50, 0.1);
        assertFound(Cause.OUTAGE, "30", "60");
        newOrders = 0;
        payments = 0;
        assertCause(Cause.OUTAGE);
    }

    @Test
    void anOutageIsNobodysShare() {
        away(20, 20);
        // Nobody does anything meanwhile; before and after it nine of ten connections wait for the log, on idle
        // processors.
        sessions.clear();
        sessions("", "log", "WALSync", 9);
        sessions.replaceAll(row -> isAway(row.elapsedSeconds()) ? row.with(0) : row);
        LimitedBy found = found();
        assertThat(found.cause()).isEqualTo(Cause.LOG);
        assertThat(found.values()).startsWith("90");
        assertThat(found.awaySeconds()).isEqualTo(20);
        assertThat(found.sentence()).contains("was away for 20 of 60 s; shares of session time");
        assertThat(levers())
                .extracting(lever -> lever.kind() + " " + Math.round(lever.sharePercent()))
                .containsExactly("COMMITS 90", "ANSWERS 10");
        // Of 40 s the processors were 95% busy, of 60 s 63%.
        sessions.replaceAll(row -> row.with(row.sessions() / 3));
        busy = 0.95;
        assertFound(Cause.PROCESSORS_SHARED, "95", "4", "5", "4.80", "New-Orders");
        limitTxnsPerMin = 60_000;
        assertThat(found().sentence()).isEqualTo("Limited by its own cap (limitTxnsPerMin=60,000/min).");
    }

    private boolean isAway(double second) {
        return outages.stream()
                .anyMatch(one ->
                        second > one.lastCommitSeconds() && second <= one.lastCommitSeconds() + one.outageSeconds());
    }

    @Test
    void busyProcessorsOfAHostWithTwoServersThatWorkAreNoCause() {
        busy = 0.98;
        shares = Map.of("cpu_server", Double.NaN, "cpu_load_generator", 0.1, "cpu_others", Double.NaN);
        assertFound(Cause.SEVERAL_SERVERS, "98", "4");
        sessions("", "log", "WALSync", 6);
        assertThat(found().cause()).as("what sessions wait for is seen").isEqualTo(Cause.LOG);
    }

    /** Another server's second of housekeeping hides nothing. */
    @Test
    void whoseWorkAFewSamplesDoNotTellIsJudgedByTheOthers() {
        busy = 0.98;
        shares = Map.of("cpu_server", 0.68, "cpu_load_generator", 0.3, "cpu_others", 0.02);
        String sentence = found().sentence();
        untoldSeconds = SECONDS / 10;
        assertThat(found().sentence()).isEqualTo(sentence).contains("share");
        untoldSeconds++;
        assertThat(found().cause()).isEqualTo(Cause.SEVERAL_SERVERS);
    }

    @Test
    void aLeverIsTheSessionTimeThatWouldGoAway() {
        sessions("PAYMENT", "lock", "transactionid", 1);
        sessions("", "log", "WALSync", 2);
        sessions("NEW_ORDER", "client", "ClientRead", 0.5);
        assertThat(levers())
                .extracting(lever -> lever.kind() + " " + lever.of() + " " + Math.round(10 * lever.sharePercent()))
                .as(
                        "6 work, 1 waits for a lock whose holder logs, works or waits for its client as the others do, and 1 does nothing")
                .containsExactly("COMMITS  224", "ROWS bmsql_warehouse 100", "ANSWERS  100");
        assertThat(levers().get(0).atMostTimes())
                .isEqualTo(100 / (100 - levers.get(0).sharePercent()));
        pacing = PacingMode.THINK_TIME;
        assertThat(levers()).isEmpty();
        pacing = PacingMode.CLOSED_LOOP;
        sessions.clear();
        assertThat(levers()).isEmpty();
    }

    /** Staged: 18% of the waits were for 2 warehouses, 50% for 20 districts, and 5% of session time was called the limit. */
    @Test
    void rowsThatAreHardlyWaitedForAreNotNamed() {
        sessions.clear();
        blocked("row lock", 1.9, "client", "bmsql_district");
        blocked("row lock", 0.8, "client", "bmsql_warehouse");
        assertFound(Cause.LOCK, "27", "Payment.updateWarehouse");
        blocked("row lock", 0.1, "client", "bmsql_district");
        assertThat(found().values()).startsWith("100", "bmsql_district", "20");
    }

    /** Behind which table another one is waited for decides, whose statement waits does not. */
    @Test
    void eachTableWhoseRowsAreWaitedForIsALever() {
        blocked("row lock", 2, "processor", "bmsql_district");
        blocked("row lock", 1, "processor", "bmsql_warehouse");
        assertThat(levers())
                .filteredOn(lever -> lever.kind() == Lever.Kind.ROWS)
                .extracting(Lever::of, lever -> Math.round(lever.sharePercent()))
                .containsExactly(tuple("bmsql_district", 20L), tuple("bmsql_warehouse", 10L));
    }

    @Test
    void nearlyAllOfTheTimeHasNoBound() {
        sessions.clear();
        blocked("relation", 10, "stranger", "bmsql_stock");
        assertThat(levers())
                .extracting(Lever::kind, Lever::hasBound)
                .containsExactly(tuple(Lever.Kind.STRANGERS, false));
        sessions.clear();
        sessions("", "log", "WALSync", 8);
        assertThat(levers().get(0).hasBound()).isTrue();
        assertThat(levers().get(0).atMostTimes()).isEqualTo(Lever.MAX_BOUND_TIMES);
    }

    /** Seen as 120% of session time, and as "-5.00 times the transactions at most": others had the run's login. */
    @Test
    void moreSessionsThanConnectionsHaveNoMoreThanAllOfTheTime() {
        sessions("", "log", "WALSync", 12);
        assertFound(Cause.LOG, "100", "WALSync");
        assertThat(levers()).extracting(Lever::kind, Lever::hasBound).containsExactly(tuple(Lever.Kind.COMMITS, false));
        sessions.clear();
        sessions("", "processor", "", 12);
        sessions("", "disk", "read", 1);
        isHostWatched = false;
        assertThat(found().values()).as("worked or waited").endsWith("100");
    }

    /** More warehouses help whether the holder of a row works, sleeps in the server, or waits for the log. */
    @Test
    void rowsThatNobodyWaitsForAreALeverWhateverTheirHolderDoes() {
        sessions.clear();
        for (String holder : List.of("processor", "log", "other")) {
            blocked("row lock", 2, holder, "bmsql_warehouse");
        }
        assertThat(levers())
                .extracting(lever -> lever.kind() + " " + lever.of() + " " + Math.round(lever.sharePercent()))
                .contains("ROWS bmsql_warehouse 60", "COMMITS  20");
        assertThat(found().cause())
                .as("4 of 10 wait for the row of one that works or sleeps")
                .isEqualTo(Cause.LOCKED_ROWS);
    }

    /** Ten connections: who holds what all of them wait for has the run's login, or the server does not tell. */
    @ParameterizedTest
    @CsvSource({"10, client, STRANGER", "10, '', STRANGER", "10, processor, STRANGER", "9.9, client, LOCKED_ROWS"})
    void whoHoldsWhatAllConnectionsWaitForIsNoneOfThem(double waiting, String blocker, Cause cause) {
        sessions.clear();
        add("", "", "", "client", "", 1, "", "");
        blocked("row lock", waiting, blocker, "bmsql_warehouse");
        assertThat(found().cause()).isEqualTo(cause);
    }

    @Test
    void whatOthersTakeOfSharedProcessorsIsSaid() {
        busy = 1;
        shares = Map.of("cpu_server", 0.4, "cpu_load_generator", 0.3, "cpu_others", 0.3);
        assertFound(Cause.PROCESSORS_SHARED, "100", "4", "30", "3.20", "New-Orders", "30");
        shares = Map.of("cpu_server", 0.68, "cpu_load_generator", 0.3, "cpu_others", 0.02);
        assertFound(Cause.PROCESSORS_SHARED, "100", "4", "30", "5.44", "New-Orders");
        shares = Map.of("cpu_server", 0.3, "cpu_load_generator", 0.2, "cpu_others", 0.5);
        assertCause(Cause.OTHERS);
    }

    /** Four sessions of the run beside four that compute in another database of the server, on two processors that much else used. */
    @Test
    void whatTheServerDoesForOthersIsNotTheRunsWork() {
        busy = 1;
        sessions.clear();
        sessions("", "client", "ClientRead", 3.28);
        sessions("", "log", "WalSync", 0.28);
        sessions("", "processor", "", 0.18);
        shares = Map.of("cpu_server", 0.46, "cpu_load_generator", 0.13, "cpu_others", 0.41);
        assertFound(Cause.SERVER_OTHERS, "100", "4", "46", "12");
        sessions("", "processor", "", 0.6);
        assertThat(found().cause()).as("half of the server's work").isEqualTo(Cause.PROCESSORS_SHARED);
        sessions.clear();
        assertThat(found().cause()).as("whose work it is was not seen").isEqualTo(Cause.PROCESSORS_SHARED);
    }

    /** A storm of deadlocks: each of the sessions waits, most of them behind such as wait for each other. */
    @Test
    void sessionsThatWaitForEachOtherWaitForNoStranger() {
        blocked("transactionid", 6, SessionSample.EACH_OTHER, "bmsql_warehouse");
        blocked("tuple", 4, SessionSample.GONE, "bmsql_warehouse");
        sessions.removeIf(row -> row.waitClass().equals(SessionSample.PROCESSOR));
        assertThat(found().cause()).isEqualTo(Cause.LOCKED_ROWS);
    }

    /** Whoever waits for a processor collects for longer, and is not the one to blame; on another host than the server's it is. */
    @Test
    void aLoadGeneratorWithoutProcessorsIsNotBlamedForItsCollections() {
        busy = 1;
        collectionMillis = 240;
        shares = Map.of("cpu_server", 0.3, "cpu_load_generator", 0.2, "cpu_others", 0.5);
        assertCause(Cause.OTHERS);
        assertThat(verdicts).doesNotContain(Verdict.LOAD_GENERATOR_BOUND);
        shares = Map.of("cpu_server", 0.4, "cpu_load_generator", 0.2, "cpu_others", 0.4);
        assertCause(Cause.PROCESSORS_SHARED);
        shares = Map.of("cpu_server", 0.3, "cpu_load_generator", 0.2, "cpu_others", 0.5);
        url = "jdbc:postgresql://db.example:5432/db";
        watched = "db.example";
        assertCause(Cause.GENERATOR_COLLECTION);
    }

    /** The server is not blamed for a backlog that the load generator made. */
    @Test
    void anOpenModelThatWasLateByItselfHasNoOverloadedServer() {
        pacing = PacingMode.ARRIVAL_RATE;
        arrivalRate = 1_000_000;
        collectionMillis = 199;
        found();
        assertThat(verdicts).contains(Verdict.OVERLOADED).doesNotContain(Verdict.LOAD_GENERATOR_BOUND);
        collectionMillis = 200;
        found();
        assertThat(verdicts).contains(Verdict.LOAD_GENERATOR_BOUND).doesNotContain(Verdict.OVERLOADED);
    }

    /** A sleep in a trigger, for example. */
    @Test
    void otherWaitsOfTheServerAreNamedAsAnyWait() {
        sessions.clear();
        sessions("NEW_ORDER", "other", "PgSleep", 2);
        assertFound(Cause.OTHER_WAIT, "20", "PgSleep");
        sessions.clear();
        sessions("NEW_ORDER", "other", "PgSleep", 1.9);
        assertThat(found().cause()).isNotEqualTo(Cause.OTHER_WAIT);
    }

    @Test
    void whatTheServerDoesNotTellIsNotKnown() {
        sessions.clear();
        sessions("NEW_ORDER", "other", "not told: grant process", 7);
        assertFound(Cause.NO_SESSIONS, "not told: grant process");
        busy = 1;
        assertCause(Cause.PROCESSORS_SHARED);
        sessions.clear();
        sessions("NEW_ORDER", "other", "not told: grant process", 1.9);
        busy = 0.5;
        assertThat(found().cause()).isNotIn(Cause.NO_SESSIONS, Cause.OTHER_WAIT);
    }

    /** What others hold is no matter of the run, whatever its processors did before and after. */
    @ParameterizedTest
    @CsvSource({"2, STRANGER", "1.9, PROCESSORS_SHARED"})
    void aStrangersLockGoesBeforeBusyProcessors(double waiting, Cause cause) {
        busy = 1;
        blocked("relation", waiting, "stranger", "");
        assertCause(cause);
    }

    @Test
    void aWaitOfHalfOfTheTimeGoesBeforeBusyProcessors() {
        busy = 1;
        sessions("", "log", "WALSync", 4.9);
        assertCause(Cause.PROCESSORS_SHARED);
        sessions("", "log", "WALWrite", 0.1);
        assertFound(Cause.LOG, "50", "WALSync");
    }

    @Test
    void processorsThatOthersKeepBusyAreNotTheLimit() {
        busy = 1;
        sessions.clear();
        sessions("NEW_ORDER", "client", "ClientRead", 9);
        sessions("NEW_ORDER", "processor", "", 0.9);
        assertThat(found().cause())
                .as("the load generator waits for them as well")
                .isEqualTo(Cause.PROCESSORS_SHARED);
        watched = "me@db";
        assertCause(Cause.NETWORK);
        sessions("PAYMENT", "processor", "", 0.1);
        assertCause(Cause.PROCESSORS);
    }

    /** Seen as the number of connections, "and its processors were 97% busy". */
    @Test
    void aRemoteHostThatOthersKeepBusyIsNotLimitedByConnections() {
        busy = 1;
        watched = "me@db";
        sessions.clear();
        sessions("NEW_ORDER", "processor", "", 0.9);
        List.of("log", "disk", "latch", "other").forEach(wait -> sessions("NEW_ORDER", wait, wait, 1.5));
        assertFound(Cause.MIXED, "100", "4", "0.9");
        shares = Map.of("cpu_server", 0.2, "cpu_load_generator", 0.0, "cpu_others", 0.8);
        assertCause(Cause.OTHERS);
    }

    @Test
    void connectionsThatAreNotBusyWaitForTheLoadGenerator() {
        paymentMillis = 0;
        assertCause(Cause.CONNECTIONS);
        newOrderMillis = 11.8;
        assertFound(Cause.GENERATOR_IDLE, "59", "");
    }

    @Test
    void theLargestWaitOfAFifthExplainsTheFigure() {
        sessions("PAYMENT", "lock", "transactionid", 1.9);
        assertCause(Cause.CONNECTIONS);
        sessions("PAYMENT", "lock", "transactionid", 0.1);
        terminals = 100;
        assertFound(Cause.LOCKED_ROWS, "10", "bmsql_warehouse", "20", "Payment.updateWarehouse", "1");
        sessions.removeIf(row -> row.waitClass().equals("lock"));
        sessions("NEW_ORDER", "disk", "DataFileRead", 2.1);
        assertFound(Cause.DISK, "21", "DataFileRead");
        sessions.removeIf(row -> row.waitClass().equals("disk"));
        sessions("NEW_ORDER", "latch", "BufferMapping", 2.2);
        assertFound(Cause.LATCH, "22", "BufferMapping");
    }

    /** As of one warehouse with slow commits: one of them alone would be the wrong one in every other run. */
    @Test
    void twoWaitsThatAreNearlyEqualAreBothNamed() {
        sessions.clear();
        blocked("row lock", 4.6, "client", "bmsql_warehouse");
        sessions("", "log", "WALSync", 4.2);
        assertFound(Cause.TWO_WAITS, "locks", "46", "Payment.updateWarehouse", "the log", "42", "WALSync");
        sessions("", "log", "WALSync", 0.6);
        assertThat(found().sentence())
                .startsWith(
                        "Limited by the log (48% of session time, the largest part in WALSync) or by locks (46%, the largest part in Pay");
        sessions("", "log", "WALSync", 0.4);
        assertCause(Cause.LOG);
    }

    /** 40% and 30% in all: what jumps from second to second is known less well than what stays, or changes once. */
    @ParameterizedTest
    @CsvSource({"1, TWO_WAITS", "30, LOG", "60, LOG"})
    void howFarTwoWaitsMustBeApartIsForTheSamplesToSay(int secondsOfAPhase, Cause cause) {
        sessions.clear();
        blocked("row lock", 3, "client", "bmsql_warehouse");
        for (int second = 0; second < SECONDS; second++) {
            double waiting = secondsOfAPhase == SECONDS ? 4 : second / secondsOfAPhase % 2 * 7 + 0.5;
            sessions.add(new SessionSample(second + 1.0, "", "commit", "", "log", "WALSync", waiting, "", ""));
        }
        assertCause(cause);
    }

    /** Seen as "most of it": the first of three statements that waited for about the same time. */
    @Test
    void theLargestOfManyPartsIsNotMostOfIt() {
        for (String statement : List.of("a", "b", "c")) {
            add("PAYMENT", statement, "bmsql_stock", "lock", "row", statement.equals("a") ? 1.7 : 1.65, "client", "");
        }
        assertFound(Cause.LOCK, "50", "a");
        assertThat(found().sentence()).isEqualTo("Limited by locks (50% of session time, the largest part in a).");
    }

    @Test
    void evidenceIsShownAsItIs() {
        add("PAYMENT", "a #> '{2}'", "bmsql_stock", "disk", "", 5, "", "");
        blocked("tuple", 1, "disk", "bmsql_stock");
        assertThat(found().sentence()).endsWith(" whose holder waited for that; the largest part in a #> '{2}').");
    }

    @Test
    void theStatementOfAStrangersLockIsOneThatWaitedForIt() {
        blocked("relation", 1.5, "stranger", "bmsql_warehouse");
        add("NEW_ORDER", "NewOrder.updateStock", "bmsql_stock", "lock", "relation", 1.4, "stranger", "bmsql_stock");
        add("NEW_ORDER", "NewOrder.updateDistrict", "bmsql_district", "lock", "row", 1.6, "client", "bmsql_district");
        assertFound(Cause.STRANGER, "29", "0:00", "1:00", "Payment.updateWarehouse");
    }

    /** Six streams read from the disk all the time, and no terminal ever does; what they take of the processors is the run's all the same. */
    @Test
    void whatAnalyticQueriesWaitForIsNoTimeOfTheTerminals() {
        streams = "6";
        add("", "select ol_number,sum(ol_quantity)from bmsql_order_line", "bmsql_order_line", "disk", "IO", 6, "", "");
        assertFound(Cause.CONNECTIONS, "10", "60", "50");
        assertThat(levers()).extracting(Lever::kind).containsExactly(Lever.Kind.ANSWERS);
        sessions("", "log", "WALSync", 3);
        assertFound(Cause.LOG, "30", "WALSync");
        busy = 1;
        shares = Map.of("cpu_server", 0.9, "cpu_load_generator", 0.05, "cpu_others", 0.0);
        sessions.removeIf(row -> !row.waitClass().equals("disk"));
        sessions("", "client", "ClientRead", 9);
        assertThat(found().cause()).as("no other work of the server").isEqualTo(Cause.PROCESSORS_SHARED);
        streams = "0";
        assertCause(Cause.DISK);
    }

    /** Where the server names no blocker: whoever else does something holds it, unless that was seen for too little of the time. */
    @Test
    void locksWhoseHolderIsHardlySeenAreOfAnUnknownHolder() {
        sessions.clear();
        sessions("PAYMENT", "lock", "transactionid", 4);
        sessions("", "log", "WALSync", 0.29);
        assertCause(Cause.HOLDER_UNKNOWN);
        sessions("", "log", "WALSync", 0.02);
        assertCause(Cause.LOG);
    }

    @Test
    void whoWaitsForADistrictMayWaitBehindOneThatWaitsForTheWarehouse() {
        sessions("PAYMENT", "lock", "tuple", 1);
        assertFound(Cause.LOCKED_ROWS, "10", "bmsql_warehouse", "29", "Payment.updateWarehouse", "1");
        sessions.removeIf(row -> row.statement().equals("Payment.updateWarehouse")
                && row.waitClass().equals("lock"));
        sessions("PAYMENT", "lock", "tuple", 0.2);
        assertThat(found().values()).startsWith("100", "bmsql_district", "25");
        warehouses = 1;
        assertThat(found().values()).startsWith("10", "bmsql_district");
        sessions("PAYMENT", "lock", "", 0.9);
        sessions("PAYMENT", "lock", "tuple", 0.1);
        add("PAYMENT", "Payment.updateDistrict", "bmsql_district", "lock", "", 4, "", "");
        assertThat(found().values()).startsWith("bmsql_warehouse");
    }

    @Test
    void theNetworkShowsInWhatTheServerWorkedForATransaction() {
        sessions.clear();
        sessions("NEW_ORDER", "processor", "", 3);
        sessions("", "log", "WALSync", 1.9);
        sessions("NEW_ORDER", "client", "ClientRead", 4);
        assertThat(found().cause()).as("on one host").isEqualTo(Cause.CLIENT);
        watched = "me@db";
        url = "jdbc:postgresql://db:5432/db";
        assertFound(Cause.NETWORK, "51", "New-Order", "12.0", "7.90");
        sessions("PAYMENT|ORDER_STATUS", "processor", "", 0.2);
        assertCause(Cause.CONNECTIONS);
    }

    /** As of a run that left no summary, or of a summary without its settings. */
    @Test
    void withoutAUrlNobodyKnowsWhetherThereIsANetwork() {
        sessions.clear();
        sessions("NEW_ORDER", "client", "ClientRead", 6);
        sessions("NEW_ORDER", "processor", "", 3);
        assertCause(Cause.CLIENT);
        url = "";
        assertFound(Cause.NO_HOST, "30", "conn");
        assertThat(found().sentence()).contains("on which host it ran was not recorded (conn)");
        watched = "me@db";
        assertFound(Cause.NO_HOST, "30", "conn");
        url = "jdbc:postgresql://db:5432/db";
        assertCause(Cause.NETWORK);
    }

    @Test
    void whatNeedsFewerRoundTripsIsSaidWhereTheyAreTheLimit() {
        forms = "batchStatements=true";
        assertThat(found().forms()).as("the number of connections").isEmpty();
        newOrderMillis = 11;
        paymentMillis = 0;
        assertThat(found().forms()).isEqualTo(forms);
        assertThat(found().sentence()).endsWith("fewer need: batchStatements=true.");
    }

    @Test
    void whatWasNotRecordedIsSaid() {
        isHostWatched = false;
        assertFound(Cause.NO_HOST, "60");
        assertThat(found().sentence())
                .as("waits are no work")
                .contains("which worked or waited itself, 60% of the time");
        sessions.clear();
        assertCause(Cause.NO_SESSIONS);
    }

    /** As on MariaDB with one warehouse: the processors were the truth, which go before a wait of less than half of the time. */
    @Test
    void aWaitThatBusyProcessorsWouldGoBeforeIsNoCauseWithoutTheirFigures() {
        busy = 0.97;
        blocked("row lock", 4.9, "processor", "bmsql_district");
        assertCause(Cause.PROCESSORS_SHARED);
        isHostWatched = false;
        assertFound(Cause.NO_HOST, "locks", "49", "Payment.updateWarehouse");
        blocked("row lock", 0.1, "processor", "bmsql_district");
        assertCause(Cause.LOCKED_ROWS);
        sessions.clear();
        blocked("relation", 2, "stranger", "");
        assertThat(found().cause()).as("what others hold goes before them").isEqualTo(Cause.STRANGER);
        sessions.clear();
        sessions("", "log", "WALSync", 4);
        sessions("", "processor", "", 0.8);
        assertThat(found().cause()).as("1 of 2 processors").isEqualTo(Cause.LOG);
        sessions("", "processor", "", 0.9);
        assertThat(found().cause()).as("with the load generator 1.9 of 2").isEqualTo(Cause.NO_HOST);
        sessions.removeIf(row -> row.waitClass().equals("processor"));
        sessions("", "processor", "", 0.8);
        url = "jdbc:postgresql://db:5432/db";
        assertCause(Cause.LOG);
        sessions("", "processor", "", 0.2);
        assertThat(found().cause()).as("it may have a single processor").isEqualTo(Cause.NO_HOST);
    }

    @Test
    void aServerOfAnotherHostIsNotJudgedByThisOne() {
        busy = 1;
        url = "jdbc:oracle:thin:@//elsewhere:1521/db";
        assertCause(Cause.NO_HOST);
        url = "jdbc:oracle:thin:@localhost:1521:db";
        assertCause(Cause.PROCESSORS_SHARED);
        url = "jdbc:dm://here:5236";
        assertCause(Cause.PROCESSORS_SHARED);
    }

    @Test
    void theDeferredPartOfADeliveryIsNoTimeOfATerminal() {
        pacing = PacingMode.THINK_TIME;
        terminals = 20;
        others.add(type("DELIVERY_BG", 6_000, 50));
        assertThat(found().cause()).as("half of the time as before").isEqualTo(Cause.WAITS);
        others.clear();
        others.add(type("DELIVERY", 6_000, 50));
        assertThat(found().cause()).as("the terminal waits for this one").isNotEqualTo(Cause.WAITS);
    }

    @Test
    void oneOfSeveralLoadGeneratorsIsBlamedAndNoneCountsAsTheServer() {
        busy = 0.98;
        generatorPercent = 100;
        // 3.92 processors, one of them not the server's.
        assertFound(Cause.PROCESSORS_SHARED, "98", "4", "25", "5.84", "New-Orders");
        agent = table(Map.of("cpu_pct", 180.0, "gc_ms", 1.0));
        assertCause(Cause.GENERATOR_PROCESSORS);
        assertThat(verdicts).contains(Verdict.LOAD_GENERATOR_BOUND);
        agent = table(Map.of("cpu_pct", 100.0, "gc_ms", 1.0));
        assertCause(Cause.PROCESSORS_SHARED);
        assertThat(verdicts).doesNotContain(Verdict.LOAD_GENERATOR_BOUND);
    }

    @Test
    void samplesThatAreCloseTogetherWeighNoMoreThanTheirTime() {
        sessions.clear();
        for (int second = 1; second <= SECONDS; second++) {
            // Looked at four times in each second of the first half, twice in those of the other.
            for (int quarter = 1; quarter <= 4; quarter++) {
                double at = second - 1 + quarter / 4.0;
                String waitClass = second <= 20 ? "log" : "processor";
                if (second <= SECONDS / 2 || quarter % 2 == 0) {
                    sessions.add(new SessionSample(at, "PAYMENT", "", "", waitClass, "WALSync", 9, "", ""));
                }
            }
        }
        // 20 of 60 s, though 80 of 180 samples.
        assertFound(Cause.LOG, "30", "WALSync");
    }

    @Test
    void transactionsOfSecondsKeepConnectionsBusy() {
        terminals = 3;
        // Each of three terminals ends a script of five seconds in every fifth second.
        newOrderMillis = 5_000;
        paymentMillis = 0;
        series = seconds(second -> second % 5 == 4 ? 3 : 0);
        assertThat(found().cause().isLoadGenerator()).isFalse();
        assertThat(verdicts).doesNotContain(Verdict.LOAD_GENERATOR_BOUND);
        series = seconds(second -> second % 5 == 4 ? 1 : 0);
        assertThat(found().cause()).as("two of three connections idle").isEqualTo(Cause.GENERATOR_IDLE);
        assertThat(verdicts).contains(Verdict.LOAD_GENERATOR_BOUND);
    }

    /** A server that is frozen breaks no connection, and tells nothing. */
    @Test
    void aStandstillIsSaidWhateverTheCauseIs() {
        busy = 0.9;
        series = seconds(second -> second >= 20 && second < 30 ? 0 : 100);
        assertThat(found().sentence())
                .endsWith("No transaction was completed in 10 of 60 s, the longest time from 0:20 to 0:30.");
        sessions("", "processor", "", 6);
        sessions.removeIf(row -> row.elapsedSeconds() > 21 && row.elapsedSeconds() < 30);
        assertThat(found().sentence())
                .startsWith("Limited by the processors")
                .endsWith("from 0:20 to 0:30, in which the server did not tell what its sessions did.");
        IntStream.rangeClosed(21, 30)
                .mapToObj(second -> new SessionSample(second, "", "", "", SessionSample.NONE, "", 0, "", ""))
                .forEach(sessions::add);
        assertThat(found().sentence())
                .as("sessions that do nothing are seen to do so")
                .endsWith("from 0:20 to 0:30.");
        sessions.removeIf(row -> row.waitClass().equals(SessionSample.NONE));
        IntStream.rangeClosed(21, 30)
                .mapToObj(second -> new SessionSample(second, "", "commit", "", "copy", "SyncRep", 9, "", ""))
                .forEach(sessions::add);
        assertThat(found().sentence())
                .startsWith("Limited by the processors")
                .endsWith("from 0:20 to 0:30, in which sessions waited for the synchronous standby.");
        sessions.removeIf(row -> row.waitClass().equals("copy"));
        // As behind a transaction that is prepared and has no session.
        IntStream.rangeClosed(21, 30)
                .mapToObj(second -> new SessionSample(second, "", "u", "t", "lock", "row lock", 9, "gone", "t"))
                .forEach(sessions::add);
        assertThat(found().sentence()).endsWith("from 0:20 to 0:30, in which sessions waited for locks.");
        series = seconds(second -> second >= 20 && second < 25 ? 0 : 100);
        assertThat(found().standstill()).as("less than a tenth").isNull();
        series = seconds(second -> second % 10 == 0 ? 1 : 0);
        assertThat(found().standstill()).as("so few that it may be chance").isNull();
    }

    private static List<SeriesRow> seconds(IntUnaryOperator completed) {
        return LimitFixture.seconds(SECONDS, completed, 5_000, 0);
    }

    @ParameterizedTest
    @EnumSource
    void everyCauseHasItsWordsAndASentence(Cause cause) {
        assertThat(cause.words())
                .as("what stands behind 'Both sides were limited by'")
                .isNotEmpty()
                .doesNotStartWith("nothing");
        assertThat(LimitedBy.of(cause, 1.5, "b", 3, Double.NaN, 5, 6).sentence())
                .contains("imited")
                .doesNotContain("{");
    }
}
