package io.bmsql.load;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.Secret;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.load.LoadJournal.LoadOrigin;
import io.bmsql.load.Loader.LoadSummary;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.RecordingListener;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.TcpProxy;
import io.bmsql.testing.TestServers;
import io.bmsql.tpcc.Table;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every way of rows into a real MariaDB: the same rows on each. */
class MariaDbLoadIT {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    private static final String LOADED = TestServers.loaded(1) + ".";
    private static final ManualClock CLOCK = new ManualClock();
    private static final ZoneId ZONE = ZoneId.systemDefault();

    private final RecordingListener lines = new RecordingListener();

    @AfterEach
    void allowLocalData() throws SQLException {
        MARIADB.execute("set global local_infile = 1", "set global sql_mode = default");
    }

    /** What came by LOAD DATA through Connector/J is there already: the database that is built once. */
    @Test
    @Tag("long")
    void sameRowsByLoadDataThroughBothDriversAndByBatches() throws Exception {
        MariaDbExtension.loaded(1);
        ConnectionConfig connectorJ = MARIADB.connectionConfig(IsolationLevel.SERVER_DEFAULT);
        ConnectionConfig mariadbDriver = MARIADB.mariadbDriverConfig(IsolationLevel.SERVER_DEFAULT);

        LoadSummary byMariaDbsDriver = load(mariadbDriver, 0);
        assertThat(lines.errors).isEmpty();
        assertThat(byMariaDbsDriver.way()).isEqualTo("LOAD DATA LOCAL");
        assertThat(checksum(Table.ITEM.sqlName())).isEqualTo(checksum(LOADED + Table.ITEM.sqlName()));

        MARIADB.execute("set global local_infile = 0");
        LoadSummary byBatches = loadByBatches(connectorJ);
        assertThat(byBatches.way()).isEqualTo("batches of inserts");
        assertThat(lines.errors)
                .hasSize(2)
                .anyMatch(note ->
                        note.contains("LOAD DATA LOCAL does not work here") && note.contains("batches of inserts"));
        long rows = MARIADB.number("select count(*) from " + LOADED + "bmsql_config");
        for (Table table : EnumSet.complementOf(EnumSet.of(Table.CONFIG))) {
            String name = table.sqlName();
            MARIADB.execute("create table expected like " + name);
            MARIADB.execute("insert into expected select * from " + LOADED + name + " where " + firstUnit(table));
            rows += MARIADB.number("select count(*) from expected");
            assertThat(checksum(name)).as(name).isNotEqualTo("0").isEqualTo(checksum("expected"));
            MARIADB.execute("drop table expected");
        }
        assertThat(byBatches.rows()).isEqualTo(rows).isBetween(195_000L, 205_000L);
    }

    /** A warehouse's first unit of each kind; the journal says that the rest is there. */
    private LoadSummary loadByBatches(ConnectionConfig config) throws Exception {
        MARIADB.scripts("tableDrops", "tableCreates");
        LoadPlan plan = new LoadPlan(1);
        try (Database database = MARIADB.open(config, 2)) {
            LoadJournal journal = LoadJournal.open(
                    database, new LoadOrigin(noted("seed"), 1, noted("loadEpochMillis"), ZONE), false, CLOCK, lines);
            try (WorkerConnection worker = database.worker()) {
                for (int unit = 4; unit < plan.unitCount(); unit++) {
                    assertThat(journal.claim(worker, plan.unit(unit))).isTrue();
                }
                worker.commit();
            }
            // No journal is believed beside nothing but empty tables.
            MARIADB.execute("insert into bmsql_config (cfg_name) values ('of an interrupted load')");
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
        MARIADB.scripts("tableDrops", "tableCreates");
        // LOCAL makes this a warning, strict mode or not.
        MARIADB.execute("alter table bmsql_item modify i_name varchar(3)");
        try (Database database = MARIADB.open(IsolationLevel.SERVER_DEFAULT, 2)) {
            Loader loader = new Loader(new LoadConfig(0, 2, null, "NULL", 1, false, false), CLOCK, ZONE, lines);
            assertThrown(BuildFailedException.class, () -> loader.intoTables(database), "bmsql_item", "i_name");
        }
    }

    /** Whose user may make no table keeps no journal: nothing tells whether the rows of such a commit are there. */
    @Test
    void aCommitThatWasNotAnsweredIsNotRepeatedWithoutAJournal() throws Exception {
        MARIADB.scripts("tableDrops", "tableCreates");
        // Most servers get their keys after the load.
        MARIADB.execute(
                "alter table bmsql_item drop primary key",
                "create or replace user loader identified by '" + MARIADB.password() + "'",
                "grant select, insert, update, delete on " + MARIADB.name() + ".* to loader");
        String port = MARIADB.url().replaceFirst(".*:([0-9]+)/.*", "$1");
        try (TcpProxy proxy = new TcpProxy(Integer.parseInt(port))) {
            String url = MARIADB.url().replace(":" + port + "/", ":" + proxy.port() + "/");
            BuildListener cutting = new BuildListener() {
                @Override
                public void worker(String line) {
                    proxy.cutAfter("COMMIT");
                }
            };
            Loader loader = new Loader(new LoadConfig(0, 1, null, "NULL", 1, false, false), CLOCK, ZONE, cutting);
            Secret password = new Secret(MARIADB.password());
            ConnectionConfig config = new ConnectionConfig(
                    MARIADB.db(), null, url, "loader", password, IsolationLevel.SERVER_DEFAULT, "", true);
            try (Database database = MARIADB.open(config, 2)) {
                assertThrown(BuildFailedException.class, () -> loader.intoTables(database), "bmsql_item", "destroy");
            }
        }
        assertThat(MARIADB.number("select count(*) from bmsql_item")).isEqualTo(100_000);
    }

    private LoadSummary load(ConnectionConfig config, int warehouses) throws Exception {
        MARIADB.scripts("tableDrops", "tableCreates");
        try (Database database = MARIADB.open(config, 2)) {
            return loader(warehouses).intoTables(database);
        }
    }

    /** With the seed and the moment of the rows that are there already. */
    private Loader loader(int warehouses) throws SQLException {
        return new Loader(
                new LoadConfig(warehouses, 2, null, "NULL", noted("seed"), false, false),
                new ManualClock(noted("loadEpochMillis")),
                ZONE,
                lines);
    }

    private static String checksum(String table) throws SQLException {
        return MARIADB.row("checksum table " + table).get(1);
    }

    private static long noted(String fact) throws SQLException {
        return MARIADB.number("select cfg_value from " + LOADED + "bmsql_config where cfg_name = '" + fact + "'");
    }
}
