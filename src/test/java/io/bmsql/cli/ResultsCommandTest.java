package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.common.Texts.Language;
import io.bmsql.study.MadeUpStudy;
import io.bmsql.study.StudyFile.State;
import io.bmsql.study.page.StudyPage;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bmsql results}: the table of many runs. */
class ResultsCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path GOLDEN = Path.of("src/test/resources/golden-run");

    @TempDir
    Path folder;

    @BeforeEach
    void threeRuns() throws IOException {
        write("old/slow run", 1_000, "COMPLETE");
        write("fast", 3_000, "COMPLETE");
        write("broken_off", 2_000, "ABORTED");
        Files.writeString(folder.resolve("fast/report.html"), "<p>");
    }

    private void write(String directory, int tpmC, String status) throws IOException {
        Path data = Files.createDirectories(folder.resolve(directory).resolve("data"));
        Path file = data.resolveSibling("summary.json");
        Files.copy(GOLDEN.resolve("summary.json"), file);
        TestFiles.changeJson(file, summary -> {
            summary.put("tpmC", (double) tpmC).put("status", status);
            summary.put("verdict", status.equals("COMPLETE") ? "SHORT" : status);
            ((ObjectNode) summary.get("types").get(0)).put("unknown", 0);
        });
        Files.copy(GOLDEN.resolve("series.csv"), data.resolve("series.csv"));
    }

    @Test
    void allRunsBelowAreListedInTheOrderThatIsAskedFor() throws IOException {
        String[] lines = Stage.line(folder, 0, "results --sort tpmC --csv runs.csv")
                .out()
                .split("\n");
        assertThat(lines).hasSize(5);
        assertThat(lines[0]).contains("Started", "Directory", "Warehouses", "tpmC", "New-Order p99, ms", "Verdict");
        assertThat(lines[2]).contains("| fast ", " 3,000 | ", " 175 | Short");
        assertThat(lines[3]).contains("| broken_off ", " Aborted ");
        assertThat(lines[4]).contains("| old/slow run ");
        assertThat(Files.readAllLines(folder.resolve("runs.csv")))
                .as("the same rows as plain numbers")
                .hasSize(4)
                .anyMatch(line -> line.startsWith("Started,Directory,"))
                .anyMatch(line -> line.matches(".*,fast,.*,3000\\.00,[0-9]+\\.[0-9]{3},Short"));
        JsonNode rows = JSON.readTree(
                        Stage.line(folder, 0, "results --json --sort directory").out())
                .get("rows");
        assertThat(rows.findValuesAsText("verdict")).containsExactly("ABORTED", "SHORT", "SHORT");
        assertThat(rows.at("/1/tpmC").asDouble()).isEqualTo(3000);
    }

    @Test
    void thePageHasPicturesAndLinks() throws IOException {
        Stage.line(folder, 0, "results --html old/runs.html");

        assertThat(Files.readString(folder.resolve("old/runs.html")))
                .contains(
                        "<a href=\"../fast/report.html\">fast</a>",
                        "<polyline points=\"0,",
                        "<td class=\"bad\">Aborted")
                .doesNotContain("<a href=\"slow");
    }

    @Test
    void studiesHaveATableOfTheirOwnAndTheirRunsOnlyWhenAsked() throws IOException {
        new MadeUpStudy(folder.resolve("sweep_1"), List.of("pg", "my"), 2, "terminals=10,20")
                .make((setting, block) -> setting.database().equals("pg") ? 30_000 : 20_000)
                .state(8, State.PLANNED, "");
        StudyPage.write(folder.resolve("sweep_1"), lang -> Language.EN, new HashMap<>());

        assertThat(Stage.line(folder, 0, "results --html runs.html").out())
                .containsPattern("\\| sweep_1 +\\| Sweep \\| pg, my, terminals +\\| +4 \\| +7/8 \\| +30,000 \\|")
                .contains("| fast ")
                .doesNotContain("001_1");
        assertThat(Files.readString(folder.resolve("runs.html")))
                .contains("<a href=\"sweep_1/study.html\">sweep_1</a>", "<a href=\"fast/report.html\">");
        JsonNode json =
                JSON.readTree(Stage.line(folder, 0, "results --all --json").out());
        assertThat(json.at("/studies/0/bestTpmC").asDouble()).isCloseTo(30_000, within(0.1));
        assertThat(json.get("rows")).hasSize(3 + 8);
        assertThat(json.at("/rows/0").has("warehouses")).isTrue();
        Stage.line(folder, 0, "results sweep_1").printed("001_1");
    }

    /** What else is no summary is in SummaryJsonTest. */
    @ParameterizedTest
    @CsvSource({
        "'{ \"formatVersion\": ', fast/summary.json",
        "'{ \"formatVersion\": 3, \"run\": {} }', has format 3 and this program reads 2",
        "'{ \"formatVersion\": 2 }', status is missing"
    })
    void aSummaryThatCannotBeReadIsNamedAndTheOthersAreShown(String text, String why) throws IOException {
        Files.writeString(folder.resolve("fast/summary.json"), text);

        assertThat(Stage.line(folder, 0, "results").warned(why).out())
                .contains("slow run")
                .doesNotContain("| fast");
        Stage.line(folder, 7, "site --check fast").warned(why);
    }

    @Test
    void anEmptyOrMissingPlaceSaysSo() throws IOException {
        Files.createDirectory(folder.resolve("empty"));

        Stage.line(folder, 0, "results empty").warned("No run with a summary.json below");
        Stage.refused(folder, "results missing");
    }
}
