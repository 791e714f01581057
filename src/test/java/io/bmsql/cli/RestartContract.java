package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.data.DataState;
import io.bmsql.data.Loader;
import io.bmsql.data.WorkerLines;
import io.bmsql.db.Database;
import io.bmsql.result.LoadFacts;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestDatabase;
import io.bmsql.tpcc.Table;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds on every server when a build is killed and started again: it goes on, and the tables are those of a load that
 * nothing disturbed, to the checksum.
 */
@Timeout(300)
abstract class RestartContract {
    private static final int WAREHOUSES = 1;
    private static final long LIMIT_MILLIS = 60_000;

    @TempDir
    private Path folder;

    private final Random random = new Random(20_261_121);

    /** On the server that the test may kill; the address may change with a restart. */
    abstract TestDatabase database(String name);

    abstract void createDatabase(String name) throws Exception;

    /** SIGKILL to the server and all that belongs to it, and a start on the same data. */
    abstract void killServer() throws Exception;

    abstract void startServerAgain() throws Exception;

    /** A query of a number that all rows of a table, in any order, make. */
    abstract String checksum(Table table);

    /** Position of the number in the query's row. */
    abstract int checksumColumn();

    /** One build goes through all of it: kills of the program at moments of the journal, of the server, and Ctrl-C. */
    @Test
    void aBuildThatIsKilledAndStoppedAgainAndAgainEndsWithTheSameData() throws Exception {
        createDatabase("broken");
        props("broken", "seed=4711");
        killAt("lp_name = 'step tableCreates begun'");
        killAt(units(1));
        killTheServerAt(oneMoreUnit());
        stopAt(oneMoreUnit());
        assertOtherSettingsAreRefused();
        assertLoadGoesOn();
        // These lie behind the load.
        killAt("lp_name = 'step indexCreates begun'");
        killAt("lp_name = 'step foreignKeys begun'");

        // One more start, which nobody disturbs.
        Stage last = Stage.ended(folder, 0, "build", "props");

        assertThat(last.out() + last.err()).contains("# Skipped tableCreates: it is done", "Population checked: all 36 facts");
        assertThat(noted("broken"))
                .isNotNull()
                .matches(facts -> facts.writing().rowsBefore() > 0 && facts.populationFacts() == 36)
                .matches(facts -> facts.stepSeconds().containsKey("foreignKeys"));
        assertThat(database("broken").number("select count(*) from bmsql_history where hist_id is null"))
                .isZero();
        assertSameAsUndisturbed("broken");
        assertNoJournal("broken");
    }

    /** SIGKILL, a drawn time after the journal has such a row. */
    private void killAt(String moment) throws Exception {
        try (ChildProgram child = ChildProgram.start(folder, "build", "props")) {
            assertThat(await(child, "broken", moment)).as(child.output()).isTrue();
            Thread.sleep(random.nextInt(150));
            child.kill();
        }
    }

    private void stopAt(String moment) throws Exception {
        try (ChildProgram child = ChildProgram.start(folder, "build", "props")) {
            assertThat(await(child, "broken", moment)).as(child.output()).isTrue();
            child.signal("INT");
            assertThat(child.exitStatus()).as(child.output()).isEqualTo(130);
            assertThat(child.output())
                    .contains("Stopping: what is built stays, and the same command resumes the build.");
        }
    }

    private void killTheServerAt(String moment) throws Exception {
        try (ChildProgram child = ChildProgram.start(folder, "build", "props")) {
            assertThat(await(child, "broken", moment)).as(child.output()).isTrue();
            killServer();
            assertThat(child.exitStatus()).as(child.output()).isIn(3, 4);
            assertThat(child.output()).contains("start the same command again");
        }
        startServerAgain();
        props("broken", "seed=4711");
    }

    private void assertOtherSettingsAreRefused() {
        Stage otherScale = Stage.ended(folder, 4, "build", "props", "-Dwarehouses=3");
        assertThat(otherScale.err())
                .contains("was started with warehouses=1, the settings say warehouses=3", "bmsql destroy");
        Stage otherSeed = Stage.ended(folder, 4, "build", "props", "-Dseed=4712");
        assertThat(otherSeed.err()).contains("was started with seed=4711, the settings say seed=4712", "bmsql destroy");
    }

    private void assertLoadGoesOn() throws Exception {
        Stage load = Stage.ended(folder, 0, "load", "props", "--progress=json");
        assertThat(load.err()).containsPattern("Resuming a load that was begun: \\d+ of its 12 parts are loaded");
        assertThat(load.out()).containsPattern("Loaded [\\d,]+ rows .*; about [\\d,]+ were there before");
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

        Stage build = Stage.ended(folder, 4, "build", "props");
        assertThat(build.err()).contains("bmsql_config exists already, and there is no journal", "bmsql destroy");
        Stage load = Stage.ended(folder, 4, "load", "props");
        assertThat(load.err()).contains("bmsql_new_order already holds rows", "no journal", "bmsql destroy");

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

    /** True when the journal has such a row, false when the child ended before. */
    private boolean await(ChildProgram child, String database, String moment) throws Exception {
        long deadline = System.currentTimeMillis() + LIMIT_MILLIS;
        try (Connection connection = database(database).connect()) {
            while (child.isAlive()) {
                if (isThere(connection, "select count(*) from bmsql_load_progress where " + moment)) {
                    return true;
                }
                assertThat(System.currentTimeMillis()).as(child.output()).isLessThan(deadline);
                Thread.sleep(5);
            }
        }
        return false;
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

    /** Loads the same rows without a break, by the seed and the moment that stand in bmsql_config. */
    private void assertSameAsUndisturbed(String database) throws Exception {
        String undisturbed = database + "_undisturbed";
        createDatabase(undisturbed);
        database(undisturbed).scripts("tableCreates");
        long moment = database(database).number(configQuery("loadEpochMillis"));
        LoadConfig load = new LoadConfig(
                WAREHOUSES, 2, null, "NULL", database(database).number(configQuery("seed")), false, false);
        try (Database target = database(undisturbed).open(IsolationLevel.SERVER_DEFAULT, 2)) {
            new Loader(load, new ManualClock(moment), ZoneId.systemDefault(), new WorkerLines(line -> {}, line -> {}))
                    .intoTables(target);
        }
        database(database)
                .execute(
                        "delete from bmsql_config where cfg_name like 'load %' or cfg_name like 'build %' or cfg_name like"
                                + " 'schema %' or cfg_name like 'data prepared%'");
        assertThat(checksums(database)).isEqualTo(checksums(undisturbed));
    }

    private @Nullable LoadFacts noted(String database) throws Exception {
        try (Database target = database(database).open(IsolationLevel.SERVER_DEFAULT, 2)) {
            return new DataState(target).load();
        }
    }

    private static String configQuery(String name) {
        return "select cfg_value from bmsql_config where cfg_name = '" + name + "'";
    }

    private Map<Table, String> checksums(String database) throws SQLException {
        Map<Table, String> sums = new TreeMap<>();
        for (Table table : Table.values()) {
            sums.put(table, database(database).row(checksum(table)).get(checksumColumn() - 1));
        }
        return sums;
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
