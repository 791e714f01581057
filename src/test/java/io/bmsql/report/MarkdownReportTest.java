package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.report.Words.Language;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {
    @Test
    void everyRowOfATableHasTheColumnsOfItsHead() {
        String text = ReportWriter.fill(
                "report/report.md",
                SampleRun.model(SampleRun.tenMinutes(), Words.in(Language.EN)),
                Words.in(Language.EN));
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
        assertThat(tables).isEqualTo(12);
        assertThat(text).contains("- Overall tpmC: **10,578**").contains("- Overall tpmTotal: **24,587**");
    }
}
