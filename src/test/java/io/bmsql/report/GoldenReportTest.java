package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.report.chart.Series;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultCsvAggregator;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunReader;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorded run of the golden folder gives the same report as ever, number by number. */
class GoldenReportTest {
    private static final Path RECORDING = Path.of("src/test/resources/golden/recording");
    private static final Path EXPECTED = Path.of("src/test/resources/golden/report");

    @TempDir
    private Path run;

    @BeforeEach
    void layOutTheRun() throws IOException {
        Files.createDirectories(run.resolve("data"));
        Files.copy(RECORDING.resolve("summary.json"), run.resolve("summary.json"));
        Files.copy(RECORDING.resolve("result.csv"), run.resolve("data/result.csv"));
        Files.copy(RECORDING.resolve("series.csv"), run.resolve("data/series.csv"));
    }

    private ReportModel model() {
        return SampleRun.model(RunReader.read(ResultDirectory.open(run), ReportWindow.WHOLE));
    }

    @Test
    void markdownHasTheSameNumbers() throws IOException {
        String markdown = SampleRun.markdown(model());
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(EXPECTED.resolve("report.md"), markdown);
        }
        assertThat(markdown).isEqualTo(Files.readString(EXPECTED.resolve("report.md")));
    }

    @Test
    void transactionSummaryHasTheSameNumbers() throws IOException {
        ResultCsvAggregator tally = ResultCsvAggregator.of(
                run.resolve("data/result.csv"), TpccTransaction.TYPES, Integer.MIN_VALUE, Integer.MAX_VALUE, false);
        assertThat(ReportWriter.transactionSummary(model().summary(), tally))
                .isEqualTo(Files.readString(EXPECTED.resolve("tx_summary.csv")));
    }

    @Test
    void linesHaveTheSamePoints() {
        ReportModel.OverTime time = model().overTime();
        assertThat(time).isNotNull();
        assertThat(time.binSeconds()).isEqualTo(1);
        assertThat(time.axis().measureUntil()).isEqualTo(3);
        Series newOrders = time.throughput().get(1);
        assertThat(newOrders.x()).isEqualTo(new double[] {-1.5, -0.5, 0.5, 1.5, 2.5});
        assertThat(newOrders.y()).containsExactly(new double[] {600, 600, 720, 660, 600}, within(0.01));
    }
}
