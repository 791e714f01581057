package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Left-over XA branches, with a real PostgreSQL as compute node and a real MariaDB as storage node. */
@Tag("grammars")
@Timeout(120)
class KlustronXaIT {
    @RegisterExtension
    static final PostgresExtension COMPUTE = new PostgresExtension();

    @RegisterExtension
    static final MariaDbExtension STORAGE = new MariaDbExtension();

    @TempDir
    static Path folder;

    private final long nowSecs = Instant.now().getEpochSecond();
    private final String old = "'comp1-" + (nowSecs - 7200) + "-41',''";
    private final String young = "'comp1-" + nowSecs + "-42','b'";
    private final String foreign = "'other','b',7";

    @BeforeAll
    static void prepare() throws IOException, SQLException {
        String node = STORAGE.url().replaceFirst("jdbc:mysql://([^/]+)/.*", "$1");
        Files.writeString(
                folder.resolve("props"),
                """
                db=klustron
                conn=%s
                user=%s
                password=%s
                xaNodes=%s
                xaUser=%s
                xaPassword=%s
                """
                        .formatted(
                                COMPUTE.url(),
                                COMPUTE.user(),
                                COMPUTE.password(),
                                node,
                                STORAGE.user(),
                                STORAGE.password()));
        STORAGE.execute("create table t (a int primary key) engine = InnoDB");
    }

    @BeforeEach
    void leaveBranches() throws SQLException {
        // Each owner goes away with its branch prepared, as a compute node does that dies in the middle of a commit.
        STORAGE.execute(prepared(old, 1));
        STORAGE.execute(prepared(young, 2));
        STORAGE.execute(prepared(foreign, 3));
        awaitThatAllClientsAreGone();
    }

    /** A server ends a session some time after its client has closed it. */
    private static void awaitThatAllClientsAreGone() {
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> COMPUTE.number("select count(*) from pg_stat_activity where datname = current_database()"
                                        + " and backend_type = 'client backend' and pid <> pg_backend_pid()")
                                == 0
                        && STORAGE.number("select count(*) from information_schema.processlist where db = database()"
                                        + " and id <> connection_id()")
                                == 0);
    }

    @AfterEach
    void cleanUp() throws SQLException {
        for (String xid : new String[] {old, young, foreign}) {
            try {
                STORAGE.execute("xa rollback " + xid);
            } catch (SQLException gone) {
                assertThat(gone.getErrorCode()).as(gone.getMessage()).isEqualTo(1397);
            }
        }
    }

    private static String[] prepared(String xid, int row) {
        return new String[] {
            "xa start " + xid, "insert into t values (" + row + ")", "xa end " + xid, "xa prepare " + xid
        };
    }

    @Test
    void listingShowsNameAndAgeAndChangesNothing() throws Exception {
        Stage stage = Stage.ended(folder, 0, "klustron", "xa", "props");

        assertThat(stage.out())
                .contains(old, young, foreign, "3 branches, 1 of them old enough", "nothing was changed")
                .containsPattern("720\\d  'comp1-");
        assertThat(STORAGE.texts("xa recover")).hasSize(3);
    }

    @Test
    void rollbackTakesOldBranchesOfKlustronsNamingOnly() throws Exception {
        Stage stage = Stage.ended(folder, 0, "klustron", "xa", "props", "--rollback", "--min-age-secs=3600");

        assertThat(stage.out()).contains("1 rolled back, 0 refused by their node, 2 left alone");
        assertThat(Stage.line(folder, 0, "klustron xa props").out())
                .doesNotContain(old)
                .contains(young, foreign);
    }

    @Test
    void nothingIsRolledBackWhileARunIsUnderWay() throws Exception {
        try (Connection terminal = COMPUTE.connect()) {
            Sql.executeOn(terminal, "set application_name = 'bmsql'");

            Stage.line(folder, ExitCode.USAGE.status(), "klustron xa props --rollback --min-age-secs=0")
                    .warned("nothing was rolled back", "session(s) of bmsql");
        }
        assertThat(STORAGE.texts("xa recover")).hasSize(3);
    }

    @Test
    void nothingIsRolledBackWhileAnotherClientIsInATransaction() throws Exception {
        try (Connection client = COMPUTE.connect()) {
            client.setAutoCommit(false);
            Sql.executeOn(client, "select 1");

            Stage.line(folder, ExitCode.USAGE.status(), "klustron xa props --rollback");
        }
        assertThat(STORAGE.texts("xa recover")).hasSize(3);
    }

    @Test
    void aBranchWhoseOwnerLivesIsRefusedByTheNodeAndGoesOnceTheOwnerIsGone() throws Exception {
        String owned = "'comp1-" + (nowSecs - 9000) + "-43',''";
        try (Connection owner = STORAGE.connect()) {
            Sql.executeOn(owner, prepared(owned, 4));
            Stage.line(folder, ExitCode.UNEXPECTED.status(), "klustron xa props --rollback --min-age-secs=8000")
                    .warned("not rolled back", owned);
        }
        awaitThatAllClientsAreGone();
        Stage stage = Stage.ended(folder, 0, "klustron", "xa", "props", "--rollback", "--min-age-secs=8000");
        assertThat(stage.out()).contains("rolled back on", owned);
    }

    @Test
    void otherDatabasesAreToldThatTheyHaveNoStorageNodes() {
        Stage.line(folder, ExitCode.USAGE.status(), "klustron xa props -Ddb=postgres")
                .warned("names no storage=", "db=klustron");
    }
}
