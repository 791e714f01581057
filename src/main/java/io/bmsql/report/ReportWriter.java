package io.bmsql.report;

import io.bmsql.result.IntervalCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunInfoCsv;
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
        return write(path, ReportLanguage.EN, ReportWindow.WHOLE);
    }

    /** {@link #write(Path)} in a language, about an interval of the run; keys stay the same. */
    public static Written write(Path path, ReportLanguage language, ReportWindow window) {
        Words words = Words.in(language);
        ResultDirectory directory = ResultDirectory.open(path);
        Tally tally = tally(directory, window);
        ReportInput input = new ReportReader(directory).read(tally, window);
        ReportModel model = ModelMaker.make(input, ZoneId.systemDefault(), words);
        Path markdown = directory.root().resolve("report.md");
        Path host = directory.data().resolve("sys_info.csv");
        if (Files.exists(host)) {
            put(directory.data().resolve("cpu_summary.csv"), CpuSummary.text(SampleTable.read(host), window));
        }
        put(directory.transactionSummary(), TxSummary.text(model.summary(), tally));
        put(markdown, MarkdownReport.render(model, words));
        put(directory.root().resolve("report.json"), ReportJson.render(model, words));
        if (input.summary().derivedFrom() != null && window.isWhole()) {
            SummaryJson.write(directory.summary(), model.summary());
        }
        put(directory.report(), new HtmlReport(words).render(model));
        return new Written(directory.report(), markdown, directory.transactionSummary(), model);
    }

    /** Counts the rows; those of 6.devel tell the ramp-up too, which does not count (contract 6.3). */
    private static @Nullable Tally tally(ResultDirectory directory, ReportWindow window) {
        if (!Files.exists(directory.result()) || IntervalCsv.isAt(directory.result())) {
            return null;
        }
        RunInfo info = Files.exists(directory.runInfo()) ? RunInfoCsv.read(directory.runInfo()) : null;
        int start = info == null ? 0 : info.rowsBeforeWindowSeconds();
        boolean hasRampup = info != null && info.isVersion6();
        int from = start + window.fromSecond();
        Tally.Interval interval = window.isWhole() && !hasRampup
                ? Tally.Interval.ALL
                : new Tally.Interval(from, Math.max(from, start + (int) Math.ceil(window.end(runSeconds(info)))));
        return Tally.of(directory.result(), interval, !Files.exists(directory.responseLog()));
    }

    /** Without a number of minutes the run's end is that of its rows. */
    private static double runSeconds(@Nullable RunInfo info) {
        String minutes = info == null ? "" : info.runMins().strip();
        double seconds = minutes.matches("[0-9]{1,7}([.][0-9]+)?") ? Double.parseDouble(minutes) * 60 : 0;
        return seconds > 0 ? seconds : ReportWindow.OPEN / 2;
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
