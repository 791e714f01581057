package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.evidence.OracleClauses;
import io.bmsql.testing.Sql;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Build, run, check of one warehouse with the Oracle folder on H2's Oracle mode. A folder of the test's user replaces what
 * only Oracle knows: physical clauses, MODIFY, PL/SQL and two session settings. H2 does not look at the rows behind the foreign keys
 * when they are added. All other statements are the shipped ones.
 */
@Tag("grammars")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(120)
class OracleOnH2Test {
    private static final Path SHIPPED = Path.of("sql.oracle").toAbsolutePath();
    private static final String URL = "jdbc:h2:mem:oracle;MODE=Oracle;LOCK_TIMEOUT=20000;IGNORE_UNKNOWN_SETTINGS=TRUE";

    private static final String PROPS =
            """
            db=oracle
            driver=org.h2.Driver
            conn=%s
            user=sa
            password=
            warehouses=1
            loadWorkers=2
            terminals=4
            runMins=0
            runTxnsPerTerminal=50
            terminalWarehouseFixed=true
            newOrderWeight=44
            paymentWeight=38
            orderStatusWeight=8
            deliveryWeight=8
            stockLevelWeight=2
            seed=11
            resultDirectory=%s
            """;

    @TempDir
    static Path folder;

    private static Connection keepsTheDatabase;

    @BeforeAll
    static void writeWhatOnlyOracleKnowsInOtherWords() throws Exception {
        keepsTheDatabase = DriverManager.getConnection(URL, "sa", "");
        Sql.executeOn(
                keepsTheDatabase,
                "create view user_sequences as select sequence_name from information_schema.sequences");
        Files.writeString(folder.resolve("props"), PROPS.formatted(URL, "first"));
        Path own = Files.createDirectories(folder.resolve("sql.oracle"));
        Files.writeString(own.resolve("dialect.properties"), "bulk = direct\nerrors.lockTimeout = HYT00\n");
        Files.writeString(own.resolve("statements.sql"), "-- name: Session.build\n\n-- name: Session.check\n");
        Files.writeString(own.resolve("tableCreates.sql"), withoutPhysicalClauses("tableCreates.sql"));
        Files.writeString(own.resolve("indexCreates.sql"), withoutPhysicalClauses("indexCreates.sql"));
        Files.writeString(
                own.resolve("extraHistID.sql"),
                "alter sequence bmsql_hist_id_seq restart with (select max(hist_id) + 1 from bmsql_history);\n"
                        + withoutBlocks("extraHistID.sql")
                                .replaceFirst(
                                        "modify \\((hist_id) (default .*)\\);",
                                        "alter column $1 set $2;\nalter table bmsql_history alter column $1 set not null;"));
        Files.writeString(own.resolve("buildFinish.sql"), "analyze;\n");
        Files.writeString(
                own.resolve("histIdReset.sql"),
                "alter sequence bmsql_hist_id_seq restart with (select max(hist_id) + 1 from bmsql_history);\n");
        // H2 looks at all rows again for each key, which is a good part of the build.
        Files.writeString(
                own.resolve("foreignKeys.sql"),
                Files.readString(Path.of("sql.common/foreignKeys.sql")).replace(");", ") nocheck;"));
        Files.writeString(own.resolve("storedProcedureCreates.sql"), "-- H2 has no PL/SQL.\n");
        for (String drops : List.of("tableDrops.sql", "loadProgressDrops.sql")) {
            Files.writeString(own.resolve(drops), Files.readString(Path.of("sql.common", drops)));
        }
    }

    @AfterAll
    static void forgetTheDatabase() throws SQLException {
        keepsTheDatabase.close();
    }

    @Test
    @Order(1)
    void builds() throws Exception {
        Stage stage = Stage.ended(folder, 0, "build", "props");

        assertThat(stage.out() + stage.err()).contains("direct path", "foreignKeys", "41 facts");
        assertThat(number("select count(*) from bmsql_history where hist_id is not null"))
                .isEqualTo(30_000);
    }

    @Test
    @Order(2)
    void runs() throws Exception {
        Stage.summaryOfRun(folder, "first");

        assertThat(number("select count(*) from bmsql_history where hist_id > 30000"))
                .as("payments numbered by the column's default")
                .isGreaterThan(30);
        assertThat(number("select count(*) from bmsql_oorder where o_id <= 3000 and o_carrier_id is not null"))
                .as("orders delivered")
                .isGreaterThan(21_000);
    }

    @Test
    @Order(3)
    void runsInTheOriginalsShapes() throws Exception {
        JsonNode summary =
                Stage.summaryOfRun(folder, "second", "-DstatementProfile=benchmarksql5", "-DrunTxnsPerTerminal=10");

        assertThat(summary.at("/run/statementProfile").asText()).isEqualTo("benchmarksql5");
    }

    @Test
    @Order(4)
    void conditionsHold() {
        Stage.ended(folder, 0, "check", "props");
    }

    @Test
    @Order(5)
    void aResetBringsTheLoadedRowsBack() throws Exception {
        assertThat(Stage.ended(folder, 0, "reset", "props").out()).contains("Reset in ", "warehouses: 1;");

        assertThat(Stage.ended(folder, 0, "fingerprint", "props", "--as-loaded").out())
                .contains("bmsql_history             30,000 rows");
        assertThat(number("select next value for bmsql_hist_id_seq")).isEqualTo(30_001);
    }

    /** The words of each workload's own folder, but for the ALTER TABLE by which sysbench's numbers go on behind the rows. */
    @ParameterizedTest
    @CsvSource({
        "smallbank, customers=2000",
        "tatp, subscribers=2000",
        "ycsb, records=2000",
        "pgbench, scale=1",
        "sysbench, tables=2"
    })
    @Order(6)
    void workloadsAreBuiltRunCheckedAndDestroyed(String workload, String size) throws Exception {
        Path own = Files.createDirectories(folder.resolve("workload.sysbench/sql.oracle"));
        Files.writeString(
                own.resolve("indexes.sql"),
                Files.readString(Path.of("workload.sysbench/sql.oracle/indexes.sql"))
                        .replaceFirst("modify id .*;", "alter column id restart with 1:table_size;"));
        Files.writeString(
                folder.resolve(workload),
                PROPS.formatted(URL, "of-" + workload)
                        .replaceAll("(?m)^(warehouses|\\w+Weight)=.*\\n", "")
                        .concat("workload=" + workload + "\nscriptVariables=" + size + "\n")
                        .concat(workload.equals("sysbench") ? "scripts=oltp_read_write@1 oltp_insert@1\n" : ""));

        Stage.ended(folder, 0, "build", workload);
        Stage.ended(folder, 0, "run", workload);
        Stage.ended(folder, 0, "check", workload);
        Stage.ended(folder, 0, "destroy", workload);
    }

    private static String withoutPhysicalClauses(String script) throws IOException {
        String shipped = Files.readString(SHIPPED.resolve(script));
        String rest = OracleClauses.withoutPhysical(shipped);
        assertThat(rest.length()).isLessThan(shipped.length());
        return rest;
    }

    private static String withoutBlocks(String script) throws IOException {
        return Files.readString(SHIPPED.resolve(script)).replaceAll("(?s)-- \\{.*?-- }", "");
    }

    private static long number(String sql) throws SQLException {
        return Sql.numberOn(keepsTheDatabase, sql);
    }
}
