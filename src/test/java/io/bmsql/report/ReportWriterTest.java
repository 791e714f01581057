package io.bmsql.report;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportWriterTest {
    @TempDir
    private Path folder;

    private Path run() {
        return folder.resolve("my_result");
    }

    private static TypeSummary newOrder(DirectoryReport.Written written) {
        return written.model().summary().figures().types().get(0);
    }

    @Test
    void allFilesAreWrittenAndWrittenAgainAndTheRunsSummaryStaysAsItWas() throws IOException {
        SampleRun.write(SampleRun.of(10, 60), run());
        byte[] summary = Files.readAllBytes(run().resolve("summary.json"));
        ReportModel model = DirectoryReport.write(run()).model();
        String first = Files.readString(run().resolve("report.json"));
        DirectoryReport.Written written = DirectoryReport.write(run());
        assertThat(written.html()).isEqualTo(run().resolve("report.html")).isNotEmptyFile();
        assertThat(written.markdown())
                .isEqualTo(run().resolve("report.md"))
                .content()
                .contains("| 23.5 GiB ");
        assertThat(written.transactionSummary()).isNotEmptyFile();
        assertThat(TestFiles.names(run()))
                .containsExactly("data", "junit.xml", "report.html", "report.json", "report.md", "summary.json");
        assertThat(run().resolve("report.json")).hasContent(first);
        assertThat(run().resolve("summary.json")).hasBinaryContent(summary);
        JsonNode json = new ObjectMapper().readTree(first);
        assertThat(json.at("/verdict/word").asText())
                .isEqualTo(model.cover().verdict().word());
        assertThat(json.get("tpmC").asDouble())
                .isEqualTo(model.summary().figures().tpmC());
        assertThat(json.get("clauses")).hasSameSizeAs(model.transactions().clauses());
        assertThat(json.at("/queueing/0/type").asText()).isEqualTo("NEW_ORDER");
        assertThat(json.at("/queueing/0/waitMeanMs").asDouble())
                .isEqualTo(model.transactions().waits().get(0).waitMeanMs());
        assertThat(json.at("/stalls/usualTransactionsPerMinute").asDouble())
                .isEqualTo(model.monitoring().stalls().usualTransactionsPerMinute())
                .isPositive();
        assertThat(json.at("/loadGenerator/startDelayMeanMs").isNumber()).isTrue();
    }

    @Test
    void aKilledRunIsReportedFromWhatItHadWritten() throws IOException {
        RunData sample = SampleRun.of(10, 60);
        SampleRun.write(sample, run());
        ResultDirectory files = ResultDirectory.open(run());
        SummaryJson.write(files.summary(), begun(sample.summary()), "INCOMPLETE");
        cutTail(SeriesRow.CSV.in(files), 5000);
        cutTail(files.result(), 3);
        DirectoryReport.Written written = DirectoryReport.write(run());
        assertThat(written.model().cover().verdict().word()).isEqualTo("Incomplete");
        assertThat(written.model().cover().verdict().sound()).isFalse();
        assertThat(written.model().summary().run().window().windowSeconds()).isBetween(40.0, 59.0);
        assertThat(written.model().summary().run().window().rampupSeconds()).isEqualTo(10);
        assertThat(written.model().summary().figures().tpmC()).isBetween(9000.0, 12_000.0);
        assertThat(newOrder(written).response().p90Ms()).isPositive();
        assertThat(written.model().cover().started()).isEqualTo("2026-09-21 14:13:20");
        assertThat(Jsoup.parse(written.html()).select("svg[role=img]")).hasSizeGreaterThanOrEqualTo(9);
    }

    @Test
    void anEmptyFileOfRowsCostsItsRowsAndNotTheReport() throws IOException {
        RunData sample = SampleRun.of(0, 30);
        SampleRun.write(sample, run());
        Files.writeString(run().resolve("data/result.csv"), "");

        Path relative = Path.of("").toAbsolutePath().relativize(run());
        DirectoryReport.Written written = DirectoryReport.write(Path.of(relative + "/"));

        assertThat(written.model().summary().figures().tpmC())
                .isEqualTo(sample.summary().figures().tpmC());
        assertThat(written.model().cover().verdict().word()).isNotEqualTo("Incomplete");
        assertThat(Files.readString(written.html()))
                .contains("result.csv is empty", "What only its rows hold is left out");
        Files.delete(run().resolve("summary.json"));
        assertThat(DirectoryReport.write(run()).model().cover().verdict().word())
                .as("without the summary")
                .isEqualTo("Incomplete");
    }

    @Test
    void secondsThatAreNotThereAreNamed() throws IOException {
        SampleRun.write(SampleRun.of(0, 30), run());
        assertThat(Files.readString(DirectoryReport.write(run()).html())).doesNotContain("copied to its end");

        Path series = run().resolve("data/series.csv");
        List<String> lines = Files.readAllLines(series);
        Files.write(series, lines.subList(0, lines.size() / 2));
        assertThat(Files.readString(DirectoryReport.write(run()).html()))
                .containsPattern(
                        "series.csv ends 1\\d s after the start of a window of 30 s: it is damaged, or was not copied");
    }

    @Test
    void damagedSideFilesCostTheirChartsAndNotTheReport() throws IOException {
        SampleRun.write(SampleRun.of(0, 30), run());
        Files.writeString(run().resolve("data/response.hlog"), "Tag=NEW_ORDER,1,2,3,nonsense\n");
        Files.writeString(run().resolve("data/series.csv"), "second,type\n1,NOTHING\n");
        DirectoryReport.Written written = DirectoryReport.write(run());
        assertThat(written.model().transactions().distributions()).isEmpty();
        assertThat(Files.readString(written.html())).contains("has no per-second series", "has no histograms");
    }

    private static RunSummary begun(RunSummary summary) {
        return new RunSummary(
                Ending.RUNNING,
                summary.run().with(made(RunFacts.Window.class)),
                made(Figures.class),
                PostRunChecks.NONE);
    }

    private static void cutTail(Path path, int bytes) throws IOException {
        String text = Files.readString(path);
        Files.writeString(path, text.substring(0, text.length() - bytes));
    }
}
