package io.bmsql.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documents, cut into what the tests look at. A block of code with {@code <!-- not run: REASON -->} on the line
 * above it is only parsed.
 *
 * @param prose the lines outside of blocks of code
 */
record DocPage(Path file, List<String> prose, List<Block> blocks) {
    private static final Pattern FENCE = Pattern.compile("^( *)```(\\w*)$");
    private static final Pattern NOT_RUN = Pattern.compile("^ *<!-- not run: (.+) -->$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /**
     * @param language as the fence names it, may be empty
     * @param notRun why the test does not run it, empty when it does
     */
    record Block(Path file, int line, String language, String notRun, String text) {
        boolean isShell() {
            return language.equals("sh");
        }

        @Override
        public String toString() {
            return file + ":" + line;
        }
    }

    /** The README and all below {@code docs/}. */
    static List<DocPage> all() {
        return Stream.concat(Stream.of(Path.of("README.md"), Path.of("README.zh.md")), below(Path.of("docs")).stream())
                .map(DocPage::read)
                .toList();
    }

    static List<Path> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static DocPage read(Path file) {
        List<String> prose = new ArrayList<>();
        List<Block> blocks = new ArrayList<>();
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (!fence.matches()) {
                prose.add(lines.get(i));
                continue;
            }
            int begin = i;
            StringBuilder text = new StringBuilder();
            while (!lines.get(++i).equals(fence.group(1) + "```")) {
                text.append(lines.get(i).replaceFirst("^" + fence.group(1), "")).append('\n');
            }
            Matcher mark = NOT_RUN.matcher(begin == 0 ? "" : lines.get(begin - 1));
            blocks.add(
                    new Block(file, begin + 1, fence.group(2), mark.matches() ? mark.group(1) : "", text.toString()));
        }
        return new DocPage(file, prose, blocks);
    }

    /** With their number signs. */
    List<String> headings() {
        return prose.stream().filter(line -> line.matches("#+ .*")).toList();
    }

    /** What stands between single backticks. */
    List<String> codeSpans() {
        return prose.stream()
                .flatMap(line -> CODE.matcher(line).results())
                .map(span -> span.group(1).replace("\\|", "|"))
                .toList();
    }

    /** Targets of links, code left out. */
    List<String> links() {
        return prose.stream()
                .map(line -> CODE.matcher(line).replaceAll(""))
                .flatMap(line -> LINK.matcher(line).results())
                .map((MatchResult link) -> link.group(1))
                .toList();
    }

    /** Of the headings, as GitHub makes them. */
    List<String> anchors() {
        Map<String, Integer> seen = new HashMap<>();
        List<String> anchors = new ArrayList<>();
        for (String heading : headings()) {
            String anchor = heading.replaceFirst("#+ ", "")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        return anchors;
    }
}
