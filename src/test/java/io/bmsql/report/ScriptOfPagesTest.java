package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptOfPagesTest {
    private static final String TEXT = Templates.SCRIPT;

    @Test
    void theScriptOfThePagesIsSmallAndCannotEndItsElement() {
        assertThat(TEXT.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(20_000);
        assertThat(TEXT).doesNotContainIgnoringCase("</script").doesNotContain("<!--", "\r");
        assertThat(TEXT.lines()).noneMatch(line -> line.isEmpty() || line.startsWith(" "));
    }

    @Test
    void itAsksForNothingAndRunsNoText() {
        assertThat(TEXT)
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
            words.keySet().forEach(key -> assertThat(TEXT).containsPattern("words\\." + key + "|say\\('" + key + "'"));
        }
    }
}
