package io.bmsql.result;

import static io.bmsql.testing.Records.with;
import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.analysis.Verdict;
import io.bmsql.config.PacingMode;
import io.bmsql.measure.RunFactsFixture;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.TypeSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryJsonTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("summary.json");
    }

    /** Also where a thread is interrupted and another file is there. */
    @Test
    void summariesComeBackAsTheyWere() throws IOException {
        Files.writeString(file, "x".repeat(100_000));
        Thread.currentThread().interrupt();
        write();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(SummaryJson.read(file)).isEqualTo(summary());
        assertThat(folder.toFile().list()).containsExactly("summary.json");
        assertThat(Files.readString(file))
                .contains("\"windowSeconds\"", "\"startEpochMillis\"", "\"p90Ms\"", "\"efficiencyPercent\"")
                .contains("hostile </script><b>\\\"\\n");
    }

    @Test
    void fieldsOfLaterVersionsAreLeftOut() throws IOException {
        write();
        String json = Files.readString(file);
        Files.writeString(
                file,
                json.replaceFirst("\\{", "{ \"later\": {\"a\": [1]},")
                        .replace("\"runId\"", "\"x\": 1, \"runId\"")
                        .replace("\"meanMs\"", "\"p9999Ms\": 1, \"meanMs\"")
                        .replace("\"origin\"", "\"line\": 7, \"origin\""));

        assertThat(SummaryJson.read(file)).isEqualTo(summary());
    }

    /** The parts of the record are no parts of the file. */
    @ParameterizedTest
    @ValueSource(strings = {"golden-run", "golden/recording"})
    void aFileReadAndWrittenAgainIsTheSameToTheByte(String folder) throws IOException {
        Path old = Path.of("src/test/resources", folder, "summary.json");

        assertThat(new String(bytes(SummaryJson.read(old)), StandardCharsets.UTF_8))
                .isEqualTo(Files.readString(old).strip());
    }

    @Test
    void whatOnlySomeRunsHaveStaysInItsPlace() throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode old = (ObjectNode) json.readTree(bytes(summary()));
        old.withObject("/run")
                .set(
                        "load",
                        json.readTree(
                                """
                                {"toolVersion":"1.0.0","db":"postgres","warehouses":10,"seed":7,"startEpochMillis":8,
                                "way":"COPY","workers":2,"seconds":2.0,"rows":10,"bytes":4000000,"rowsBefore":0,
                                "tableRows":{"item":5},"stepSeconds":{},"schema":{},"populationFacts":36,
                                "rowsPerSecond":5.0,"megabytesPerSecond":2.0}
                                """));
        old.set(
                "availability",
                json.readTree(
                        """
                        [{"lastCommitSeconds":1.5,"lastCommitEpochMillis":2,"firstCommitSeconds":null,
                        "firstCommitEpochMillis":null,"outageSeconds":3.0,"commitsPerSecondBefore":4.0,
                        "to95PercentSeconds":null,"failed":5,"unknown":6,"connectionErrors":7}]
                        """));
        old.set(
                "ledger",
                json.readTree(
                        """
                        {"passed":false,"standing":["later runs"],"newOrders":1,"payments":2,"deliveries":3,"failed":4,
                        "unknown":5,"unknownHappened":6,"seconds":0.5,"checks":[]}
                        """));
        old.put("derivedFrom", "data/result.csv");
        old.remove("verdict");
        old.put("verdict", "DATA_LOST");
        Files.writeString(file, old.toString());

        assertThat(json.readTree(bytes(SummaryJson.read(file))).toString()).isEqualTo(old.toString());
    }

    @Test
    void listsThatEarlierVersionsDidNotHaveAreEmpty() throws IOException {
        ObjectNode json = (ObjectNode) new ObjectMapper().readTree(bytes(summary()));
        json.putNull("types");
        json.remove(List.of("errors", "check"));
        Files.writeString(file, json.toString());

        RunSummary summary = SummaryJson.read(file);

        assertThat(summary.figures().types()).isEmpty();
        assertThat(summary.figures().errors()).isEmpty();
        assertThat(summary.postRun().check()).isEmpty();
    }

    @Test
    void whatNoRunWritesIsDamageAndNamed() throws IOException {
        Map<String, String> damages = Map.of(
                "null",
                "holds nothing",
                "{\"formatVersion\": 2}",
                "status is missing",
                changed("windowSeconds", "1e300"),
                "run.windowSeconds is 1.0E300",
                changed("tpmC", "\"NaN\""),
                "tpmC is NaN",
                changed("db", "null"),
                "run.db is missing");
        for (Map.Entry<String, String> damage : damages.entrySet()) {
            Files.writeString(file, damage.getKey());
            assertThatThrownBy(() -> SummaryJson.read(file))
                    .isInstanceOf(ResultReadException.class)
                    .hasMessageContaining("is damaged (" + damage.getValue().replace("holds", "it holds"));
        }
    }

    private static String changed(String field, String value) {
        return new String(bytes(summary()), StandardCharsets.UTF_8)
                .replaceFirst("\"" + field + "\" : [^,\n]+", "\"" + field + "\" : " + value);
    }

    @Test
    void newerFormatsAndDamagedFilesAreRefusedInOneSentence() throws IOException {
        assertThatThrownBy(() -> SummaryJson.read(file)).isInstanceOf(ResultReadException.class);
        write();
        String json = Files.readString(file);
        Files.writeString(file, json.replaceFirst("\"formatVersion\" : 2", "\"formatVersion\" : 3"));
        assertThrown(ResultReadException.class, () -> SummaryJson.read(file), "use a newer version");
        Files.writeString(file, json.replaceFirst("\"formatVersion\" : 2", "\"formatVersion\" : 1"));
        assertThatThrownBy(() -> SummaryJson.read(file)).hasMessageContaining("use an older version");
        Files.writeString(file, json.substring(0, json.length() / 2));
        assertThrown(ResultReadException.class, () -> SummaryJson.read(file), file + " is damaged");
    }

    @Test
    void anUnwritableSummaryIsSaidAndTheOldOneStays() throws IOException {
        write();
        Files.createDirectories(
                FileReplacer.fresh(folder.resolve("summary.json")).resolve("in the way"));

        assertThatThrownBy(() -> SummaryJson.write(file, summary().with(PostRunChecks.NONE), "VALID"))
                .isInstanceOf(ResultWriteException.class)
                .hasMessageContaining(file.toString());
        assertThat(SummaryJson.read(file)).isEqualTo(summary());
    }

    static RunSummary summary() {
        Latency latency = new Latency(1, 2, 3, 4, 5, 6, 7.125);
        return new RunSummary(
                new Ending(Status.INTERRUPTED, "Stopped by Ctrl-C"),
                facts(),
                new Figures(
                        123.456,
                        270.5,
                        99.9,
                        List.of(new TypeSummary(
                                "NEW_ORDER", 100, 45, new SeriesRow.Counts(1, 2, 3, 4, 0), latency, latency, 12.5, 0)),
                        List.of(new ErrorSummary(
                                "PAYMENT", "DEADLOCK", "40P01", 0, 3, 1, "hostile </script><b>\"\n", 2)),
                        new WorkloadCounts(1, 2, 3, 4, 5, 6),
                        null,
                        List.of(),
                        null),
                with(
                        PostRunChecks.NONE,
                        "check",
                        List.of(new CheckResult("3.3.2.1", "sums", true, 0, 0.25, List.of(), null))));
    }

    private static RunFacts facts() {
        return with(
                RunFactsFixture.facts(1, 10),
                "pace",
                new Pace(PacingMode.THINK_TIME, "minutes", 0, 1.0, 1.0, 0, null),
                "window",
                new Window(1_767_225_600_000L, 1_767_225_660_000L, 30, 60, 7));
    }

    private void write() {
        SummaryJson.write(file, summary(), Verdict.worst(summary()).name());
    }

    private static byte[] bytes(RunSummary summary) {
        return SummaryJson.bytes(summary, Verdict.worst(summary).name());
    }
}
