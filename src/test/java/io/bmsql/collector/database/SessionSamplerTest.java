package io.bmsql.collector.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.collector.TimedFile;
import io.bmsql.dialect.Dialect;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.SessionSample;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.TestDatabase;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionSamplerTest {
    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock();

    /** What the sessions do, and how long the server takes to say it. */
    private String waitClass = SessionSample.PROCESSOR;

    private long tookMillis = 1;

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
        ResultDirectory directory = ResultDirectory.create(folder.resolve("result"));
        RunWindow window = new RunWindow(clock.nanoTime(), 0, 0, Long.MAX_VALUE);
        Dialect dialect = TestDatabase.folders().load("postgres", "");
        TimedFile metrics = new TimedFile(directory.append(directory.databaseMetrics()), window, "x\n");
        SessionSampler sampler = new SessionSampler(
                clock,
                dialect.script("sessions.sql").orElseThrow().script().statements(),
                new KnownStatements(dialect),
                directory,
                window,
                metrics);
        look(sampler, 100);
        tookMillis = 10_000;
        waitClass = SessionSample.LOCK;
        look(sampler, 1);
        tookMillis = 1;
        waitClass = SessionSample.PROCESSOR;
        look(sampler, 100);
        sampler.close();
        metrics.close();

        SessionSample.Within all = SessionSample.within(SessionSample.CSV.list(directory), 0, 40);
        Map<String, Double> classes = SessionSample.sums(all.rows(), SessionSample::waitClass);
        assertThat(classes.get(SessionSample.LOCK) / all.seconds()).as("of 8 sessions").isBetween(0.02, 0.08);
        assertThat(all.seconds()).as("seen").isBetween(18.0, 21.0);
    }

    private void look(SessionSampler sampler, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            clock.parkUntil(sampler.dueNanos());
            sampler.sample(connection());
        }
    }

    private Connection connection() {
        return made(Connection.class, (self, method, arguments) -> made(PreparedStatement.class, this::statement));
    }

    private Object statement(Object self, java.lang.reflect.Method method, Object[] arguments) {
        if (!method.getName().equals("executeQuery")) {
            return null;
        }
        clock.advance(tookMillis * MILLI);
        int[] row = {0};
        Map<String, Object> cells =
                Map.of("wait_class", waitClass, "wait_event", "", "statement", "select 1", "sessions", 8L);
        return made(ResultSet.class, (result, asked, names) -> switch (asked.getName()) {
            case "next" -> row[0]++ == 0;
            case "getMetaData" -> made(ResultSetMetaData.class, (meta, what, none) -> 4);
            case "close" -> null;
            default -> cells.get(names[0]);
        });
    }

    private static <T> T made(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
