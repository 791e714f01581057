package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.Database;
import io.bmsql.db.ScriptRunner;
import io.bmsql.load.Loader.LoadSummary;
import io.bmsql.spec.BuildFailedException;
import io.bmsql.spec.Table;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.MariaDbExtension;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every way of rows into a real MariaDB: the same rows on each. */
class MariaDbLoadIT {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    private static final ZoneId ZONE = ZoneId.systemDefault();

    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void allowLocalData() throws SQLException {
        execute("set global local_infile = 1", "set global sql_mode = default");
    }

    @Test
    void sameRowsByLoadDataThroughBothDriversAndByBatches() throws Exception {
        ConnectionConfig connectorJ = MARIADB.connectionConfig(IsolationLevel.SERVER_DEFAULT);
        ConnectionConfig mariadbDriver = MARIADB.mariadbDriverConfig(IsolationLevel.SERVER_DEFAULT);

        LoadSummary byMariaDbsDriver = load(mariadbDriver, 0);
        long items = checksum(Table.ITEM);
        LoadSummary byLoadData = load(connectorJ, 1);
        Map<Table, Long> loadData = checksums();
        assertThat(notes).isEmpty();
        execute("set global local_infile = 0");
        LoadSummary byBatches = load(connectorJ, 1);
        assertThat(notes)
                .singleElement()
                .asString()
                .contains("LOAD DATA LOCAL does not work here", "batches of inserts");
        Map<Table, Long> batches = checksums();

        assertThat(List.of(byMariaDbsDriver.way(), byLoadData.way(), byBatches.way()))
                .containsExactly("LOAD DATA LOCAL", "LOAD DATA LOCAL", "batches of inserts");
        assertThat(loadData).containsEntry(Table.ITEM, items);
        assertThat(batches).isEqualTo(loadData);
        assertThat(byBatches.rows()).isEqualTo(byLoadData.rows());
        assertThat(byLoadData.rows()).isBetween(590_000L, 610_000L);
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

    private Loader loader(int warehouses) {
        return new Loader(
                new LoadConfig(warehouses, 2, null, "NULL", 7, false),
                new ManualClock(),
                ZONE,
                new WorkerLines(line -> {}, notes::add));
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

    private static Map<Table, Long> checksums() throws SQLException {
        Map<Table, Long> sums = new EnumMap<>(Table.class);
        for (Table table : Table.values()) {
            sums.put(table, checksum(table));
        }
        assertThat(sums).doesNotContainValue(0L);
        return sums;
    }

    private static long checksum(Table table) throws SQLException {
        try (Connection connection = MARIADB.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("checksum table " + table.sqlName())) {
            assertThat(row.next()).isTrue();
            return row.getLong(2);
        }
    }

    private static void execute(String... texts) throws SQLException {
        try (Connection connection = MARIADB.connect();
                Statement statement = connection.createStatement()) {
            for (String text : texts) {
                statement.execute(text);
            }
        }
    }
}
