package io.bmsql.analysis;

import static io.bmsql.analysis.LimitFixture.type;
import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.NumberText;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules of docs/limits.md on made-up figures of a minute, before and behind each threshold: ten connections
 * that are always busy. Words say what is not as usual: {@code key=value}; {@code type/wait@table/event=sessions}
 * for what sessions do in each second; {@code blocked/by/table=sessions} for those that wait for the row of a
 * warehouse. Six sessions work beside them, unless it says {@code none}.
 */
class LimitFinderTest {
    private static final int SECONDS = 60;

    /** What the word {@code cpu} has, where the probe tells who uses the processors. */
    private static final List<String> SHARES = List.of("cpu_server", "cpu_load_generator", "cpu_others");

    private final Map<String, String> given = new HashMap<>();
    private final List<SessionSample> sessions = new ArrayList<>();
    private final List<TypeSummary> others = new ArrayList<>();
    private final List<Outage> outages = new ArrayList<>();
    private List<SeriesRow> series = List.of();
    private @Nullable AgentFacts agents;
    /** Figures of the server's host; null for those of the words. */
    private @Nullable SampleTable host;
    /** What is said of the last run. */
    private List<Lever> levers = List.of();

    private Set<Verdict> verdicts = Set.of();

    private void given(String words) {
        given.clear();
        sessions.clear();
        others.clear();
        outages.clear();
        for (String word : words.split(" ")) {
            String[] parts = word.split("=", 2);
            String[] path = parts[0].split("/", -1);
            if (path.length > 1) {
                addSessions(path, Double.parseDouble(parts[1]));
            } else if (path[0].equals("away")) {
                double[] times = Arrays.stream(parts[1].split("[+]"))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
                Outage.Failures failures = new Outage.Failures(1, 0, 9);
                outages.add(new Outage(times[0], 0, times[0] + times[1], 0L, times[1], 99, null, failures));
            } else if (path[0].equals("cpu")) {
                String[] shares = parts[1].split("/");
                IntStream.range(0, shares.length).forEach(i -> given.put(SHARES.get(i), shares[i]));
            } else if (path[0].startsWith("DELIVERY")) {
                String[] countAndMillis = parts[1].split("@");
                others.add(type(path[0], Long.parseLong(countAndMillis[0]), Double.parseDouble(countAndMillis[1])));
            } else {
                given.put(path[0], parts.length > 1 ? parts[1] : "");
            }
        }
        if (!given.containsKey("none")) {
            addSessions(new String[] {"NEW_ORDER", "processor", ""}, 6);
        }
        if (given.containsKey("stream")) {
            add("", "select", "bmsql_order_line", given.get("stream"), "IO", 6, "", "");
        }
        if (number("failed", 0) > 0) {
            SeriesRow.Counts failed = new SeriesRow.Counts(0, (long) number("failed", 0), 0, 0, 0);
            others.add(with(type("DELIVERY", 10, 5), "counts", failed));
        }
        // Without a server nobody does anything.
        sessions.replaceAll(row -> isAway(row.elapsedSeconds()) ? row.with(0) : row);
    }

    private double number(String key, double usual) {
        return Double.parseDouble(given.getOrDefault(key, Double.toString(usual)));
    }

    private void addSessions(String[] path, double number) {
        if (path[0].equals("blocked")) {
            String table = path[2].isEmpty() ? "" : "bmsql_" + path[2];
            String blocker = path[1].replace('_', ' ');
            add("PAYMENT", "Warehouse", "bmsql_warehouse", "lock", "row", number, blocker, table);
        } else {
            String[] wait = path[1].split("@");
            String table = wait.length > 1 ? wait[1] : "warehouse";
            String locked = wait[0].equals("lock") ? "bmsql_" + table : "";
            String statement = StringUtils.capitalize(table);
            add(path[0], statement, locked, wait[0], path[2].replace('_', ' '), number, "", "");
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

    private static SampleTable table(Map<String, Double> means) {
        return LimitFixture.table(SECONDS, means);
    }

    private LimitedBy run(String words) {
        given(words);
        return judge();
    }

    private LimitedBy judge() {
        double newOrderMillis = number("newOrderMillis", 12);
        Latency response = Latency.ofMeanAndMax(newOrderMillis + number("lateMillis", 0), 100);
        List<TypeSummary> types = new ArrayList<>();
        types.add(with(type("NEW_ORDER", (long) number("newOrders", 30_000), newOrderMillis), "response", response));
        types.add(type("PAYMENT", (long) number("payments", 30_000), number("paymentMillis", 8)));
        types.addAll(others);
        boolean isRemote = given.containsKey("remote");
        int warehouses = (int) number("warehouses", 10);
        RunSummary summary = LimitFixture.summary(
                        warehouses,
                        SECONDS,
                        types,
                        "size",
                        new RunFacts.Size(warehouses, warehouses, (int) number("terminals", 10), 10, agents),
                        "pace",
                        new RunFacts.Pace(
                                PacingMode.valueOf(given.getOrDefault("pacing", "CLOSED_LOOP")),
                                "minutes",
                                (int) number("limitTxnsPerMin", 0),
                                0,
                                0,
                                (int) number("arrivalRate", 0),
                                given.get("loadProfile")),
                        "environment",
                        Map.of("host", "here", "fewerRoundTrips", given.getOrDefault("forms", "")),
                        "settings",
                        List.of(
                                new EffectiveSetting(
                                        "conn", url(given.getOrDefault("url", isRemote ? "db" : "127.0.0.1")), ""),
                                new EffectiveSetting(
                                        "osCollectorSSHAddr",
                                        given.getOrDefault("watched", isRemote ? "me@db" : ""),
                                        ""),
                                new EffectiveSetting("analyticStreams", given.getOrDefault("streams", "0"), "")))
                .with(PostRunChecks.of(outages));
        CollectedFigures collected = LimitFixture.collected(
                table(Map.of(
                        "cpu_pct",
                        number("generatorPercent", 20),
                        "gc_ms",
                        number("collectionMillis", 1),
                        "throttled_pct",
                        number("throttledPercent", 0))),
                given.containsKey("unwatched") ? List.of() : List.of(Objects.requireNonNullElse(host, host())),
                sessions);
        GeneratorLoad all = WindowConditions.generator(series, collected, summary, 0);
        SampleTable agent = table(Map.of("cpu_pct", number("agentPercent", 0), "gc_ms", 1.0));
        List<GeneratorLoad> generators = given.containsKey("agentPercent")
                ? List.of(GeneratorLoad.of(summary, null, agent, 0), all)
                : List.of(all);
        LimitedBy limit = LimitFinder.of(collected, summary, generators, 0);
        levers = Lever.find(collected, summary, 0);
        verdicts = Verdict.of(summary.with(RunConditions.NONE.with(limit)));
        return limit;
    }

    private static String url(String host) {
        return host.isEmpty() || host.startsWith("jdbc:") ? host : "jdbc:postgresql://" + host + ":5432/db";
    }

    private SampleTable host() {
        Map<String, Double> means =
                new TreeMap<>(Map.of("cpu_idle", 1 - number("busy", 0.5), "cpu_iowait", 0.0, "processors", 4.0));
        SHARES.stream().filter(given::containsKey).forEach(share -> means.put(share, number(share, 0)));
        means.put("server_throttled_pct", number("serverThrottled", 0));
        SampleTable made = table(means);
        double[] idle = Objects.requireNonNull(made.column("cpu_idle"));
        Arrays.setAll(idle, i -> isAway(i + 1) ? 1 : idle[i]);
        double[] server = made.column("cpu_server");
        if (server != null) {
            Arrays.fill(server, 0, (int) number("untold", 0), Double.NaN);
        }
        return made;
    }

    private boolean isAway(double second) {
        return outages.stream()
                .anyMatch(one ->
                        second > one.lastCommitSeconds() && second <= one.lastCommitSeconds() + one.outageSeconds());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # Its own cap goes before all else, and a profile is said as it was written: nobody set the mean of
            # its steps.
            busy=1 limitTxnsPerMin=60000 | RATE | limitTxnsPerMin=60,000/min
            busy=1 limitTxnsPerMin=90000 | PROCESSORS_SHARED |
            pacing=ARRIVAL_RATE arrivalRate=45000 loadProfile=0,1/min | RATE | loadProfile=0,1/min
            # What fails takes processors and connections too, and they did not keep the run from its work.
            busy=1 failed=606 | PROCESSORS_SHARED |
            busy=1 failed=607 | NONE |
            busy=1 failed=607 limitTxnsPerMin=60000 | RATE |
            busy=1 failed=607 /log/WALSync=6 | LOG |
            # Waits that were kept are the limit, however busy the load generator: 30,000 times 4 ms are 5% of
            # 40 minutes.
            pacing=THINK_TIME terminals=20 | WAITS | 50
            pacing=THINK_TIME terminals=19 | CONNECTIONS |
            pacing=THINK_TIME terminals=40 generatorPercent=170 lateMillis=4 | WAITS |
            pacing=THINK_TIME terminals=40 generatorPercent=170 lateMillis=4.1 | GENERATOR_PROCESSORS |
            # A terminal waits for a delivery, and not for its deferred part.
            pacing=THINK_TIME terminals=20 DELIVERY_BG=6000@50 | WAITS |
            pacing=THINK_TIME terminals=20 DELIVERY=6000@50 | CONNECTIONS |
            # The load generator: its processors, collections, and connections that are not busy.
            busy=1 generatorPercent=170 | GENERATOR_PROCESSORS | 85;2;
            busy=1 generatorPercent=169 | PROCESSORS_SHARED |
            busy=1 collectionMillis=200 | PROCESSORS_SHARED |
            busy=0.8 collectionMillis=200 | GENERATOR_COLLECTION | 20;
            busy=0.8 collectionMillis=199 | CONNECTIONS |
            paymentMillis=0 | CONNECTIONS |
            paymentMillis=0 newOrderMillis=11.8 | GENERATOR_IDLE | 59;
            # In a container with half a processor its host looks idle, and so does the load generator.
            generatorPercent=50 throttledPercent=20 | GENERATOR_THROTTLED | 20;
            generatorPercent=50 throttledPercent=19 | CONNECTIONS |
            # One of several load generators is blamed. Of 3.92 processors one is not the server's.
            busy=0.98 generatorPercent=100 | PROCESSORS_SHARED | 98;4;25;5.84;New-Orders
            busy=0.98 generatorPercent=100 agentPercent=180 | GENERATOR_PROCESSORS |
            busy=0.98 generatorPercent=100 agentPercent=100 | PROCESSORS_SHARED |
            # Processors are named with what a New-Order takes of them, or a transaction of a mix without any.
            busy=0.9 | PROCESSORS_SHARED | 90;4;5;6.80;New-Orders
            busy=0.9 remote | PROCESSORS | 90;4;7.20;New-Orders
            busy=0.89 remote | CONNECTIONS |
            busy=0.9 newOrders=0 payments=60000 paymentMillis=10 | PROCESSORS_SHARED | 90;4;5;3.40;transactions
            # A server in a control group: whoever is stopped looks idle, and others wait for what it holds. Not
            # one that is shared or unknown.
            cpu=.2/.1/0 serverThrottled=20 | SERVER_THROTTLED | 20
            cpu=.2/.1/0 serverThrottled=19 | CONNECTIONS |
            cpu=.2/.1/0 serverThrottled=20 blocked/processor/stock=9 | SERVER_THROTTLED | 20
            cpu=.2/.1/0 serverThrottled=20 blocked/stranger/=2 | STRANGER |
            cpu=.2/.1/0 serverThrottled=20 throttledPercent=20 | GENERATOR_THROTTLED |
            cpu=.2/.1/0 serverThrottled=20 untold=60 | CONNECTIONS |
            # A server that was away for half of the window, on the whole.
            away=-5+15 away=20+19.9 away=50+20 | OUTAGE | 39.9;60
            away=20+29.9 | CONNECTIONS |
            away=20+29.9 away=50+0.1 | OUTAGE | 30;60
            away=20+29.9 away=50+0.1 newOrders=0 payments=0 | OUTAGE |
            # An outage is nobody's share: of 40 s the processors were 95% busy, of 60 s 63%.
            away=20+20 none /log/WALSync=9 | LOG | 90;WALSync
            away=20+20 none /log/WALSync=3 busy=0.95 | PROCESSORS_SHARED | 95;4;5;4.80;New-Orders
            # Two servers on one host are told from each other by nine of ten samples.
            busy=0.98 cpu=NaN/.1/NaN | SEVERAL_SERVERS | 98;4
            busy=0.98 cpu=NaN/.1/NaN /log/WALSync=6 | LOG |
            busy=0.98 cpu=.68/.3/.02 untold=6 | PROCESSORS_SHARED | 98;4;30;5.44;New-Orders
            busy=0.98 cpu=.68/.3/.02 untold=7 | SEVERAL_SERVERS |
            # What others take of shared processors is said, unless it is little.
            busy=1 cpu=.4/.3/.3 | PROCESSORS_SHARED | 100;4;30;3.20;New-Orders;30
            busy=1 cpu=.68/.3/.02 | PROCESSORS_SHARED | 100;4;30;5.44;New-Orders
            busy=1 cpu=.3/.2/.5 | OTHERS |
            # What the server does for others is not the run's work; where sessions were not seen, nobody knows.
            busy=1 none /client/ClientRead=3.28 /log/WalSync=0.28 /processor/=0.18 cpu=.46/.13/.41 | SERVER_OTHERS | 100;4;46;12
            busy=1 none /client/ClientRead=3.28 /log/WalSync=0.28 /processor/=0.78 cpu=.46/.13/.41 | PROCESSORS_SHARED |
            busy=1 none cpu=.46/.13/.41 | PROCESSORS_SHARED |
            # Whoever waits for a processor collects for longer, and is not to blame; on another host than the
            # server's it is.
            busy=1 collectionMillis=240 cpu=.3/.2/.5 | OTHERS |
            busy=1 collectionMillis=240 cpu=.4/.2/.4 | PROCESSORS_SHARED |
            busy=1 collectionMillis=240 cpu=.3/.2/.5 url=db.example watched=db.example | GENERATOR_COLLECTION |
            # Processors that others keep busy are not the limit, except where the load generator waits for them
            # as well.
            busy=1 none /client/ClientRead=9 NEW_ORDER/processor/=0.9 | PROCESSORS_SHARED |
            busy=1 none /client/ClientRead=9 NEW_ORDER/processor/=0.9 remote | NETWORK |
            busy=1 none /client/ClientRead=9 NEW_ORDER/processor/=1 remote | PROCESSORS |
            busy=1 none /processor/=0.9 /log/a=1.5 /disk/a=1.5 /latch/a=1.5 /other/a=1.5 remote | MIXED | 100;4;0.9
            busy=1 none /processor/=0.9 /log/a=1.5 /disk/a=1.5 /latch/a=1.5 /other/a=1.5 remote cpu=.2/0/.8 | OTHERS |
            # A server of another host is not judged by this one.
            busy=1 url=jdbc:oracle:thin:@//elsewhere:1521/db | NO_HOST |
            busy=1 url=jdbc:oracle:thin:@localhost:1521:db | PROCESSORS_SHARED |
            busy=1 url=jdbc:dm://here:5236 | PROCESSORS_SHARED |
            # Where nothing was done, only a wait of half of the time explains it; without an event's name it
            # has the statement's.
            newOrders=0 payments=0 none /log/=4.9 | NONE |
            newOrders=0 payments=0 none /log/=5 | LOG | 50;Warehouse
            newOrders=0 payments=0 none /log/=5 /log/WALSync=0.1 | LOG | 51;WALSync
            # A wait of half of the time goes before busy processors, and a stranger's lock of a fifth.
            busy=1 /log/WALSync=4.9 | PROCESSORS_SHARED |
            busy=1 /log/WALSync=4.9 /log/WALWrite=0.1 | LOG | 50;WALSync
            busy=1 blocked/stranger/=2 | STRANGER |
            busy=1 blocked/stranger/=1.9 | PROCESSORS_SHARED |
            # The largest wait of a fifth explains the figure.
            /lock/row=1.9 | CONNECTIONS |
            /lock/row=2 terminals=100 | LOCKED_ROWS | 10;bmsql_warehouse;20;Warehouse;1
            NEW_ORDER/disk/DataFileRead=2.1 | DISK | 21;DataFileRead
            NEW_ORDER/latch/BufferMapping=2.2 | LATCH | 22;BufferMapping
            none NEW_ORDER/other/PgSleep=2 | OTHER_WAIT | 20;PgSleep
            none NEW_ORDER/other/PgSleep=1.9 | CLIENT |
            none /copy/SyncRep=5 | STANDBY | 50;SyncRep
            none /copy/SyncRep=5 blocked/copy/warehouse=3 | STANDBY | 80;SyncRep;30
            # Others may have the run's login: no wait has more than all of the time.
            /log/WALSync=12 | LOG | 100;WALSync
            none /processor/=12 /disk/read=1 unwatched | NO_HOST | 100
            # Of two waits that are nearly equal one alone would be the wrong one in every other run.
            none blocked/client/warehouse=4.6 /log/WALSync=4.2 | TWO_WAITS | locks;46;Warehouse;the log;42;WALSync
            none blocked/client/warehouse=4.6 /log/WALSync=4.8 | TWO_WAITS | the log;48;WALSync;locks;46;Warehouse
            none blocked/client/warehouse=4.6 /log/WALSync=5.2 | LOG |
            # Rows that are hardly waited for are not named. Staged: 18% for 2 warehouses, 50% for 20 districts,
            # and 5% was called the limit.
            none blocked/client/district=1.9 blocked/client/warehouse=0.8 | LOCK | 27;Warehouse
            none blocked/client/district=2 blocked/client/warehouse=0.8 | LOCKED_ROWS | 100;bmsql_district;20;Warehouse;1
            # Without blockers, who waits for a district may wait behind one that waits for the warehouse.
            /lock/tuple=1 /lock@district/tuple=1.9 | LOCKED_ROWS | 10;bmsql_warehouse;29;Warehouse;1
            /lock/tuple=0.2 /lock@district/tuple=2.28 | LOCKED_ROWS | 100;bmsql_district;25;District;1
            /lock/tuple=0.2 /lock@district/tuple=2.28 warehouses=1 | LOCKED_ROWS | 10;bmsql_district;25;District;10
            /lock/=1.2 /lock@district/=6.47 warehouses=1 | LOCKED_ROWS | bmsql_warehouse;77;Warehouse;10
            # The holder of a row works, sleeps in the server, or waits for the log: more warehouses help all
            # the same.
            none blocked/processor/warehouse=2 blocked/log/warehouse=2 blocked/other/warehouse=2 | LOCKED_ROWS |
            # Who holds what all connections wait for has the run's login, or the server does not tell.
            none /client/=1 blocked/client/warehouse=10 | STRANGER |
            none /client/=1 blocked//warehouse=10 | STRANGER |
            none /client/=1 blocked/processor/warehouse=10 | STRANGER |
            none /client/=1 blocked/client/warehouse=9.9 | LOCKED_ROWS |
            # A storm of deadlocks: each of the sessions waits, most of them behind such as wait for each other.
            none blocked/each_other/warehouse=6 blocked/gone/warehouse=4 | LOCKED_ROWS |
            # Where the server names no blocker, whoever else does something holds it, unless that was seen for
            # too little of the time.
            none /lock/row=4 /log/WALSync=0.29 | HOLDER_UNKNOWN |
            none /lock/row=4 /log/WALSync=0.31 | LOG |
            # What the server does not tell is not known.
            none NEW_ORDER/other/not_told:_process=7 | NO_SESSIONS | not told: process
            none NEW_ORDER/other/not_told:_process=7 busy=1 | PROCESSORS_SHARED |
            none NEW_ORDER/other/not_told:_process=1.9 | CLIENT |
            # The network shows in what the server worked for a transaction.
            none NEW_ORDER/processor/=3 /log/WALSync=1.9 /client/ClientRead=4 | CLIENT |
            none NEW_ORDER/processor/=3 /log/WALSync=1.9 /client/ClientRead=4 remote | NETWORK | 51;New-Order;12.0;7.90
            'none NEW_ORDER/processor/=3 /log/a=1.9 PAYMENT|ORDER_STATUS/processor/=0.2 remote' | CONNECTIONS |
            # Without a URL nobody knows whether there is a network, as of a run that left no summary, or of one
            # without settings.
            none /client/ClientRead=6 NEW_ORDER/processor/=3 | CLIENT |
            none /client/ClientRead=6 NEW_ORDER/processor/=3 url= | NO_HOST | 30;conn
            none /client/ClientRead=6 NEW_ORDER/processor/=3 url= watched=me@db | NO_HOST | 30;conn
            none /client/ClientRead=6 NEW_ORDER/processor/=3 remote | NETWORK |
            # What was not recorded is said.
            unwatched | NO_HOST | 60
            unwatched none | NO_SESSIONS |
            # A wait that busy processors would go before is no cause without their figures: of this host with
            # the load generator 1.9 of 2.
            busy=0.97 blocked/processor/district=4.9 | PROCESSORS_SHARED |
            unwatched blocked/processor/district=4.9 | NO_HOST | locks;49;Warehouse
            unwatched blocked/processor/district=5 | LOCKED_ROWS |
            unwatched none blocked/stranger/=2 | STRANGER |
            unwatched none /log/WALSync=4 /processor/=0.8 | LOG |
            unwatched none /log/WALSync=4 /processor/=1.7 | NO_HOST |
            unwatched none /log/WALSync=4 /processor/=0.8 url=db | LOG |
            unwatched none /log/WALSync=4 /processor/=1 url=db | NO_HOST |
            # Six analytic streams read from the disk all the time: no terminal ever does, and their work is the
            # run's all the same.
            streams=6 stream=disk | CONNECTIONS | 10;60;50
            streams=6 stream=disk /log/WALSync=3 | LOG | 30;WALSync
            none /client/ClientRead=9 busy=1 streams=6 stream=disk cpu=.9/.05/0 | PROCESSORS_SHARED |
            none /client/ClientRead=9 busy=1 stream=disk cpu=.9/.05/0 | DISK |
            """)
    void theFirstRuleThatAppliesNamesTheCause(String words, String cause, @Nullable String values) {
        LimitedBy found = run(words);
        assertThat(found == null ? "NONE" : found.cause().name()).isEqualTo(cause);
        if (values != null) {
            assertThat(found.values()).containsExactly(values.split(";", -1));
        }
    }

    /** Shares of session time that would go away, the most first. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # One waits for a lock whose holder logs, works or waits for its client as the others do, and one
            # does nothing.
            /lock/row=1 /log/WALSync=2 /client/ClientRead=0.5 | COMMITS 22.4;ROWS warehouse 10.0;ANSWERS 10.0
            /lock/row=1 /log/WALSync=2 pacing=THINK_TIME | ''
            none | ''
            # Behind which table another one is waited for decides, whose statement waits does not, nor what the
            # holder does.
            blocked/processor/district=2 blocked/processor/warehouse=1 | ROWS district 20.0;ROWS warehouse 10.0;ANSWERS 10.0
            none blocked/processor/warehouse=2 blocked/log/warehouse=2 blocked/other/warehouse=2 | ROWS warehouse 60.0;ANSWERS 40.0;COMMITS 20.0
            none blocked/stranger/stock=10 | STRANGERS 100.0
            /log/WALSync=12 | COMMITS 100.0
            none /log/WALSync=8 | COMMITS 80.0;ANSWERS 20.0
            away=20+20 none /log/WALSync=9 | COMMITS 90.0;ANSWERS 10.0
            streams=6 stream=disk | ANSWERS 40.0
            """)
    void aLeverIsTheSessionTimeThatWouldGoAway(String words, String expected) {
        run(words);
        assertThat(levers.stream()
                        .map(lever -> (lever.kind() + " " + lever.of().replace("bmsql_", "")).strip() + " "
                                + NumberText.decimal(lever.sharePercent(), 1))
                        .collect(Collectors.joining(";")))
                .isEqualTo(expected);
    }

    @Test
    void nearlyAllOfTheTimeHasNoBound() {
        run("none /log/WALSync=8");
        assertThat(levers.get(0).hasBound()).isTrue();
        assertThat(levers.get(0).atMostTimes()).isEqualTo(Lever.MAX_BOUND_TIMES);
        run("none /log/WALSync=8.1");
        assertThat(levers.get(0).hasBound()).isFalse();
    }

    /** By whatever name the collector finds it. */
    @ParameterizedTest
    @ValueSource(strings = {"localhost", "me@127.0.0.1", "::1", "here", "me@here"})
    void theOwnHostIsNoOtherOne(String address) {
        assertThat(run("busy=0.9 watched=" + address).cause()).isEqualTo(Cause.PROCESSORS_SHARED);
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
        assertThat(run("").values()).containsExactly("10", "60", "17");
    }

    /** As of an agent that was stopped for good: the server keeps its sessions, and what they have locked. */
    @Test
    void aLostAgentIsNamedWhereItsSessionsKeepLocks() {
        AgentFacts.Agent one = new AgentFacts.Agent(1, "a", AgentFacts.Share.UNKNOWN, null, null);
        AgentFacts.Agent two = new AgentFacts.Agent(2, "b", AgentFacts.Share.UNKNOWN, null, null);
        agents = new AgentFacts("group", 0, 2, List.of(one, two));
        assertThat(run("none blocked/client/warehouse=7").cause()).isEqualTo(Cause.LOCKED_ROWS);
        AgentFacts.Agent lost = with(two, "lost", new AgentFacts.Lost(9.0, "it left the group"));
        agents = new AgentFacts("group", 0, 2, List.of(one, lost));
        LimitedBy found = run("none blocked/client/warehouse=7");
        assertThat(found.cause()).isEqualTo(Cause.GENERATOR_LOST);
        assertThat(found.values()).containsExactly("70", ", agent 2 on b");
        assertThat(run("none blocked/processor/warehouse=7").cause()).isEqualTo(Cause.LOCKED_ROWS);
    }

    /** As when a standby is lost in the middle: a commit waits until its driver, or the end of the run, cuts it off. */
    @Test
    void aServerThatTellsWhatItsSessionsWaitForIsNotAway() {
        given("away=30+30");
        RunSummary summary = LimitFixture.summary(
                        1, SECONDS, List.of(type("NEW_ORDER", 1, 1)), "size", new RunFacts.Size(1, 1, 10, 10, null))
                .with(PostRunChecks.of(outages));
        CollectedFigures collected = LimitFixture.collected(table(Map.of()), List.of(), sessions);
        assertThat(WindowConditions.outages(collected, summary)).hasSize(1);
        // As those who have just come back, of whom a late sample stands for all of it.
        sessions.add(new SessionSample(SECONDS, "", "commit", "", "log", "WALSync", 10, "", ""));
        assertThat(WindowConditions.outages(collected, summary)).hasSize(1);
        seconds(31, SECONDS, "copy", "SyncRep", 10, "");
        assertThat(WindowConditions.outages(collected, summary)).isEmpty();
    }

    private void seconds(int from, int to, String waitClass, String event, double number, String blocker) {
        IntStream.rangeClosed(from, to)
                .mapToObj(
                        second -> new SessionSample(second, "", "commit", "t", waitClass, event, number, blocker, "t"))
                .forEach(sessions::add);
    }

    /** 60,000 and the ten that are under way at the end are 95% of 63,168.4 a minute. */
    @ParameterizedTest
    @CsvSource({
        "pacing=RATE limitTxnsPerMin=63168, true",
        "pacing=RATE limitTxnsPerMin=63169, false",
        "pacing=ARRIVAL_RATE arrivalRate=63168, true",
        "pacing=ARRIVAL_RATE arrivalRate=63169, false"
    })
    void whoDidWhatItsRateAskedForWasHeldByNothingElse(String words, boolean isReached) {
        // Connections are busy for 13% of the time, and each transaction begins 15 ms late.
        series = LimitFixture.seconds(SECONDS, second -> 1_000, 1.3, 15);
        LimitedBy found = run(words + " forms=batchStatements=true");
        assertThat(found.cause()).isEqualTo(isReached ? Cause.RATE : Cause.GENERATOR_LATE);
        assertThat(found.values()).contains("15");
        assertThat(found.forms().isEmpty()).isEqualTo(isReached);
        assertThat(verdicts.contains(Verdict.CAPPED)).isEqualTo(isReached);
        assertThat(verdicts.contains(Verdict.LOAD_GENERATOR_BOUND)).isNotEqualTo(isReached);
        series = LimitFixture.seconds(SECONDS, second -> 1_000, 1.3, 0);
        assertThat(run(words + " generatorPercent=170").cause())
                .isEqualTo(isReached ? Cause.RATE : Cause.GENERATOR_PROCESSORS);
    }

    /** The server is not blamed for a backlog that the load generator made. */
    @ParameterizedTest
    @CsvSource({"199, OVERLOADED, LOAD_GENERATOR_BOUND", "200, LOAD_GENERATOR_BOUND, OVERLOADED"})
    void anOpenModelThatWasLateByItselfHasNoOverloadedServer(int millis, Verdict verdict, Verdict other) {
        run("pacing=ARRIVAL_RATE arrivalRate=1000000 collectionMillis=" + millis);
        assertThat(verdicts).contains(verdict).doesNotContain(other);
    }

    @Test
    void secondsWithoutAServerAreSaidOfAShareAndNotOfARate() {
        assertThat(run("away=20+20 none /log/WALSync=9").awaySeconds()).isEqualTo(20);
        assertThat(run("away=20+20 limitTxnsPerMin=60000").awaySeconds()).isZero();
    }

    /** 40% and 30% in all: what jumps from second to second is known less well than what stays, or changes once. */
    @ParameterizedTest
    @CsvSource({"1, TWO_WAITS", "30, LOG", "60, LOG"})
    void howFarTwoWaitsMustBeApartIsForTheSamplesToSay(int secondsOfAPhase, Cause cause) {
        given("none blocked/client/warehouse=3");
        for (int second = 0; second < SECONDS; second++) {
            double waiting = secondsOfAPhase == SECONDS ? 4 : second / secondsOfAPhase % 2 * 7 + 0.5;
            seconds(second + 1, second + 1, "log", "WALSync", waiting, "");
        }
        assertThat(judge().cause()).isEqualTo(cause);
    }

    /** Seen as "most of it": the first of three statements that waited for about the same time. */
    @Test
    void theLargestOfManyPartsIsNotMostOfItAndIsShownAsItIs() {
        given("none");
        for (String statement : List.of("a #> '{2}'", "b", "c")) {
            double number = statement.length() > 1 ? 1.7 : 1.65;
            add("PAYMENT", statement, "bmsql_stock", "lock", "row", number, "client", "");
        }
        assertThat(judge().sentence())
                .isEqualTo("Limited by locks (50% of session time, the largest part in a #> '{2}').");
    }

    @Test
    void theStatementOfAStrangersLockIsOneThatWaitedForIt() {
        given("blocked/stranger/warehouse=1.5");
        add("NEW_ORDER", "NewOrder.updateStock", "bmsql_stock", "lock", "relation", 1.4, "stranger", "bmsql_stock");
        add("NEW_ORDER", "NewOrder.updateDistrict", "bmsql_district", "lock", "row", 1.6, "client", "bmsql_district");
        assertThat(judge().values()).containsExactly("29", "0:00", "1:00", "Warehouse");
    }

    @Test
    void whatNeedsFewerRoundTripsIsSaidWhereTheyAreTheLimit() {
        assertThat(run("forms=batchStatements=true").forms())
                .as("the number of connections")
                .isEmpty();
        assertThat(run("newOrderMillis=11 paymentMillis=0 forms=batchStatements=true")
                        .forms())
                .isEqualTo("batchStatements=true");
    }

    /** Four looks in each second of the first half, two in those of the other: 20 of 60 s, though 80 of 180 samples. */
    @Test
    void samplesThatAreCloseTogetherWeighNoMoreThanTheirTime() {
        given("none");
        for (int quarter = 1; quarter <= 4 * SECONDS; quarter++) {
            if (quarter <= 2 * SECONDS || quarter % 2 == 0) {
                String waitClass = quarter <= 80 ? "log" : "processor";
                sessions.add(new SessionSample(quarter / 4.0, "PAYMENT", "", "", waitClass, "WALSync", 9, "", ""));
            }
        }
        assertThat(judge().values()).containsExactly("30", "WALSync");
    }

    /** Each of three terminals ends a script of five seconds in every fifth second, or one of them does. */
    @ParameterizedTest
    @CsvSource({"3, CONNECTIONS", "1, GENERATOR_IDLE"})
    void transactionsOfSecondsKeepConnectionsBusy(int ended, Cause cause) {
        series = seconds(second -> second % 5 == 4 ? ended : 0);
        assertThat(run("terminals=3 newOrderMillis=5000 paymentMillis=0").cause())
                .isEqualTo(cause);
    }

    /** A server that is frozen breaks no connection, and tells nothing. */
    @Test
    void aStandstillIsSaidWhateverTheCauseIs() {
        series = seconds(second -> second >= 20 && second < 30 ? 0 : 100);
        assertThat(run("busy=0.9").standstill()).isEqualTo(new LimitedBy.Standstill(10, 60, 20, 30, true, null));
        sessions.removeIf(row -> row.elapsedSeconds() > 21 && row.elapsedSeconds() < 30);
        assertThat(judge().standstill()).isEqualTo(new LimitedBy.Standstill(10, 60, 20, 30, false, null));
        List<SessionSample> rest = List.copyOf(sessions);
        seconds(21, 30, SessionSample.NONE, "", 0, "");
        assertThat(judge().standstill())
                .as("sessions that do nothing are seen to do so")
                .isEqualTo(new LimitedBy.Standstill(10, 60, 20, 30, true, null));
        sessions.retainAll(rest);
        seconds(21, 30, "copy", "SyncRep", 9, "");
        assertThat(judge().standstill().waits()).isEqualTo(Cause.STANDBY);
        sessions.retainAll(rest);
        // As behind a transaction that is prepared and has no session.
        seconds(21, 30, "lock", "row lock", 9, "gone");
        assertThat(judge().cause()).isEqualTo(Cause.PROCESSORS_SHARED);
        assertThat(judge().standstill().waits()).isEqualTo(Cause.LOCK);
        series = seconds(second -> second >= 20 && second < 25 ? 0 : 100);
        assertThat(judge().standstill()).as("less than a tenth").isNull();
        series = seconds(second -> second % 10 == 0 ? 1 : 0);
        assertThat(judge().standstill()).as("so few that it may be chance").isNull();
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
