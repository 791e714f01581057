package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.spec.TransactionType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small directories of every version, with numbers worked out by hand. */
class AnyDirectoryTest {
    private static final String INFO_5 =
            "run,driver,driverVersion,db,sessionStart,runMins,loadWarehouses,runWarehouses,numSUTThreads,"
                    + "limitTxnsPerMin,thinkTimeMultiplier,keyingTimeMultiplier\n";
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

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"5.0", "5.1devel", "5.2"})
    void checklist68_tableOfBenchmarkSql5IsThatOfR(String version) throws IOException {
        RunSummary summary = report(info5(version, "2"), ROWS_5, ReportWindow.WHOLE);

        // R: quantile(c(10, 20, 40), .9) = 36; three New-Orders in two minutes on four warehouses.
        assertThat(table())
                .containsEntry("NEW_ORDER", "NEW_ORDER,3,60.000%,0.036s,0.023s,0.040s,5.0,33.333%,0,N/A")
                .containsEntry("PAYMENT", "PAYMENT,1,20.000%,0.005s,0.005s,0.005s,5.0,N/A,0,N/A")
                .containsEntry("DELIVERY_BG", "DELIVERY_BG,1,N/A,0.600s,0.600s,0.600s,80.0,N/A,0,2")
                .containsEntry("tpmC", "tpmC,1.50,2.916%,N/A,N/A,N/A,N/A,N/A,N/A,N/A")
                .containsEntry("tpmTotal", "tpmTotal,2.50,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A");
        assertThat(summary.run().toolVersion()).isEqualTo(version);
    }

    @Test
    void checklist70_tableHasTheColumnsOf51() throws IOException {
        report(info5("5.1devel", "2"), ROWS_5, ReportWindow.WHOLE);

        assertThat(Files.readAllLines(folder.resolve("data/tx_summary.csv")).get(0))
                .isEqualTo("tx_name,tx_count,tx_percent,tx_90th,tx_avg,tx_max,tx_limit,tx_rbk,tx_error,tx_dskipped");
    }

    @Test
    void checklist71_skippedMinutesLeaveNumeratorAndDivisor() throws IOException {
        RunSummary summary = report(info5("5.1devel", "2"), ROWS_5, ReportWindow.skipping(1));

        assertThat(summary.run().windowSeconds()).isEqualTo(60);
        assertThat(summary.tpmC()).isEqualTo(1);
        assertThat(summary.tpmTotal()).isEqualTo(3);
        assertThat(table())
                .containsEntry("NEW_ORDER", "NEW_ORDER,1,33.333%,0.040s,0.040s,0.040s,5.0,0.000%,0,N/A")
                .containsEntry("tpmC", "tpmC,1.00,1.944%,N/A,N/A,N/A,N/A,N/A,N/A,N/A");
        assertThat(Files.readString(folder.resolve("report.md"))).contains("seconds 60 to 120 of 120");
    }

    @Test
    void checklist71_aWindowEndsBeforeItsLastSecond() throws IOException {
        RunSummary summary = report(info5("5.0", "2"), ROWS_5, ReportWindow.parse("0.5, 1"));

        assertThat(summary.tpmC()).isEqualTo(2);
        assertThat(numbers(summary, TransactionType.NEW_ORDER).response().maxMs())
                .isEqualTo(20);
        assertThatThrownBy(() -> ReportWriter.write(folder, ReportLanguage.EN, ReportWindow.skipping(2)))
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
    void checklist73_aRunByCountUsesItsRealDuration() throws IOException {
        RunSummary summary = report(info5("5.0", "0"), ROWS_5, ReportWindow.WHOLE);

        assertThat(summary.run().windowSeconds()).isEqualTo(90);
        assertThat(summary.tpmC()).isEqualTo(2);
    }

    @Test
    void checklist73_aCutFileWithOneTypeOnlyIsReported() throws IOException {
        RunSummary summary =
                report(info5("5.0", "1"), ROWS_5.substring(0, ROWS_5.indexOf("3,60000") + 9), ReportWindow.WHOLE);

        assertThat(summary.tpmTotal()).isEqualTo(2);
        assertThat(table()).containsEntry("PAYMENT", "PAYMENT,0,N/A,N/A,N/A,N/A,5.0,N/A,0,N/A");
    }

    @Test
    void checklist69_rowsOf6DevelCountInsideTheMeasuredTime() throws IOException {
        RunSummary summary = report(
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

        assertThat(summary.tpmC()).isEqualTo(3);
        assertThat(numbers(summary, TransactionType.NEW_ORDER).response().p90Ms())
                .isCloseTo(36, within(1e-9));
        assertThat(numbers(summary, TransactionType.NEW_ORDER).rolledBack()).isEqualTo(1);
        assertThat(numbers(summary, TransactionType.NEW_ORDER).maxAtSeconds()).isCloseTo(59.999, within(1e-9));
        assertThat(summary.run().rampupSeconds()).isEqualTo(60);
        assertThat(report(info6("6.devel", 1, 1), null, ReportWindow.parse(",0.5"))
                        .tpmC())
                .isEqualTo(4);
    }

    @Test
    void checklist69_intervalsOf60AreAddedUp() throws IOException {
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
        RunSummary summary = report(info6("6.0", 1, 2), intervals(), ReportWindow.WHOLE);

        TypeSummary newOrder = numbers(summary, TransactionType.NEW_ORDER);
        assertThat(summary.tpmC()).isEqualTo(30);
        assertThat(summary.tpmTotal()).isEqualTo(50);
        assertThat(newOrder.response().p90Ms()).isCloseTo(20.2, within(1e-9));
        assertThat(newOrder.response().p99Ms()).isCloseTo(50.3, within(1e-9));
        assertThat(newOrder.response().meanMs()).isEqualTo(20);
        assertThat(newOrder.failed()).isEqualTo(2);

        RunSummary minute = report(info6("6.0", 1, 2), null, ReportWindow.parse("0,1"));
        assertThat(minute.tpmC()).isEqualTo(60);
        assertThat(numbers(minute, TransactionType.NEW_ORDER).response().meanMs())
                .isCloseTo((600 + 300) / 60.0, within(1e-9));
        assertThat(Files.readString(folder.resolve("report.md"))).contains("not by time");
    }

    @Test
    void checklist69_aKilledRunOf60HasCountsFromItsIntervals() throws IOException {
        RunSummary summary = report(info6("6.0", 1, 2), intervals(), ReportWindow.WHOLE);

        assertThat(summary.tpmC()).isEqualTo(30);
        assertThat(numbers(summary, TransactionType.NEW_ORDER).response().maxMs())
                .isEqualTo(500);
        assertThat(numbers(summary, TransactionType.PAYMENT).count()).isEqualTo(40);
    }

    @Test
    void checklist70_meanCpuSharesAreThoseOfTheWindow() throws IOException {
        write(
                "data/sys_info.csv",
                """
                run,elapsed,cpu_user,cpu_nice,cpu_system,cpu_idle,cpu_iowait,cpu_irq,cpu_softirq,cpu_steal,cpu_guest,cpu_guest_nice,vm_nr_dirty
                3,30000,0.5,0,0.1,0.4,0,0,0,0,0,0,100
                3,90000,0.25,0,0.2,0.55,0,0,0,0,0,0,100
                """);
        report(info5("5.1devel", "2"), ROWS_5, ReportWindow.WHOLE);
        assertThat(Files.readAllLines(folder.resolve("data/cpu_summary.csv")))
                .startsWith("cpu_category,cpu_usage", "cpu_user,37.500%", "cpu_system,15.000%", "cpu_iowait,0.000%")
                .hasSize(11);

        report(info5("5.1devel", "2"), null, ReportWindow.skipping(1));
        assertThat(Files.readAllLines(folder.resolve("data/cpu_summary.csv"))).contains("cpu_user,25.000%");
    }

    @Test
    void checklist71_aWindowOfOurOwnRunTakesTheRows() throws IOException {
        Path own = folder.resolve("own");
        SampleRun.write(SampleRun.tenMinutes(), own);
        RunSummary whole = ReportWriter.write(own).model().summary();
        RunSummary half = ReportWriter.write(own, ReportLanguage.EN, ReportWindow.parse("5,"))
                .model()
                .summary();

        assertThat(half.run().windowSeconds()).isEqualTo(300);
        assertThat(half.tpmC()).isCloseTo(rowsFrom(own, "NEW_ORDER", 300_000) / 5.0, within(1e-9));
        assertThat(half.workload().orderLines()).isZero();

        Files.delete(own.resolve("data/result.csv"));
        RunSummary seconds = ReportWriter.write(own, ReportLanguage.EN, ReportWindow.parse("5,"))
                .model()
                .summary();
        assertThat(seconds.tpmC()).isNotEqualTo(half.tpmC()).isCloseTo(whole.tpmC(), within(whole.tpmC() / 10));
    }

    @Test
    void checklist67_ourDirectoryHasWhatTheOriginalScriptsNeed() throws IOException {
        Path own = folder.resolve("own");
        SampleRun.write(SampleRun.tenMinutes(), own);
        List<String> info = Files.readAllLines(own.resolve("data/runInfo.csv"));
        List<String> header = Arrays.asList(info.get(0).split(","));
        String[] values = info.get(1).split(",", -1);

        assertThat(info).hasSize(2);
        assertThat(values).hasSameSizeAs(header).noneMatch(value -> value.isEmpty() || value.contains("\""));
        assertThat(header)
                .contains("run", "driver", "driverVersion", "sessionStart", "runMins", "runWarehouses")
                .allMatch(name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"));
        assertThat(Double.parseDouble(values[header.indexOf("runMins")])).isPositive();
        for (TransactionType type : TransactionType.values()) {
            assertThat(rowsFrom(own, type.name(), 0)).as(type.name()).isPositive();
        }
    }

    private static long rowsFrom(Path directory, String type, long elapsedMs) throws IOException {
        try (var lines = Files.lines(directory.resolve("data/result.csv"))) {
            return lines.skip(1)
                    .map(line -> line.split(","))
                    .filter(cells -> cells.length == 8 && cells[4].equals(type))
                    .filter(cells -> Long.parseLong(cells[1]) >= elapsedMs && Long.parseLong(cells[1]) < 600_000)
                    .count();
        }
    }

    private static String intervals() {
        return """
                ttype,second,numtrans,sumlatencyms,minlatencyms,maxlatencyms,sumdelayms,mindelayms,maxdelayms
                NEW_ORDER,60,100,1000,1,900,0,0,0
                NEW_ORDER,70,30,600,1,500,30,0,9
                NEW_ORDER,70,30,300,1,40,30,0,9
                PAYMENT,70,0,0,0,0,0,0,0
                PAYMENT,80,40,400,1,100,0,0,0
                NEW_ORDER,190,5,50,1,50,0,0,0
                """;
    }

    private static String info5(String version, String minutes) {
        return INFO_5 + "3,simple," + version + ",postgres,2019-01-02 03:04:05.6," + minutes + ",4,4,10,0,1.0,1.0\n";
    }

    private static String info6(String version, int rampup, int minutes) {
        return INFO_6 + "1,postgres," + version + ",Generic," + rampup + "," + minutes + ",4,4,10,1,1,0.0,1.0,1.0\n";
    }

    /** Writes the files, the rows unless they stand there already, and the report. */
    private RunSummary report(String info, String rows, ReportWindow window) throws IOException {
        write("data/runInfo.csv", info);
        if (rows != null) {
            write("data/result.csv", rows);
        }
        return ReportWriter.write(folder, ReportLanguage.EN, window).model().summary();
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Map<String, String> table() throws IOException {
        return Files.readAllLines(folder.resolve("data/tx_summary.csv")).stream()
                .collect(Collectors.toMap(line -> line.split(",")[0], line -> line));
    }

    private static TypeSummary numbers(RunSummary summary, TransactionType type) {
        return summary.types().get(type.ordinal());
    }
}
