package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.result.LoadFacts;
import io.bmsql.schema.DataState;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds on every server when a build is killed and started again: it goes on, and the tables are those of a load that
 * nothing disturbed, to the checksum.
 */
abstract class RestartContract {
    private static final int WAREHOUSES = 1;

    private static final String SEED = "seed=42";

    @TempDir
    private Path folder;

    private final Random random = new Random(20_261_121);

    /** On the server that the test may kill. */
    abstract TestDatabase database(String name);

    private void createDatabase(String name) throws Exception {
        database(TestServers.loaded(WAREHOUSES)).execute("create database " + name);
    }

    private void dropDatabase(String name) throws Exception {
        database(TestServers.loaded(WAREHOUSES)).execute("drop database " + name);
    }

    /** SIGKILL to the server and all that belongs to it, and a start on the same data. */
    abstract void killServer() throws Exception;

    abstract void startServerAgain() throws Exception;

    @Test
    void aBuildThatIsKilledEndsWithTheSameData() throws Exception {
        createDatabase("broken");
        props("broken", SEED);
        killAt(units(1));
        assertOtherSettingsAreRefused();
        assertBuildEndsWithTheSameData();
    }

    /** One build goes through all of it: kills of the program in these steps and in the load, of the server, and Ctrl-C. */
    @Test
    @Tag("long")
    void aBuildThatIsKilledInEachStepAndStoppedEndsWithTheSameData() throws Exception {
        createDatabase("broken");
        props("broken", SEED);
        killAt("lp_name = 'step tableCreates begun'");
        killAt(units(1));
        killTheServerAt(oneMoreUnit());
        stopAt(oneMoreUnit());
        assertLoadGoesOn();
        // These lie behind the load.
        killAt("lp_name = 'step indexCreates begun'");
        killAt("lp_name = 'step foreignKeys begun'");
        assertBuildEndsWithTheSameData();
    }

    /** One more start, which nobody disturbs. */
    private void assertBuildEndsWithTheSameData() throws Exception {
        Stage last = Stage.ended(folder, 0, "build", "props");

        assertThat(last.out() + last.err())
                .contains("# Skipped tableCreates: it is done", "Population checked: all 41 facts");
        assertThat(noted("broken"))
                .isNotNull()
                .matches(facts -> facts.writing().rowsBefore() > 0 && facts.populationFacts() == 41)
                .matches(facts -> facts.stepSeconds().containsKey("foreignKeys"));
        assertThat(database("broken").number("select count(*) from bmsql_history where hist_id is null"))
                .isZero();
        assertSameAsUndisturbed();
        assertNoJournal("broken");
        dropDatabase("broken");
    }

    /** SIGKILL, a drawn time after the journal has such a row. */
    private void killAt(String moment) throws Exception {
        try (ChildProgram child = buildUntil(moment)) {
            Thread.sleep(random.nextInt(150));
            child.kill();
        }
    }

    private void stopAt(String moment) throws Exception {
        try (ChildProgram child = buildUntil(moment)) {
            child.signal("INT");
            assertThat(child.exitStatus()).as(child.output()).isEqualTo(130);
            assertThat(child.output())
                    .contains("Stopping: what is built stays, and the same command resumes the build.");
        }
    }

    private void killTheServerAt(String moment) throws Exception {
        try (ChildProgram child = buildUntil(moment)) {
            killServer();
            assertThat(child.exitStatus()).as(child.output()).isIn(3, 4);
            assertThat(child.output()).contains("start the same command again");
        }
        startServerAgain();
    }

    private void assertOtherSettingsAreRefused() {
        Stage.ended(folder, 4, "build", "props", "-Dwarehouses=3")
                .warned("was started with warehouses=1, the settings say warehouses=3", "bmsql destroy");
        Stage.ended(folder, 4, "build", "props", "-Dseed=43")
                .warned("was started with seed=42, the settings say seed=43", "bmsql destroy");
    }

    private void assertLoadGoesOn() throws Exception {
        Stage load = Stage.ended(folder, 0, "load", "props", "--progress=json");
        assertThat(load.err()).containsPattern("Resuming a load that was begun: \\d+ of its 12 parts are loaded");
        assertThat(load.out()).containsPattern("Loaded [\\d,]+ rows .*\\RAbout [\\d,]+ rows were there before");
        assertThat(noted("broken"))
                .isNotNull()
                .matches(facts ->
                        facts.writing().rowsBefore() > 0 && facts.tableRows().isEmpty());
    }

    @Test
    void rowsThatNoJournalTellsOfAreLeftAlone() throws Exception {
        createDatabase("foreign_rows");
        props("foreign_rows", "");
        database("foreign_rows").scripts("tableCreates");
        database("foreign_rows").execute("insert into bmsql_new_order (no_w_id, no_d_id, no_o_id) values (1, 1, 1)");

        Stage.ended(folder, 4, "build", "props")
                .warned("bmsql_config exists already, and there is no journal", "bmsql destroy");
        Stage.ended(folder, 4, "load", "props")
                .warned("bmsql_new_order already holds rows", "no journal", "bmsql destroy");

        assertThat(database("foreign_rows").number("select count(*) from bmsql_new_order"))
                .isOne();
        assertNoJournal("foreign_rows");
    }

    /** The child must have begun: what is there already says nothing. */
    private String oneMoreUnit() throws SQLException {
        return units(1
                + (int) database("broken")
                        .number("select count(*) from bmsql_load_progress where lp_name like 'unit %'"));
    }

    private static String units(int count) {
        return "lp_name like 'unit %' having count(*) >= " + count;
    }

    /** A build whose journal has such a row. */
    private ChildProgram buildUntil(String moment) throws Exception {
        ChildProgram child = ChildProgram.start(folder, "build", "props");
        String query = "select count(*) from bmsql_load_progress where " + moment;
        try (Connection connection = database("broken").connect()) {
            await().pollInterval(Duration.ofMillis(5))
                    .atMost(ChildProgram.PATIENCE)
                    .until(() -> !child.isAlive() || isThere(connection, query));
            assertThat(isThere(connection, query)).as(child.output()).isTrue();
        }
        return child;
    }

    private static boolean isThere(Connection connection, String query) {
        try {
            List<String> counts = Sql.textsOn(connection, query);
            return !counts.isEmpty() && Long.parseLong(counts.get(0)) > 0;
        } catch (SQLException e) {
            // No journal yet.
            return false;
        }
    }

    /** The rows that the seed makes, and in all of them one and the same moment of the load. */
    private void assertSameAsUndisturbed() throws SQLException {
        Stage.ended(folder, 0, "fingerprint", "props", "--as-loaded");
        assertThat(database("broken")
                        .number("select count(*) from (select c_since from bmsql_customer union select h_date from"
                                + " bmsql_history union select o_entry_d from bmsql_oorder union select ol_delivery_d from"
                                + " bmsql_order_line where ol_delivery_d is not null) as moments"))
                .isOne();
    }

    private @Nullable LoadFacts noted(String database) throws Exception {
        try (Database target = database(database).open(IsolationLevel.SERVER_DEFAULT, 2)) {
            return new DataState(target).load();
        }
    }

    private void assertNoJournal(String database) throws SQLException {
        assertThat(database(database)
                        .number(
                                "select count(*) from information_schema.tables where table_name = 'bmsql_load_progress'"
                                        + " and table_schema in ('public', '" + database + "')"))
                .isZero();
    }

    private void props(String database, String more) throws Exception {
        database(database).props(folder.resolve("props"), "warehouses=" + WAREHOUSES + " loadWorkers=2", more);
    }
}
