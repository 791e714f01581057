package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PropertyTableTest {
    private static final Path PROPERTIES = Path.of("docs/properties.md");

    /** With {@code -Dbmsql.update=true} the file is rewritten instead. */
    @Test
    void thePropertiesPageHoldsTheTable() throws IOException {
        String text = Files.readString(PROPERTIES);
        assertThat(text).contains(PropertyTable.BEGIN).contains(PropertyTable.END);
        String updated = PropertyTable.replaceIn(text);
        if (Boolean.getBoolean("bmsql.update")) {
            Files.writeString(PROPERTIES, updated);
        } else {
            assertThat(text)
                    .as("run mvn test -Dtest=PropertyTableTest -Dbmsql.update=true")
                    .isEqualTo(updated);
        }
    }

    @Test
    void everyKeyHasARow() {
        String table = PropertyTable.markdown();
        assertThat(PropertyKey.values()).allMatch(key -> table.contains("| `" + key.key() + "`"));
        assertThat(UnsupportedKey.ALL).allMatch(key -> table.contains("| `" + key.key() + "` |"));
        assertThat(table.lines().filter(line -> !line.isEmpty()))
                .allMatch(line -> line.startsWith("| ") && line.endsWith(" |"));
    }

    @Test
    void aTextWithoutMarkersIsUnchanged() {
        assertThat(PropertyTable.replaceIn("x")).isEqualTo("x");
        assertThat(PropertyTable.replaceIn("a " + PropertyTable.BEGIN + " old " + PropertyTable.END + " b"))
                .startsWith("a " + PropertyTable.BEGIN + "\n| key")
                .endsWith("|\n" + PropertyTable.END + " b");
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
}
