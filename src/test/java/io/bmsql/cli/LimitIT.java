package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.testing.Background;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What limited a run, where the truth is staged: each Payment keeps its warehouse for longer than all else takes on any machine, or
 * somebody else keeps a table for the whole run.
 */
class LimitIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    @TempDir
    Path folder;

    @BeforeAll
    static void load() throws Exception {
        whenItIsPaid("PERFORM pg_sleep(0.5)");
        POSTGRES.execute("CREATE TRIGGER slow AFTER INSERT ON bmsql_history FOR EACH ROW EXECUTE FUNCTION paid()");
    }

    private static void whenItIsPaid(String statement) throws Exception {
        POSTGRES.execute("CREATE OR REPLACE FUNCTION paid() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN " + statement
                + "; RETURN NULL; END'");
    }

    /** Runs Payments alone, and returns what limited them. */
    private String limit(String settings) throws Exception {
        return limit(POSTGRES, settings);
    }

    private String limit(TestDatabase database, String settings) throws Exception {
        database.props(
                folder.resolve("props"),
                "warehouses=1 runMins=0.15 resultDirectory=r newOrderWeight=0 paymentWeight=100"
                        + " orderStatusWeight=0 deliveryWeight=0 stockLevelWeight=0 osCollectorScript=builtin "
                        + settings);
        Stage.ended(folder, 0, "run", "props");
        Stage.ended(folder, 0, "report", "r");
        String sentence = TestFiles.json(folder.resolve("r/summary.json"))
                .at("/limit/sentence")
                .asText();
        assertThat(Files.readString(folder.resolve("r/report.md"))).contains(sentence);
        return sentence;
    }

    @Test
    @Tag("long")
    void locksOnOneRow() throws Exception {
        whenItIsPaid("PERFORM pg_sleep(0.5)");
        assertThat(limit("terminals=20"))
                .startsWith("Limited by locks on the row of bmsql_warehouse (")
                .endsWith("the largest part in Payment.updateWarehouse; 20 sessions for each warehouse).");
        assertThat(Files.readString(folder.resolve("r/data/sys_info.csv"))
                        .lines()
                        .findFirst())
                .hasValueSatisfying(
                        header -> assertThat(header).contains(",cpu_server,cpu_load_generator,cpu_others,"));
    }

    /** Eight payments go through before one wants the table; the lock is there until nearly all of the window is over. */
    @Test
    @Tag("long")
    void aStrangersLock() throws Exception {
        POSTGRES.execute("CREATE SEQUENCE paid_number");
        whenItIsPaid("IF nextval(''paid_number'') > 8 THEN LOCK TABLE bmsql_item IN SHARE MODE; END IF");
        Path sessions = folder.resolve("r/data/sessions.csv");
        Path series = folder.resolve("r/data/series.csv");
        try (Connection stranger = DriverManager.getConnection(POSTGRES.url(), POSTGRES.user(), POSTGRES.password())) {
            stranger.setAutoCommit(false);
            stranger.createStatement().execute("LOCK TABLE bmsql_item");
            CompletableFuture<?> release = Background.call(() -> {
                await(() -> hasLine(sessions, "(8|\\d\\d)[.].*,stranger,.*") || hasLine(series, ".*DRAIN.*"));
                stranger.rollback();
                return "released";
            });
            assertThat(limit("terminals=4")).startsWith("Limited by a session that is not this run's: from 0:0");
            release.join();
        }
    }

    private static boolean hasLine(Path file, String pattern) throws IOException {
        return Files.exists(file) && Files.readString(file).lines().anyMatch(line -> line.matches(pattern));
    }

    /** Each commit sleeps while it has its locks; PostgreSQL shows no wait of it. */
    @Test
    @Tag("long")
    void commitsThatWaitForTheLogWhileTheyHoldTheRow() throws Exception {
        Map<String, String> settings = TestServers.quick(Map.of("commit_delay", "100000", "commit_siblings", "0"));
        Path data = TestServers.loaded(folder.resolve("data"), 1);
        try (EmbeddedServer server = EmbeddedServer.start(data, settings)) {
            assertThat(limit(TestServers.database(server, TestServers.loaded(1)), "terminals=4"))
                    .startsWith("Limited by waiting for the log (")
                    .contains("of it behind locks whose holder waited for that");
        }
    }

    /** Commits wait for a standby that is not there, from the begin of the window to its end: a wait, and no outage. */
    @Test
    @Tag("long")
    void aStandbyThatIsGone() throws Exception {
        Path data = TestServers.loaded(folder.resolve("data"), 1);
        Path series = folder.resolve("r/data/series.csv");
        try (EmbeddedServer server = EmbeddedServer.start(data, TestServers.quick(Map.of()))) {
            TestDatabase database = TestServers.database(server, TestServers.loaded(1));
            CompletableFuture<?> standby = Background.call(() -> {
                await(() -> hasLine(series, ".*MEASURE.*"));
                database.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()");
                await(() -> hasLine(series, ".*DRAIN.*"));
                database.execute("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
                return "back";
            });
            assertThat(limit(database, "terminals=4")).contains("synchronous standby");
            standby.join();
            assertThat(TestFiles.json(folder.resolve("r/summary.json")).at("/availability"))
                    .isEmpty();
        }
    }
}
