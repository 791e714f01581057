package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The whole program in one process, command after command, as a user goes from an empty server to a report. */
class WholeProgramIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    static Path folder;

    @BeforeAll
    static void writeProps() throws IOException {
        POSTGRES.props(
                folder.resolve("props.pg"),
                "driver=org.postgresql.Driver warehouses=1 loadWorkers=2 terminals=4 runMins=0.1 rampupMins=0.01"
                        + " limitTxnsPerMin=6000 newOrderWeight=20 paymentWeight=20 orderStatusWeight=20"
                        + " deliveryWeight=20 stockLevelWeight=20 reportIntervalSecs=1 resultDirectory=result_%tF seed=7");
    }

    @Test
    void fromAnEmptyServerToAReportAndBack() throws Exception {
        printSqlShowsEveryStatementAndSendsNone();
        runAndCheckOfAnEmptyServerSayThatABuildIsNeeded();
        buildLoadsAndChecksThePopulation();
        moreWarehousesThanLoadedNamesBothNumbersAndLeavesNoDirectory();
        runChecksAndReports();
        theOriginalsScriptsFindTheirColumnsInTheDirectory();
        aRunWithoutResultDirectoryWritesNoFilesAndItsProgressIsOneObjectALine();
        aDatabaseAsTheOriginalLeavesItRunsSoManyTransactions();
        checkOfABrokenDatabaseNamesTheClauseAndGivesStatus7();
        aFailingStatementOfAScriptIsPrintedAndTheRestRuns();
        Stage.ended(folder, 0, "destroy", "props.pg");
        assertThat(tables()).isZero();
        aSecondDestroyLeavesTheTablesOfAnotherSchema();
    }

    private static void aSecondDestroyLeavesTheTablesOfAnotherSchema() throws Exception {
        String table = "create table %s.bmsql_history (h_data text)";
        POSTGRES.execute("create schema first_one", table.formatted("first_one"), table.formatted("public"));
        POSTGRES.execute(
                "create table public.pgbench_branches (bid integer)", "create sequence public.bmsql_hist_id_seq");
        String[] destroy = {"destroy", "props.pg", "-Dconn=" + POSTGRES.url() + "?currentSchema=first_one,public"};
        String looked = "# Destroying in the schema first_one; no other is looked at";
        String none = "# No table of a build is there";

        assertThat(Stage.ended(folder, 0, destroy).out()).contains(looked).doesNotContain(none);
        assertThat(Stage.ended(folder, 0, destroy).out()).contains(looked, none);
        assertThat(Stage.ended(folder, 0, destroy[0], destroy[1], destroy[2], "-Dworkload=pgbench")
                        .out())
                .contains(looked, none);

        assertThat(POSTGRES.texts("select relname from pg_class where relnamespace = 'public'::regnamespace"
                        + " and relkind in ('r', 'S') order by relname"))
                .containsExactly("bmsql_hist_id_seq", "bmsql_history", "pgbench_branches");
    }

    private static void printSqlShowsEveryStatementAndSendsNone() throws Exception {
        Stage stage =
                Stage.ended(folder, 0, "build", "props.pg", "--print-sql", "-Dconn=jdbc:postgresql://127.0.0.1:1/none");
        assertThat(stage.out())
                .containsSubsequence(
                        "create table bmsql_warehouse", "-- load", "bmsql_order_line_pkey", "ol_stock_fkey", "vacuum");
        assertThat(tables()).isZero();
    }

    private static void runAndCheckOfAnEmptyServerSayThatABuildIsNeeded() throws IOException {
        Stage stage = Stage.ended(folder, 2, "run", "props.pg");
        assertThat(stage.run("check", "props.pg")).isEqualTo(2);
        assertThat(stage.err())
                .contains("bmsql_config", "run bmsql build first")
                .doesNotContain("\tat ");
        assertThat(resultDirectories()).isEmpty();
    }

    private static void buildLoadsAndChecksThePopulation() throws Exception {
        Stage stage = Stage.ended(folder, 0, "build", "props.pg");
        assertThat(stage.out())
                .contains("Population checked: all ", "items 100,000, warehouses 1, districts 10, customers 30,000, ")
                .containsSubsequence(
                        "tableCreates done in ",
                        "storedProcedureCreates",
                        "# Starting the load",
                        "indexCreates",
                        "foreignKeys",
                        "extraHistID")
                .doesNotContain("create table", "Worker 000");
        assertThat(stage.out() + stage.err()).doesNotContain("\b", "\r", "\u001b", POSTGRES.password());
        assertThat(tables()).isEqualTo(10);
        assertThat(bytesOnDisk())
                .as("bytes, about the %s of the estimate", estimate(stage.err()))
                .isCloseTo(estimate(stage.err()), withinPercentage(10));
        assertThat(Stage.ended(folder, 0, "check", "props.pg", "--after-load").out())
                .contains("Check 3.3.2.1 ", "Check 3.3.2.11", "Check 3.3.2.12", "all 12 conditions hold");
    }

    private static long estimate(String printed) {
        Matcher line = Pattern.compile(
                        "Loading 1 warehouse: about [0-9,]+ rows, about ([0-9]+) MB on disk with indexes")
                .matcher(printed);
        assertThat(line.find()).as(printed).isTrue();
        return 1_000_000L * Integer.parseInt(line.group(1));
    }

    private static void moreWarehousesThanLoadedNamesBothNumbersAndLeavesNoDirectory() throws IOException {
        Stage.ended(folder, 2, "run", "props.pg", "-Dwarehouses=3").warned("warehouses=3", "only 1 are loaded");
        assertThat(resultDirectories()).isEmpty();
    }

    private static void runChecksAndReports() throws IOException {
        String words = "run props.pg -DcheckAfterRun=true -DosCollectorScript=./misc/os_collector_linux.py"
                + " -DosCollectorInterval=1 --progress=plain";
        Stage.ended(folder, 0, words.split(" "))
                .printed("all 11 conditions hold")
                .warned("Term-00, Running Average tpmTOTAL: ");
        Path directory = resultDirectories().get(0);
        RunSummary summary = SummaryJson.read(directory.resolve("summary.json"));
        assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
        assertThat(summary.figures().tpmC()).isPositive();
        assertThat(summary.postRun().check()).hasSize(11).allMatch(RunSummary.CheckResult::passed);
        assertThat(summary.run().setup().seed()).isEqualTo(7);
        assertTellsItsLoad(summary.run().load());
        assertThat(summary.postRun().conditions().hostSpeed()).isNotNull();
        assertThat(summary.postRun().conditions().perNewOrder())
                .containsKeys("blocks: touched", "log written: wal, kB", "rows: inserted");
        assertThat(summary.run().environment()).containsKeys("host", "server", "driver", "jvm", "command line");
        assertThat(directory.resolve("data/runInfo.csv")).content().contains("simple");

        assertThat(Stage.ended(folder, 0, "report", directory.toString()).out()).contains("report.html");
        assertThat(directory.resolve("report.html")).content().contains("<svg");
    }

    /** Header lines of the other files, and all values, are looked at where they are made. */
    private static void theOriginalsScriptsFindTheirColumnsInTheDirectory() throws IOException {
        Path data = resultDirectories().get(0).resolve("data");
        assertThat(data.resolve("sys_info.csv"))
                .content()
                .startsWith(
                        "run,elapsed,cpu_user,cpu_nice,cpu_system,cpu_idle,cpu_iowait,cpu_irq,cpu_softirq,cpu_steal,"
                                + "cpu_guest,cpu_guest_nice,vm_nr_dirty");
        String network = "run,elapsed,device,rxpktsps,rxkbps,txpktsps,txkbps";
        String disk = "run,elapsed,device,rdiops,rdmerges,rdkbps,wriops,wrmerges,wrkbps";
        assertThat(data.toFile().listFiles((folder, name) -> name.matches("(net|blk)_.+[.]csv")))
                .isNotEmpty()
                .allSatisfy(file ->
                        assertThat(file).content().startsWith(file.getName().startsWith("net") ? network : disk));
    }

    /** The build left it in the database. */
    private static void assertTellsItsLoad(@Nullable LoadFacts load) {
        assertThat(load).isNotNull();
        assertThat(load.writing().way()).isEqualTo("COPY");
        assertThat(load.origin().seed()).isEqualTo(7);
        assertThat(load.tableRows()).hasSize(9).containsEntry("bmsql_item", 100_000L);
        long rows = load.tableRows().values().stream().mapToLong(table -> table).sum();
        assertThat(load.writing().rows() - rows).as("rows of bmsql_config").isEqualTo(6);
        assertThat(load.schema()).containsEntry("foreignKeys", "true").containsEntry("partitions", "0");
        assertThat(load.stepSeconds()).containsKeys("tableCreates", "indexCreates", "foreignKeys", "buildFinish");
    }

    private static void aRunWithoutResultDirectoryWritesNoFilesAndItsProgressIsOneObjectALine() throws IOException {
        int before = resultDirectories().size();
        Stage stage =
                Stage.line(folder, 0, "run props.pg -DresultDirectory= -DrunMins=0.04 -DrampupMins=0 --progress=json");
        assertThat(resultDirectories()).hasSize(before);
        assertThat(stage.err().lines().filter(line -> line.startsWith("{")))
                .isNotEmpty()
                .allMatch(line -> line.contains("\"tpmCNow\":") && line.endsWith("}"));
    }

    /** The original leaves four rows in bmsql_config, hist_id in 32 bits, and knows no index of ours. */
    private static void aDatabaseAsTheOriginalLeavesItRunsSoManyTransactions() throws Exception {
        POSTGRES.execute(
                "DELETE FROM bmsql_config WHERE cfg_name NOT LIKE 'nURandC%' AND cfg_name <> 'warehouses'",
                "ALTER TABLE bmsql_history ALTER COLUMN hist_id TYPE integer");
        String counted = "run props.pg -DresultDirectory=foreign -DrunMins=0 -DrampupMins=0 -DrunTxnsPerTerminal=20";
        Stage.ended(folder, 0, counted.split(" "));
        RunSummary summary = Stage.summary(folder, "foreign");
        assertThat(summary.run().load()).as("nobody noted that load").isNull();
        assertThat(summary.run().pace().mode()).isEqualTo("transactions");
        assertThat(summary.figures().types().stream()
                        .filter(type -> !type.type().equals("DELIVERY_BG"))
                        .mapToLong(RunSummary.TypeSummary::count)
                        .sum())
                .isEqualTo(80);
    }

    private static void checkOfABrokenDatabaseNamesTheClauseAndGivesStatus7() throws Exception {
        POSTGRES.execute("UPDATE bmsql_warehouse SET w_ytd = w_ytd + 1");
        Stage stage = Stage.ended(folder, 7, "check", "props.pg");
        assertThat(stage.out())
                .containsPattern("Check 3\\.3\\.2\\.1 +FAILED.*: 1 violation")
                .containsPattern("Check 3\\.3\\.2\\.8 +FAILED")
                .containsPattern("Check 3\\.3\\.2\\.2 +ok");
    }

    private static void aFailingStatementOfAScriptIsPrintedAndTheRestRuns() throws IOException {
        Files.writeString(
                folder.resolve("mine.sql"),
                "create table rest_1 (a int);\ncreate tible;\n"
                        + "create table rest_2 (a int);\ndrop table rest_1;\ndrop table rest_2;\n");
        Stage stage = Stage.ended(folder, 4, "sql", "props.pg", "mine.sql");
        assertThat(stage.out()).contains("# Loading SQL file ", "mine.sql:2", "syntax error", "drop table rest_2;");
    }

    private static List<Path> resultDirectories() throws IOException {
        return TestFiles.in(folder).stream()
                .filter(path -> path.getFileName().toString().startsWith("result_"))
                .toList();
    }

    private static long bytesOnDisk() throws SQLException {
        return POSTGRES.number(
                "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname LIKE 'bmsql%' AND relkind = 'r'");
    }

    private static long tables() throws SQLException {
        return POSTGRES.number("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'bmsql%'");
    }
}
