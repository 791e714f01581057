package io.bmsql.report;

import io.bmsql.page.Language;
import io.bmsql.page.Words;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunReader;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The report of a result directory: {@code report.html}, {@code report.md}, {@code report.json} and {@code
 * data/tx_summary.csv} in it. Needs no display, no fonts and no network. Writing again replaces the four files. A directory
 * whose run left no {@code summary.json} gets one, marked as derived, unless the report is about a part of the run.
 */
public final class ReportWriter {
    private ReportWriter() {}

    /**
     * What was written.
     *
     * @param html the page to open
     * @param markdown the same numbers to paste
     * @param transactionSummary BenchmarkSQL's table as CSV
     * @param model the numbers in them
     */
    public record Written(Path html, Path markdown, Path transactionSummary, ReportModel model) {}

    /**
     * Reads the directory and writes the report into it.
     *
     * @throws ResultReadException with one sentence when it is no result directory, or tells nothing about a run
     * @throws ResultWriteException with one sentence when a file cannot be written there
     */
    public static Written write(Path path) {
        return write(path, Language.EN, ReportWindow.WHOLE);
    }

    /** {@link #write(Path)} in a language, about an interval of the run; keys stay the same. */
    public static Written write(Path path, Language language, ReportWindow window) {
        Words words = Words.in(language);
        ResultDirectory directory = ResultDirectory.open(path);
        RunData run = RunReader.read(directory, window);
        ReportModel model = ModelMaker.make(run, ZoneId.systemDefault(), words);
        Path markdown = directory.root().resolve("report.md");
        Path host = directory.data().resolve("sys_info.csv");
        if (Files.exists(host)) {
            put(directory.data().resolve("cpu_summary.csv"), SummaryCsv.cpus(SampleTable.read(host), window));
        }
        put(directory.transactionSummary(), SummaryCsv.transactions(model.summary(), run.rows()));
        put(markdown, MarkdownReport.render(model, words));
        put(directory.root().resolve("report.json"), ReportJson.render(model, words));
        if (run.summary().derivedFrom() != null && window.isWhole()) {
            SummaryJson.write(directory.summary(), model.summary());
        }
        put(directory.report(), new HtmlReport(words).render(model));
        return new Written(directory.report(), markdown, directory.transactionSummary(), model);
    }

    /** Replaces a file as a whole, so that nobody opens half a page. */
    private static void put(Path path, String text) {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        try {
            Files.write(fresh, text.getBytes(StandardCharsets.UTF_8));
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            boolean removed = fresh.toFile().delete();
            throw new ResultWriteException(
                    "Cannot write the report " + path + " (" + reason(e)
                            + "): make room there or allow this user to write"
                            + (removed || !Files.exists(fresh) ? "" : "; " + fresh + " is left over"),
                    e);
        }
    }

    private static @Nullable String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
