package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.LoadConfig;
import io.bmsql.data.LoadRecord;
import io.bmsql.data.Loader;
import io.bmsql.data.WorkerLines;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.db.ScriptRunner;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.result.LoadFacts;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.Sql;
import io.bmsql.tpcc.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

    /** The word after {@code db=}. */
    abstract String db();

    /** Of the server that the test may kill; the address may change with a restart. */
    abstract ConnectionConfig config(String database);

    abstract Connection connect(String database) throws SQLException;

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
        props("broken", "seed=4711\n");
        killAt("lp_name = 'step tableCreates begun'");
        killAt(units(1));
        killTheServerAt(oneMoreUnit());
        stopAt(oneMoreUnit());
        assertOtherSettingsAreRefused();
        killAt(oneMoreUnit());
        assertLoadGoesOn();
        // These lie behind the load.
        killAt("lp_name = 'step indexCreates begun'");
        killAt("lp_name = 'step foreignKeys begun'");

        String said = endsWell();

        assertThat(said).contains("# Skipped tableCreates: it is done", "Population checked: all 36 facts");
        assertThat(noted("broken"))
                .isNotNull()
                .matches(facts -> facts.writing().rowsBefore() > 0 && facts.populationFacts() == 36)
                .matches(facts -> facts.stepSeconds().containsKey("foreignKeys"));
        assertThat(count("broken", "select count(*) from bmsql_history where hist_id is null"))
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
        props("broken", "seed=4711\n");
    }

    private void assertOtherSettingsAreRefused() {
        Stage otherScale = new Stage(folder);
        assertThat(otherScale.run("build", "props", "-Dwarehouses=3")).isEqualTo(4);
        assertThat(otherScale.err())
                .contains("was started with warehouses=1, the settings say warehouses=3", "bmsql destroy");
        Stage otherSeed = new Stage(folder);
        assertThat(otherSeed.run("build", "props", "-Dseed=4712")).isEqualTo(4);
        assertThat(otherSeed.err()).contains("was started with seed=4711, the settings say seed=4712", "bmsql destroy");
    }

    private void assertLoadGoesOn() throws Exception {
        Stage load = new Stage(folder);
        assertThat(load.run("load", "props", "--progress=json")).as(load.err()).isZero();
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
        createTables("foreign_rows");
        execute("foreign_rows", "insert into bmsql_new_order (no_w_id, no_d_id, no_o_id) values (1, 1, 1)");

        Stage build = new Stage(folder);
        assertThat(build.run("build", "props")).isEqualTo(4);
        assertThat(build.err()).contains("bmsql_config exists already, and there is no journal", "bmsql destroy");
        Stage load = new Stage(folder);
        assertThat(load.run("load", "props")).isEqualTo(4);
        assertThat(load.err()).contains("bmsql_new_order already holds rows", "no journal", "bmsql destroy");

        assertThat(count("foreign_rows", "select count(*) from bmsql_new_order"))
                .isOne();
        assertNoJournal("foreign_rows");
    }

    /** The child must have begun: what is there already says nothing. */
    private String oneMoreUnit() throws SQLException {
        return units(1 + (int) count("broken", "select count(*) from bmsql_load_progress where lp_name like 'unit %'"));
    }

    private static String units(int count) {
        return "lp_name like 'unit %' having count(*) >= " + count;
    }

    /** True when the journal has such a row, false when the child ended before. */
    private boolean await(ChildProgram child, String database, String moment) throws Exception {
        long deadline = System.currentTimeMillis() + LIMIT_MILLIS;
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            while (child.isAlive()) {
                if (isThere(statement, "select count(*) from bmsql_load_progress where " + moment)) {
                    return true;
                }
                assertThat(System.currentTimeMillis()).as(child.output()).isLessThan(deadline);
                Thread.sleep(5);
            }
        }
        return false;
    }

    private static boolean isThere(Statement statement, String query) {
        try (ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getLong(1) > 0;
        } catch (SQLException e) {
            // No journal yet.
            return false;
        }
    }

    /** One more start, which nobody disturbs. */
    private String endsWell() throws Exception {
        try (ChildProgram child = ChildProgram.start(folder, "build", "props")) {
            assertThat(child.exitStatus()).as(child.output()).isZero();
            return child.output();
        }
    }

    /** Loads the same rows without a break, by the seed and the moment that stand in bmsql_config. */
    private void assertSameAsUndisturbed(String database) throws Exception {
        String undisturbed = database + "_undisturbed";
        createDatabase(undisturbed);
        createTables(undisturbed);
        long moment = count(database, configQuery("loadEpochMillis"));
        LoadConfig load = new LoadConfig(WAREHOUSES, 2, null, "NULL", count(database, configQuery("seed")), false);
        try (Database target = open(undisturbed)) {
            new Loader(load, new ManualClock(moment), ZoneId.systemDefault(), new WorkerLines(line -> {}, line -> {}))
                    .intoTables(target);
        }
        execute(
                database,
                "delete from bmsql_config where cfg_name like 'load %' or cfg_name like 'build %' or cfg_name like"
                        + " 'schema %'");
        assertThat(checksums(database)).isEqualTo(checksums(undisturbed));
    }

    private @Nullable LoadFacts noted(String database) throws Exception {
        try (Database target = open(database)) {
            return new LoadRecord(target).read();
        }
    }

    private static String configQuery(String name) {
        return "select cfg_value from bmsql_config where cfg_name = '" + name + "'";
    }

    private Map<Table, String> checksums(String database) throws SQLException {
        Map<Table, String> sums = new TreeMap<>();
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            for (Table table : Table.values()) {
                try (ResultSet row = statement.executeQuery(checksum(table))) {
                    assertThat(row.next()).isTrue();
                    sums.put(table, row.getString(checksumColumn()));
                }
            }
        }
        return sums;
    }

    private void assertNoJournal(String database) throws SQLException {
        assertThat(count(
                        database,
                        "select count(*) from information_schema.tables where table_name = 'bmsql_load_progress'"
                                + " and table_schema in ('public', '" + database + "')"))
                .isZero();
    }

    private void createTables(String database) throws Exception {
        try (Database target = open(database);
                Connection connection = target.connection()) {
            new ScriptRunner(connection, statement -> {})
                    .run(target.dialect()
                            .script("tableCreates")
                            .orElseThrow()
                            .script()
                            .statements());
        }
    }

    private Database open(String database) throws Exception {
        DialectFolders folders = new DialectFolders(List.of(Path.of("").toAbsolutePath()));
        return Database.open(config(database), folders.load(db(), ""), new DriverFolders(List.of()), 2);
    }

    private long count(String database, String query) throws SQLException {
        return Sql.number(connect(database), query);
    }

    private void execute(String database, String text) throws SQLException {
        Sql.execute(connect(database), text);
    }

    private void props(String database, String more) throws Exception {
        ConnectionConfig connection = config(database);
        Files.writeString(
                folder.resolve("props"),
                "db=%s\nconn=%s\nuser=%s\nwarehouses=%d\nloadWorkers=2\n%s"
                        .formatted(db(), connection.url(), connection.user(), WAREHOUSES, more));
    }
}
