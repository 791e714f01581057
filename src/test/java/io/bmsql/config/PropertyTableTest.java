package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of docs/properties.md are those of the catalogue. */
class PropertyTableTest {
    private static final String BEGIN = "<!-- properties:begin -->";
    private static final String END = "<!-- properties:end -->";
    private static final Path PROPERTIES = Path.of("docs/properties.md");

    /** With {@code -Dbmsql.update=true} the file is rewritten instead. */
    @Test
    void thePropertiesPageHoldsTheTable() throws IOException {
        String text = Files.readString(PROPERTIES);
        assertThat(text).containsSubsequence(BEGIN, END);
        String updated = text.substring(0, text.indexOf(BEGIN) + BEGIN.length()) + "\n" + supported() + "\n"
                + unsupported() + text.substring(text.indexOf(END));
        if (Boolean.getBoolean("bmsql.update")) {
            Files.writeString(PROPERTIES, updated);
        } else {
            assertThat(text)
                    .as("run mvn test -Dtest=PropertyTableTest -Dbmsql.update=true")
                    .isEqualTo(updated);
        }
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

    private static String supported() {
        return Arrays.stream(PropertyKey.values())
                .map(PropertyTableTest::row)
                .collect(Collectors.joining(
                        "", "| key | kind | default | since | meaning |\n| --- | --- | --- | --- | --- |\n", ""));
    }

    private static String row(PropertyKey key) {
        String names = key.aliases.stream().map(alias -> ", `" + alias + "`").collect(Collectors.joining());
        String defaultText = key.defaultText.isEmpty() ? "" : "`" + key.defaultText + "`";
        return "| `" + key.key() + "`" + names + " | " + key.type.title + " | " + defaultText + " | " + key.since
                + " | " + key.doc + " |\n";
    }

    private static String unsupported() {
        return UnsupportedKey.ALL.stream()
                .map(key -> "| `" + key.key() + "` | " + key.since() + " | " + key.instead() + " |\n")
                .collect(Collectors.joining(
                        "", "| known key without effect | since | instead |\n| --- | --- | --- |\n", ""));
    }
}
