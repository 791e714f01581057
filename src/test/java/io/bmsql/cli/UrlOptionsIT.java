package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a user's URL says to the driver is for the workers of a run; checks, ledger and fingerprints do their work whatever it says. */
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

    private static final String PROPS = "warehouses=1 terminals=1 runMins=0 runTxnsPerTerminal=20 cpuSpeedProbe=false";

    private static String with(String url, String options) {
        return url + (url.contains("?") ? "&" : "?") + options;
    }
}
