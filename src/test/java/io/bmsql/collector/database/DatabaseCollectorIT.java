package io.bmsql.collector.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.collector.CollectorWindow;
import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The queries of the folders against the real servers, and what happens when a server goes away. */
class DatabaseCollectorIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final RunClock clock = RunClock.system();

    private DatabaseCollector start(Database database, ResultDirectory directory) throws Exception {
        CollectorWindow window = new CollectorWindow(clock.nanoTime(), () -> Long.MAX_VALUE);
        return DatabaseCollector.start(database, directory, clock, window, 1);
    }

    private static List<String> lines(Path path) {
        try {
            return Files.exists(path) ? Files.readAllLines(path) : List.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean has(ResultDirectory directory, String chart) {
        return lines(directory.databaseMetrics()).stream().anyMatch(line -> line.contains("," + chart + ","));
    }

    @Test
    void postgresShowsItsChartsAndSettingsWithoutANote() throws Exception {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        try (Database database = POSTGRES.open(2)) {
            DatabaseCollector collector = start(database, directory);
            await().atMost(LIMIT).until(() -> has(directory, "transactions") && has(directory, "log written"));
            await().atMost(LIMIT).until(() -> has(directory, "checkpoints"));
            CollectorCsv.Summary summary = collector.stop();
            assertThat(summary.source()).isEqualTo("database");
            assertThat(summary.notes()).isEmpty();
            assertThat(summary.samples()).isGreaterThanOrEqualTo(2);
        }
        assertThat(lines(directory.databaseMetrics()).get(0)).isEqualTo("elapsed_s,chart,series,unit,value");
        assertThat(lines(directory.databaseMetrics()))
                .anyMatch(line -> line.matches("\\d+\\.\\d{3},transactions,commits,1/s,\\d+\\.\\d{3}"));
        assertThat(lines(directory.databaseSettings())).anyMatch(line -> line.startsWith("max_connections,"));
    }

    @Test
    void mariaDbShowsItsChartsAndSettingsWithoutANote() throws Exception {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        try (Database database = MARIADB.open(MARIADB.connectionConfig(IsolationLevel.SERVER_DEFAULT), 2)) {
            DatabaseCollector collector = start(database, directory);
            await().atMost(LIMIT).until(() -> has(directory, "statements") && has(directory, "log written"));
            CollectorCsv.Summary summary = collector.stop();
            assertThat(summary.notes()).isEmpty();
        }
        assertThat(lines(directory.databaseMetrics())).anyMatch(line -> line.contains(",sessions,threads_running,"));
        assertThat(lines(directory.databaseSettings())).hasSizeGreaterThan(1);
    }

    /** With these a crash may lose what was committed; they are listed whoever set them, and marked. */
    @Test
    void unsafeSettingsAreMarked() throws Exception {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        try (Database database = POSTGRES.open(2)) {
            execute(
                    POSTGRES.connect(),
                    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off',"
                            + " current_database()); END $$");
            DatabaseCollector collector = start(database, directory);
            await().atMost(LIMIT).until(() -> has(directory, "transactions"));
            collector.stop();
        } finally {
            execute(
                    POSTGRES.connect(),
                    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET synchronous_commit',"
                            + " current_database()); END $$");
        }
        assertThat(lines(directory.databaseSettings()))
                .contains("name,value,default,unit,unsafe", "synchronous_commit,off,on,,yes")
                .anyMatch(line -> line.startsWith("max_connections,") && line.endsWith(","));
    }

    @Test
    void unsafeSettingsOfMariaDbAreMarked() throws Exception {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        try (Database database = MARIADB.open(MARIADB.connectionConfig(IsolationLevel.SERVER_DEFAULT), 2)) {
            execute(MARIADB.connect(), "SET GLOBAL innodb_flush_log_at_trx_commit = 2");
            DatabaseCollector collector = start(database, directory);
            await().atMost(LIMIT).until(() -> has(directory, "statements"));
            collector.stop();
        } finally {
            execute(MARIADB.connect(), "SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
        assertThat(lines(directory.databaseSettings()))
                .anyMatch(line -> line.matches("innodb_flush_log_at_trx_commit,2,.*,yes"));
    }

    private static void execute(Connection connected, String sql) throws Exception {
        Sql.execute(connected, sql);
    }

    @Test
    void aLostConnectionIsOpenedAgainAndNoted() throws Exception {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        try (Database database = POSTGRES.open(2)) {
            DatabaseCollector collector = start(database, directory);
            await().atMost(LIMIT).until(() -> has(directory, "sessions by wait") || has(directory, "transactions"));
            try (Connection connection = POSTGRES.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            }
            await().atMost(LIMIT).until(() -> !collector.notes().isEmpty());
            int before = lines(directory.databaseMetrics()).size();
            await().atMost(LIMIT).until(() -> lines(directory.databaseMetrics()).size() > before + 3);
            assertThat(collector.stop().notes())
                    .singleElement()
                    .asString()
                    .startsWith("No figures from the database for some seconds at 0:0");
        }
    }

    @Test
    void missingRightsCostANote() throws Exception {
        Path sql = Files.createDirectories(folder.resolve("sql.postgres"));
        Files.writeString(
                sql.resolve("metrics.sql"),
                """
                -- chart: secret
                -- kind: gauge
                SELECT rolpassword FROM pg_authid_missing;
                -- chart: open
                -- kind: gauge
                SELECT 1 AS one;
                """);
        Dialect mine = new DialectFolders(List.of(folder, Path.of("").toAbsolutePath())).load("postgres", "");
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        try (Database database = POSTGRES.open(IsolationLevel.READ_COMMITTED, mine, 2)) {
            DatabaseCollector collector = start(database, directory);
            await().atMost(LIMIT).until(() -> has(directory, "open"));
            assertThat(collector.stop().notes())
                    .singleElement()
                    .asString()
                    .startsWith("The database does not show \"secret\" (ERROR: relation \"pg_authid_missing\"");
        }
    }

    private Dialect withMetrics(String text) throws Exception {
        Path sql = Files.createDirectories(folder.resolve("sql.postgres"));
        Files.writeString(sql.resolve("metrics.sql"), text);
        return new DialectFolders(List.of(folder, Path.of("").toAbsolutePath())).load("postgres", "");
    }

    @Test
    void aFirstSecondThatFailsLosesNeitherSettingsNorStatements() throws Exception {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
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
            execute(POSTGRES.connect(), "CREATE SEQUENCE calls");
            DatabaseCollector collector = start(database, directory);
            await().atMost(LIMIT)
                    .until(() -> lines(directory.databaseSettings()).size() > 1);
            int before = lines(directory.databaseMetrics()).size();
            await().atMost(LIMIT).until(() -> lines(directory.databaseMetrics()).size() > before);
            assertThat(collector.stop().notes())
                    .as("of the lost connection alone")
                    .singleElement()
                    .asString()
                    .startsWith("No figures from the database for some seconds");
        } finally {
            execute(POSTGRES.connect(), "DROP SEQUENCE calls");
        }
        assertThat(lines(directory.databaseSettings()))
                .containsExactly("name,value,default,unit,unsafe", "max_connections,300,,,");
        assertThat(lines(directory.databaseStatements())).hasSize(2);
    }

    @Test
    void secretsOfTheServerAreNotWrittenDown() throws Exception {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        Dialect mine = withMetrics(
                """
                -- settings
                SELECT 'report_password' AS name, 'opensesame' AS value, 'swordfish' AS default_value
                UNION ALL SELECT 'ssl_passphrase', '', ''
                UNION ALL SELECT 'primary_conninfo', 'host=a password=opensesame port=1', '';
                -- chart: open
                -- kind: gauge
                SELECT 1 AS one;
                """);
        try (Database database = POSTGRES.open(IsolationLevel.READ_COMMITTED, mine, 2)) {
            DatabaseCollector collector = start(database, directory);
            await().atMost(LIMIT).until(() -> has(directory, "open"));
            collector.stop();
        }
        assertThat(lines(directory.databaseSettings()))
                .containsExactlyInAnyOrder(
                        "name,value,default,unit,unsafe",
                        "report_password,***,***,,",
                        "ssl_passphrase,,,,",
                        "primary_conninfo,host=a password=*** port=1,,,");
    }
}
