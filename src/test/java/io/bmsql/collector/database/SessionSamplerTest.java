package io.bmsql.collector.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.collector.TimedFile;
import io.bmsql.dialect.Dialect;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SessionSample;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.TestDatabase;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionSamplerTest {
    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final RunWindow window = new RunWindow(clock.nanoTime(), 0, 0, Long.MAX_VALUE);

    /** What the server answers, and how long it takes to do so. */
    private List<Map<String, Object>> rows = List.of();

    private long tookMillis = 1;

    private Set<String> ownSessions = Set.of();

    @Test
    void oneSlowQueryDoesNotBlindTheSampler() {
        assertThat(SessionSampler.usualNanos(5_000_000_000L, 2_000_000)).isEqualTo(2_000_000);
        assertThat(SessionSampler.usualNanos(2_000_000, 5_000_000_000L)).isEqualTo(2_000_000);
        assertThat(SessionSampler.usualNanos(60_000_000, 50_000_000))
                .as("slow all the time")
                .isEqualTo(50_000_000);
    }

    /** Ten seconds at work, a look that is stuck for ten, after which they wait for a lock for a tenth of a second, and ten at work again. */
    @Test
    void theFirstLookAfterAPauseStandsForNoMoreThanAnother(@TempDir Path folder) throws Exception {
        SessionSample.Within all = SessionSample.within(
                sampled(folder, sampler -> {
                    rows = List.of(Map.of("wait_class", "processor", "sessions", 8L));
                    look(sampler, 100);
                    tookMillis = 10_000;
                    rows = List.of(Map.of("wait_class", "lock", "sessions", 8L));
                    look(sampler, 1);
                    tookMillis = 1;
                    rows = List.of(Map.of("wait_class", "processor", "sessions", 8L));
                    look(sampler, 100);
                }),
                0,
                40);
        Map<String, Double> classes = SessionSample.sums(all.rows(), SessionSample::waitClass);
        assertThat(classes.get(SessionSample.LOCK) / all.seconds())
                .as("of 8 sessions")
                .isBetween(0.02, 0.08);
        assertThat(all.seconds()).as("seen").isBetween(18.0, 21.0);
    }

    /** A disk that is held back writes at the begin of each tenth of a second: for three of four parts of it sessions wait for the log. */
    @ParameterizedTest
    @ValueSource(longs = {100, 50, 200, 1_000})
    void aServerWithARhythmIsSeenAtAllPointsOfIt(long periodMillis, @TempDir Path folder) throws Exception {
        SessionSample.Within all = SessionSample.within(
                sampled(folder, sampler -> {
                    for (int i = 0; i < 1_000; i++) {
                        clock.parkUntil(sampler.dueNanos());
                        boolean waits = clock.nanoTime() / MILLI % periodMillis < periodMillis * 3 / 4;
                        rows = List.of(Map.of("wait_class", waits ? "log" : "client", "sessions", 1L));
                        sampler.sample(connection());
                    }
                }),
                0,
                200);
        assertThat(SessionSample.sums(all.rows(), SessionSample::waitClass).get(SessionSample.LOG) / all.seconds())
                .isCloseTo(0.75, within(0.1));
    }

    /** Two of a deadlock, one that waits behind them, and one whose blocker has gone. */
    @Test
    void sessionsThatWaitForEachOtherAreToldFromThoseWhoseBlockerIsGone(@TempDir Path folder) throws Exception {
        List<SessionSample> all = sampled(folder, sampler -> {
            rows = Map.of("1", "2", "2", "1", "3", "1", "4", "9").entrySet().stream()
                    .map(each -> Map.<String, Object>of(
                            "wait_class", "lock", "sessions", 1L, "session", each.getKey(), "blocker", each.getValue()))
                    .toList();
            look(sampler, 20);
        });
        Map<String, Double> blockers = SessionSample.sums(all, SessionSample::blocker);
        assertThat(blockers.keySet()).containsExactlyInAnyOrder(SessionSample.EACH_OTHER, SessionSample.GONE);
        assertThat(blockers.get(SessionSample.EACH_OTHER) / blockers.get(SessionSample.GONE))
                .isCloseTo(3, within(0.1));
    }

    /** With the run's login; not where a proxy counts sessions by its own numbers, or other programs have opened some of the run's. */
    @Test
    void aSessionThatThisProgramHasNotOpenedIsAStranger(@TempDir Path folder) throws Exception {
        rows = List.of(
                Map.of("wait_class", "self", "sessions", 1L, "session", "7"),
                Map.of("wait_class", "lock", "sessions", 1L, "session", "8", "blocker", "9"),
                Map.of("wait_class", "client", "sessions", 1L, "session", "9"));
        ownSessions = Set.of("7", "8");
        assertThat(sampled(folder.resolve("known"), sampler -> look(sampler, 20)))
                .allSatisfy(row ->
                        assertThat(List.of(row.waitClass(), row.blocker())).containsExactly("lock", "stranger"));
        for (Set<String> other : List.of(Set.<String>of(), Set.of("8"))) {
            ownSessions = other;
            assertThat(sampled(folder.resolve("unknown" + other.size()), sampler -> look(sampler, 20)))
                    .extracting(row -> row.waitClass() + " " + row.blocker())
                    .contains("lock client", "client ");
        }
    }

    /** As the collector does, which writes other figures between two looks. */
    @Test
    void aPauseLeavesTheFiguresInTheOrderOfTheirTime(@TempDir Path folder) throws Exception {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        rows = List.of(Map.of("wait_class", "processor", "sessions", 8L));
        try (TimedFile metrics = metrics(directory)) {
            SessionSampler sampler = sampler(directory, metrics);
            for (int took : new int[] {1, 10_000, 1}) {
                tookMillis = took;
                look(sampler, 3);
                clock.advance(MILLI);
                metrics.add(clock.nanoTime(), CollectorCsv.line(List.of("uptime", "server", "s", "1")));
            }
            sampler.close();
        }
        assertThat(SampleTable.isInOrder(directory.databaseMetrics())).isTrue();
    }

    private interface Looking {
        void look(SessionSampler sampler) throws SQLException;
    }

    private List<SessionSample> sampled(Path folder, Looking looking) throws Exception {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        try (TimedFile metrics = metrics(directory)) {
            SessionSampler sampler = sampler(directory, metrics);
            looking.look(sampler);
            sampler.close();
        }
        return SessionSample.CSV.list(directory);
    }

    private TimedFile metrics(ResultDirectory directory) {
        return new TimedFile(
                directory.append(directory.databaseMetrics()), window, CollectorCsv.line(CollectorCsv.METRICS));
    }

    private SessionSampler sampler(ResultDirectory directory, TimedFile metrics) throws Exception {
        Dialect dialect = TestDatabase.folders().load("postgres", "");
        return new SessionSampler(
                clock,
                new SplittableRandom(7),
                new SessionQuery(
                        () -> ownSessions,
                        dialect.script("sessions.sql").orElseThrow().script().statements(),
                        new KnownStatements(dialect)),
                directory,
                window,
                metrics);
    }

    private void look(SessionSampler sampler, int times) throws SQLException {
        for (int i = 0; i < times; i++) {
            clock.parkUntil(sampler.dueNanos());
            sampler.sample(connection());
        }
    }

    private Connection connection() {
        return made(Connection.class, (self, method, arguments) -> made(PreparedStatement.class, this::answer));
    }

    private @Nullable Object answer(Object statement, Method method, Object[] arguments) {
        if (!method.getName().equals("executeQuery")) {
            return null;
        }
        clock.advance(tookMillis * MILLI);
        int[] at = {-1};
        return made(ResultSet.class, (self, asked, names) -> switch (asked.getName()) {
            case "next" -> ++at[0] < rows.size();
            case "getMetaData" ->
                made(ResultSetMetaData.class, (meta, what, none) -> rows.get(0).containsKey("session") ? 6 : 4);
            case "close" -> null;
            default -> rows.get(at[0]).getOrDefault(names[0], "");
        });
    }

    private static <T> T made(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
