package io.bmsql.collector.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.RunClock;
import io.bmsql.config.CollectorConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.testing.Background;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The queries of the folders against the real servers, and what happens when a server goes away. */
class DatabaseCollectorIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private final RunClock clock = RunClock.SYSTEM;

    private ResultDirectory directory;

    @BeforeEach
    void create() {
        directory = ResultDirectory.create(folder.resolve("r"));
    }

    private DatabaseCollector start(Database database) throws Exception {
        return start(database, Long.MAX_VALUE);
    }

    private DatabaseCollector start(Database database, long windowNanos) throws Exception {
        RunWindow window = new RunWindow(clock.nanoTime(), 0, 0, windowNanos);
        CollectorConfig config = new CollectorConfig(null, 1, List.of(), 0, List.of(), true, true, false);
        return new DatabaseCollector(database, directory, clock, window, config, true).start();
    }

    private static List<String> lines(Path path) {
        try {
            return Files.exists(path) ? Files.readAllLines(path) : List.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private boolean has(String chart) {
        return lines(directory.databaseMetrics()).stream().anyMatch(line -> line.contains("," + chart + ","));
    }

    /** With a setting with which a crash may lose what was committed: it is listed whoever set it, and marked. */
    @Test
    void postgresShowsItsChartsAndSettingsWithoutANote() throws Exception {
        try (Database database = POSTGRES.open(2)) {
            POSTGRES.execute("ALTER DATABASE " + POSTGRES.name() + " SET synchronous_commit = off");
            CollectorCsv.Summary summary = collected(database, "transactions", "log written", "checkpoints");
            assertThat(summary.source()).isEqualTo("database");
            assertThat(summary.notes()).isEmpty();
            assertThat(summary.samples()).isGreaterThanOrEqualTo(2);
        } finally {
            POSTGRES.execute("ALTER DATABASE " + POSTGRES.name() + " RESET synchronous_commit");
        }
        assertThat(lines(directory.databaseMetrics()).get(0)).isEqualTo("elapsed_s,chart,series,unit,value");
        assertThat(lines(directory.databaseMetrics()))
                .anyMatch(line -> line.matches("\\d+\\.\\d{3},transactions,commits,1/s,\\d+\\.\\d{3}"));
        assertThat(lines(directory.databaseSettings()))
                .contains("name,value,default,unit,unsafe", "synchronous_commit,off,on,,yes")
                .anyMatch(line -> line.startsWith("max_connections,") && line.endsWith(","));
    }

    @Test
    void whatWasUnsafeForAPartOfTheRunIsListed() throws Exception {
        try (Database database = POSTGRES.open(2)) {
            POSTGRES.execute("CREATE UNLOGGED TABLE scratch (id int)");
            DatabaseCollector collector = start(database);
            await().atMost(LIMIT).until(() -> has("transactions"));
            POSTGRES.execute("ALTER SYSTEM SET full_page_writes = off");
            POSTGRES.execute("SELECT pg_reload_conf()");
            await().atMost(LIMIT)
                    .until(() -> POSTGRES.text("SHOW full_page_writes").equals("off"));
            await().atMost(LIMIT).until(() -> lines(directory.databaseSettings()).stream()
                    .anyMatch(line -> line.startsWith("full_page_writes")));
            POSTGRES.execute("ALTER SYSTEM RESET full_page_writes");
            POSTGRES.execute("SELECT pg_reload_conf()");
            collector.stop();
        } finally {
            POSTGRES.execute("ALTER SYSTEM RESET full_page_writes");
            POSTGRES.execute("SELECT pg_reload_conf()");
            POSTGRES.execute("DROP TABLE scratch");
        }
        assertThat(CollectedFigures.read(directory, List.of()).database().unsafeSettings())
                .contains("full_page_writes (for a part of the run)=off", "unlogged tables=scratch")
                .doesNotContain("full_page_writes=off");
    }

    @Test
    void mariaDbShowsItsChartsAndSettingsWithoutANote() throws Exception {
        try (Database database = MARIADB.open(IsolationLevel.SERVER_DEFAULT, 2)) {
            MARIADB.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
            assertThat(collected(database, "statements", "log written").notes()).isEmpty();
        } finally {
            MARIADB.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
        assertThat(lines(directory.databaseMetrics())).anyMatch(line -> line.contains(",sessions,threads_running,"));
        assertThat(lines(directory.databaseSettings()))
                .hasSizeGreaterThan(1)
                .anyMatch(line -> line.matches("innodb_flush_log_at_trx_commit,2,.*,yes"));
    }

    /** The server goes on to show it while it is asked more often than ten times a second. */
    @Test
    void aWaitForALockThatIsOverIsNoneOnMariaDb() throws Exception {
        MARIADB.execute("CREATE TABLE held (id INT PRIMARY KEY)");
        MARIADB.execute("INSERT INTO held VALUES (1)");
        try (Database database = MARIADB.open(IsolationLevel.SERVER_DEFAULT, 2);
                Connection asks = database.autoCommitConnection();
                Connection holder = MARIADB.connect();
                Connection waiter = MARIADB.connect();
                Statement waits = waiter.createStatement()) {
            List<SessionQuery> queries =
                    database.dialect().script("sessions.sql").orElseThrow().script().statements().stream()
                            .limit(2)
                            .map(one ->
                                    new SessionQuery(Set::of, List.of(one), new KnownStatements(database.dialect())))
                            .toList();
            holder.setAutoCommit(false);
            holder.createStatement().execute("UPDATE held SET id = 2");
            CompletableFuture<Boolean> done = Background.call(() -> {
                waits.execute("UPDATE held SET id = 3");
                return waits.execute("SELECT sleep(600)");
            });
            for (SessionQuery query : queries) {
                await().atMost(LIMIT).until(() -> "lock".equals(waitClass(query, asks, "UPDATE held SET id = 3")));
            }
            holder.rollback();
            for (SessionQuery query : queries) {
                List<String> seen = new ArrayList<>();
                await().pollInterval(Duration.ofMillis(5)).atMost(LIMIT).until(() -> {
                    seen.add(waitClass(query, asks, "SELECT sleep(600)"));
                    return seen.get(seen.size() - 1) != null;
                });
                assertThat(seen).endsWith("other");
            }
            waits.cancel();
            done.exceptionally(cancelled -> false).join();
        }
    }

    private static @Nullable String waitClass(SessionQuery query, Connection asks, String statement) throws Exception {
        return query.ask(asks).values().stream()
                .filter(row -> row.sampled().statement().equals(KnownStatements.normalised(statement)))
                .map(SessionQuery.Asked::waitClass)
                .findFirst()
                .orElse(null);
    }

    /** Until there are such charts. */
    private CollectorCsv.Summary collected(Database database, String... charts) throws Exception {
        DatabaseCollector collector = start(database);
        await().atMost(LIMIT).until(() -> Stream.of(charts).allMatch(this::has));
        List<CollectorCsv.Summary> summaries = collector.stop();
        assertThat(summaries).as("what sessions wait for is shown").hasSize(1);
        return summaries.get(0);
    }

    @Test
    void aLostConnectionIsOpenedAgainAndNoted() throws Exception {
        try (Database database = POSTGRES.open(2)) {
            DatabaseCollector collector = start(database);
            await().atMost(LIMIT).until(() -> has("sessions by wait") || has("transactions"));
            POSTGRES.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            await().atMost(LIMIT).until(() -> !collector.notes.all().isEmpty());
            int before = lines(directory.databaseMetrics()).size();
            await().atMost(LIMIT).until(() -> lines(directory.databaseMetrics()).size() > before + 3);
            assertThat(collector.stop().get(0).notes())
                    .singleElement()
                    .asString()
                    .startsWith("No figures from the database for some seconds at 0:");
        }
    }

    private Dialect withMetrics(String text) throws Exception {
        return TestDatabase.own(folder, "postgres", "metrics.sql", text);
    }

    @Test
    void aFirstSecondThatFailsLosesNeitherSettingsNorStatements() throws Exception {
        Dialect mine = withMetrics(
                """
                -- chart: open
                -- kind: gauge
                SELECT 1 AS one;
                -- settings
                -- The first call breaks the connection, the second one fails.
                SELECT 'max_connections' AS name, CASE nextval('calls')
                    WHEN 1 THEN pg_terminate_backend(pg_backend_pid())::text WHEN 2 THEN (1 / (random() * 0)::int)::text ELSE '300' END AS value;
                -- statements
                SELECT '1' AS id, 'SELECT 1' AS statement, 10 * nextval('calls') AS calls, nextval('calls') AS total_ms, 1 AS row_count;
                """);
        try (Database database = POSTGRES.open(IsolationLevel.READ_COMMITTED, mine, 2)) {
            POSTGRES.execute("CREATE SEQUENCE calls");
            DatabaseCollector collector = start(database);
            await().atMost(LIMIT)
                    .until(() -> lines(directory.databaseSettings()).size() > 1);
            int before = lines(directory.databaseMetrics()).size();
            await().atMost(LIMIT).until(() -> lines(directory.databaseMetrics()).size() > before);
            assertThat(collector.stop().get(0).notes())
                    .as("of the lost connection alone")
                    .singleElement()
                    .asString()
                    .startsWith("No figures from the database for some seconds");
        } finally {
            POSTGRES.execute("DROP SEQUENCE calls");
        }
        assertThat(lines(directory.databaseSettings()))
                .containsExactly("name,value,default,unit,unsafe", "max_connections,300,,,");
        assertThat(lines(directory.databaseStatements())).hasSize(2);
    }

    /** The third answer, of the window's end, comes too late or not at all; the fourth counts. */
    @Test
    void aLastSecondThatFailsDoesNotLoseStatements() throws Exception {
        Dialect mine = withMetrics(
                """
                -- statements
                SELECT '1' AS id, 'SELECT 1' AS statement, call AS calls, call AS total_ms,
                        CASE call WHEN 3 THEN 1 / (call - 3) ELSE 1 END AS row_count
                    FROM (SELECT nextval('calls') AS call) AS one;
                """);
        try (Database database = POSTGRES.open(IsolationLevel.READ_COMMITTED, mine, 2)) {
            POSTGRES.execute("CREATE SEQUENCE calls");
            DatabaseCollector collector = start(database, RunWindow.SECOND_NANOS);
            await().atMost(LIMIT)
                    .until(() -> lines(directory.databaseStatements()).size() == 2);
            collector.stop();
        } finally {
            POSTGRES.execute("DROP SEQUENCE calls");
        }
    }

    /** As of a server that stood still at the end of the run, whose files are read and signed by then. */
    @Test
    @Tag("long")
    void anAnswerThatComesAfterTheEndIsNotWrittenDown() throws Exception {
        Dialect mine = withMetrics(
                """
                -- statements
                SELECT '1' AS id, 'SELECT 1' AS statement, late() AS calls, 1 AS total_ms, 1 AS row_count;
                """);
        try (Database database = POSTGRES.open(IsolationLevel.READ_COMMITTED, mine, 2);
                Connection holder = POSTGRES.connect()) {
            POSTGRES.execute("CREATE SEQUENCE calls");
            POSTGRES.execute("CREATE FUNCTION late() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN LOOP BEGIN"
                    + " PERFORM pg_advisory_xact_lock_shared(42); RETURN nextval('calls');"
                    + " EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$");
            DatabaseCollector collector = start(database);
            await().atMost(LIMIT).until(() -> POSTGRES.number("SELECT last_value FROM calls") > 1);
            Sql.textsOn(holder, "SELECT pg_advisory_lock(42)");
            assertThat(collector.stop()).isNotEmpty();
            Sql.textsOn(holder, "SELECT pg_advisory_unlock(42)");
            await().atMost(LIMIT).until(() -> !collector.thread.isAlive());
        } finally {
            POSTGRES.execute("DROP FUNCTION IF EXISTS late()");
            POSTGRES.execute("DROP SEQUENCE IF EXISTS calls");
        }
        assertThat(directory.databaseStatements()).doesNotExist();
    }

    @Test
    void missingRightsCostANoteAndSecretsOfTheServerAreNotWrittenDown() throws Exception {
        Dialect mine = withMetrics(
                """
                -- settings
                SELECT 'report_password' AS name, 'opensesame' AS value, 'swordfish' AS default_value
                UNION ALL SELECT 'ssl_passphrase', '', ''
                UNION ALL SELECT 'primary_conninfo', 'host=a password=opensesame port=1', '';
                -- chart: secret
                -- kind: gauge
                SELECT rolpassword FROM pg_authid_missing;
                -- chart: open
                -- kind: gauge
                SELECT 1 AS one;
                """);
        try (Database database = POSTGRES.open(IsolationLevel.READ_COMMITTED, mine, 2)) {
            assertThat(collected(database, "open").notes())
                    .singleElement()
                    .asString()
                    .startsWith("The database does not show \"secret\" (ERROR: relation \"pg_authid_missing\"");
        }
        assertThat(lines(directory.databaseSettings()))
                .containsExactlyInAnyOrder(
                        "name,value,default,unit,unsafe",
                        "report_password,***,***,,",
                        "ssl_passphrase,,,,",
                        "primary_conninfo,host=a password=*** port=1,,,");
    }
}
