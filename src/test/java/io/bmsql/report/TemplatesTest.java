package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplatesTest {
    private static final String SCRIPT = Templates.SCRIPT;

    @ParameterizedTest
    @CsvSource(
            delimiter = '\u00a6',
            value = {
                "<script>alert(1)</script> \u00a6 &lt;script>alert(1)&lt;/script>",
                "a|b \u00a6 a\\|b",
                "[x](javascript:1) \u00a6 \\[x\\](javascript:1)",
                "`*_# \u00a6 \\`\\*\\_#",
                "_x_ a_b __c__ \u00a6 \\_x\\_ a_b \\__c_\\_",
                "~~x~~ \u00a6 \\~\\~x\\~\\~",
                "## x # \u00a6 \\## x #",
                "12. x 3. \u00a6 12\\. x 3.",
                "- x - \u00a6 \\- x -",
                "--- \u00a6 \\---",
                "-1.5 \u00a6 -1.5",
                "> x > \u00a6 \\> x >",
                "see https://evil.example or www.evil.example \u00a6 see https\\://evil.example or www\\.evil.example",
                "jdbc:postgresql://h:5432/d \u00a6 jdbc:postgresql://h:5432/d",
                "a\u202eb\u009bc\u061cd \u00a6 a b c d"
            })
    void textFromOutsideIsEscaped(String text, String escaped) {
        assertThat(Page.escape(text)).isEqualTo(escaped);
    }

    @Test
    void linesStayLines() {
        assertThat(Page.escape("a\r\nb\tc")).isEqualTo("a b c");
    }

    @Test
    void theScriptOfThePagesIsSmallAndCannotEndItsElement() {
        assertThat(SCRIPT.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(20_000);
        assertThat(SCRIPT).doesNotContainIgnoringCase("</script").doesNotContain("<!--", "\r");
        assertThat(SCRIPT.lines()).noneMatch(line -> line.isEmpty() || line.startsWith(" "));
    }

    @Test
    void itAsksForNothingAndRunsNoText() {
        assertThat(SCRIPT)
                .doesNotContain("fetch", "XMLHttp", "eval", "innerHTML", "import(", "localStorage", "Function(");
    }

    /** The example of the Content-Security-Policy's specification. */
    @Test
    void aPolicyNamesAScriptByItsHash() {
        assertThat(Templates.policySource("alert('Hello, world.');"))
                .isEqualTo("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
    }

    @Test
    void allWordsOfTheScriptAreInAllLanguages() {
        for (Words.Language language : Words.Language.values()) {
            Map<String, String> words = Words.in(language).below("script.");
            assertThat(words).containsOnlyKeys("help", "all", "shown", "uncounted");
            words.keySet()
                    .forEach(key -> assertThat(SCRIPT).containsPattern("words\\." + key + "|say\\('" + key + "'"));
        }
    }
}
