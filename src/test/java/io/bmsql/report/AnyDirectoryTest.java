package io.bmsql.report;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.TransactionType;
import io.bmsql.config.PacingMode;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.report.chart.Series;
import io.bmsql.result.AcidTrial;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.BenchmarkSqlReader;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.CollectedFigures.InputCounts;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Size;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Connects;
import io.bmsql.result.RunSummary.ResultWaits;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.WorkloadCounts;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small directories of every version, with numbers worked out by hand. */
class AnyDirectoryTest {
    private static final String INFO_6 =
            "runID,dbType,jTPCCVersion,application,rampupMins,runMins,loadWarehouses,runWarehouses,numSUTThreads,"
                    + "maxDeliveryBGThreads,maxDeliveryBGPerWarehouse,restartSUTThreadProbability,"
                    + "thinkTimeMultiplier,keyingTimeMultiplier\n";
    private static final String ROWS_5 = "run,elapsed,latency,dblatency,ttype,rbk,dskipped,error\n"
            + "3,1000,10,10,NEW_ORDER,0,0,0\n"
            + "3,59999,20,20,NEW_ORDER,1,0,0\n"
            + "3,60000,40,40,NEW_ORDER,0,0,0\n"
            + "3,70000,5,5,PAYMENT,0,0,0\n"
            + "3,80000,0,0,DELIVERY,0,0,0\n"
            + "3,90000,600,500,DELIVERY_BG,0,2,0\n";

    private static final String INTERVALS =
            """
            ttype,second,numtrans,sumlatencyms,minlatencyms,maxlatencyms,sumdelayms,mindelayms,maxdelayms
            NEW_ORDER,60,100,1000,1,900,0,0,0
            NEW_ORDER,70,30,600,1,500,30,0,9
            NEW_ORDER,70,30,300,1,40,30,0,9
            PAYMENT,70,0,0,0,0,0,0,0
            PAYMENT,80,40,400,1,100,0,0,0
            NEW_ORDER,190,5,50,1,50,0,0,0
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"5.0", "5.1devel", "5.2"})
    void tableOfBenchmarkSql5IsThatOfR(String version) throws IOException {
        RunData run = read(info5(version, "2"), ROWS_5, ReportWindow.WHOLE);

        // R: quantile(c(10, 20, 40), .9) = 36; three New-Orders in two minutes on four warehouses.
        assertThat(table(run))
                .containsEntry("NEW_ORDER", "NEW_ORDER,3,60.000%,0.036s,0.023s,0.040s,5.0,33.333%,0,N/A")
                .containsEntry("PAYMENT", "PAYMENT,1,20.000%,0.005s,0.005s,0.005s,5.0,N/A,0,N/A")
                .containsEntry("DELIVERY_BG", "DELIVERY_BG,1,N/A,0.600s,0.600s,0.600s,80.0,N/A,0,2")
                .containsEntry("tpmC", "tpmC,1.50,2.916%,N/A,N/A,N/A,N/A,N/A,N/A,N/A")
                .containsEntry("tpmTotal", "tpmTotal,2.50,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A");
        assertThat(run.summary().run().setup().toolVersion()).isEqualTo(version);
    }

    /** By its time, or by the count of transactions that it was asked for. */
    @ParameterizedTest
    @CsvSource({
        "2, data/result.csv ends 90 s after the start of a run of 120 s, 120001, 1, 120, 1.5",
        "0, data/result.csv has 5 of the 10 transactions that run.properties asks for, 95000, 5, 90, 2"
    })
    void aKilledRunOfBenchmarkSql5IsIncomplete(
            String minutes, String reason, int millis, int more, double windowSeconds, double tpmC) throws IOException {
        write("run.properties", "runTxnsPerTerminal=1\nrunMins=0\n");
        RunSummary summary = summary(info5("5.0", minutes), ROWS_5, ReportWindow.WHOLE);
        assertThat(summary.run().window().windowSeconds()).isEqualTo(windowSeconds);
        assertThat(summary.figures().tpmC()).isEqualTo(tpmC);
        assertThat(Verdict.worst(summary)).isEqualTo(Verdict.INCOMPLETE);
        assertThat(summary.ending().statusReason()).isEqualTo(reason);

        String rest = ("3," + millis + ",5,5,PAYMENT,0,0,0\n").repeat(more);
        assertThat(Verdict.of(summary(info5("5.0", minutes), ROWS_5 + rest, ReportWindow.WHOLE)))
                .doesNotContain(Verdict.INCOMPLETE);
    }

    @Test
    void skippedMinutesLeaveNumeratorAndDivisor() throws IOException {
        RunData run = read(info5("5.1devel", "2"), ROWS_5, ReportWindow.skipping(1));
        RunSummary summary = run.summary();

        assertThat(summary.run().window().windowSeconds()).isEqualTo(60);
        assertThat(summary.figures().tpmC()).isEqualTo(1);
        assertThat(summary.figures().tpmTotal()).isEqualTo(3);
        assertThat(table(run))
                .containsEntry("NEW_ORDER", "NEW_ORDER,1,33.333%,0.040s,0.040s,0.040s,5.0,0.000%,0,N/A")
                .containsEntry("tpmC", "tpmC,1.00,1.944%,N/A,N/A,N/A,N/A,N/A,N/A,N/A");
        assertThat(markdown(run)).contains("The figures are of 1:00 to 2:00, minutes:seconds, of a run of 2:00");
    }

    @Test
    void aWindowEndsBeforeItsLastSecond() throws IOException {
        RunSummary summary = summary(info5("5.0", "2"), ROWS_5, ReportWindow.parse("0.5, 1"));

        assertThat(summary.figures().tpmC()).isEqualTo(2);
        assertThat(newOrders(summary).response().maxMs()).isEqualTo(20);
        assertThatThrownBy(() -> summary(info5("5.0", "2"), null, ReportWindow.skipping(2)))
                .isInstanceOf(ResultReadException.class)
                .hasMessageContaining("The window begins 120 s after the start");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2,1", "a,b", "-1,2", "1,1", "NaN,"})
    void windowsThatAreNoneAreRefused(String text) {
        assertThatThrownBy(() -> ReportWindow.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a window");
    }

    @Test
    void aCutFileWithOneTypeOnlyIsReported() throws IOException {
        RunData run = read(info5("5.0", "1"), ROWS_5.substring(0, ROWS_5.indexOf("3,60000") + 9), ReportWindow.WHOLE);

        assertThat(run.summary().figures().tpmTotal()).isEqualTo(2);
        assertThat(table(run)).containsEntry("PAYMENT", "PAYMENT,0,N/A,N/A,N/A,N/A,5.0,N/A,0,N/A");
    }

    @Test
    void rowsOf6DevelCountInsideTheMeasuredTime() throws IOException {
        RunSummary summary = summary(
                info6("6.devel", 1, 1),
                """
                run,ttype,startts,endts,startms,endms,delayms,latencyms,rbk,error
                1,NEW_ORDER,a,b,59000,59999,0,999,0,0
                1,NEW_ORDER,a,b,59990,60000,1,10,0,0
                1,NEW_ORDER,a,b,69980,70000,1,20,1,0
                1,NEW_ORDER,a,b,119959,119999,1,40,0,0
                1,NEW_ORDER,a,b,119000,120000,1,1000,0,0
                """,
                ReportWindow.WHOLE);

        assertThat(summary.figures().tpmC()).isEqualTo(3);
        assertThat(newOrders(summary).response().p90Ms()).isCloseTo(36, within(1e-9));
        assertThat(newOrders(summary).counts().rolledBack()).isEqualTo(1);
        assertThat(newOrders(summary).maxAtSeconds()).isCloseTo(59.999, within(1e-9));
        assertThat(summary.run().window().rampupSeconds()).isEqualTo(60);
        assertThat(summary.run().setup().runId()).isEqualTo(9);
        assertThat(summary.run().size()).isEqualTo(new Size(12, 4, 10, 10, null));
        assertThat(summary.run().pace()).isEqualTo(new Pace(PacingMode.THINK_TIME, "minutes", 0, 0.25, 0.5, 0, null));
        RunSummary half = summary(info6("6.devel", 1, 1), null, ReportWindow.parse(",0.5"));
        assertThat(half.figures().tpmC()).isEqualTo(4);
        assertThat(newOrders(half).maxAtSeconds()).isCloseTo(10, within(1e-9));
        assertThat(newOrders(half).service().meanMs()).isCloseTo(14, within(0.1));
        assertThat(numbers(half, TpccTransaction.DELIVERY_BG).counts().skippedDeliveries())
                .as("not in these rows")
                .isNegative();
    }

    @Test
    void intervalsOf60AreAddedUp() throws IOException {
        write(
                "data/summary.csv",
                """
                ttype,count,percent,mean,max,rollbacks,errors
                NEW_ORDER,60,60.0,0.020,0.500,1,2
                PAYMENT,40,40.0,0.010,0.100,0,0
                """);
        write(
                "data/histogram.csv",
                """
                ttype,edge,numtrans
                NEW_ORDER,0.0101,30
                NEW_ORDER,0.0202,24
                NEW_ORDER,0.0503,6
                PAYMENT,0.01,40
                """);
        RunSummary summary = summary(info6("6.0", 1, 2), INTERVALS, ReportWindow.WHOLE);

        TypeSummary newOrder = newOrders(summary);
        assertThat(summary.figures().tpmC()).isEqualTo(30);
        assertThat(summary.figures().tpmTotal()).isEqualTo(50);
        assertThat(newOrder.response().p90Ms()).isCloseTo(20.2, within(1e-9));
        assertThat(newOrder.response().p99Ms()).isCloseTo(50.3, within(1e-9));
        assertThat(newOrder.response().meanMs()).isEqualTo(20);
        assertThat(newOrder.counts().failed()).isEqualTo(2);

        RunData part = read(info6("6.0", 1, 2), null, ReportWindow.parse("0,1"));
        RunSummary minute = part.summary();
        assertThat(minute.figures().tpmC()).isEqualTo(60);
        assertThat(newOrders(minute).response().meanMs()).isCloseTo((600 + 300) / 60.0, within(1e-9));
        assertThat(newOrders(minute).response().p90Ms()).isNegative();
        assertThat(newOrders(minute).counts().rolledBack()).isNegative();
        assertThat(markdown(part))
                .contains("have no percentiles, rollbacks and errors by time", "- Errors: \u2013, retries: \u2013")
                .doesNotContain("-1");
    }

    /** What it does not tell is a dash and no zero. */
    @Test
    void aKilledRunOf60HasCountsFromItsIntervals() throws IOException {
        RunData run = read(info6("6.0", 1, 2), INTERVALS, ReportWindow.WHOLE);
        RunSummary summary = run.summary();

        assertThat(summary.figures().tpmC()).isEqualTo(30);
        assertThat(newOrders(summary).response().maxMs()).isEqualTo(500);
        assertThat(numbers(summary, TpccTransaction.PAYMENT).count()).isEqualTo(40);
        assertThat(summary.ending().statusReason())
                .isEqualTo("data/summary.csv is missing, which is written at the end");
        assertThat(markdown(run).replaceAll(" +", " ").lines())
                .contains(
                        "- New-Order, 90th / 99th percentile: \u2013 / \u2013 ms", "- Errors: \u2013, retries: \u2013")
                .contains("| New-Orders rolled back on purpose | 2.4.1.4 | 1% | \u2013 | \u2013 |")
                .contains("| 90th percentile of New-Order | 5.2.5.3 | \u2264 5,000 ms | \u2013 | \u2013 |")
                .contains("| Customers chosen by last name | 2.5.1.2, 2.6.1.2 | 60% | \u2013 | \u2013 |")
                .noneMatch(line -> line.contains("| seed |"));
        assertThat(table(run)).containsEntry("NEW_ORDER", "NEW_ORDER,60,60.000%,N/A,0.015s,0.500s,5.0,N/A,N/A,N/A");
    }

    @Test
    void acidTestsOfADirectoryOfVersion5AreRead() throws IOException {
        AcidTrial trial = new AcidTrial("3.4.2.1", "dirty reads", "READ_COMMITTED", true, "");
        write("data/runInfo.csv", info5("5.1", "1"));
        AcidTrial.write(ResultDirectory.open(folder).acid(), List.of(trial));

        assertThat(read(info5("5.1", "1"), ROWS_5, ReportWindow.WHOLE).acid()).containsExactly(trial);
    }

    @Test
    void whatIsNoDirectoryOfAnyVersionIsSaid() {
        assertThrown(
                ResultReadException.class,
                () -> read(info6("6.0", -1, 30), null, ReportWindow.WHOLE),
                "there is nothing to report");
        assertThrown(
                ResultReadException.class,
                () -> read(info6("6.0", -1, 30), "something else\n", ReportWindow.WHOLE),
                "not the length of a ramp-up");
    }

    @Test
    void meanCpuSharesAreThoseOfTheWindow() throws IOException {
        write(
                "data/sys_info.csv",
                """
                run,elapsed,cpu_user,cpu_nice,cpu_system,cpu_idle,cpu_iowait,cpu_irq,cpu_softirq,cpu_steal,cpu_guest,cpu_guest_nice,vm_nr_dirty
                3,30000,0.5,0,0.1,0.4,0,0,0,0,0,0,100
                3,90000,0.25,0,0.2,0.55,0,0,0,0,0,0,100
                3,120500,0.9,0,0.1,0,0,0,0,0,0,0,100
                """);
        RunData run = read(info5("5.1devel", "2"), ROWS_5, ReportWindow.WHOLE);
        SampleTable host = run.collected().hosts().get(0).system();
        assertThat(ReportWriter.cpuSummary(host, run).lines())
                .startsWith("cpu_category,cpu_usage", "cpu_user,37.500%", "cpu_system,15.000%", "cpu_iowait,0.000%")
                .hasSize(11);
        RunData later = read(info5("5.1devel", "2"), ROWS_5, ReportWindow.skipping(1));
        assertThat(ReportWriter.cpuSummary(host, later).lines()).contains("cpu_user,25.000%");
    }

    @Test
    void aWindowOfOurOwnRunTakesTheRows() throws IOException {
        ResultDirectory own = ownRun();
        RunSummary whole = RunReader.read(own, ReportWindow.WHOLE).summary();
        RunData cut = RunReader.read(own, ReportWindow.parse("5,"));
        RunSummary half = cut.summary();

        assertThat(half.run().window().windowSeconds()).isEqualTo(300);
        assertThat(half.figures().tpmC()).isCloseTo(newOrdersFrom(own, 300_000) / 5.0, within(1e-9));
        assertThat(half.figures().workload().orderLines()).isZero();
        assertThat(markdown(cut)).contains("Inputs were not counted by time");

        Files.delete(own.result());
        RunSummary seconds = RunReader.read(own, ReportWindow.parse("5,")).summary();
        assertThat(seconds.figures().tpmC())
                .isNotEqualTo(half.figures().tpmC())
                .isCloseTo(whole.figures().tpmC(), within(whole.figures().tpmC() / 10));

        Files.delete(own.responseLog());
        RunData bare = RunReader.read(own, ReportWindow.parse("5,"));
        assertThat(newOrders(bare.summary()).response().p90Ms()).isNegative();
        assertThat(SampleRun.model(bare).transactions().clauses())
                .filteredOn(row -> row.clause().equals("5.2.5.3"))
                .extracting(ClauseRow::met)
                .containsOnlyNulls();
    }

    @Test
    void aForeignDirectoryGetsASummaryThatIsNeverTakenForARunsOwn() throws IOException {
        write("data/runInfo.csv", info5("5.1devel", "2"));
        write("data/result.csv", ROWS_5);
        RunSummary first = DirectoryReport.write(folder).model().summary();
        RunSummary written = SummaryJson.read(folder.resolve("summary.json"));
        assertThat(written).isEqualTo(first);
        assertThat(written.derivedFrom()).isEqualTo("data/runInfo.csv (version 5.1devel), data/result.csv");
        assertThat(written.run().environment()).containsEntry("program", "BenchmarkSQL");
        assertThat(written.run().window().finishedAfterWindow()).as("not told").isNegative();

        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("BenchmarkSQL 5.1devel", "started 2019-01-02 03:04:05")
                .doesNotContain("bmsql 5.1devel");

        DirectoryReport.write(folder, Language.EN, ReportWindow.skipping(1));
        assertThat(SummaryJson.read(folder.resolve("summary.json")))
                .as("stays that of the whole run")
                .isEqualTo(first);

        write("data/result.csv", ROWS_5 + "3,119000,30,30,NEW_ORDER,0,0,0\n");
        RunSummary again = DirectoryReport.write(folder).model().summary();
        assertThat(again.figures().tpmC()).as("counted anew").isEqualTo(2);
        assertThat(SummaryJson.read(folder.resolve("summary.json"))).isEqualTo(again);
    }

    @Test
    void rowsGiveHeatMapPercentilesOverTimeAndServiceTimes() throws IOException {
        StringBuilder rows = new StringBuilder(ROWS_5.substring(0, ROWS_5.indexOf('\n') + 1));
        for (int second = 0; second < 120; second++) {
            for (int row = 0; row < 10; row++) {
                rows.append("3,").append(second * 1000 + row).append(',').append(second < 60 ? 100 + row : 10 + row);
                rows.append(',').append(5 + row).append(",NEW_ORDER,0,0,0\n");
            }
        }
        ReportModel model = SampleRun.model(read(info5("5.0", "2"), rows.toString(), ReportWindow.WHOLE));

        Series p90 = model.latency().leading().get(1);
        assertThat(p90.x()).hasSize(120);
        assertThat(p90.y()[10]).isCloseTo(108, within(2.0));
        assertThat(p90.y()[110]).isCloseTo(18, within(0.5));
        assertThat(model.latency().cells(TpccTransaction.NEW_ORDER)).isNotNull();
        assertThat(model.latency().cells(TpccTransaction.NEW_ORDER).counts().length)
                .isEqualTo(120);
        assertThat(Arrays.stream(model.latency().curves().get(0).y())).allMatch(millis -> millis >= 1);
        assertThat(model.transactions().distributions()).singleElement().satisfies(distribution -> assertThat(
                        distribution.binMs())
                .as("no finer than the rows")
                .isEqualTo(Math.rint(distribution.binMs())));
        assertThat(model.transactions().waits()).singleElement().satisfies(wait -> {
            assertThat(wait.service().meanMs()).isCloseTo(9.5, within(1e-2));
            assertThat(wait.response().meanMs()).isCloseTo((104.5 + 14.5) / 2, within(1e-9));
        });
    }

    @Test
    void inputsErrorsServiceTimesAndLoadGeneratorFollowTheWindow() throws IOException {
        ResultDirectory own = ownRun();
        Files.writeString(
                InputCounts.CSV.in(own), InputCounts.CSV.header() + "299,1000,10,9,9,9,9\n300,20,3,10,2,6,4\n");
        Files.writeString(
                ErrorCounts.CSV.in(own),
                ErrorCounts.CSV.header() + "-5,DEADLOCK,7\n299,DEADLOCK,5\n300,DEADLOCK,2\n310,DEADLOCK,1\n");
        try (AppendedFile log = own.append(own.serviceLog())) {
            HistogramLog.Writer writer = new HistogramLog.Writer(log, () -> 0, () -> 60);
            writer.write(new HistogramLog.Interval(TpccTransaction.NEW_ORDER, 0, 300, histogram(50_000)));
            writer.write(new HistogramLog.Interval(TpccTransaction.NEW_ORDER, 300, 600, histogram(8_000)));
            writer.write(new HistogramLog.Interval(TpccTransaction.NEW_ORDER, 600, 601, histogram(700_000)));
            writer.flush();
        }
        Files.writeString(
                own.data().resolve("load_generator.csv"),
                "run,elapsed,cpu_pct,gc_ms,heap_mb\n1,100000,80,90,10\n1,400000,20,3,10\n");

        ReportModel model = SampleRun.model(RunReader.read(own, ReportWindow.parse("5,")));

        assertThat(model.summary().figures().workload()).isEqualTo(new WorkloadCounts(20, 3, 10, 2, 6, 4));
        assertThat(model.transactions().errors()).singleElement().satisfies(error -> {
            assertThat(error.attempts()).isEqualTo(3);
            assertThat(error.attemptsOutsideWindow()).isEqualTo(12);
        });
        assertThat(model.transactions().waits().get(0).service().maxMs()).isCloseTo(8, within(0.1));
        assertThat(model.monitoring().loadGenerator().figures()).containsEntry("cpuMeanPercentOfOneProcessor", 20.0);
        assertThat(model.monitoring().loadGenerator().rows().toString()).contains("at most 3 ms");
        assertThat(model.cover().chosen()).isEqualTo("5:00 to 10:00");
        JsonNode json = new ObjectMapper().readTree(ReportWriter.json(model, Words.in(Language.EN)));
        assertThat(json.at("/types/0/count").asLong())
                .isEqualTo(model.transactions().types().get(0).count());
        assertThat(json.at("/fromSeconds").asDouble()).isEqualTo(300);
    }

    /** Neither is kept by time: a window of a run must not blame the load generator or its disk for what the whole run did not. */
    @Test
    void connectsAndWaitsForResultFilesOfAWindowAreThoseOfTheWholeRun() {
        ResultDirectory own = ownRun();
        Connects connects = new Connects(
                true,
                9,
                SummaryJson.read(own.summary()).figures().types().get(0).response());
        for (double seconds : new double[] {20, 100}) {
            RunSummary whole = SampleRun.figures(
                    SampleRun.tenMinutes().summary(),
                    "connects",
                    connects,
                    "resultWaits",
                    new ResultWaits(9, seconds, 5));
            SummaryJson.write(own.summary(), whole, Verdict.worst(whole).name());

            RunSummary minute = RunReader.read(own, ReportWindow.parse("5,6")).summary();

            assertThat(minute.figures().connects()).isEqualTo(connects);
            assertThat(Verdict.of(minute).contains(Verdict.RESULT_DISK_STALLED))
                    .isEqualTo(Verdict.of(whole).contains(Verdict.RESULT_DISK_STALLED))
                    .isEqualTo(seconds == 100);
        }
    }

    private static Histogram histogram(long micros) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(micros);
        return histogram;
    }

    private static long newOrdersFrom(ResultDirectory directory, long elapsedMs) throws IOException {
        return Files.readAllLines(directory.result()).stream()
                .map(line -> line.split(","))
                .filter(cells -> cells[4].equals("NEW_ORDER") && Long.parseLong(cells[1]) >= elapsedMs)
                .count();
    }

    private static String info5(String version, String minutes) {
        return RunInfo.CSV.header() + "3,simple," + version + ",postgres,2019-01-02 03:04:05.6," + minutes
                + ",4,4,10,0,1.0,1.0\n";
    }

    private static String info6(String version, int rampup, int minutes) {
        return INFO_6 + "9,postgres," + version + ",Generic," + rampup + "," + minutes + ",12,4,10,1,1,0.0,0.5,0.25\n";
    }

    /** Writes the files, the rows unless they stand there already, and reads them. */
    private RunData read(String info, @Nullable String rows, ReportWindow window) throws IOException {
        write("data/runInfo.csv", info);
        if (rows != null) {
            write("data/result.csv", rows);
        }
        return BenchmarkSqlReader.read(ResultDirectory.open(folder), window);
    }

    private RunSummary summary(String info, @Nullable String rows, ReportWindow window) throws IOException {
        return read(info, rows, window).summary();
    }

    private ResultDirectory ownRun() {
        SampleRun.write(SampleRun.tenMinutes(), folder.resolve("own"));
        return ResultDirectory.open(folder.resolve("own"));
    }

    private static String markdown(RunData run) {
        return SampleRun.markdown(SampleRun.model(run));
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Map<String, String> table(RunData run) {
        return ReportWriter.transactionSummary(run.summary(), run.rows())
                .lines()
                .collect(Collectors.toMap(line -> line.split(",")[0], line -> line));
    }

    private static TypeSummary newOrders(RunSummary summary) {
        return numbers(summary, TpccTransaction.NEW_ORDER);
    }

    private static TypeSummary numbers(RunSummary summary, TransactionType type) {
        return summary.figures().types().get(type.ordinal());
    }
}
