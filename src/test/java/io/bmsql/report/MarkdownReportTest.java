package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.page.Language;
import io.bmsql.page.Words;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownReportTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '\u00a6',
            value = {
                "<script>alert(1)</script> \u00a6 &lt;script&gt;alert(1)&lt;/script&gt;",
                "a|b \u00a6 a\\|b",
                "[x](javascript:1) \u00a6 \\[x\\](javascript:1)",
                "`*_# \u00a6 \\`\\*\\_\\#"
            })
    void textFromOutsideIsEscaped(String text, String escaped) {
        assertThat(MarkdownReport.escape(text)).isEqualTo(escaped);
    }

    @Test
    void linesStayLines() {
        assertThat(MarkdownReport.escape("a\r\nb\tc")).isEqualTo("a  b c");
    }

    @Test
    void everyRowOfATableHasTheColumnsOfItsHead() {
        String text = MarkdownReport.render(
                ModelMaker.make(SampleRun.tenMinutes(), ZoneOffset.UTC, Words.in(Language.EN)), Words.in(Language.EN));
        int columns = 0;
        int tables = 0;
        for (String line : text.split("\n")) {
            int cells = line.startsWith("|") ? line.replace("\\|", "").split("\\|", -1).length : 0;
            if (columns > 0 && cells > 0) {
                assertThat(cells).as(line).isEqualTo(columns);
            }
            tables += columns == 0 && cells > 0 ? 1 : 0;
            columns = cells;
        }
        assertThat(tables).isEqualTo(9);
        assertThat(text).contains("- Overall tpmC: **10,578**").contains("- Overall tpmTotal: **24,587**");
    }
}
