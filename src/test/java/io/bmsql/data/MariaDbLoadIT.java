package io.bmsql.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.data.LoadJournal.LoadOrigin;
import io.bmsql.data.Loader.LoadSummary;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.ScriptRunner;
import io.bmsql.db.WorkerConnection;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestServers;
import io.bmsql.tpcc.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every way of rows into a real MariaDB: the same rows on each. */
class MariaDbLoadIT {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    private static final String LOADED = TestServers.loaded(1) + ".";
    private static final ManualClock CLOCK = new ManualClock();
    private static final ZoneId ZONE = ZoneId.systemDefault();

    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void allowLocalData() throws SQLException {
        execute("set global local_infile = 1", "set global sql_mode = default");
    }

    /** What came by LOAD DATA through Connector/J is there already: the database that is built once. */
    @Test
    void sameRowsByLoadDataThroughBothDriversAndByBatches() throws Exception {
        ConnectionConfig connectorJ = MARIADB.connectionConfig(IsolationLevel.SERVER_DEFAULT);
        ConnectionConfig mariadbDriver = MARIADB.mariadbDriverConfig(IsolationLevel.SERVER_DEFAULT);

        LoadSummary byMariaDbsDriver = load(mariadbDriver, 0);
        assertThat(notes).isEmpty();
        assertThat(byMariaDbsDriver.way()).isEqualTo("LOAD DATA LOCAL");
        assertThat(checksum(Table.ITEM.sqlName())).isEqualTo(checksum(LOADED + Table.ITEM.sqlName()));

        execute("set global local_infile = 0");
        LoadSummary byBatches = loadByBatches(connectorJ);
        assertThat(byBatches.way()).isEqualTo("batches of inserts");
        assertThat(notes)
                .hasSize(2)
                .anyMatch(note ->
                        note.contains("LOAD DATA LOCAL does not work here") && note.contains("batches of inserts"));
        long rows = number("select count(*) from " + LOADED + "bmsql_config", 1);
        for (Table table : EnumSet.complementOf(EnumSet.of(Table.CONFIG))) {
            String name = table.sqlName();
            execute("create table expected like " + name);
            execute("insert into expected select * from " + LOADED + name + " where " + firstUnit(table));
            rows += number("select count(*) from expected", 1);
            assertThat(checksum(name)).as(name).isNotZero().isEqualTo(checksum("expected"));
            execute("drop table expected");
        }
        assertThat(byBatches.rows()).isEqualTo(rows).isBetween(195_000L, 205_000L);
    }

    /** A warehouse's first unit of each kind; the journal says that the rest is there. */
    private LoadSummary loadByBatches(ConnectionConfig config) throws Exception {
        createTables(config);
        LoadPlan plan = new LoadPlan(1);
        try (Database database = MARIADB.open(config, 2)) {
            LoadJournal journal = LoadJournal.open(
                    database, new LoadOrigin(noted("seed"), 1, noted("loadEpochMillis"), ZONE), false, CLOCK, lines());
            try (WorkerConnection worker = database.worker()) {
                for (int unit = 4; unit < plan.unitCount(); unit++) {
                    assertThat(journal.claim(worker, plan.unit(unit))).isTrue();
                }
                worker.commit();
            }
            // No journal is believed beside nothing but empty tables.
            execute("insert into bmsql_config (cfg_name) values ('of an interrupted load')");
            return loader(1).intoTables(database);
        }
    }

    private static String firstUnit(Table table) {
        return switch (table) {
            case STOCK -> "s_i_id <= 20000";
            case CUSTOMER -> "c_d_id <= 2";
            case HISTORY -> "h_c_d_id <= 2";
            case ORDER -> "o_d_id <= 2";
            case NEW_ORDER -> "no_d_id <= 2";
            case ORDER_LINE -> "ol_d_id <= 2";
            default -> "true";
        };
    }

    @Test
    void valuesThatTheServerWouldBendStopTheLoad() throws Exception {
        createTables(MARIADB.connectionConfig(IsolationLevel.SERVER_DEFAULT));
        // LOCAL makes this a warning, strict mode or not.
        execute("alter table bmsql_item modify i_name varchar(3)");
        try (Database database = MARIADB.open(MARIADB.connectionConfig(IsolationLevel.SERVER_DEFAULT), 2)) {
            assertThatThrownBy(() -> loader(0).intoTables(database))
                    .isInstanceOf(BuildFailedException.class)
                    .hasMessageContaining("bmsql_item")
                    .hasMessageContaining("i_name");
        }
    }

    private LoadSummary load(ConnectionConfig config, int warehouses) throws Exception {
        createTables(config);
        try (Database database = MARIADB.open(config, 2)) {
            return loader(warehouses).intoTables(database);
        }
    }

    /** With the seed and the moment of the rows that are there already. */
    private Loader loader(int warehouses) throws SQLException {
        return new Loader(
                new LoadConfig(warehouses, 2, null, "NULL", noted("seed"), false),
                new ManualClock(noted("loadEpochMillis")),
                ZONE,
                lines());
    }

    private WorkerLines lines() {
        return new WorkerLines(line -> {}, notes::add);
    }

    private static void createTables(ConnectionConfig config) throws Exception {
        try (Database database = MARIADB.open(config, 1);
                Connection connection = database.connection()) {
            ScriptRunner runner = new ScriptRunner(connection, statement -> {});
            for (String script : List.of("tableDrops", "tableCreates")) {
                runner.run(
                        MARIADB.dialect().script(script).orElseThrow().script().statements());
            }
        }
    }

    private static long checksum(String table) throws SQLException {
        return number("checksum table " + table, 2);
    }

    private static long noted(String fact) throws SQLException {
        return number("select cfg_value from " + LOADED + "bmsql_config where cfg_name = '" + fact + "'", 1);
    }

    private static long number(String query, int column) throws SQLException {
        try (Connection connection = MARIADB.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            assertThat(row.next()).isTrue();
            return Long.parseLong(row.getString(column));
        }
    }

    private static void execute(String... texts) throws SQLException {
        Sql.execute(MARIADB.connect(), texts);
    }
}
