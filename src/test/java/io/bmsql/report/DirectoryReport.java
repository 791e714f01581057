package io.bmsql.report;

import io.bmsql.common.Texts.Language;
import io.bmsql.result.BenchmarkSqlReader;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunReader;
import java.nio.file.Path;

/** The report of any result directory, as {@code bmsql report} writes it. */
final class DirectoryReport {
    /** What was written. */
    record Written(Path html, Path markdown, Path transactionSummary, ReportModel model) {}

    private DirectoryReport() {}

    static Written write(Path path) {
        return write(path, Language.EN, ReportWindow.WHOLE);
    }

    static Written write(Path path, Language language, ReportWindow window) {
        ResultDirectory directory = ResultDirectory.open(path);
        ReportModel model = ReportWriter.write(
                directory,
                RunReader.wrote(directory)
                        ? RunReader.read(directory, window)
                        : BenchmarkSqlReader.read(directory, window),
                language);
        return new Written(
                directory.report(), directory.root().resolve("report.md"), directory.transactionSummary(), model);
    }
}
