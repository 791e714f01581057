package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.tpcc.RandomStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PropsFileTest {
    private static final int FUZZED_FILES = 8_000;
    private static final int MAX_PIECES = 30;

    /** Everything that the syntax gives a meaning to, and some harmless text. */
    private static final String[] PIECES = {
        "a", "b", "db", "=", ":", " ", "\t", "\f", "\n", "\r", "\r\n",
        "\\", "\\\\", "#", "!", "/", "\\u0041", "\\u", "\\u12", "\\t", "\\n", "\\=",
        "\\:", "\\ ", "\\#", "\u00e4", "\u00ff", "key=value", "\n\n", "\\\n", "\\\r\n", "\\\r"
    };

    @Test
    void aSeededStormOfFilesReadsLikeProperties() throws IOException {
        RandomStream random = new RandomStream(20_261_120L);
        int accepted = 0;
        int refused = 0;
        for (int file = 0; file < FUZZED_FILES; file++) {
            String text = randomText(random);
            PropsFile parsed = PropsFile.parse("p", text);
            Map<String, String> ours = values(parsed);
            boolean defect = parsed.entries().stream().anyMatch(entry -> entry.defect() != null);
            Properties theirs = new Properties();
            try {
                theirs.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
            } catch (IllegalArgumentException e) {
                assertThat(defect).as("refused by Properties: %s", quoted(text)).isTrue();
                refused++;
                continue;
            }
            // The nameless key of a file's last lone backslash depends on the kind of line end before it.
            theirs.remove("");
            ours.remove("");
            assertThat(defect).as("accepted by Properties: %s", quoted(text)).isFalse();
            assertThat(ours).as(quoted(text)).isEqualTo(theirs);
            accepted++;
        }
        assertThat(accepted).isGreaterThan(FUZZED_FILES / 4);
        assertThat(refused).isGreaterThan(FUZZED_FILES / 100);
    }

    private static String randomText(RandomStream random) {
        StringBuilder text = new StringBuilder();
        int pieces = random.uniform(0, MAX_PIECES);
        for (int i = 0; i < pieces; i++) {
            text.append(PIECES[random.uniform(0, PIECES.length - 1)]);
        }
        return text.toString().replaceAll("/+", "/");
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static Map<String, String> values(PropsFile file) {
        Map<String, String> values = new LinkedHashMap<>();
        file.entries().forEach(entry -> values.put(entry.key(), entry.value()));
        return values;
    }

    private static Map<String, String> parsed(String text) {
        return values(PropsFile.parse("p", text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key=value", "key = value", "key:value",
                "key value", "  key=value", "\tkey\t:\tvalue",
                "key=value\r\n", "\r\nkey=value\r\n\r\n", "ke\\\ny=value",
                "key=va\\\r\n   lue", "k\\u0065y=v\\u0061lue", "# c\n! d\n// e\nkey=value"
            })
    void allSeparatorsIndentsAndLineEndsGiveTheSameSetting(String text) {
        assertThat(parsed(text)).isEqualTo(Map.of("key", "value"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"// warehouses=1", "//warehouses=1", "  //warehouses=1", "\t// \\u12zz", "//", "// a \\u"})
    void aSlashLineIsNoSetting(String line) {
        PropsFile file = PropsFile.parse("p", line + "\nwarehouses=2\n");
        assertThat(values(file)).isEqualTo(Map.of("warehouses", "2"));
        assertThat(file.entries()).allMatch(entry -> entry.defect() == null);
    }

    @Test
    void aSlashLineDoesNotSwallowTheNextOne() {
        PropsFile file = PropsFile.parse("p", "// C:\\\nwarehouses=2\n// even \\\\\nterminals=3\n");
        assertThat(values(file)).isEqualTo(Map.of("warehouses", "2", "terminals", "3"));
        assertThat(file.swallowedLines()).containsExactly(2);
    }

    @Test
    void slashesInsideAValueAndBlanksBehindItAreTextAndAByteOrderMarkIsNot() {
        assertThat(parsed("\u00ef\u00bb\u00bfconn=jdbc:x://h/d?a=b&c:d\npath=a\\\n//b\ndb=postgres  "))
                .isEqualTo(Map.of("conn", "jdbc:x://h/d?a=b&c:d", "path", "a//b", "db", "postgres  "));
    }

    @Test
    void everyEntryKnowsTheLineOfItsKey() {
        PropsFile file = PropsFile.parse("p", "# one\r\n\r\na=1\rb=2\\\n  3\n//c\n\n  d=4");
        assertThat(file.entries())
                .extracting(entry -> entry.key() + "@" + entry.line())
                .containsExactly("a@3", "b@4", "d@8");
        assertThat(file.place(3)).isEqualTo("p:3");
    }

    @ParameterizedTest
    @CsvSource({"a=\\u12,\\u12", "a=\\uzzzz,\\uzzzz", "a=C:\\users,C:\\users"})
    void aBrokenUnicodeEscapeIsKeptAsTextAndReported(String line, String value) {
        PropsFile.Entry entry = PropsFile.parse("p", line).entries().get(0);
        assertThat(entry.defect()).contains("\\u");
        assertThat(entry.value()).isEqualTo(value);
    }
}
