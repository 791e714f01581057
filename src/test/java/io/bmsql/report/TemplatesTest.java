package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplatesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '\u00a6',
            value = {
                "<script>alert(1)</script> \u00a6 &lt;script>alert(1)&lt;/script>",
                "a|b \u00a6 a\\|b",
                "[x](javascript:1) \u00a6 \\[x\\](javascript:1)",
                "`*_# \u00a6 \\`\\*_#"
            })
    void textFromOutsideIsEscaped(String text, String escaped) {
        assertThat(Page.escape(text)).isEqualTo(escaped);
    }

    @Test
    void linesStayLines() {
        assertThat(Page.escape("a\r\nb\tc")).isEqualTo("a b c");
    }
}
