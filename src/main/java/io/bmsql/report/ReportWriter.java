package io.bmsql.report;

import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The report of a result directory: {@code report.html}, {@code report.md} and {@code data/tx_summary.csv} in it. Needs no
 * display, no fonts and no network. Writing again replaces the three files.
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
        return write(path, ReportLanguage.EN);
    }

    /** {@link #write(Path)} in a language; keys and numbers stay the same. */
    public static Written write(Path path, ReportLanguage language) {
        Words words = Words.in(language);
        ResultDirectory directory = ResultDirectory.open(path);
        Tally tally = Files.exists(directory.result()) ? Tally.of(directory.result()) : null;
        ReportModel model = ModelMaker.make(new ReportReader(directory).read(tally), ZoneId.systemDefault(), words);
        Path markdown = directory.root().resolve("report.md");
        put(directory.transactionSummary(), TxSummary.text(model.summary(), tally));
        put(markdown, MarkdownReport.render(model, words));
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
