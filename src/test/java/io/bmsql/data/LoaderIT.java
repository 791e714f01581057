package io.bmsql.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.data.Loader.LoadSummary;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.db.ScriptRunner;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.dialect.SqlFile;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/** Loads into a real PostgreSQL. */
@Timeout(300)
class LoaderIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final long SEED = 42;
    private static final int WORKERS = 3;
    private static final ManualClock CLOCK = new ManualClock(1_767_323_045_678L);

    @TempDir
    private Path folder;

    private final RecordedLines lines = new RecordedLines();

    @BeforeEach
    void emptyTables() throws Exception {
        execute("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");
        SqlFile creates = POSTGRES.dialect().script("tableCreates").orElseThrow();
        try (Connection connection = POSTGRES.connect()) {
            new ScriptRunner(connection, statement -> {}).run(creates.script().statements());
        }
    }

    @Test
    void everyWayLoadsTheSameRows() throws Exception {
        assertThat(load(1, folders()).way()).isEqualTo("COPY");
        assertEveryTableHasItsRows();
        assertConfigHoldsTheRowsOfTheOriginalAndTheSeed();
        assertASecondLoadLeavesTheTablesAlone();
        Map<Table, String> copied = checksums();
        lines.errors.clear();

        emptyTables();
        loadAlthoughCopyIsRefused();
        assertThat(checksums()).isEqualTo(copied);

        emptyTables();
        loadCsvFilesByTheStockScript();
        assertThat(checksums()).isEqualTo(copied);
    }

    private static void assertEveryTableHasItsRows() throws SQLException {
        assertThat(number("SELECT count(*) FROM bmsql_item")).isEqualTo(100_000);
        assertThat(number("SELECT count(*) FROM bmsql_warehouse")).isOne();
        assertThat(number("SELECT count(*) FROM bmsql_district")).isEqualTo(10);
        assertThat(number("SELECT count(*) FROM bmsql_stock")).isEqualTo(100_000);
        assertThat(number("SELECT count(*) FROM bmsql_customer")).isEqualTo(30_000);
        assertThat(number("SELECT count(DISTINCT hist_id) FROM bmsql_history")).isEqualTo(30_000);
        assertThat(number("SELECT count(*) FROM bmsql_oorder")).isEqualTo(30_000);
        assertThat(number("SELECT count(*) FROM bmsql_order_line"))
                .isEqualTo(number("SELECT sum(o_ol_cnt) FROM bmsql_oorder"));
        assertThat(number("SELECT count(*) FROM bmsql_new_order n JOIN bmsql_oorder o"
                        + " ON o_w_id = no_w_id AND o_d_id = no_d_id AND o_id = no_o_id"
                        + " WHERE o_carrier_id IS NULL AND no_o_id BETWEEN 2101 AND 3000"))
                .isEqualTo(9_000);
    }

    private static void assertConfigHoldsTheRowsOfTheOriginalAndTheSeed() throws SQLException {
        Map<String, String> config = new TreeMap<>();
        query("SELECT cfg_name, cfg_value FROM bmsql_config", row -> config.put(row.getString(1), row.getString(2)));
        assertThat(config)
                .containsEntry("warehouses", "1")
                .containsEntry(
                        "nURandCLast",
                        Integer.toString(Population.loadConstants(SEED).cLast()))
                .containsKeys("nURandCC_ID", "nURandCI_ID")
                .containsEntry("seed", "42")
                .containsEntry("loadEpochMillis", "1767323045678")
                .hasSize(6);
    }

    private void assertASecondLoadLeavesTheTablesAlone() throws SQLException {
        assertThatThrownBy(() -> load(1, folders()))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("bmsql_config already holds rows of a finished load")
                .hasMessageContaining("bmsql destroy");
        assertThat(number("SELECT count(*) FROM bmsql_item")).isEqualTo(100_000);
    }

    /** It falls back to batches and says so once. */
    private void loadAlthoughCopyIsRefused() throws Exception {
        DialectFolders refused = overlay("statements.sql", "-- name: Copy.warehouse\nCOPIER bmsql_warehouse;\n");

        LoadSummary summary = load(1, refused);

        assertThat(summary.way()).isEqualTo("batches of inserts");
        assertThat(lines.errors)
                .singleElement()
                .asString()
                .startsWith("COPY does not work here (ERROR: syntax error at or near \"COPIER\"")
                .endsWith("so rows go in by batches of inserts");
    }

    private void loadCsvFilesByTheStockScript() throws Exception {
        LoadConfig config = new LoadConfig(1, WORKERS, folder + "/", "NULL", SEED, false);
        new Loader(config, CLOCK, ZoneId.systemDefault(), lines.listener()).intoFiles();

        copyFiles(Files.readString(Path.of("sql.postgres/tableCopies.sql")));
    }

    /** The server may not read our folder, so each file goes over the wire; the rest of each statement stays as it is. */
    private void copyFiles(String script) throws Exception {
        Matcher copies =
                Pattern.compile("(copy [^;]*?from )'/tmp/csv/([^']*)'([^;]*);").matcher(script);
        int count = 0;
        try (Connection connection = POSTGRES.connect()) {
            while (copies.find()) {
                try (InputStream file = Files.newInputStream(folder.resolve(copies.group(2)))) {
                    connection
                            .unwrap(PGConnection.class)
                            .getCopyAPI()
                            .copyIn(copies.group(1) + "stdin" + copies.group(3), file);
                }
                count++;
            }
        }
        assertThat(count).isEqualTo(Table.values().length);
    }

    @Test
    void zeroWarehousesLoadItemsAloneByBatchesWhereTheFolderSaysSo() throws Exception {
        LoadSummary summary = load(0, overlay("dialect.properties", "bulk = batch\n"));

        assertThat(summary.way()).isEqualTo("batches of inserts");
        assertThat(lines.errors).isEmpty();
        assertThat(number("SELECT count(*) FROM bmsql_item")).isEqualTo(100_000);
        assertThat(number("SELECT count(*) FROM bmsql_stock")).isZero();
        assertThat(lines.output).containsExactly("Worker 000: Loading ITEM", "Worker 000: Loading ITEM done");
    }

    @Test
    void aLoadThatBrokeOffIsRecognised() throws Exception {
        execute("INSERT INTO bmsql_warehouse (w_id) VALUES (1)");

        assertThatThrownBy(() -> load(1, folders()))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("bmsql_warehouse already holds rows of an unfinished load");
    }

    @Test
    void aTableThatTakesNoRowsStopsTheLoadWithOneClearSentence() throws Exception {
        execute("ALTER TABLE bmsql_order_line DROP COLUMN ol_dist_info");

        BuildFailedException failure = catchThrowableOfType(BuildFailedException.class, () -> load(3, folders()));

        assertThat(failure.getMessage())
                .matches("worker 00\\d could not load bmsql_order_line of warehouse 1: "
                        + "ERROR: column \"ol_dist_info\" of relation \"bmsql_order_line\" does not exist. Fix the cause,"
                        + " then start the same command again.*bmsql destroy.*");
        assertThat(lines.errors)
                .singleElement()
                .asString()
                .matches("Worker 00\\d: ERROR: bmsql_order_line of warehouse 1: .* does not exist.*");
        assertThat(number("SELECT count(*) FROM bmsql_config"))
                .as("written last")
                .isZero();
        assertThat(number("SELECT count(*) FROM bmsql_stock"))
                .as("others stop soon")
                .isLessThan(300_000);
    }

    @Test
    void missingTablesAreNamedBeforeTheLoad() throws Exception {
        execute("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");

        assertThatThrownBy(() -> load(1, folders()))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("\"bmsql_config\" does not exist")
                .hasMessageContaining("bmsql build");
    }

    @Test
    void aReadOnlyServerIsNamed() throws Exception {
        String database = POSTGRES.url().substring(POSTGRES.url().lastIndexOf('/') + 1);
        execute("ALTER DATABASE " + database + " SET default_transaction_read_only = on");
        try {
            assertThatThrownBy(() -> load(1, folders()))
                    .isInstanceOf(BuildFailedException.class)
                    .hasMessageContaining("bmsql_warehouse of warehouse 1")
                    .hasMessageContaining("in a read-only transaction");
        } finally {
            execute(
                    "SET default_transaction_read_only = off",
                    "ALTER DATABASE " + database + " RESET default_transaction_read_only");
        }
    }

    @Test
    void aLostConnectionStopsAllWorkers() throws Exception {
        LoadConfig config = new LoadConfig(50, WORKERS, null, "NULL", SEED, false);
        Loader loader = new Loader(config, CLOCK, ZoneId.systemDefault(), lines.listener());
        Thread killer = new Thread(() -> killOneWorker(loader));
        try (Database database = open(folders())) {
            killer.start();

            assertThatThrownBy(() -> loader.intoTables(database))
                    .isInstanceOf(BuildFailedException.class)
                    .hasMessageMatching("(?s)worker 00\\d could not load bmsql_\\w+( of warehouse \\d+)?: .*");
        }
        killer.join();
        assertThat(lines.errors).hasSize(1);
        assertThat(loader.progress().warehousesDone()).isLessThan(50);
        assertThat(number("SELECT count(*) FROM bmsql_config")).isZero();
    }

    private static void killOneWorker(Loader loader) {
        await().atMost(60, TimeUnit.SECONDS).until(() -> loader.progress().rows() >= 150_000);
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> number(
                                "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity"
                                        + " WHERE datname = current_database() AND query LIKE 'COPY%' AND state = 'active' LIMIT 1) one")
                        > 0);
    }

    /** Rows and a hash of all rows in any order. */
    private static Map<Table, String> checksums() throws SQLException {
        Map<Table, String> checksums = new TreeMap<>();
        for (Table table : Table.values()) {
            query(
                    "SELECT count(*), sum(hash_record_extended(t, 0)::numeric) FROM " + table.sqlName() + " t",
                    row -> checksums.put(table, row.getLong(1) + " " + row.getString(2)));
        }
        return checksums;
    }

    private LoadSummary load(int warehouses, DialectFolders folders) throws Exception {
        LoadConfig config = new LoadConfig(warehouses, WORKERS, null, "NULL", SEED, false);
        try (Database database = open(folders)) {
            return new Loader(config, CLOCK, ZoneId.systemDefault(), lines.listener()).intoTables(database);
        }
    }

    private static Database open(DialectFolders folders) throws Exception {
        return Database.open(
                POSTGRES.connectionConfig(IsolationLevel.SERVER_DEFAULT),
                folders.load("postgres", ""),
                new DriverFolders(List.of()),
                WORKERS);
    }

    private static DialectFolders folders() {
        return PostgresExtension.folders();
    }

    /** A user's own folder that changes one file of sql.postgres. */
    private DialectFolders overlay(String file, String text) throws IOException {
        Path own = Files.createDirectories(folder.resolve("sql.postgres"));
        Files.writeString(own.resolve(file), text);
        return new DialectFolders(List.of(folder, Path.of("").toAbsolutePath()));
    }

    private static void execute(String... statements) throws SQLException {
        Sql.execute(POSTGRES.connect(), statements);
    }

    private static long number(String sql) throws SQLException {
        long[] number = new long[1];
        query(sql, row -> number[0] = row.getLong(1));
        return number[0];
    }

    private static void query(String sql, RowReader reader) throws SQLException {
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                reader.read(rows);
            }
        }
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }
}
