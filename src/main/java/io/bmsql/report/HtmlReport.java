package io.bmsql.report;

import io.bmsql.chart.ChartTheme;
import io.bmsql.page.Templates;
import io.bmsql.page.Words;
import java.util.Map;

/** The page: one file without script, handler or anything from outside. */
final class HtmlReport {
    private final Words words;
    private final Templates templates;

    HtmlReport(Words words) {
        this.words = words;
        this.templates = new Templates(words);
    }

    /** The page as text. */
    String render(ReportModel model) {
        return templates.fill(
                "report/report",
                Map.of(
                        "model", model,
                        "run", model.summary().run(),
                        "lang", words.code(),
                        "light", ChartTheme.lightVariables(),
                        "dark", ChartTheme.darkVariables(),
                        "draw", new ReportCharts(model, words)));
    }
}
