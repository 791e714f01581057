package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
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
    private static final String PASSWORD = TestServers.password();

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    static Path folder;

    private static final StringBuilder EVERYTHING_PRINTED = new StringBuilder();

    @BeforeAll
    static void writeProps() throws IOException {
        POSTGRES.props(
                folder.resolve("props.pg"),
                "driver=org.postgresql.Driver warehouses=1 loadWorkers=2 terminals=4 runMins=0.06 rampupMins=0.01"
                        + " limitTxnsPerMin=6000 newOrderWeight=20 paymentWeight=20 orderStatusWeight=20"
                        + " deliveryWeight=20 stockLevelWeight=20 reportIntervalSecs=1 resultDirectory=result_%tF seed=7");
    }

    @Test
    void fromAnEmptyServerToAReportAndBack() throws Exception {
        printSqlShowsEveryStatementAndSendsNone();
        runAndCheckOfAnEmptyServerSayThatABuildIsNeeded();
        aFailingStatementStopsTheBuildWithItsPlaceAndStatus4();
        buildLoadsAndChecksThePopulation();
        loadingAgainIntoFullTablesIsRefusedWithStatus4();
        moreWarehousesThanLoadedNamesBothNumbersAndLeavesNoDirectory();
        runChecksAndReports();
        theOriginalsScriptsFindAllTheyNeedInTheDirectory();
        anExistingDirectoryIsNeverOverwritten();
        aRunWithoutResultDirectoryWritesNoFilesAndItsProgressIsOneObjectALine();
        aDatabaseAsTheOriginalLeavesItRunsSoManyTransactions();
        everyRunCountedAndAStartThatFailedGaveItsNumberBack();
        checkOfABrokenDatabaseNamesTheClauseAndGivesStatus7();
        aFailingStatementOfAScriptIsPrintedAndTheRestRuns();
        destroyLeavesNothingTwiceInARow();
        thePasswordStandsNowhere();
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

    private static void aFailingStatementStopsTheBuildWithItsPlaceAndStatus4() throws IOException {
        Path folders = Files.createDirectory(folder.resolve("sql.postgres"));
        Path broken = folders.resolve("tableCreates.sql");
        Files.writeString(
                broken, "create table bmsql_config (cfg_name int);\ncreate tible x;\ncreate table y (a int);\n");
        Stage stage = Stage.ended(folder, 4, "build", "props.pg");
        assertThat(stage.err()).contains("tableCreates.sql:2", "create tible x", "syntax error");
        assertThat(stage.out()).doesNotContain("create table y");
        Files.delete(broken);
        assertThat(new Stage(folder).run("destroy", "props.pg")).isZero();
    }

    private static void buildLoadsAndChecksThePopulation() throws Exception {
        Stage stage = run(0, "build", "props.pg");
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
        assertThat(stage.err()).doesNotContain("\b", "\r", "\u001b");
        assertThat(tables()).isEqualTo(10);
        assertThat(bytesOnDisk())
                .as("bytes, about the %s of the estimate", estimate(stage.err()))
                .isCloseTo(estimate(stage.err()), withinPercentage(10));
        assertThat(run(0, "check", "props.pg", "--after-load").out())
                .contains("Check 3.3.2.1 ", "Check 3.3.2.11", "Check 3.3.2.12", "all 12 conditions hold");
    }

    private static long estimate(String printed) {
        Matcher line = Pattern.compile(
                        "Loading 1 warehouse: about [0-9,]+ rows, about ([0-9]+) MB on disk with indexes")
                .matcher(printed);
        assertThat(line.find()).as(printed).isTrue();
        return 1_000_000L * Integer.parseInt(line.group(1));
    }

    private static void loadingAgainIntoFullTablesIsRefusedWithStatus4() {
        Stage stage = run(4, "load", "props.pg");
        assertThat(stage.err()).contains("bmsql_").doesNotContain("\tat ");
    }

    private static void moreWarehousesThanLoadedNamesBothNumbersAndLeavesNoDirectory() throws IOException {
        Stage stage = run(2, "run", "props.pg", "-Dwarehouses=3");
        assertThat(stage.err()).contains("warehouses=3", "only 1 are loaded");
        assertThat(resultDirectories()).isEmpty();
    }

    private static void runChecksAndReports() throws IOException {
        Stage stage = run(
                0,
                "run",
                "props.pg",
                "-DcheckAfterRun=true",
                "-DosCollectorScript=./misc/os_collector_linux.py",
                "-DosCollectorInterval=1",
                "--progress=plain");
        assertThat(stage.out()).contains("all 11 conditions hold");
        assertThat(stage.err()).contains("Term-00, Running Average tpmTOTAL: ");
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

        assertThat(run(0, "report", directory.toString()).out()).contains("report.html");
        assertThat(directory.resolve("report.html")).content().contains("<svg");
    }

    private static void theOriginalsScriptsFindAllTheyNeedInTheDirectory() throws IOException {
        Path directory = resultDirectories().get(0);
        List<String> info = Files.readAllLines(directory.resolve("data/runInfo.csv"));
        assertThat(info).hasSize(2);
        assertThat(cells(info.get(0)))
                .startsWith("run", "driver", "driverVersion", "db", "sessionStart", "runMins", "loadWarehouses")
                .allMatch(name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"));
        assertThat(cells(info.get(1)))
                .hasSameSizeAs(cells(info.get(0)))
                .noneMatch(String::isEmpty)
                .contains("simple", "0.06");

        assertRows(
                directory.resolve("data/result.csv"),
                "run,elapsed,latency,dblatency,ttype,rbk,dskipped,error",
                "[A-Z_]+|[0-9]+");
        String rows = Files.readString(directory.resolve("data/result.csv"));
        assertThat(rows).contains(",NEW_ORDER,", ",PAYMENT,", ",ORDER_STATUS,", ",STOCK_LEVEL,", ",DELIVERY,");
        assertRows(
                directory.resolve("data/sys_info.csv"),
                "run,elapsed,cpu_user,cpu_nice,cpu_system,cpu_idle,cpu_iowait,cpu_irq,cpu_softirq,cpu_steal,cpu_guest,"
                        + "cpu_guest_nice,vm_nr_dirty",
                NUMBER);
        List<String> cpu =
                cells(Files.readAllLines(directory.resolve("data/sys_info.csv")).get(1));
        assertThat(cpu.subList(2, 10).stream().mapToDouble(Double::parseDouble).sum())
                .as("fractions of the interval")
                .isBetween(0.98, 1.02);
        for (Path device : devices(directory, "net_")) {
            assertRows(device, "run,elapsed,device,rxpktsps,rxkbps,txpktsps,txkbps", NUMBER + "|net_.+");
        }
        for (Path device : devices(directory, "blk_")) {
            assertRows(device, "run,elapsed,device,rdiops,rdmerges,rdkbps,wriops,wrmerges,wrkbps", NUMBER + "|blk_.+");
        }
        assertThat(devices(directory, "net_").size()
                        + devices(directory, "blk_").size())
                .isPositive();
    }

    private static final String NUMBER = "-?[0-9]+([.][0-9]+)?(E-?[0-9]+)?";

    /** The columns of the original first, then ours; in every line as many values, and no text that R would not read. */
    private static void assertRows(Path file, String header, String value) throws IOException {
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0)).as(file.toString()).startsWith(header);
        // On a busy machine the run may be over after one look at the host.
        assertThat(lines).as(file.toString()).hasSizeGreaterThan(1);
        assertThat(lines.subList(1, lines.size())).as(file.toString()).allSatisfy(line -> assertThat(cells(line))
                .hasSameSizeAs(cells(lines.get(0)))
                .allMatch(cell -> cell.matches(value), "is " + value));
        assertThat(lines.stream().skip(1).map(line -> Long.parseLong(cells(line).get(1))))
                .as("milliseconds from the start of the window")
                .allMatch(elapsed -> elapsed >= 0 && elapsed < 60_000);
    }

    private static List<String> cells(String line) {
        return List.of(line.split(",", -1));
    }

    private static List<Path> devices(Path directory, String prefix) throws IOException {
        return TestFiles.in(directory.resolve("data")).stream()
                .filter(file -> file.getFileName().toString().matches(prefix + ".+[.]csv"))
                .toList();
    }

    /** The build of the fourth test left it in the database. */
    private static void assertTellsItsLoad(@Nullable LoadFacts load) {
        assertThat(load).isNotNull();
        assertThat(load.writing().way()).isEqualTo("COPY");
        assertThat(load.origin().db()).isEqualTo("postgres");
        assertThat(load.origin().warehouses()).isEqualTo(1);
        assertThat(load.origin().seed()).isEqualTo(7);
        assertThat(load.writing().workers()).isEqualTo(2);
        assertThat(load.populationFacts()).isEqualTo(36);
        assertThat(load.tableRows())
                .hasSize(9)
                .containsEntry("bmsql_item", 100_000L)
                .containsEntry("bmsql_new_order", 9_000L);
        assertThat(load.writing().rows()
                        - load.tableRows().values().stream()
                                .mapToLong(rows -> rows)
                                .sum())
                .as("rows of bmsql_config")
                .isEqualTo(6);
        assertThat(load.schema()).containsEntry("foreignKeys", "true").containsEntry("partitions", "0");
        assertThat(load.stepSeconds()).containsKeys("tableCreates", "indexCreates", "foreignKeys", "buildFinish");
        assertThat(load.origin().startEpochMillis()).isNotNull();
        assertThat(load.speed().rowsPerSecond()).isPositive();
    }

    private static void anExistingDirectoryIsNeverOverwritten() throws IOException {
        Path directory = resultDirectories().get(0);
        byte[] before = Files.readAllBytes(directory.resolve("summary.json"));
        Stage stage = run(2, "run", "props.pg", "-DresultDirectory=" + directory.getFileName());
        assertThat(stage.err()).contains("exists already").doesNotContain("stacktrace");
        assertThat(directory.resolve("summary.json")).hasBinaryContent(before);
    }

    private static void aRunWithoutResultDirectoryWritesNoFilesAndItsProgressIsOneObjectALine() throws IOException {
        int before = resultDirectories().size();
        Stage stage =
                run(0, "run", "props.pg", "-DresultDirectory=", "-DrunMins=0.04", "-DrampupMins=0", "--progress=json");
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
        run(0, counted.split(" "));
        RunSummary summary = SummaryJson.read(folder.resolve("foreign/summary.json"));
        assertThat(summary.run().load()).as("nobody noted that load").isNull();
        assertThat(summary.run().pace().mode()).isEqualTo("transactions");
        assertThat(summary.figures().types().stream()
                        .filter(type -> !type.type().equals("DELIVERY_BG"))
                        .mapToLong(RunSummary.TypeSummary::count)
                        .sum())
                .isEqualTo(80);
    }

    private static void everyRunCountedAndAStartThatFailedGaveItsNumberBack() throws IOException {
        int last = Integer.parseInt(
                Files.readString(folder.resolve(".jTPCC_run_seq.dat")).strip());
        run(2, "run", "props.pg", "-Dwarehouses=99");
        assertThat(folder.resolve(".jTPCC_run_seq.dat")).hasContent(String.valueOf(last));
        assertThat(SummaryJson.read(folder.resolve("foreign/summary.json"))
                        .run()
                        .setup()
                        .runId())
                .isEqualTo(last);
    }

    private static void checkOfABrokenDatabaseNamesTheClauseAndGivesStatus7() throws Exception {
        POSTGRES.execute("UPDATE bmsql_warehouse SET w_ytd = w_ytd + 1");
        Stage stage = run(7, "check", "props.pg");
        assertThat(stage.out())
                .containsPattern("Check 3\\.3\\.2\\.1 +FAILED.*1 violations")
                .containsPattern("Check 3\\.3\\.2\\.8 +FAILED")
                .containsPattern("Check 3\\.3\\.2\\.2 +ok");
    }

    private static void aFailingStatementOfAScriptIsPrintedAndTheRestRuns() throws IOException {
        Files.writeString(
                folder.resolve("mine.sql"),
                "create table rest_1 (a int);\ncreate tible;\n"
                        + "create table rest_2 (a int);\ndrop table rest_1;\ndrop table rest_2;\n");
        Stage stage = run(4, "sql", "props.pg", "mine.sql");
        assertThat(stage.out()).contains("# Loading SQL file ", "mine.sql:2", "syntax error", "drop table rest_2;");
    }

    private static void destroyLeavesNothingTwiceInARow() throws Exception {
        assertThat(run(0, "destroy", "props.pg").out()).doesNotContain("drop table");
        assertThat(tables()).isZero();
        run(0, "destroy", "props.pg");
    }

    private static void thePasswordStandsNowhere() throws IOException {
        assertThat(EVERYTHING_PRINTED).doesNotContain(PASSWORD);
        TestFiles.assertNowhere(PASSWORD, folder, file -> file.endsWith("props.pg"));
    }

    private static Stage run(int expectedStatus, String... args) {
        Stage stage = new Stage(folder);
        int status = stage.run(args);
        EVERYTHING_PRINTED.append(stage.out()).append(stage.err());
        assertThat(status).as(stage.out() + stage.err()).isEqualTo(expectedStatus);
        return stage;
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
