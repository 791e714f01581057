package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.RunSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are stopped or killed: what is on the disk is readable and says how it ended. */
class BrokenOffIT {
    /** Behind the file that has most; what would be kept until the end lacks the whole run. */
    private static final double LOST_SECONDS = 5;

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    @TempDir
    static Path folder;

    @BeforeAll
    static void load() throws Exception {
        // Most tests wait for a moment of the run, not for its transactions.
        POSTGRES.props(
                folder.resolve("p"),
                "warehouses=1 terminals=2 runMins=5 limitTxnsPerMin=1200 cpuSpeedProbe=false"
                        + " resultDirectory=result");
    }

    /** Ctrl-C while a run measures is in ScriptsIT, and a stop before its first transaction in SeveralRunsIT. */
    @Test
    @Tag("long")
    void aSignalWhileTheRunDrainsLeavesItsFigures() throws Exception {
        try (Connection blocker = POSTGRES.connect()) {
            ChildProgram run = run("drain", "-DrunMins=0.1", "-DreportAfterRun=true");
            awaitSeries("drain");
            lock(blocker, "bmsql_district, bmsql_warehouse, bmsql_customer");
            await(() -> Files.readString(path("drain", "data/series.csv")).contains("DRAIN"));
            run.signal("TERM");
            assertEnded(143, run);
        }
        // The lock held up commits: an outage, where it lasted long enough to be one.
        assertThat(verdict("drain")).matches("Interrupted(; 1 outage, .+)?");
    }

    /** A run without Payments and ledger never touches the history that this lock holds back; the check waits for it. */
    @Test
    @Tag("long")
    void aSignalDuringTheCheckAfterTheRunBreaksItOffAndSaysSo() throws Exception {
        try (Connection blocker = POSTGRES.connect()) {
            lock(blocker, "bmsql_history");
            String onlyNewOrders =
                    "-DrunMins=0 -DrunTxnsPerTerminal=5 -DlimitTxnsPerMin=0 -DcheckAfterRun=true -Dledger=false -DnewOrderWeight=100"
                            + " -DpaymentWeight=0 -DorderStatusWeight=0 -DdeliveryWeight=0 -DstockLevelWeight=0";
            ChildProgram run = run("checked", onlyNewOrders.split(" "));
            awaitWaitingQuery("bmsql_history");
            run.signal("INT");
            assertEnded(130, run);
            assertThat(run.output())
                    .contains(
                            "The measurement is complete, but not checked: the consistency check after it was broken off by Ctrl-C (SIGINT)");
        }
        assertReported("checked", ".* · Short");
        assertThat(Stage.summary(folder, "checked").ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
        assertThat(Files.readString(path("checked", "report.html")))
                .contains("but not checked: the consistency check after it was broken off");
    }

    @Test
    @Tag("long")
    void aSecondSignalHaltsARunAtOnceWithReadableFiles() throws Exception {
        try (Connection blocker = POSTGRES.connect()) {
            ChildProgram run = run("twice");
            awaitSeries("twice");
            lock(blocker, "bmsql_district, bmsql_warehouse, bmsql_customer");
            awaitWaitingQuery("bmsql_");
            run.signal("TERM");
            await(() -> run.err().contains("Stopping:"));
            run.signal("TERM");
            assertEnded(143, run);
            assertThat(run.err()).contains("Aborted: the transactions under way and the last seconds");
        }
        assertThat(Stage.summary(folder, "twice").ending().status()).isEqualTo(RunSummary.Status.RUNNING);
        assertReported("twice", "Incomplete");
    }

    @Test
    void aSignalBreaksOffALongCommand() throws Exception {
        try (Connection blocker = POSTGRES.connect()) {
            lock(blocker, "bmsql_order_line");
            ChildProgram program = ChildProgram.start(folder, "check", "p");
            awaitWaitingQuery("bmsql_order_line");
            program.signal("TERM");
            assertEnded(143, program);
            assertThat(program.err())
                    .contains("Stopping: the work under way is cancelled", "Stopped before its end by ")
                    .doesNotContain("\tat ", "Exception");
        }
    }

    @Test
    void aRunWithoutTheReportThatItShouldLeaveSaysSoByItsStatus() {
        Path inTheWay = folder.resolve("unreported/report.html/x");
        Stage.ended(
                folder,
                5,
                "run",
                "p",
                "-DrunMins=0.05",
                "-DrunTxnsPerTerminal=0",
                "-DreportAfterRun=true",
                "-DresultDirectory=unreported",
                "-Devents=0s block /bin/mkdir -p " + inTheWay);
        assertThat(inTheWay).isDirectory();
        assertThat(Stage.summary(folder, "unreported").ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
    }

    /** How little is lost, whatever the moment, is in RecordingTest. */
    @Test
    void aRunThatIsKilledIsReportedAsFarAsItCame() throws Exception {
        ChildProgram run = run("killed", "-DrunMins=60", "-DlimitTxnsPerMin=12000");
        Path series = path("killed", "data/series.csv");
        await(() -> lines(series) > 36);
        run.kill();
        double last = SeriesRow.CSV.list(series).stream()
                .mapToDouble(row -> row.second() + row.intervalMs() / 1e3)
                .max()
                .orElseThrow();
        assertThat(Stage.summary(folder, "killed").run().window().windowSeconds())
                .isGreaterThanOrEqualTo(last - LOST_SECONDS);
        assertReported("killed", "Incomplete");
    }

    private static int lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    private static ChildProgram run(String directory, String... more) throws IOException {
        return ChildProgram.start(folder, Stage.words(more, "run", "p", "-DresultDirectory=" + directory));
    }

    /** @param verdict a pattern of the headline */
    private static void assertReported(String directory, String verdict) throws IOException {
        Stage.ended(folder, 0, "report", directory);
        assertThat(verdict(directory)).matches(verdict);
    }

    private static String verdict(String directory) throws IOException {
        return Jsoup.parse(Files.readString(path(directory, "report.html")))
                .select(".verdict h2")
                .text();
    }

    private static Path path(String directory, String file) {
        return folder.resolve(directory).resolve(file);
    }

    /** Until a second of the run is on the disk. */
    private static void awaitSeries(String directory) {
        Path series = path(directory, "data/series.csv");
        await(() -> lines(series) > 6);
    }

    private static void lock(Connection blocker, String tables) throws SQLException {
        blocker.setAutoCommit(false);
        Sql.executeOn(blocker, "LOCK TABLE " + tables + " IN ACCESS EXCLUSIVE MODE");
    }

    private static void awaitWaitingQuery(String part) throws Exception {
        try (Connection connection = POSTGRES.connect()) {
            await(() -> Sql.numberOn(
                            connection,
                            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND pid <> pg_backend_pid() AND query LIKE '%" + part + "%'")
                    > 0);
        }
    }

    private static void assertEnded(int status, ChildProgram program) throws Exception {
        assertThat(program.exitStatus()).as(program.output()).isEqualTo(status);
    }
}
