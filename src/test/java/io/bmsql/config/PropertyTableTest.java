package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.Texts.Language;
import io.bmsql.report.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of the pages of properties are those of the catalogue. */
class PropertyTableTest {
    private static final String BEGIN = "<!-- properties:begin -->";
    private static final String END = "<!-- properties:end -->";

    /** With {@code -Dbmsql.update=true} the files are rewritten instead. */
    @ParameterizedTest
    @CsvSource({"EN, docs/properties.md", "ZH, docs/zh/properties.md"})
    void thePropertiesPageHoldsTheTable(Language language, Path page) throws IOException {
        String text = Files.readString(page);
        assertThat(text).containsSubsequence(BEGIN, END);
        String updated = text.substring(0, text.indexOf(BEGIN) + BEGIN.length()) + "\n" + supported(language) + "\n"
                + unsupported(language) + text.substring(text.indexOf(END));
        if (Boolean.getBoolean("bmsql.update")) {
            Files.writeString(page, updated);
        } else {
            assertThat(text)
                    .as("run mvn test -Dtest=PropertyTableTest -Dbmsql.update=true")
                    .isEqualTo(updated);
        }
    }

    @Test
    void everyKeyIsDescribedInChinese() {
        Words chinese = Words.in(Language.ZH);
        assertThat(Stream.concat(
                        Arrays.stream(PropertyKey.values()).map(key -> chinese.text(key.words())),
                        UnsupportedKey.ALL.stream().map(key -> chinese.text(key.words()))))
                .allSatisfy(text -> assertThat(text).matches(".*\\p{IsHan}.*"));
    }

    @Test
    void noNameMeansTwoThings() {
        long names = Arrays.stream(PropertyKey.values())
                        .mapToLong(key -> 1 + key.aliases.size())
                        .sum()
                + UnsupportedKey.ALL.size();
        long distinct = Stream.concat(
                        Arrays.stream(PropertyKey.values())
                                .flatMap(key -> Stream.concat(Stream.of(key.key()), key.aliases.stream())),
                        UnsupportedKey.ALL.stream().map(UnsupportedKey::key))
                .distinct()
                .count();
        assertThat(distinct).isEqualTo(names);
    }

    private static String supported(Language language) {
        Words words = Words.in(language);
        boolean isChinese = language == Language.ZH;
        return Arrays.stream(PropertyKey.values())
                .map(key -> row(key, words))
                .collect(Collectors.joining(
                        "", head(isChinese ? "键 | 类型 | 默认 | 始于 | 含义" : "key | kind | default | since | meaning"), ""));
    }

    private static String head(String names) {
        return "| " + names + " |\n|" + " --- |".repeat(names.split("\\|").length) + "\n";
    }

    private static String row(PropertyKey key, Words words) {
        String names = key.aliases.stream().map(alias -> ", `" + alias + "`").collect(Collectors.joining());
        String defaultText = key.defaultText.isEmpty() ? "" : "`" + key.defaultText + "`";
        return "| `" + key.key() + "`" + names + " | " + words.translated(key.type.title) + " | " + defaultText + " | "
                + key.since + " | " + words.text(key.words()) + " |\n";
    }

    private static String unsupported(Language language) {
        Words words = Words.in(language);
        boolean isChinese = language == Language.ZH;
        return UnsupportedKey.ALL.stream()
                .map(key -> "| `" + key.key() + "` | " + key.since() + " | " + words.text(key.words()) + " |\n")
                .collect(Collectors.joining(
                        "",
                        head(isChinese ? "已知但不起作用的键 | 始于 | 替代" : "known key without effect | since | instead"),
                        ""));
    }
}
