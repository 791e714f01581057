package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.testing.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The whole program in one process, command after command, as a user goes from an empty server to a report. */
class WholeProgramIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    @BeforeEach
    void writeProps() throws IOException {
        POSTGRES.props(
                folder.resolve("props"),
                "driver=org.postgresql.Driver warehouses=1 loadWorkers=2 terminals=4 runMins=0.1 rampupMins=0.01"
                        + " limitTxnsPerMin=6000 newOrderWeight=20 paymentWeight=20 orderStatusWeight=20"
                        + " deliveryWeight=20 stockLevelWeight=20 reportIntervalSecs=1 resultDirectory=none seed=7");
    }

    private Stage ended(int status, String words) {
        return Stage.line(folder, status, words);
    }

    @Test
    void fromAnEmptyServerToAReportAndBack() throws Exception {
        ended(0, "build props --print-sql -Dconn=jdbc:postgresql://127.0.0.1:1/none");
        assertThat(tables()).isZero();
        for (String command : List.of("run", "check")) {
            ended(2, command + " props").warned("bmsql_config", "run bmsql build first");
        }
        build();
        ended(2, "run props -Dwarehouses=3").warned("warehouses=3", "only 1 are loaded");
        assertThat(folder.resolve("none")).doesNotExist();

        run();
        assertThat(ended(0, "run props -DresultDirectory= -DrunMins=0.1 -DrampupMins=0 --progress=json")
                        .err()
                        .lines()
                        .filter(line -> line.startsWith("{")))
                .as("without a directory")
                .isNotEmpty()
                .allMatch(line -> line.contains("\"tpmCNow\":") && line.endsWith("}"));
        aDatabaseAsTheOriginalLeavesItRunsSoManyTransactions();

        POSTGRES.execute("UPDATE bmsql_warehouse SET w_ytd = w_ytd + 1");
        assertThat(ended(7, "check props").out())
                .containsPattern("Check 3\\.3\\.2\\.1 +FAILED.*: 1 violation")
                .containsPattern("Check 3\\.3\\.2\\.8 +FAILED")
                .containsPattern("Check 3\\.3\\.2\\.2 +ok");
        ended(0, "destroy props");
        assertThat(tables()).isZero();
    }

    private void build() throws SQLException {
        Stage stage = ended(0, "build props");
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
        Matcher estimate = Pattern.compile(
                        "Loading 1 warehouse: about [0-9,]+ rows, about ([0-9]+) MB on disk with indexes")
                .matcher(stage.err());
        assertThat(estimate.find()).as(stage.err()).isTrue();
        assertThat(POSTGRES.number("SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname LIKE 'bmsql%'"
                        + " AND relkind = 'r'"))
                .as("bytes, about the estimate's")
                .isCloseTo(1_000_000L * Integer.parseInt(estimate.group(1)), withinPercentage(10));
        ended(0, "check props --after-load").printed("Check 3.3.2.1 ", "Check 3.3.2.11", "all 12 conditions hold");
    }

    /** Header lines of the other files, and all values, are looked at where they are made. */
    private void run() throws IOException {
        ended(
                        0,
                        "run props -DcheckAfterRun=true -DosCollectorScript=./misc/os_collector_linux.py"
                                + " -DosCollectorInterval=1 --progress=plain -DresultDirectory=result")
                .printed("all 11 conditions hold")
                .warned("Term-00, Running Average tpmTOTAL: ");
        RunSummary summary = Stage.summary(folder, "result");
        assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
        assertThat(summary.figures().tpmC()).isPositive();
        assertThat(summary.postRun().check()).hasSize(11).allMatch(RunSummary.CheckResult::passed);
        assertThat(summary.postRun().conditions().hostSpeed()).isNotNull();
        assertThat(summary.postRun().conditions().perNewOrder())
                .containsKeys("blocks: touched", "log written: wal, kB", "rows: inserted");
        assertThat(summary.run().environment()).containsKeys("host", "server", "driver", "jvm", "command line");
        LoadFacts load = summary.run().load();
        assertThat(load.writing().way()).isEqualTo("COPY");
        assertThat(load.origin().seed()).isEqualTo(7);
        assertThat(load.tableRows()).hasSize(9).containsEntry("bmsql_item", 100_000L);
        long rows = load.tableRows().values().stream().mapToLong(table -> table).sum();
        assertThat(load.writing().rows() - rows).as("rows of bmsql_config").isEqualTo(6);
        assertThat(load.schema()).containsEntry("foreignKeys", "true").containsEntry("partitions", "0");
        assertThat(load.stepSeconds()).containsKeys("tableCreates", "indexCreates", "foreignKeys", "buildFinish");

        Path data = folder.resolve("result/data");
        assertThat(data.resolve("runInfo.csv")).content().contains("simple");
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
        ended(0, "report result").printed("report.html");
        assertThat(folder.resolve("result/report.html")).content().contains("<svg");
    }

    /** The original leaves four rows in bmsql_config, hist_id in 32 bits, and knows no index of ours. */
    private void aDatabaseAsTheOriginalLeavesItRunsSoManyTransactions() throws SQLException {
        POSTGRES.execute(
                "DELETE FROM bmsql_config WHERE cfg_name NOT LIKE 'nURandC%' AND cfg_name <> 'warehouses'",
                "ALTER TABLE bmsql_history ALTER COLUMN hist_id TYPE integer");
        ended(0, "run props -DresultDirectory=foreign -DrunMins=0 -DrampupMins=0 -DrunTxnsPerTerminal=20");
        RunSummary summary = Stage.summary(folder, "foreign");
        assertThat(summary.run().load()).as("nobody noted that load").isNull();
        assertThat(summary.figures().foreground()).isEqualTo(80);
    }

    @Test
    void aFailingStatementOfAScriptIsPrintedAndTheRestRuns() throws IOException {
        Files.writeString(
                folder.resolve("mine.sql"),
                "create table rest_1 (a int);\ncreate tible;\n"
                        + "create table rest_2 (a int);\ndrop table rest_1;\ndrop table rest_2;\n");
        ended(4, "sql props mine.sql")
                .printed("# Loading SQL file ", "mine.sql:2", "syntax error", "drop table rest_2;");
    }

    @Test
    void aDestroyLeavesTheTablesOfAnotherSchema() throws Exception {
        String table = "create table %s.bmsql_history (h_data text)";
        POSTGRES.execute(
                "create schema first_one",
                "create schema other_one",
                table.formatted("first_one"),
                table.formatted("other_one"),
                "create table other_one.pgbench_branches (bid integer)",
                "create sequence other_one.bmsql_hist_id_seq");
        String destroy = "destroy props -Dconn=" + POSTGRES.url() + "?currentSchema=first_one,other_one";
        String looked = "# Destroying in the schema first_one; no other is looked at";
        String none = "# No table of a build is there";

        assertThat(ended(0, destroy).out()).contains(looked).doesNotContain(none);
        ended(0, destroy).printed(looked, none);
        ended(0, destroy + " -Dworkload=pgbench").printed(looked, none);

        assertThat(POSTGRES.texts("select relname from pg_class where relnamespace = 'other_one'::regnamespace"
                        + " and relkind in ('r', 'S') order by relname"))
                .containsExactly("bmsql_hist_id_seq", "bmsql_history", "pgbench_branches");
        POSTGRES.execute("drop schema first_one cascade", "drop schema other_one cascade");
    }

    private static long tables() throws SQLException {
        return POSTGRES.number("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'bmsql%'");
    }
}
