package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.Secret;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.db.ScriptRunner;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.evidence.OracleClauses;
import io.bmsql.schema.RecordingListener;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Table;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Oracle's direct path ({@code bulk = direct}) on H2's Oracle mode, which takes its hint for a comment. */
@Tag("grammars")
@Timeout(300)
class DirectPathOnH2Test {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();

    @TempDir
    private Path folder;

    private final RecordingListener lines = new RecordingListener();

    @Test
    void theSameRowsArriveAsByBatches() throws Exception {
        Map<Table, String> batches = load("batches", "bulk = batch\n", "batches of inserts");

        assertThat(load("direct", "bulk = direct\n", "direct path")).isEqualTo(batches);

        assertThat(lines.errors).isEmpty();
    }

    @Test
    void aRefusalFallsBackToBatchesWithOneSentence() throws Exception {
        load("refused", "bulk = direct\nbulk.insert = INSERT DIRECTLY\n", "batches of inserts");

        assertThat(lines.errors)
                .singleElement()
                .asString()
                .startsWith("direct path does not work here (")
                .endsWith("so rows go in by batches of inserts");
    }

    private Map<Table, String> load(String name, String facts, String way) throws Exception {
        Path own = Files.createDirectories(folder.resolve(name).resolve("sql.oracle"));
        Files.writeString(own.resolve("dialect.properties"), facts);
        Files.writeString(
                own.resolve("tableCreates.sql"),
                OracleClauses.withoutPhysical(Files.readString(Path.of("sql.oracle", "tableCreates.sql"))));
        Files.writeString(own.resolve("loadProgressDrops.sql"), "drop table bmsql_load_progress;\n");
        Dialect dialect = new DialectFolders(List.of(folder.resolve(name), REPOSITORY)).load("oracle", "");
        String url = "jdbc:h2:mem:" + name + ";MODE=Oracle;LOCK_TIMEOUT=20000;IGNORE_UNKNOWN_SETTINGS=TRUE";
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            new ScriptRunner(connection, statement -> {})
                    .run(dialect.script("tableCreates").orElseThrow().script().statements());
            ConnectionConfig config = new ConnectionConfig(
                    "oracle", "org.h2.Driver", url, "sa", new Secret(""), IsolationLevel.SERVER_DEFAULT, "", true);
            try (Database database = Database.open(config, dialect, new DriverFolders(List.of(REPOSITORY)), 4)) {
                assertThat(loader().intoTables(database).way()).isEqualTo(way);
            }
            return checksums(connection);
        }
    }

    /** For the items; the build of a whole database on H2 takes this path too. */
    private Loader loader() {
        LoadConfig load = new LoadConfig(0, 3, null, "NULL", 42, false, false);
        return new Loader(load, new ManualClock(1_767_323_045_678L), ZoneId.systemDefault(), lines);
    }

    private static Map<Table, String> checksums(Connection connection) throws SQLException {
        Map<Table, String> checksums = new TreeMap<>();
        for (Table table : Table.values()) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT * FROM " + table.sqlName())) {
                checksums.put(table, checksum(rows));
            }
        }
        return checksums;
    }

    /** Does not depend on the order of the rows. */
    private static String checksum(ResultSet rows) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        long count = 0;
        long sum = 0;
        while (rows.next()) {
            StringBuilder row = new StringBuilder();
            for (int column = 1; column <= columns; column++) {
                row.append(rows.getString(column)).append('|');
            }
            sum += UUID.nameUUIDFromBytes(row.toString().getBytes(StandardCharsets.UTF_8))
                    .getMostSignificantBits();
            count++;
        }
        return count + " rows " + Long.toHexString(sum);
    }
}
