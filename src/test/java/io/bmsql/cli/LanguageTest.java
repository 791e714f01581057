package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which language pages, tables and sentences have: the option, the setting of the run, the environment, English. */
class LanguageTest {
    private static final Path RECORDED = Path.of("src/test/resources/recorded-result");
    private static final Map<String, String> CHINESE = Map.of("LANG", "zh_CN.UTF-8");

    @TempDir
    Path folder;

    @BeforeEach
    void aResult() throws IOException {
        TestFiles.copy(RECORDED, folder.resolve("r"));
    }

    private String run(Map<String, String> environment, String... words) {
        Stage stage = new Stage(folder, environment);
        assertThat(stage.run(words)).as(() -> stage.out() + stage.err()).isZero();
        return stage.out();
    }

    private String language() throws IOException {
        return Jsoup.parse(folder.resolve("r/report.html")).select("html").attr("lang");
    }

    /** The setting that a run had, as its summary records it. */
    private void set(String lang) throws IOException {
        Path summary = folder.resolve("r/summary.json");
        Files.writeString(
                summary,
                Files.readString(RECORDED.resolve("summary.json"))
                        .replaceFirst(
                                "\"key\" : \"publish\"",
                                "\"key\" : \"lang\", \"value\" : \"" + lang
                                        + "\", \"origin\" : \"-D\" }, { \"key\" : \"publish\""));
    }

    @Test
    void theOptionWinsOverTheSettingAndTheSettingOverTheEnvironment() throws IOException {
        run(Map.of(), "report", "r");
        assertThat(language()).isEqualTo("en");
        run(CHINESE, "report", "r");
        assertThat(language()).isEqualTo("zh");
        set("en");
        run(CHINESE, "report", "r");
        assertThat(language()).isEqualTo("en");
        run(CHINESE, "report", "--lang", "zh", "r");
        assertThat(language()).isEqualTo("zh");
        set("zh");
        run(Map.of(), "report", "r");
        assertThat(language()).isEqualTo("zh");
        TestFiles.copy(folder.resolve("r"), folder.resolve("s"));
        assertThat(run(Map.of(), "compare", "r", "s")).contains("评价");
        run(CHINESE, "report", "--lang", "en", "r");
        assertThat(language()).isEqualTo("en");
    }

    @Test
    void filesForProgramsAreTheSameInAllLanguages() throws IOException {
        run(Map.of(), "report", "r");
        Map<String, String> english = forPrograms();
        run(CHINESE, "report", "r");
        assertThat(forPrograms()).isEqualTo(english);
        assertThat(Files.readString(folder.resolve("r/report.md"))).contains("事务");
    }

    private Map<String, String> forPrograms() throws IOException {
        return Map.of(
                "report.json", Files.readString(folder.resolve("r/report.json")),
                "junit.xml", Files.readString(folder.resolve("r/junit.xml")),
                "tx_summary.csv", Files.readString(folder.resolve("r/data/tx_summary.csv")));
    }

    @Test
    void theTableOfRunsIsInTheLanguageOfTheEnvironmentAndItsCsvIsNot() throws IOException {
        assertThat(run(CHINESE, "results", "--csv", "runs.csv")).contains("受限速");
        assertThat(Files.readString(folder.resolve("runs.csv")))
                .contains("Started,Directory,", ",Capped")
                .doesNotContain("受限速");
        assertThat(run(Map.of(), "results")).contains("Capped");
        assertThat(run(CHINESE, "results")
                        .lines()
                        .mapToInt(LanguageTest::columns)
                        .distinct())
                .hasSize(1);
    }

    /** A terminal gives two columns to a character of Chinese. */
    private static int columns(String line) {
        return line.codePoints().map(c -> c > 0x2e80 ? 2 : 1).sum();
    }
}
