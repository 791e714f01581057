package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.load.Loader.LoadSummary;
import io.bmsql.schema.RecordingListener;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import io.bmsql.tpcc.Table;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/** Loads into a real PostgreSQL. */
class LoaderIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final long SEED = 42;
    private static final int WORKERS = 3;
    private static final ManualClock CLOCK = new ManualClock(1_767_323_045_678L);

    @TempDir
    private Path folder;

    private final RecordingListener lines = new RecordingListener();

    @BeforeEach
    void emptyTables() throws Exception {
        POSTGRES.emptyTables();
    }

    @Test
    @Tag("long")
    void everyWayLoadsTheSameRows() throws Exception {
        assertThat(load(1, POSTGRES.dialect()).way()).isEqualTo("COPY");
        assertASecondLoadLeavesTheTablesAlone();
        Map<Table, String> copied = POSTGRES.checksums();
        lines.errors.clear();

        emptyTables();
        loadAlthoughCopyIsRefused();
        assertThat(POSTGRES.checksums()).isEqualTo(copied);

        emptyTables();
        loadCsvFilesByTheStockScript();
        assertThat(POSTGRES.checksums()).isEqualTo(copied);
    }

    private void assertASecondLoadLeavesTheTablesAlone() throws SQLException {
        assertThatThrownBy(() -> load(1, POSTGRES.dialect()))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContainingAll("bmsql_config already holds rows of a finished load", "bmsql destroy");
        assertThat(POSTGRES.number("SELECT count(*) FROM bmsql_item")).isEqualTo(100_000);
    }

    /** It falls back to batches and says so once. */
    private void loadAlthoughCopyIsRefused() throws Exception {
        Dialect refused = overlay("statements.sql", "-- name: Copy.table\nCOPIER {table};\n");

        LoadSummary summary = load(1, refused);

        assertThat(summary.way()).isEqualTo("batches of inserts");
        assertThat(lines.errors)
                .singleElement()
                .asString()
                .startsWith("COPY does not work here (ERROR: syntax error at or near \"COPIER\"")
                .endsWith("so rows go in by batches of inserts");
    }

    private void loadCsvFilesByTheStockScript() throws Exception {
        loader(1, folder + "/").intoFiles();

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
        assertThat(POSTGRES.number("SELECT count(*) FROM bmsql_item")).isEqualTo(100_000);
        assertThat(POSTGRES.number("SELECT count(*) FROM bmsql_stock")).isZero();
        assertThat(lines.output).containsExactly("Worker 000: Loading ITEM", "Worker 000: Loading ITEM done");
    }

    @Test
    void aTableThatTakesNoRowsStopsTheLoadWithOneClearSentence() throws Exception {
        POSTGRES.execute("ALTER TABLE bmsql_order_line DROP COLUMN ol_dist_info");

        BuildFailedException failure =
                catchThrowableOfType(BuildFailedException.class, () -> load(3, POSTGRES.dialect()));

        assertThat(failure.getMessage())
                .matches("worker 00\\d could not load bmsql_order_line of warehouse [123]: "
                        + "ERROR: column \"ol_dist_info\" of relation \"bmsql_order_line\" does not exist. Fix the cause,"
                        + " then start the same command again.*bmsql destroy.*");
        assertThat(lines.errors)
                .singleElement()
                .asString()
                .matches("Worker 00\\d: ERROR: bmsql_order_line of warehouse [123]: .* does not exist.*");
        assertThat(POSTGRES.number("SELECT count(*) FROM bmsql_config"))
                .as("written last")
                .isZero();
        assertThat(POSTGRES.number("SELECT count(*) FROM bmsql_stock"))
                .as("others stop soon")
                .isLessThan(300_000);
    }

    @Test
    void missingTablesAreNamedBeforeTheLoad() throws Exception {
        POSTGRES.scripts("tableDrops");

        assertThatThrownBy(() -> load(1, POSTGRES.dialect()))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContainingAll("\"bmsql_config\" does not exist", "bmsql build");
    }

    @Test
    void aReadOnlyServerIsNamed() throws Exception {
        String database = POSTGRES.name();
        POSTGRES.execute("ALTER DATABASE " + database + " SET default_transaction_read_only = on");
        try {
            assertThatThrownBy(() -> load(1, POSTGRES.dialect()))
                    .isInstanceOf(BuildFailedException.class)
                    .hasMessageContainingAll("bmsql_warehouse of warehouse 1", "in a read-only transaction");
        } finally {
            POSTGRES.execute(
                    "SET default_transaction_read_only = off",
                    "ALTER DATABASE " + database + " RESET default_transaction_read_only");
        }
    }

    @Test
    void partsThatMeetPassingErrorsAreLoadedAgain() throws Exception {
        partsThatMeetPassingErrorsAreLoadedAgain("copy");
    }

    @Test
    @Tag("long")
    void batchesThatMeetPassingErrorsAreLoadedAgain() throws Exception {
        partsThatMeetPassingErrorsAreLoadedAgain("batch");
    }

    /** The first parts of all tables meet serialization failures, a lock time-out, and a session that the server ends. */
    private void partsThatMeetPassingErrorsAreLoadedAgain(String bulk) throws Exception {
        POSTGRES.execute(
                "CREATE SEQUENCE tries",
                """
                CREATE FUNCTION fail_at_first() RETURNS trigger LANGUAGE plpgsql AS '
                DECLARE
                    try integer := nextval(''tries'');
                BEGIN
                    IF try = 4 THEN
                        PERFORM pg_terminate_backend(pg_backend_pid());
                    ELSIF try <= 6 THEN
                        RAISE ''restart transaction'' USING errcode = CASE WHEN try < 3 THEN ''40001'' ELSE ''55P03'' END;
                    END IF;
                    RETURN NULL;
                END '""");
        for (String table : List.of("district", "item", "customer")) {
            POSTGRES.execute("CREATE TRIGGER fail_at_first BEFORE INSERT ON bmsql_" + table
                    + " FOR EACH STATEMENT EXECUTE FUNCTION fail_at_first()");
        }
        Loader loader = loader(1, null);
        LoadSummary summary;
        try (Database database = open(overlay("dialect.properties", "bulk = " + bulk + "\n"))) {
            summary = loader.intoTables(database);
        }
        assertThat(summary.way()).isEqualTo(bulk.equals("copy") ? "COPY" : "batches of inserts");
        assertThat(lines.errors).as("the way is not in doubt").isEmpty();
        assertThat(loader.progress().repeats())
                .startsWith("6 parts loaded again, the first after: ")
                .contains("restart transaction");
        long rows = 0;
        for (Table table : Table.values()) {
            rows += POSTGRES.number("SELECT count(*) FROM " + table.sqlName());
        }
        assertThat(summary.rows()).as("each row once").isEqualTo(rows);
        assertThat(POSTGRES.number("SELECT count(*) FROM bmsql_customer")).isEqualTo(30_000);
    }

    private LoadSummary load(int warehouses, Dialect dialect) throws Exception {
        try (Database database = open(dialect)) {
            return loader(warehouses, null).intoTables(database);
        }
    }

    private Loader loader(int warehouses, @Nullable String files) {
        LoadConfig config = new LoadConfig(warehouses, WORKERS, files, "NULL", SEED, false, false);
        return new Loader(config, CLOCK, ZoneId.systemDefault(), lines);
    }

    private static Database open(Dialect dialect) throws Exception {
        return TestDatabase.open(POSTGRES.connectionConfig(IsolationLevel.SERVER_DEFAULT), dialect, WORKERS);
    }

    /** A user's own folder that changes one file of sql.postgres. */
    private Dialect overlay(String file, String text) throws Exception {
        return TestDatabase.own(folder, "postgres", file, text);
    }
}
