package io.bmsql.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.result.Checksums;
import io.bmsql.result.ResultDirectory;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Figures of a real result that somebody changed, one at a time, with the checksums made anew. */
class RecountTest {
    private static final Pattern NUMBER = Pattern.compile("(?<![A-Za-z0-9_.-])-?[0-9]+(\\.[0-9]+)?(?![A-Za-z0-9_.])");

    @TempDir
    Path folder;

    private Path root;
    private ResultDirectory directory;

    @BeforeEach
    void copy() throws IOException {
        root = folder.resolve("r");
        TestFiles.copy(TestFiles.RECORDED, root);
        directory = ResultDirectory.open(root);
    }

    /** A figure that differs: its place, without the numbers in it. */
    private record Changed(String place, String line, boolean isFound) {}

    private Changed change(Random random, Path file, String text) throws IOException {
        List<MatchResult> numbers = NUMBER.matcher(text).results().toList();
        while (true) {
            MatchResult number = numbers.get(random.nextInt(numbers.size()));
            double factor = Math.pow(10, -3 + 3 * random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
            boolean isWhole = !number.group().contains(".");
            double value = Double.parseDouble(number.group());
            String now = isWhole
                    ? Long.toString(Math.round(value * (1 + factor)))
                    : BigDecimal.valueOf(value * (1 + factor))
                            .setScale(number.group().length() - number.group().indexOf('.') - 1, RoundingMode.HALF_UP)
                            .toPlainString();
            int line = text.lastIndexOf('\n', number.start()) + 1;
            if (line > 0 && !now.equals(number.group())) {
                TestFiles.replace(
                        file,
                        (text.substring(0, number.start()) + now + text.substring(number.end()))
                                .getBytes(StandardCharsets.ISO_8859_1));
                Checksums.write(directory);
                String found = text.substring(line, text.indexOf('\n', number.end()));
                long column = text.substring(line, number.start())
                        .chars()
                        .filter(c -> c == ',')
                        .count();
                String name = name(file);
                String place = name.equals("summary.json")
                        ? name + path(text, number.start())
                        : name + " "
                                + (name.endsWith(".csv")
                                        ? text.lines().findFirst().orElse("").split(",", -1)[(int) column]
                                        : "")
                                + (Math.abs(Double.parseDouble(now) - value) == 1 ? " by 1" : "");
                return new Changed(
                        place, found + " -> " + now, !Site.findings(root).isEmpty());
            }
        }
    }

    private String name(Path file) {
        return root.relativize(file).toString();
    }

    /** The names above a place of an indented JSON text. */
    private static String path(String json, int at) {
        String path = "";
        int indent = Integer.MAX_VALUE;
        String[] lines = json.substring(0, json.indexOf('\n', at)).split("\n");
        for (int i = lines.length - 1; i >= 0; i--) {
            int own = lines[i].length() - lines[i].stripLeading().length();
            Matcher key = Pattern.compile("\"([^\"]+)\" : .*").matcher(lines[i].strip());
            if (own < indent && key.matches()) {
                path = "/" + key.group(1) + path;
                indent = own;
            }
        }
        return path;
    }

    /** What nothing else in the directory knows; docs/site.md lists it. */
    private static final Pattern UNKNOWN = Pattern.compile(
            "data/(blk_|net_|collectors|cpu_speed|db_|load_generator|sessions|statement_times|sys_info|waits).*"
                    + "|data/(inputs.csv second|result.csv (run|elapsed|(db)?latency by 1)|series.csv (second|serviceMeanMs|startDelayMeanMs)|warehouse_heat.csv w_id)( by 1)?"
                    + "|data/runInfo.csv (driverVersion|sessionStart)( by 1)?"
                    + "|summary.json/(check|ledger|run/(environment/.*|startEpochMillis|endEpochMillis|finishedAfterWindow"
                    + "|loadGeneratorProcessors|settings/(key|origin)))(/.*)?"
                    + "|summary.json/types/(maxAtSeconds|(response|service)/maxMs)"
                    // Earlier versions wrote it; nothing reads it.
                    + "|summary.json/hostSpeed/minuteMedianMicros");

    /** The share that is found, by file, is published. */
    @Test
    void whateverCanBeCountedAgainIsFound(TestReporter reporter) throws IOException {
        change(8, reporter);
    }

    @Test
    @Tag("long")
    void whateverCanBeCountedAgainIsFoundInThousandsOfChanges(TestReporter reporter) throws IOException {
        change(4_000, reporter);
    }

    private void change(int changes, TestReporter reporter) throws IOException {
        assertThat(Site.findings(root)).isEmpty();
        Random random = new Random(Long.getLong("bmsql.fuzz.seed", 1));
        List<Path> files = TestFiles.below(root).stream()
                .filter(file -> !file.toString().matches(".*(checksums.txt|ledger.bin|\\.log|\\.hlog)"))
                .toList();
        Map<String, int[]> shares = new TreeMap<>();
        Map<String, String> missed = new TreeMap<>();
        for (int i = 0; i < changes; i++) {
            // Half of the changes are in the summary, which is what is shown.
            Path file = i % 2 == 0 ? directory.summary() : files.get(i / 2 % files.size());
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            if (NUMBER.matcher(text.substring(text.indexOf('\n') + 1)).find()) {
                Changed change = change(random, file, text);
                shares.computeIfAbsent(
                                file.equals(directory.summary())
                                        ? "summary"
                                        : change.place.split(" ")[0],
                                any -> new int[2])[change.isFound ? 0 : 1]++;
                if (!change.isFound) {
                    missed.put(change.place, change.line);
                }
                TestFiles.replace(file, text.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        shares.forEach((place, share) -> reporter.publishEntry(place, share[0] + " found, " + share[1] + " not"));
        missed.keySet().removeIf(place -> UNKNOWN.matcher(place).matches());
        assertThat(missed).as("not found, and no reason for it").isEmpty();
    }

    /** Changes the lines of a file; those of the same file of another run may be empty. */
    private interface Change {
        void of(List<String> lines, int at, List<String> other);
    }

    /** How somebody may change a file beside changing a figure of it. */
    enum Mutation {
        SWAPPED((lines, at, other) -> Collections.swap(lines, at, at == 1 ? lines.size() - 1 : 1)),
        /** All that has the second of a line twice. */
        DOUBLED((lines, at, other) -> {
            String second = lines.get(at).split(",", 2)[0] + ",";
            lines.addAll(
                    at,
                    List.copyOf(lines.stream()
                            .filter(line -> line.startsWith(second))
                            .toList()));
        }),
        /** Half of the same file of another run. */
        MIXED((lines, at, other) -> {
            lines.subList(lines.size() / 2, lines.size()).clear();
            lines.addAll(other.subList(Math.min(other.size(), 1 + other.size() / 2), other.size()));
        }),
        NOT_A_NUMBER(notation("NaN", "Infinity", "-Infinity", "", "x")),
        /** The same number: it may pass, and may be refused. */
        NOTATION(notation("+%s", "0%s", "%se0", " %s", "%sf"));

        private final Change change;

        Mutation(Change change) {
            this.change = change;
        }

        private static Change notation(String... formats) {
            return (lines, at, other) -> {
                List<MatchResult> numbers =
                        NUMBER.matcher(lines.get(at)).results().toList();
                if (!numbers.isEmpty()) {
                    MatchResult number = numbers.get(at % numbers.size());
                    StringBuilder line = new StringBuilder(lines.get(at));
                    line.replace(number.start(), number.end(), formats[at % 5].formatted(number.group()));
                    lines.set(at, line.toString());
                }
            };
        }
    }

    /** Of the files that are counted again, each change of more than their order; of all others, a finding or none, and always a sentence. */
    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void filesThatWereMixedUpAreFound(Mutation mutation, TestReporter reporter) throws IOException {
        Random random = new Random(Long.getLong("bmsql.fuzz.seed", 1));
        Map<String, String> missed = new TreeMap<>();
        int found = 0;
        int all = 0;
        for (Path file : TestFiles.below(root).stream()
                .filter(each -> each.toString().endsWith(".csv")
                        || each.endsWith("summary.json") && mutation != Mutation.DOUBLED)
                .toList()) {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            Path golden = Path.of("src/test/resources/golden-run").resolve(file.getFileName());
            List<String> other = Files.exists(golden) ? Files.readAllLines(golden) : List.of();
            for (int time = 0; time < 20; time++) {
                List<String> lines = new ArrayList<>(text.lines().toList());
                if (lines.size() < 4 || mutation == Mutation.MIXED && other.isEmpty()) {
                    continue;
                }
                int at = 1 + random.nextInt(lines.size() - 1);
                String line = lines.get(at);
                mutation.change.of(lines, at, other);
                if (lines.equals(text.lines().toList())) {
                    continue;
                }
                TestFiles.replace(file, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.ISO_8859_1));
                Checksums.write(directory);
                List<String> findings = Site.findings(root);
                assertThat(findings).allMatch(finding -> finding.length() < 2_000 && !finding.contains("\tat "));
                all++;
                found += findings.isEmpty() ? 0 : 1;
                boolean isOfTheRunAlone = mutation == Mutation.NOT_A_NUMBER
                        && name(file).equals("data/result.csv")
                        && afterRun(lines.get(at)).equals(afterRun(line));
                if (findings.isEmpty() && !isOfTheRunAlone) {
                    missed.put(name(file), line);
                }
            }
            TestFiles.replace(file, text.getBytes(StandardCharsets.ISO_8859_1));
        }
        reporter.publishEntry(mutation.name(), found + " of " + all + " found, not in " + missed.keySet());
        if (mutation == Mutation.NOTATION || mutation == Mutation.SWAPPED) {
            return;
        }
        missed.keySet()
                .removeIf(
                        name -> name.matches(
                                "data/(blk_|net_|collectors|cpu_speed|db_|load_generator|sessions|statement_times|sys_info|waits).*"));
        assertThat(missed).as("not found, and no reason for it").isEmpty();
    }

    /** Nothing reads to which run a row belongs. */
    private static String afterRun(String row) {
        return row.substring(row.indexOf(',') + 1);
    }

    /** Nothing but series and rows knows it. */
    @Test
    void whatIsRightIsNoFinding() throws IOException {
        Path series = root.resolve("data/series.csv");
        List<String> lines = Files.readAllLines(series);
        int last = lines.stream()
                .filter(line -> line.contains(",MEASURE,"))
                .mapToInt(line -> Integer.parseInt(line.substring(0, line.indexOf(','))))
                .max()
                .orElseThrow();
        String shared = lines.stream()
                .filter(line -> line.startsWith(last + ",") && line.contains(",MEASURE,"))
                .map(line -> line.replaceAll("(,[A-Z_]+),MEASURE,.*", "$1,DRAIN,0,0,0,0,0,0,0,0,0,0,0,0,123.000\n"))
                .reduce("", String::concat);
        List<String> whole =
                lines.stream().filter(line -> !line.contains(",DRAIN,")).toList();
        Files.writeString(series, String.join("\n", whole) + "\n" + shared);
        Checksums.write(directory);
        assertThat(Site.findings(root)).as("a window that ends within a second").isEmpty();

        ObjectNode summary = (ObjectNode) TestFiles.json(directory.summary());
        ObjectNode run = summary.withObject("/run");
        run.put("pacing", "THINK_TIME");
        Map<String, String> changed = Map.of("mixDeck", "true", "loadProfile", "0 50/s");
        for (JsonNode setting : run.get("settings")) {
            String value = changed.get(setting.get("key").asText());
            if (value != null) {
                ((ObjectNode) setting).put("value", value);
            }
        }
        Files.writeString(directory.summary(), summary.toString());
        assertThat(Site.findings(root))
                .as("terminals that wait have a deck")
                .noneMatch(text -> text.contains("mixDeck"));

        run.put("pacing", "ARRIVAL_RATE");
        Files.writeString(directory.summary(), summary.toString());
        assertThat(Site.findings(root)).as("a rate by the second").noneMatch(text -> text.contains("open model"));

        summary.putObject("steadyRampup").put("steady", false).put("limitSeconds", 120);
        Files.writeString(directory.summary(), summary.toString());
        assertThat(Site.findings(root))
                .as("a window is steady whose ramp-up was not")
                .noneMatch(text -> text.contains("says steady"));
    }

    @ParameterizedTest
    @CsvSource({
        "60, 0s a true, true",
        "60, 59.5s a true; 900s b true, false",
        "60, own.events, false",
        "0, 0s a true, false"
    })
    void eventsHaveAFileOnceOneOfThemWasDue(double windowSeconds, String events, boolean isMissed) throws IOException {
        TestFiles.changeJson(directory.summary(), summary -> {
            ObjectNode run = (ObjectNode) summary.get("run");
            run.put("windowSeconds", windowSeconds);
            // What the server tells of itself, such as its start, has no row.
            ((ObjectNode) summary.get("events").get(0)).put("name", "server");
            for (JsonNode setting : run.get("settings")) {
                if (setting.get("key").asText().equals("events")) {
                    ((ObjectNode) setting).put("value", events);
                }
            }
        });
        Files.delete(root.resolve("data/events.csv"));
        Checksums.write(directory);
        assertThat(Site.findings(root).stream().anyMatch(finding -> finding.startsWith("data/events.csv is missing")))
                .isEqualTo(isMissed);
    }

    @Test
    void anAnswerWithoutOneOfItsAgentsDoesNotCountByWarehouse() throws IOException {
        TestFiles.changeJson(directory.summary(), summary -> {
            ObjectNode size = (ObjectNode) summary.get("run");
            ObjectNode group =
                    size.putObject("agents").put("id", "g").put("number", 0).put("planned", 2);
            ObjectNode agent =
                    group.putArray("members").addObject().put("number", 1).put("host", "a");
            agent.putObject("share")
                    .put("terminals", 1)
                    .put("connections", 1)
                    .put("firstWarehouse", 1)
                    .put("lastWarehouse", 1);
            agent.putObject("lost").put("atSeconds", 3.0).put("reason", "it was silent");
        });
        Files.delete(root.resolve("data/warehouse_heat.csv"));
        Checksums.write(directory);
        assertThat(Site.findings(root)).noneMatch(finding -> finding.contains("warehouse_heat"));
    }

    @Test
    void aRunThatWasOverInItsRampupHasAPartOfIt() throws IOException {
        for (int windowSeconds : new int[] {1, 0}) {
            TestFiles.changeJson(directory.summary(), summary -> ((ObjectNode) summary.get("run"))
                    .put("rampupSeconds", 99.0)
                    .put("windowSeconds", windowSeconds));
            assertThat(Site.findings(root).stream().anyMatch(finding -> finding.startsWith("rampupSeconds")))
                    .isEqualTo(windowSeconds > 0);
        }
    }

    @Test
    void aCountOfOneTypeIsFound() throws IOException {
        TestFiles.changeJson(directory.summary(), summary -> ((ObjectNode) summary.at("/types/1")).put("retries", 7));
        Checksums.write(directory);
        assertThat(Site.findings(root)).hasSize(2).allMatch(finding -> finding.startsWith("PAYMENT retries: "));
    }

    /** Its runs are as good as others: the note was never a part of the value. */
    @Test
    void aNoteBehindASettingIsNoDifference() throws IOException {
        Path file = root.resolve("run.properties");
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        TestFiles.replace(
                file, text.replaceFirst("(?m)^(terminals=.*)$", "$1 //note").getBytes(StandardCharsets.ISO_8859_1));
        Checksums.write(directory);
        assertThat(Files.readString(file)).contains("//note");
        assertThat(Site.findings(root)).isEmpty();
    }
}
