package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Latency;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.RunSummary.Setting;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.RunSummary.WorkloadCounts;
import io.bmsql.spec.PacingMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryJsonTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("summary.json");
    }

    @Test
    void summariesComeBackAsTheyWere() {
        SummaryJson.write(file, summary());

        assertThat(SummaryJson.read(file)).isEqualTo(summary());
    }

    @Test
    void writingReplacesTheWholeFileAndLeavesNoOther() throws IOException {
        Files.writeString(file, "x".repeat(100_000));
        SummaryJson.write(file, summary());

        assertThat(SummaryJson.read(file)).isEqualTo(summary());
        assertThat(folder.toFile().list()).containsExactly("summary.json");
    }

    @Test
    void anInterruptedThreadCanStillWrite() {
        Thread.currentThread().interrupt();
        SummaryJson.write(file, summary());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(SummaryJson.read(file)).isEqualTo(summary());
    }

    @Test
    void fieldsOfLaterVersionsAreLeftOut() throws IOException {
        SummaryJson.write(file, summary());
        String json = Files.readString(file);
        Files.writeString(
                file,
                json.replaceFirst("\\{", "{ \"later\": {\"a\": [1]},")
                        .replace("\"runId\"", "\"x\": 1, \"runId\"")
                        .replace("\"meanMs\"", "\"p9999Ms\": 1, \"meanMs\"")
                        .replace("\"origin\"", "\"line\": 7, \"origin\""));

        assertThat(SummaryJson.read(file)).isEqualTo(summary());
    }

    @Test
    void listsThatEarlierVersionsDidNotHaveAreEmpty() throws IOException {
        ObjectNode json = (ObjectNode) new ObjectMapper().readTree(SummaryJson.bytes(summary()));
        json.putNull("types");
        json.remove(List.of("errors", "check"));
        Files.writeString(file, json.toString());

        RunSummary summary = SummaryJson.read(file);

        assertThat(summary.types()).isEmpty();
        assertThat(summary.errors()).isEmpty();
        assertThat(summary.check()).isEmpty();
    }

    @Test
    void whatNoRunWritesIsDamageAndNamed() throws IOException {
        Map<String, String> damages = Map.of(
                "null",
                "holds nothing",
                "{\"formatVersion\": 1}",
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
        return new String(SummaryJson.bytes(summary()), StandardCharsets.UTF_8)
                .replaceFirst("\"" + field + "\" : [^,\n]+", "\"" + field + "\" : " + value);
    }

    @Test
    void newerFormatsAndDamagedFilesAreRefusedInOneSentence() throws IOException {
        assertThatThrownBy(() -> SummaryJson.read(file)).isInstanceOf(ResultReadException.class);
        SummaryJson.write(file, summary());
        String json = Files.readString(file);
        Files.writeString(file, json.replaceFirst("\"formatVersion\" : 1", "\"formatVersion\" : 2"));
        assertThatThrownBy(() -> SummaryJson.read(file))
                .isInstanceOf(ResultReadException.class)
                .hasMessageContaining("use a newer version");
        Files.writeString(file, json.substring(0, json.length() / 2));
        assertThatThrownBy(() -> SummaryJson.read(file))
                .isInstanceOf(ResultReadException.class)
                .hasMessageContaining(file + " is damaged");
    }

    @Test
    void anUnwritableSummaryIsSaidAndTheOldOneStays() throws IOException {
        SummaryJson.write(file, summary());
        Files.createDirectories(folder.resolve("summary.json.new/in the way"));

        assertThatThrownBy(() -> SummaryJson.write(file, summary().withCheck(List.of())))
                .isInstanceOf(ResultWriteException.class)
                .hasMessageContaining(file.toString());
        assertThat(SummaryJson.read(file)).isEqualTo(summary());
    }

    @Test
    void namesCarryTheirUnits() throws IOException {
        SummaryJson.write(file, summary());

        assertThat(Files.readString(file))
                .contains("\"windowSeconds\"", "\"startEpochMillis\"", "\"p90Ms\"", "\"efficiencyPercent\"")
                .contains("hostile </script><b>\\\"\\n");
    }

    private static RunSummary summary() {
        Latency latency = new Latency(1, 2, 3, 4, 5, 6, 7.125);
        return new RunSummary(
                RunSummary.FORMAT_VERSION,
                Status.INTERRUPTED,
                "Stopped by Ctrl-C",
                facts(),
                123.456,
                270.5,
                99.9,
                List.of(new TypeSummary("NEW_ORDER", 100, 45, 1, 2, 3, 4, 0, latency, latency, 12.5)),
                List.of(new ErrorSummary("PAYMENT", "DEADLOCK", "40P01", 0, 3, 1, "hostile </script><b>\"\n", 2)),
                new WorkloadCounts(1, 2, 3, 4, 5, 6),
                List.of(new CheckResult("3.3.2.1", "sums", true, 0, 0.25, "")));
    }

    private static RunFacts facts() {
        return new RunFacts(
                1,
                "1.0.0",
                "postgres",
                "",
                "plain",
                "READ_COMMITTED",
                42,
                10,
                10,
                100,
                20,
                PacingMode.THINK_TIME,
                "minutes",
                0,
                1.0,
                1.0,
                1_767_225_600_000L,
                1_767_225_660_000L,
                30,
                60,
                7,
                Map.of("host", "db 1"),
                List.of(new Setting("db", "postgres", "props:1")),
                null);
    }
}
