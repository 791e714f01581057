package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Verdict;
import io.bmsql.cli.DocPage.Block;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.Words;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** README and {@code docs/}: links, and commands that are at least such as the program takes. {@link DocsIT} runs those of the tutorial and of the how-to pages. */
class DocsTest {
    private static final List<DocPage> PAGES = DocPage.all();
    private static final List<Block> BLOCKS =
            PAGES.stream().flatMap(page -> page.blocks().stream()).toList();
    private static final Path ZH = Path.of("docs/zh");

    @TempDir
    private Path folder;

    @Test
    void everyLinkLeadsToAFileAndAHeading() {
        List<String> broken = new ArrayList<>();
        for (DocPage page : PAGES) {
            for (String link : page.links()) {
                if (!link.matches("(https?|mailto):.*") && !leadsSomewhere(page, link)) {
                    broken.add(page.file() + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(leadsSomewhere(DocPage.read(Path.of("docs/studies.md")), "comparing.md#nowhere"))
                .isFalse();
    }

    private static boolean leadsSomewhere(DocPage page, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? page.file()
                : page.file().resolveSibling(parts[0]).normalize();
        return Files.exists(target)
                && (parts.length == 1 || DocPage.read(target).anchors().contains(parts[1]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs", "docs/zh"})
    void everyPageIsInTheIndex(Path pages) {
        Path index = pages.resolve("index.md");
        assertThat(DocPage.read(index).links().stream().map(link -> index.resolveSibling(link.replaceFirst("#.*", ""))
                        .normalize()))
                .containsAll(DocPage.below(pages).stream()
                        .filter(page -> !page.equals(index) && page.startsWith(ZH) == pages.equals(ZH))
                        .toList());
    }

    /** The documents say to the tests what cannot be run, and the test says it to those who read its output. */
    @Test
    void whatIsNotRunHasAReason() {
        List<String> reasons = BLOCKS.stream()
                .filter(block -> block.isShell()
                        && !block.notRun().isEmpty()
                        && !block.file().startsWith(ZH)
                        // Made of the folders, whose tests do the same.
                        && !block.file().startsWith("docs/workloads/"))
                .map(block -> block + ": " + block.notRun())
                .toList();
        System.out.println("Not run: " + String.join("\nNot run: ", reasons));
        assertThat(reasons).hasSizeBetween(1, 12);
    }

    /** Blocks in full; in a sentence a command may be without its props file. */
    @Test
    void everyCommandIsOneThatTheProgramTakes() {
        List<String> wrong = new ArrayList<>();
        int calls = 0;
        for (Block block : BLOCKS) {
            calls += block.isShell() ? check(block.text(), false, block.toString(), wrong) : 0;
        }
        for (DocPage page : PAGES) {
            for (String span : page.codeSpans()) {
                String text = span.replaceAll("\\[=\\w+]|[\\[\\]]|\\.\\.\\.", "") + "\n";
                calls += span.startsWith("bmsql ") ? check(text, true, page.file() + ": " + span, wrong) : 0;
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(calls).isGreaterThan(100);
    }

    /** Adds what the program does not take; gives how many calls there are. */
    private int check(String text, boolean isInSentence, String place, List<String> wrong) {
        List<List<String>> calls = ShellText.read(text).bmsqlCalls();
        for (List<String> call : calls) {
            problem(call, isInSentence).ifPresent(why -> wrong.add(place + ": " + call + ": " + why));
        }
        return calls.size();
    }

    /** Parses it with the program's own options and looks at its keys. */
    private Optional<String> problem(List<String> call, boolean isInSentence) {
        CommandLine tree = CommandTree.create(new Stage(folder).context(), call);
        try {
            ParseResult parsed = tree.parseArgs(call.toArray(String[]::new));
            while (parsed.hasSubcommand()) {
                parsed = parsed.subcommand();
            }
            // Their variables are given by -D too.
            boolean hasScripts = parsed.hasMatchedOption("-f") || parsed.hasMatchedOption("-b");
            Map<String, String> settings = parsed.matchedOptionValue("-D", Map.of());
            List<String> varied = parsed.matchedOptionValue("--vary", List.of());
            return Stream.concat(settings.keySet().stream(), varied.stream().map(text -> text.replaceFirst("=.*", "")))
                    .filter(key -> !isInSentence || !key.equals("key") && !key.equals("KEY"))
                    .filter(key -> !isKey(key) && !hasScripts)
                    .findFirst()
                    .map(key -> "no such key: " + key);
        } catch (MissingParameterException e) {
            return isInSentence ? Optional.empty() : Optional.of(String.valueOf(e.getMessage()));
        } catch (ParameterException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static boolean isKey(String name) {
        return Stream.of(PropertyKey.values()).anyMatch(key -> key.key().equals(name));
    }

    /** Else the test above would not see it. */
    @Test
    void everyBlockOfCommandsIsMarkedAsShell() {
        assertThat(BLOCKS.stream()).filteredOn(block -> !block.isShell()).allSatisfy(block -> assertThat(
                        block.text().lines())
                .as(block.toString())
                .noneMatch(line -> line.matches("((\\./|run/)?bmsql|cd|mvn|run/\\S+\\.sh|podman|kubectl|ssh|scp) .*")));
    }

    @Test
    void everyScriptOfTheRepositoryThatIsNamedIsThere() {
        Stream<String> inBlocks = BLOCKS.stream()
                .filter(Block::isShell)
                .flatMap(block -> ShellText.read(block.text()).commands().stream())
                .flatMap(List::stream);
        assertThat(Stream.concat(inBlocks, PAGES.stream().flatMap(page -> page.codeSpans().stream()))
                        .filter(word -> word.matches("(run|src|docs)/[\\w/.-]+\\.\\w+")))
                .hasSizeGreaterThan(20)
                .allSatisfy(word -> assertThat(Path.of(word)).exists());
    }

    /** Those that it writes. */
    private static List<ShellText.HereFile> propsFiles(Block block) {
        Stream<ShellText.HereFile> files =
                block.isShell() ? ShellText.read(block.text()).files().stream() : Stream.empty();
        return files.filter(file -> file.name().matches("props\\..*|.*\\.props"))
                .toList();
    }

    /** Except that drivers which are not shipped are not there. Others' examples and an administrator's file are no whole ones. */
    @Test
    void everyPropsFileThatAPageWritesHasKnownKeysAndIsUsableWithoutAWarning() throws IOException {
        int files = 0;
        for (Block block : BLOCKS) {
            if (block.language().equals("properties") && block.notRun().isEmpty()) {
                assertThat(keys(block.text())).as(block.toString()).allMatch(DocsTest::isKey);
            }
            for (ShellText.HereFile file : propsFiles(block)) {
                assertThat(keys(file.text())).as(block.toString()).allMatch(DocsTest::isKey);
                if (!file.name().startsWith("admin")) {
                    Files.writeString(folder.resolve("p"), file.text());
                    assertThat(Stage.ended(folder, 0, "validate", "p")
                                    .err()
                                    .lines()
                                    .filter(line -> !line.contains("mvn dependency:copy")))
                            .as(block.toString())
                            .isEmpty();
                    files++;
                }
            }
        }
        assertThat(files).isGreaterThan(8);
    }

    /** In the first column of the tables; {@code …} stands for what the program fills in. */
    @ParameterizedTest
    @ValueSource(strings = {"docs/messages.md", "docs/zh/messages.md"})
    void everyMessageThatIsExplainedIsOneOfTheProgram(String page) throws IOException {
        StringBuilder program = new StringBuilder(Files.readString(Path.of("run/bmsql")));
        for (Path file : TestFiles.below(Path.of("src/main/java"))) {
            program.append(Files.readString(file).replaceAll("\"\\s*[+]\\s*\"", ""));
        }
        for (String language : List.of("en", "zh")) {
            program.append(Files.readString(Path.of("src/main/resources/page/words_" + language + ".properties")));
        }
        List<String> quoted = Files.readAllLines(Path.of(page)).stream()
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> Pattern.compile("`([^`]+)`")
                        .matcher(line.split(" \\| ")[0])
                        .results()
                        .flatMap(span -> Stream.of(span.group(1).split("…"))))
                .map(part -> part.replaceAll("^[ .,:;()]+|[ .,:;()]+$", ""))
                .filter(part -> part.length() > 5)
                .toList();
        assertThat(quoted).hasSizeGreaterThan(50).allMatch(part -> program.indexOf(part) >= 0, "is in the program");
    }

    /** The table of verdicts names them by the words that the program shows. */
    @ParameterizedTest
    @ValueSource(strings = {"docs/numbers.md", "docs/zh/numbers.md"})
    void everyVerdictIsExplainedByItsWord(Path page) throws IOException {
        Words words = Words.in(page.startsWith(ZH) ? Language.ZH : Language.EN);
        List<String> names = Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("| "))
                .map(line -> line.split(" [|] ")[0].substring(2))
                .toList();
        assertThat(Verdict.values()).allSatisfy(verdict -> assertThat(names)
                .as(words.verdict(verdict))
                .anyMatch(name -> name.equals(words.verdict(verdict))
                        || List.of(name.split(", |，")).contains(words.verdict(verdict))));
    }

    private static Stream<String> keys(String text) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(text));
        return properties.stringPropertyNames().stream();
    }

    /** The tutorial and the how-to pages; the first line after the title leads to the other language. */
    @Test
    void chinesePagesHaveTheSamePartsAndCommands() {
        List<Path> guides = DocPage.below(ZH).stream()
                .map(page -> Path.of("docs").resolve(ZH.relativize(page)))
                .toList();
        assertThat(guides)
                .containsAll(DocPage.below(Path.of("docs/how-to")))
                .contains(Path.of("docs/tutorial.md"), Path.of("docs/index.md"), Path.of("docs/properties.md"));
        assertThat(guides).hasSizeGreaterThan(5).allSatisfy(file -> {
            Path chinese = ZH.resolve(Path.of("docs").relativize(file));
            DocPage page = DocPage.read(file);
            DocPage other = DocPage.read(chinese);
            assertThat(levels(other)).isEqualTo(levels(page));
            assertThat(other.blocks().stream()
                            .map(block -> block.language() + " " + block.notRun() + "\n" + block.text()))
                    .containsExactlyElementsOf(page.blocks().stream()
                            .map(block -> block.language() + " " + block.notRun() + "\n" + block.text())
                            .toList());
            assertThat(linksTo(page, chinese)).isTrue();
            assertThat(linksTo(other, file)).isTrue();
        });
    }

    /** A reader of Chinese is not sent to an English page where there is a Chinese one, nor without being told. */
    @Test
    void linksOfChinesePagesThatLeadToEnglishOnesSaySo() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path page : Stream.concat(DocPage.below(ZH).stream(), Stream.of(Path.of("README.zh.md")))
                .toList()) {
            Matcher link = Pattern.compile("\\[(?!English])[^]]*]\\(([^)#:]+[.]md)(?:#[^)]*)?\\)(（英文）)?")
                    .matcher(Files.readString(page));
            while (link.find()) {
                Path target = page.resolveSibling(link.group(1)).normalize();
                boolean isEnglish = !target.startsWith(ZH);
                boolean isNeeded = !Files.exists(ZH.resolve(Path.of("docs").relativize(target)));
                if (isEnglish ? link.group(2) == null || !isNeeded : link.group(2) != null) {
                    wrong.add(page + ": " + link.group());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> levels(DocPage page) {
        return page.headings().stream()
                .map(heading -> heading.replaceFirst(" .*", ""))
                .toList();
    }

    private static boolean linksTo(DocPage page, Path other) {
        return new DocPage(page.file(), page.prose().subList(0, 3), List.of())
                .links().stream()
                        .map(link -> page.file().resolveSibling(link).normalize())
                        .anyMatch(other::equals);
    }
}
