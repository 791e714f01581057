package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.result.ReplicaRow;
import io.bmsql.testing.Background;
import io.bmsql.testing.LogLines;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events and copies: a run against a primary that streams to a copy, which stops to apply for a while. */
@Tag("long")
class ReplicasIT {
    /** The copy asks for none; the driver has it all the same. */
    private static final String SECRET = "c0py&Zebra";

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final double RUN_MILLIS = 24_000;

    @TempDir
    static Path folder;

    /** A loaded PostgreSQL and the copy that it streams to, both careless. */
    private static EmbeddedServer primary;

    private static EmbeddedServer copy;

    @BeforeAll
    static void startPair() throws Exception {
        Map<String, String> settings =
                TestServers.quick(Map.of("wal_level", "replica", "fsync", "off", "full_page_writes", "off"));
        Path data = TestServers.loaded(folder.resolve("primary"), 1);
        // A copy can only follow a log that says enough from its beginning on.
        try (EmbeddedServer server = EmbeddedServer.start(data, settings)) {
            TestServers.database(server, "postgres")
                    .execute("CREATE ROLE reader LOGIN SUPERUSER PASSWORD '" + SECRET + "'");
        }
        Path copied = folder.resolve("copy");
        TestFiles.copy(data, copied);
        primary = EmbeddedServer.start(data, settings);
        Files.createFile(copied.resolve("standby.signal"));
        Files.writeString(
                copied.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=" + primary.port() + " user=postgres password="
                        + TestServers.password() + "'\n");
        copy = EmbeddedServer.start(copied, settings);
        TestServers.database(primary, TestServers.loaded(1))
                .props(
                        folder.resolve("props"),
                        "warehouses=1 terminals=4 limitTxnsPerMin=12000 paymentWeight=20 orderStatusWeight=10 deliveryWeight=4 stockLevelWeight=30 runMins=0.4 reportIntervalSecs=0"
                                + " osCollectorInterval=60",
                        "replicas=" + copy.jdbcUrl(TestServers.loaded(1)) + "?user=reader&password="
                                + SECRET.replace("&", "%26"));
    }

    @AfterAll
    static void stopPair() throws IOException {
        copy.close();
        primary.close();
    }

    /** For events: a shell command that sends all processes of the copy a signal. */
    private static String signal(String name) throws IOException {
        String server =
                Files.readAllLines(folder.resolve("copy/postmaster.pid")).get(0);
        return "sh -c 'kill -" + name + " " + server + " $(pgrep -P " + server + ")'";
    }

    private static Stage withPath() {
        return new Stage(folder, Map.of("PATH", System.getenv("PATH")));
    }

    private static void tellCopy(String statement) throws SQLException {
        TestServers.database(copy, "postgres").execute(statement);
    }

    private static void awaitOrders(TestDatabase database, int more) throws SQLException {
        long before = database.number(FaultyRun.ORDERS);
        await(() -> database.number(FaultyRun.ORDERS) >= before + more);
    }

    /** It does not answer for a while, and later stops to replay; the figures at their edges are CopyLagTest's and ReadCountersTest's. */
    @Test
    void aRunSaysHowFarTheCopyWasBehindAndWhatItsEventsDid() throws Exception {
        Stage stage = withPath();
        CompletableFuture<Integer> run = Background.call(() -> stage.run(
                "run",
                "props",
                "-DresultDirectory=result",
                "-DcheckAfterRun=true",
                "-Devents=2s freeze " + signal("STOP") + "; 4s thaw " + signal("CONT")
                        + "; 7s say echo one 'two  three'",
                "-DreplicaReads=50%",
                "-Dthresholds=tpmTotal>1, say.lost>0"));
        TestDatabase database = TestServers.database(primary, TestServers.loaded(1));
        Path events = folder.resolve("result/data/events.log");
        await(() ->
                run.isDone() || Files.exists(events) && Files.readString(events).contains("== say: status 0"));
        tellCopy("SELECT pg_wal_replay_pause()");
        Stage.ended(folder, 0, "mark", "result", "replay", "paused");
        // So many that a Stock-Level asked the copy meanwhile.
        awaitOrders(database, 30);
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> run.isDone()
                        || ReplicaRow.CSV.list(folder.resolve("result/data/replicas.csv")).stream()
                                .anyMatch(row -> row.commitsBehind() > 20
                                        && row.millisBehind() > 1_000
                                        && row.ownMillisBehind() > 500));
        tellCopy("SELECT pg_wal_replay_resume()");
        assertThat(run.get()).as(stage.out() + stage.err()).isEqualTo(ExitCode.THRESHOLD_FAILED.status());

        JsonNode summary = TestFiles.json(folder.resolve("result/summary.json"));
        JsonNode replica = summary.at("/replicas/0");
        assertThat(replica.at("/millisBehind/maxMs").asDouble()).isBetween(1_000.0, RUN_MILLIS);
        assertThat(replica.at("/commitsBehind/max").asLong()).isGreaterThan(20);
        assertThat(replica.at("/unansweredSeconds").asDouble()).isBetween(1.0, RUN_MILLIS / 1e3);
        assertThat(replica.at("/caughtUpSeconds").asDouble(-1)).isNotNegative();
        assertThat(replica.at("/reads").findValuesAsText("type")).containsExactly("ORDER_STATUS", "STOCK_LEVEL");
        assertThat(replica.at("/reads/1/stale").asLong())
                .as("before and after the pause they are not")
                .isBetween(1L, replica.at("/reads/1/count").asLong() - 1);
        assertThat(summary.at("/events").findValuesAsText("name"))
                .containsExactlyInAnyOrder("freeze", "thaw", "mark", "say");
        assertThat(summary.at("/thresholds").findValuesAsText("holds")).containsExactly("true", "false");
        assertThat(events).content().contains("== say: status 0\none two  three\n");
        Stage.refused(folder, "mark result late", "its run is over");
        Stage report = Stage.ended(folder, 0, "report", "result");
        assertThat(stage.out() + stage.err() + report.out() + report.err()).doesNotContain("Zebra");
        TestFiles.assertNowhere("Zebra", folder.resolve("result"), file -> false);
    }

    @Test
    void aCopyThatWasBehindBeforeTheRunIsFurtherBehindThanItsFigures() throws Exception {
        tellCopy("SELECT pg_wal_replay_pause()");
        try {
            Stage.ended(
                    folder,
                    0,
                    "run",
                    "props",
                    "-DresultDirectory=before",
                    "-Dreplicas=",
                    "-DrunMins=0",
                    "-DrunTxnsPerTerminal=20",
                    "-DlimitTxnsPerMin=0");
            Stage stage = withPath();
            CompletableFuture<Boolean> resumed = Background.call(() -> {
                awaitOrders(TestServers.database(primary, TestServers.loaded(1)), 5);
                // The run waits for the copy.
                tellCopy("SELECT pg_wal_replay_resume()");
                return true;
            });
            List<String> log = LogLines.during(
                    () -> assertThat(stage.run("run", "props", "-DresultDirectory=paused", "-DrunMins=0.05"))
                            .as(stage.err())
                            .isZero());
            assertThat(resumed.get()).isTrue();
            assertThat(log)
                    .anyMatch(line -> line.contains(" of before the run, and was further behind than this says"));
            assertThat(TestFiles.json(folder.resolve("paused/summary.json"))
                            .at("/replicas/0/lackedBefore")
                            .asInt())
                    .isPositive();
        } finally {
            tellCopy("SELECT pg_wal_replay_resume()");
        }
    }

    @Test
    void whatCannotBeIsRefusedBeforeAnythingRuns() throws Exception {
        TestServers.database(primary, "postgres").execute("create database other template " + TestServers.loaded(1));
        TestServers.database(primary, "other").execute("update bmsql_district set d_next_o_id = 9999999");
        TestServers.database(primary, "postgres").execute("create database later template other");
        TestServers.database(primary, "later")
                .execute("update bmsql_config set cfg_value = '1' where cfg_name = 'loadEpochMillis'");
        for (List<String> refused : List.of(
                List.of("-Dreplicas=jdbc:postgresql://127.0.0.1:1/x?password=Zebra", "replicas: cannot connect to"),
                List.of("-Dreplicas=" + primary.jdbcUrl("postgres"), "nothing"),
                List.of("-Dreplicas=" + primary.jdbcUrl(TestServers.loaded(1)), "has the database's own URL"),
                List.of("-Dreplicas=" + primary.jdbcUrl("other"), "it is no copy of it, or others write to it"),
                List.of("-Dreplicas=" + primary.jdbcUrl("later"), "holds another load than the database"),
                List.of("-Devents=1s a /no/such/program", "is not there"))) {
            Stage stage = withPath();
            assertThat(stage.run("run", "props", "-DresultDirectory=refused", refused.get(0)))
                    .isEqualTo(ExitCode.USAGE.status());
            assertThat(stage.err()).contains(refused.get(1));
            assertThat(stage.out() + stage.err()).doesNotContain("Zebra");
            assertThat(folder.resolve("refused")).doesNotExist();
        }
    }
}
