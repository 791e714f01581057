package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a user's URL says, and what it leads to, is for the workers of a run; checks, ledger and fingerprints do their work whatever that is. */
class UrlOptionsIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @TempDir
    static Path folder;

    @Test
    void aRunOnPostgresIsCheckedWhateverItsUrlSays() throws Exception {
        String options = "autosave=always&cleanupSavepoints=true&defaultRowFetchSize=7&maxResultBuffer=20k"
                + "&options=-c%20default_transaction_isolation=serializable%20-c%20default_transaction_deferrable=on"
                + "%20-c%20statement_timeout=900";
        POSTGRES.props(folder.resolve("props"), PROPS + " conn=" + with(POSTGRES.url(), options));
        Stage.summaryOfRun(folder, "postgres", "-DcheckAfterRun=true", "-Dledger=true");
        Stage.ended(folder, 0, "check", "props");
        Stage.ended(folder, 0, "fingerprint", "props");
    }

    @Test
    void timeLimitsOfADatabaseAreForTheWorkersOfARun() throws Exception {
        String alter = "ALTER DATABASE \"" + POSTGRES.text("SELECT current_database()") + "\" ";
        List<String> limits = List.of("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout");
        for (String limit : limits) {
            POSTGRES.execute(alter + "SET " + limit + " = '10min'");
        }
        try (Database database = POSTGRES.open(1)) {
            for (String limit : limits) {
                assertLimit(database, "SHOW " + limit, "0", "10min");
            }
        } finally {
            for (String limit : limits) {
                POSTGRES.execute(alter + "RESET " + limit);
            }
        }
    }

    @Test
    void timeLimitsOfAMariaDbAreForTheWorkersOfARun() throws Exception {
        MARIADB.execute("SET GLOBAL max_statement_time = 600");
        try (Database database = MARIADB.open(IsolationLevel.SERVER_DEFAULT, 1)) {
            assertLimit(database, "SELECT CAST(@@max_statement_time AS unsigned)", "0", "600");
            MARIADB.execute("SET GLOBAL idle_transaction_timeout = 60");
            assertLimit(database, "SELECT @@idle_transaction_timeout", "0", "60");
        } finally {
            MARIADB.execute("SET GLOBAL max_statement_time = 0");
            MARIADB.execute("SET GLOBAL idle_transaction_timeout = 0");
        }
    }

    private static void assertLimit(Database database, String query, String own, String ofRun) throws Exception {
        try (WorkerConnection check = database.worker();
                WorkerConnection side = database.sideWorker();
                WorkerConnection run = database.runWorker()) {
            assertThat(PlainSql.query(check.connection(), query, row -> row.getString(1)))
                    .as(query)
                    .containsExactly(own);
            assertThat(PlainSql.query(side.connection(), query, row -> row.getString(1)))
                    .as(query)
                    .containsExactly(own);
            assertThat(PlainSql.query(run.connection(), query, row -> row.getString(1)))
                    .as(query)
                    .containsExactly(ofRun);
        }
    }

    @Test
    void whatLooksOrBuildsDoesSoWhereWorkersMayOnlyRead() throws Exception {
        String options = "readOnly=true&readOnlyMode=always&options=-c%20default_transaction_read_only=on";
        POSTGRES.props(folder.resolve("props"), PROPS + " conn=" + with(POSTGRES.url(), options));
        Stage.ended(folder, 0, "check", "props");
        Stage.ended(folder, 0, "reset", "props");
    }

    @Test
    @Tag("long")
    void aServerOnThisHostIsReachedThroughItsUnixSocketToBuildAndToRun() throws Exception {
        String port = POSTGRES.url().replaceAll("^.*?://[^/]*:(\\d+)/.*$", "$1");
        String socket = POSTGRES.text("SHOW data_directory") + "/.s.PGSQL." + port;
        // Nobody listens at this port.
        String url = with(POSTGRES.url().replace(":" + port + "/", ":1/"), "socket=" + socket);
        POSTGRES.props(folder.resolve("props"), PROPS + " conn=" + url);
        Stage.ended(folder, 0, "destroy", "props");
        Stage.ended(folder, 0, "build", "props");
        JsonNode summary = Stage.summaryOfRun(folder, "unix");
        assertThat(summary.at("/run/environment/unix socket").asText()).isEqualTo(socket);
    }

    @Tag("long")
    @Test
    void aRunOnMariaDbIsCheckedWhateverItsUrlSays() throws Exception {
        MARIADB.becomeLoaded(1);
        String options = "useCursorFetch=true&defaultFetchSize=3&useAffectedRows=true";
        MARIADB.props(folder.resolve("props"), PROPS + " conn=" + with(MARIADB.url(), options));
        Stage.summaryOfRun(folder, "mariadb", "-DcheckAfterRun=true", "-Dledger=true");
        MARIADB.props(folder.resolve("props"), PROPS + " conn=" + with(MARIADB.url(), options + "&maxRows=5"));
        Stage.ended(folder, 0, "check", "props");
    }

    /** PgBouncer hands a session of the server on after each transaction: no statement of the server's own, and no lock, may live in it. */
    @Test
    @Tag("long")
    void sessionsThatAPoolerHandsOnServeARunAndItsLedger() throws Exception {
        Path program = Path.of("/usr/sbin/pgbouncer");
        assumeTrue(Files.isExecutable(program), "PgBouncer is not installed");
        int port = TestFiles.freePort();
        String server = POSTGRES.url().replaceAll("^.*?://[^/]*:(\\d+)/.*$", "$1");
        Path place = Files.createDirectory(folder.resolve("pooler"));
        Files.writeString(place.resolve("users"), "\"" + POSTGRES.user() + "\" \"" + POSTGRES.password() + "\"\n");
        Path settings = Files.writeString(
                place.resolve("pgbouncer.ini"),
                """
                [databases]
                * = host=127.0.0.1 port=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = plain
                auth_file = %s/users
                pool_mode = transaction
                default_pool_size = 4
                ignore_startup_parameters = extra_float_digits, options
                """
                        .formatted(server, port, place));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        // It refuses to run as root.
        String[] user = System.getProperty("user.name").equals("root") ? new String[] {"-u", "nobody"} : new String[0];
        Process pooler = new ProcessBuilder(
                        Stage.words(new String[] {settings.toString()}, Stage.words(user, program.toString())))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("pooler.log").toFile())
                .start();
        try {
            await(() -> !TestFiles.isFree(port));
            String url = with(POSTGRES.url().replace(":" + server + "/", ":" + port + "/"), "prepareThreshold=0");
            POSTGRES.props(
                    folder.resolve("props"),
                    "warehouses=1 terminals=4 runMins=0.1 cpuSpeedProbe=false checkAfterRun=true ledger=true conn="
                            + url);
            for (String form : List.of(
                    "cpuSpeedProbe=false",
                    "batchStatements=true",
                    "useStoredProcedures=true",
                    "connectionMaxAge=1s",
                    "connectionPerTransaction=true")) {
                JsonNode summary = Stage.summaryOfRun(folder, form, "-D" + form);
                assertThat(summary.at("/ledger").toString()).as(form).doesNotContain("FAILED");
                assertThat(summary.at("/errors")).as(form).isEmpty();
                assertThat(summary.at("/connects/count").asLong())
                        .isGreaterThanOrEqualTo(form.equals("connectionPerTransaction=true") ? 1 : 0);
            }
            assertThat(POSTGRES.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))
                    .as("locks that were left behind in the pooler's sessions")
                    .isZero();
        } finally {
            pooler.destroy();
        }
    }

    private static final String PROPS = "warehouses=1 terminals=1 runMins=0 runTxnsPerTerminal=20 cpuSpeedProbe=false";

    private static String with(String url, String options) {
        return url + (url.contains("?") ? "&" : "?") + options;
    }
}
