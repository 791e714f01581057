package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.common.Texts.Language;
import io.bmsql.measure.LiveView;
import io.bmsql.report.Words;
import io.bmsql.report.live.LiveServer;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.Checksums;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunPage;
import io.bmsql.testing.LogLines;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.lang3.StringUtils;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of one directory: by the console, page, Markdown, JSON, junit.xml, results, live page and site. */
class OneVerdictTest {
    private static final Path RECORDED = Path.of("src/test/resources");
    private static final Words WORDS = Words.in(Language.EN);

    @TempDir
    Path folder;

    private final List<String> differences = new ArrayList<>();

    @Test
    void allPlacesSayTheSameOfEachRecordedRun() throws Exception {
        List<Path> summaries = TestFiles.below(RECORDED).stream()
                .filter(path -> path.endsWith(ResultDirectory.SUMMARY))
                .toList();
        assertThat(summaries).hasSizeGreaterThanOrEqualTo(3);
        for (Path summary : summaries) {
            String name = RECORDED.relativize(summary.getParent()).toString().replace('/', '_');
            compare(laidOut(summary.getParent(), name), name.equals("recorded-result"));
        }
        compare(older(laidOut(RECORDED.resolve("recorded-result"), "older")), false);
        assertThat(differences).isEmpty();
    }

    @Test
    void allPlacesBlameABusyLoadGenerator() throws Exception {
        Path busy = busy("busy");
        RunSummary judged =
                ComparedRun.read(ResultDirectory.open(older(busy))).data().summary();
        SummaryJson.write(
                busy.resolve(ResultDirectory.SUMMARY),
                judged,
                Verdict.worst(judged).name());
        Checksums.write(ResultDirectory.open(busy));
        assertThat(compare(busy, true)).startsWith(Verdict.LOAD_GENERATOR_BOUND);
        assertThat(compare(older(busy("busy_older")), false)).startsWith(Verdict.LOAD_GENERATOR_BOUND);
        assertThat(differences).isEmpty();
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
        Path to = laidOut(RECORDED.resolve("recorded-result"), name);
        Path file = to.resolve("data/load_generator.csv");
        String rows = Files.readString(file).replaceAll("(?m)^(-?[0-9.]+),[0-9.]+,", "$1,190.0,");
        TestFiles.replace(file, rows.getBytes(StandardCharsets.UTF_8));
        for (String place : List.of(ResultDirectory.SUMMARY, "run.properties", "data/runInfo.csv")) {
            Path told = to.resolve(place);
            String raised = Files.readString(told).replaceAll("\\b900\\b(?![.])", "9000");
            TestFiles.replace(told, raised.getBytes(StandardCharsets.UTF_8));
        }
        return to;
    }

    /** As before runs noted what limited them. */
    private static Path older(Path root) throws IOException {
        TestFiles.changeJson(root.resolve(ResultDirectory.SUMMARY), summary -> summary.remove("limit"));
        return root;
    }

    /** Compares all that the places say with what the directory says, and gives the latter; a site must take it when its checksums hold. */
    private List<Verdict> compare(Path root, boolean isSummed) throws Exception {
        String name = root.getFileName().toString();
        RunSummary summary = ComparedRun.read(ResultDirectory.open(root)).data().summary();
        Set<Verdict> expected = Verdict.of(summary);
        Verdict worst = Verdict.worst(summary);
        JsonNode stored = TestFiles.json(root.resolve(ResultDirectory.SUMMARY));
        if (stored.has("limit")) {
            same(name, "summary.json", worst.name(), stored.path("verdict").asText());
        }
        same(name, "console", expected, ofLine(console(summary)));
        same(name, "live page", "Ended: " + WORDS.verdict(worst).toLowerCase(Locale.ROOT), livePage(summary));

        JsonNode row = new ObjectMapper()
                .readTree(Stage.ended(folder, 0, "results", name, "--json").out());
        same(name, "results", worst.name(), row.at("/rows/0/verdict").asText());
        // A site takes nothing that its check finds fault with, such as other checksums.
        Stage site = new Stage(folder);
        site.run("site", name, "--out", "site_" + name);
        Path index = folder.resolve("site_" + name).resolve("index.html");
        String link = Files.exists(index) ? Jsoup.parse(index).select("td a").attr("href") : "";
        if (link.isEmpty()) {
            same(name, "site " + site.out() + site.err(), false, isSummed);
        } else {
            Document page = Jsoup.parse(folder.resolve("site_" + name).resolve(link));
            holds(name, "site's page", page.select("h2").text(), WORDS.verdict(worst));
            List<String> cells = Jsoup.parse(index).select("td").eachText();
            same(name, "site", true, cells.contains(WORDS.verdict(worst)));
        }

        Stage.ended(folder, 0, "report", name);
        JsonNode verdict = TestFiles.json(root.resolve("report.json")).get("verdict");
        Set<Verdict> inJson = EnumSet.noneOf(Verdict.class);
        verdict.get("verdicts").forEach(one -> inJson.add(Verdict.valueOf(one.asText())));
        same(name, "report.json", expected, inJson);
        Document page = Jsoup.parse(root.resolve("report.html"));
        holds(name, "page", page.select("section.verdict h2").text(), WORDS.verdict(worst));
        holds(name, "Markdown", Files.readString(root.resolve("report.md")), "**" + WORDS.verdict(worst));
        String junit = Files.readString(root.resolve("junit.xml"));
        same(name, "junit.xml", !worst.isSound(), junit.contains("<failure message=\"" + WORDS.verdict(worst)));
        return List.copyOf(expected);
    }

    private void same(String directory, String place, Object expected, Object found) {
        if (!expected.equals(found)) {
            differences.add(directory + ", " + place + ": " + found + ", not " + expected);
        }
    }

    private void holds(String directory, String place, String text, String part) {
        same(directory, place, true, text.contains(part));
    }

    private static Set<Verdict> ofLine(String line) {
        Set<Verdict> found = EnumSet.noneOf(Verdict.class);
        for (Verdict verdict : Verdict.values()) {
            if (List.of(line.split("; ")).contains(verdict.words())) {
                found.add(verdict);
            }
        }
        return found;
    }

    private static String console(RunSummary summary) {
        RunLog log = new RunLog(SecretMask.of(List.of()), WORDS);
        return LogLines.during(() -> log.exitCode(summary, null, List.of())).stream()
                .map(line -> StringUtils.substringAfter(line, "Verdict: "))
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String livePage(RunSummary summary) throws Exception {
        try (LiveServer server = LiveServer.open(0, WORDS)) {
            RunPage page = new RunPage(server, new RunListener() {});
            LiveView.Speed nothing = new LiveView.Speed(TpccTransaction.TYPES.metric(), 0, 0);
            LiveView view = new LiveView(
                    RunPhase.DRAIN, 1, 0, 0, new LiveView.Figures(nothing, nothing, 0, 0, 0, 0, 0, List.of()), null);
            LiveSource none = new LiveSource(() -> view, Map::of, () -> 0, () -> 0, List::of, List::of);
            page.begin(RunClock.SYSTEM, summary.run(), none);
            page.end(summary, List.of(), null, SecretMask.of(List.of()));
            try (var answer = URI.create(server.url()).toURL().openStream()) {
                String text = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
                return Jsoup.parse(text).select("h2").stream()
                        .map(heading -> heading.text())
                        .filter(heading -> heading.startsWith("Ended"))
                        .findFirst()
                        .orElse(text);
            }
        }
    }
}
