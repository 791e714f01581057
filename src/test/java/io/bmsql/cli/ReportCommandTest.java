package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.Texts.Language;
import io.bmsql.report.Words;
import io.bmsql.result.Checksums;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmsql report}: which language pages, tables and sentences have, who opens the page, and that all places give one verdict. */
class ReportCommandTest {
    private static final Path RECORDED = TestFiles.RECORDED;
    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final Words WORDS = Words.in(Language.EN);
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
        Path file = folder.resolve("r/summary.json");
        TestFiles.replace(file, Files.readAllBytes(RECORDED.resolve("summary.json")));
        TestFiles.changeJson(file, summary -> summary.withObject("/run")
                .withArray("settings")
                .addObject()
                .put("key", "lang")
                .put("value", lang)
                .put("origin", "-D"));
    }

    @Test
    void theOptionWinsOverTheSettingAndTheSettingOverTheEnvironment() throws IOException {
        set("en");
        run(Map.of(), "report", "--lang", "zh", "r");
        assertThat(language()).isEqualTo("zh");
        set("zh");
        run(Map.of(), "report", "r");
        assertThat(language()).isEqualTo("zh");
        TestFiles.copy(folder.resolve("r"), folder.resolve("s"));
        TestFiles.changeJson(folder.resolve("s/summary.json"), summary -> summary.withObject("/run")
                .put("runId", 77));
        assertThat(run(Map.of(), "compare", "r", "s")).contains("结论");
    }

    @Test
    void filesForProgramsAreTheSameInAllLanguages() throws IOException {
        run(Map.of(), "report", "r");
        assertThat(language()).isEqualTo("en");
        Map<String, String> english = forPrograms();
        run(CHINESE, "report", "r");
        assertThat(language()).isEqualTo("zh");
        assertThat(forPrograms()).isEqualTo(english);
        assertThat(Files.readString(folder.resolve("r/report.md"))).contains("事务");
    }

    @Test
    void cellsOfAChinesePageAreNamesOrChinese() throws IOException {
        run(CHINESE, "report", "r");
        Document page = Jsoup.parse(folder.resolve("r/report.html"));
        assertThat(page.select("#settings td.soft").eachText())
                .contains("默认", "随机抽取", "数据库 postgres 的目录")
                .allMatch(text -> text.matches(".*:\\d+|.*\\p{IsHan}.*|[a-zA-Z]+") && !text.equals("default"));
        assertThat(page.select("#events td").eachText()).contains("状态 0");
        assertThat(page.select("#environment td").eachText()).contains("Intel(R) Xeon(R) Processor, 2 个处理器");
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
                        .mapToInt(ReportCommandTest::columns)
                        .distinct())
                .hasSize(1);
    }

    /** A terminal gives two columns to a character of Chinese. */
    private static int columns(String line) {
        return line.codePoints().map(c -> c > 0x2e80 ? 2 : 1).sum();
    }

    @Test
    void thePageIsOpenedWithTheProgramOfTheDesktop() throws Exception {
        Path opened = folder.resolve("opened");
        Path opener = Files.writeString(folder.resolve("xdg-open"), "#!/bin/sh\necho $1 >" + opened + "\n");
        assertThat(opener.toFile().setExecutable(true)).isTrue();
        Stage stage = new Stage(folder, Map.of("PATH", "/nowhere:" + folder, "DISPLAY", ":0"));
        assertThat(stage.run("report", "--open", "r")).isZero();
        await(() -> Files.exists(opened) && Files.size(opened) > 0);
        assertThat(opened).hasContent(folder.resolve("r/report.html").toUri().toString());
        assertThat(stage.out()).doesNotContain("desktop");
    }

    @Test
    void withoutADesktopItsPlaceIsSaid() {
        Stage stage = new Stage(folder, Map.of("PATH", System.getenv("PATH")));
        assertThat(stage.run("report", "--open", "r")).isZero();
        assertThat(stage.out())
                .contains(
                        "r/report.html", "There is no desktop here that could show it: open that file with a browser.");
    }

    @Test
    void aReportThatCannotBeWrittenIsOneSentence() throws Exception {
        Files.createDirectories(folder.resolve("r/report.md/in the way"));
        List<String> said = new ArrayList<>();
        assertThat(ReportCommand.afterRun(
                        new Stage(folder).context(), ResultDirectory.open(folder.resolve("r")), said::add))
                .isNull();
        assertThat(said).singleElement().asString().startsWith("This run has no report: Cannot write ");
        assertThat(TestFiles.names(folder.resolve("r"))).as("no half page").noneMatch(name -> name.endsWith(".new"));
    }

    /** By page, Markdown, JSON, junit.xml, table of runs and site; of a run that ends, see RunLogTest and LiveServerTest. */
    @Test
    void allPlacesSayTheSameOfEachRecordedRun() throws IOException {
        List<Path> summaries = TestFiles.below(RESOURCES).stream()
                .filter(path -> path.endsWith(ResultDirectory.SUMMARY))
                .toList();
        assertThat(summaries).hasSizeGreaterThanOrEqualTo(3);
        for (Path summary : summaries) {
            Path recorded = summary.getParent();
            boolean isForSites = recorded.equals(RECORDED);
            String name = RESOURCES.relativize(recorded).toString().replace("/", "_");
            compare(laidOut(recorded, name), isForSites);
        }
        compare(older(laidOut(RECORDED, "older")), false);
    }

    @Test
    void allPlacesBlameABusyLoadGenerator() throws IOException {
        Path busy = busy("busy");
        RunSummary judged =
                ComparedRun.read(ResultDirectory.open(older(busy))).data().summary();
        String verdict = Verdict.worst(judged).name();
        SummaryJson.write(busy.resolve(ResultDirectory.SUMMARY), judged, verdict);
        Checksums.write(ResultDirectory.open(busy));
        assertThat(verdict).isEqualTo("LOAD_GENERATOR_BOUND");
        compare(busy, true);
        compare(older(busy("busy_older")), false);
    }

    private Path laidOut(Path from, String name) throws IOException {
        Path to = folder.resolve(name);
        TestFiles.copy(from, to);
        Files.createDirectories(to.resolve("data"));
        for (Path file : TestFiles.in(to)) {
            if (file.toString().endsWith(".csv")) {
                Files.move(file, to.resolve("data").resolve(file.getFileName()));
            }
        }
        Checksums.write(ResultDirectory.open(to));
        return to;
    }

    /** The recorded run, with nearly all of both processors of its host used by the load generator, and a cap that it does not reach. */
    private Path busy(String name) throws IOException {
        Path to = laidOut(RECORDED, name);
        change(to.resolve("data/load_generator.csv"), "(?m)^(-?[0-9.]+),[0-9.]+,", "$1,190.0,");
        for (String place : List.of(ResultDirectory.SUMMARY, "run.properties", "data/runInfo.csv")) {
            change(to.resolve(place), "\\b900\\b(?![.])", "9000");
        }
        return to;
    }

    private static void change(Path file, String pattern, String now) throws IOException {
        String changed = Files.readString(file).replaceAll(pattern, now);
        TestFiles.replace(file, changed.getBytes(StandardCharsets.UTF_8));
    }

    /** As before runs noted what limited them. */
    private static Path older(Path root) throws IOException {
        TestFiles.changeJson(root.resolve(ResultDirectory.SUMMARY), summary -> summary.remove("limit"));
        return root;
    }

    /** Compares all that the places say with what the directory says; a site takes nothing that its check finds fault with. */
    private void compare(Path root, boolean isForSites) throws IOException {
        String name = root.getFileName().toString();
        RunSummary summary = ComparedRun.read(ResultDirectory.open(root)).data().summary();
        Verdict worst = Verdict.worst(summary);
        String words = WORDS.verdict(worst);
        JsonNode stored = TestFiles.json(root.resolve(ResultDirectory.SUMMARY));
        Map<String, String> said = new TreeMap<>();
        said.put("summary.json", stored.has("limit") ? stored.path("verdict").asText() : worst.name());
        Stage table = Stage.ended(folder, 0, "results", name, "--json");
        said.put(
                "results",
                new ObjectMapper().readTree(table.out()).at("/rows/0/verdict").asText());
        Stage.ended(folder, 0, "report", name);
        JsonNode verdicts = TestFiles.json(root.resolve("report.json")).at("/verdict/verdicts");
        said.put("report.json", verdicts.get(0).asText());
        assertThat(said.values()).as(name + said).containsOnly(worst.name());

        assertThat(verdicts).as(name).hasSameSizeAs(Verdict.of(summary));
        assertThat(Jsoup.parse(root.resolve("report.html"))
                        .select("section.verdict h2")
                        .text())
                .contains(words);
        assertThat(root.resolve("report.md")).content().contains("**" + words);
        assertThat(Files.readString(root.resolve("junit.xml")).contains("<failure message=\"" + words))
                .as(name)
                .isNotEqualTo(worst.isSound());
        Stage site = new Stage(folder);
        site.run("site", name, "--out", "site_" + name);
        Path index = folder.resolve("site_" + name + "/index.html");
        assertThat(Files.exists(index)
                        && Jsoup.parse(index).select("tbody td").eachText().contains(words))
                .as(site.err())
                .isEqualTo(isForSites);
    }
}
