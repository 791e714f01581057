package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.report.chart.TimeChart;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Collectors' files of a real run on Linux and PostgreSQL 18, cut to some seconds; a backend was killed in its minute 1. They
 * lie beside the transactions of {@link SampleRun}.
 */
class RecordedHostTest {
    private static final Path RECORDED = Path.of("src/test/resources/recorded-host");

    @TempDir
    private Path folder;

    @Test
    void hostLoadGeneratorDatabaseAndErrorsAreShownWithTheNumbersOfTheirFiles() throws IOException {
        Path run = folder.resolve("r");
        SampleRun.write(SampleRun.of(15, 120), run);
        for (Path file : TestFiles.in(RECORDED)) {
            Files.copy(file, run.resolve("data").resolve(file.getFileName()));
        }
        DirectoryReport.Written written = DirectoryReport.write(run);
        Monitoring monitoring = written.model().monitoring();

        assertThat(monitoring.hosts()).hasSize(1);
        List<TimeChart> panels = monitoring.hosts().get(0).charts();
        assertThat(panels)
                .extracting(TimeChart::title)
                .contains("CPU", "Run queue", "Context switches", "Memory in use", "Disk vda: operations");
        TimeChart processors = panels.get(0);
        assertThat(processors.form()).isEqualTo(TimeChart.Form.STACK);
        assertThat(processors.series().get(0).label()).isEqualTo("user");
        assertThat(processors.series().get(0).y()).hasSize(40);
        assertThat(processors.series().get(0).y()[0]).isCloseTo(75.2336, within(1e-9));
        assertThat(monitoring.hosts().get(0).note())
                .as("charts that begin with the window")
                .contains("leave the ramp-up out");

        assertThat(monitoring.loadGenerator().figures())
                .as("inside the window")
                .containsKeys("cpuMeanPercentOfOneProcessor", "garbageCollectionMeanPercent")
                .allSatisfy((name, value) -> assertThat(value).as(name).isBetween(0.0, 100.0));

        assertThat(monitoring.database().charts())
                .extracting(TimeChart::title)
                .contains("Sessions by wait", "Transactions", "Cache hits", "Log written");
        assertThat(monitoring.database().settings())
                .extracting(row -> row.get(0))
                .contains("max_connections", "port");
        assertThat(monitoring.notes()).singleElement().asString().contains("for some seconds at 1:01");

        assertThat(written.model().overTime().errorsByClass()).singleElement().satisfies(line -> {
            assertThat(line.label()).isEqualTo("connection");
            assertThat(line.highest()).isEqualTo(8);
        });
        assertThat(Jsoup.parse(written.html()).select("#errors h3").eachText())
                .first()
                .isEqualTo("Failed attempts by class of error");
    }
}
