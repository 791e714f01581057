package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
        try (Connection connection = STORAGE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table t (a int primary key) engine = InnoDB");
        }
    }

    @BeforeEach
    void leaveBranches() throws SQLException {
        // Each owner goes away with its branch prepared, as a compute node does that dies in the middle of a commit.
        leave(old, 1);
        leave(young, 2);
        leave(foreign, 3);
        awaitThatAllClientsAreGone();
    }

    /** A server ends a session some time after its client has closed it. */
    private static void awaitThatAllClientsAreGone() {
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> isZero(
                                COMPUTE.connect(),
                                "select count(*) from pg_stat_activity where datname = current_database()"
                                        + " and backend_type = 'client backend' and pid <> pg_backend_pid()")
                        && isZero(
                                STORAGE.connect(),
                                "select count(*) from information_schema.processlist where db = database()"
                                        + " and id <> connection_id()"));
    }

    private static boolean isZero(Connection server, String query) throws SQLException {
        try (Connection connection = server;
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getLong(1) == 0;
        }
    }

    @AfterEach
    void cleanUp() throws SQLException {
        for (String xid : new String[] {old, young, foreign}) {
            try (Connection connection = STORAGE.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("xa rollback " + xid);
            } catch (SQLException gone) {
                assertThat(gone.getErrorCode()).as(gone.getMessage()).isEqualTo(1397);
            }
        }
    }

    private static void leave(String xid, int row) throws SQLException {
        try (Connection owner = STORAGE.connect()) {
            prepare(owner, xid, row);
        }
    }

    private static void prepare(Connection owner, String xid, int row) throws SQLException {
        try (Statement statement = owner.createStatement()) {
            statement.execute("xa start " + xid);
            statement.execute("insert into t values (" + row + ")");
            statement.execute("xa end " + xid);
            statement.execute("xa prepare " + xid);
        }
    }

    @Test
    void listingShowsNameAndAgeAndChangesNothing() throws Exception {
        Stage stage = Stage.ended(folder, 0, "klustron", "xa", "props");

        assertThat(stage.out())
                .contains(old, young, foreign, "3 branches, 1 of them old enough", "nothing was changed")
                .containsPattern("720\\d  'comp1-");
        assertThat(prepared()).isEqualTo(3);
    }

    @Test
    void rollbackTakesOldBranchesOfKlustronsNamingOnly() throws Exception {
        Stage stage = Stage.ended(folder, 0, "klustron", "xa", "props", "--rollback", "--min-age-secs=3600");

        assertThat(stage.out()).contains("1 rolled back, 0 refused by their node, 2 left alone");
        Stage after = new Stage(folder);
        assertThat(after.run("klustron", "xa", "props")).isZero();
        assertThat(after.out()).doesNotContain(old).contains(young, foreign);
    }

    @Test
    void nothingIsRolledBackWhileARunIsUnderWay() throws Exception {
        Stage stage = new Stage(folder);
        try (Connection terminal = COMPUTE.connect();
                Statement statement = terminal.createStatement()) {
            statement.execute("set application_name = 'bmsql'");

            assertThat(stage.run("klustron", "xa", "props", "--rollback", "--min-age-secs=0"))
                    .isEqualTo(ExitCode.USAGE.status());
        }
        assertThat(stage.err()).contains("nothing was rolled back", "session(s) of bmsql");
        assertThat(prepared()).isEqualTo(3);
    }

    @Test
    void nothingIsRolledBackWhileAnotherClientIsInATransaction() throws Exception {
        Stage stage = new Stage(folder);
        try (Connection client = COMPUTE.connect();
                Statement statement = client.createStatement()) {
            client.setAutoCommit(false);
            statement.execute("select 1");

            assertThat(stage.run("klustron", "xa", "props", "--rollback")).isEqualTo(ExitCode.USAGE.status());
        }
        assertThat(prepared()).isEqualTo(3);
    }

    @Test
    void aBranchWhoseOwnerLivesIsRefusedByTheNodeAndGoesOnceTheOwnerIsGone() throws Exception {
        String owned = "'comp1-" + (nowSecs - 9000) + "-43',''";
        try (Connection owner = STORAGE.connect()) {
            prepare(owner, owned, 4);
            Stage refused = new Stage(folder);
            assertThat(refused.run("klustron", "xa", "props", "--rollback", "--min-age-secs=8000"))
                    .isEqualTo(ExitCode.UNEXPECTED.status());
            assertThat(refused.err()).contains("not rolled back", owned);
        }
        awaitThatAllClientsAreGone();
        Stage stage = Stage.ended(folder, 0, "klustron", "xa", "props", "--rollback", "--min-age-secs=8000");
        assertThat(stage.out()).contains("rolled back on", owned);
    }

    @Test
    void otherDatabasesAreToldThatTheyHaveNoStorageNodes() {
        Stage stage = new Stage(folder);
        assertThat(stage.run("klustron", "xa", "props", "-Ddb=postgres")).isEqualTo(ExitCode.USAGE.status());
        assertThat(stage.err()).contains("names no storage=", "db=klustron");
    }

    private static int prepared() throws SQLException {
        int count = 0;
        try (Connection connection = STORAGE.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("xa recover")) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }
}
