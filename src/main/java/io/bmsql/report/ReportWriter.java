package io.bmsql.report;

import io.bmsql.chart.ChartTheme;
import io.bmsql.page.Templates;
import io.bmsql.page.Words;
import io.bmsql.page.Words.Language;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunData;
import io.bmsql.result.SummaryJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;

/**
 * The report of a result directory: {@code report.html}, {@code report.md}, {@code report.json} and {@code
 * data/tx_summary.csv} in it. Needs no display, no fonts and no network. Writing again replaces the four files. A directory
 * whose run left no {@code summary.json} gets one, marked as derived, unless the report is about a part of the run.
 */
public final class ReportWriter {
    private ReportWriter() {}

    /** What was written: the page, the same numbers to paste, BenchmarkSQL's table as CSV, and the numbers themselves. */
    public record Written(Path html, Path markdown, Path transactionSummary, ReportModel model) {}

    /**
     * Writes the report of a run into its directory.
     *
     * @throws ResultWriteException when a file cannot be written there
     */
    public static Written write(ResultDirectory directory, RunData run, Language language) {
        Words words = Words.in(language);
        ReportModel model = ModelMaker.make(run, ZoneId.systemDefault(), words);
        Path markdown = directory.root().resolve("report.md");
        ReportWindow window = run.cut().window();
        for (CollectedFigures.Host host : run.collected().hosts()) {
            if (host.name().isEmpty() && host.system() != null) {
                put(directory.data().resolve("cpu_summary.csv"), SummaryCsv.cpus(host.system(), window));
            }
        }
        put(directory.transactionSummary(), SummaryCsv.transactions(model.summary(), run.rows()));
        put(markdown, fill("report/report.md", model, words));
        put(directory.root().resolve("report.json"), ReportJson.render(model, words));
        if (run.summary().derivedFrom() != null && window.isWhole()) {
            SummaryJson.write(directory.summary(), model.summary());
        }
        put(directory.report(), fill("report/report.html", model, words));
        return new Written(directory.report(), markdown, directory.transactionSummary(), model);
    }

    /** The page, one file without script, handler or anything from outside, or its numbers to paste, by its template. */
    static String fill(String template, ReportModel model, Words words) {
        return new Templates(words)
                .fill(
                        template,
                        Map.of(
                                "model", model,
                                "run", model.summary().run(),
                                "lang", words.code(),
                                "light", ChartTheme.lightVariables(),
                                "dark", ChartTheme.darkVariables(),
                                "draw", new ReportCharts(model, words)));
    }

    private static void put(Path path, String text) {
        FileReplacer.replace(
                path,
                text.getBytes(StandardCharsets.UTF_8),
                "the report",
                "make room there or allow this user to write");
    }
}
