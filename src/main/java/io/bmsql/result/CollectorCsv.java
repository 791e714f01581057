package io.bmsql.result;

import io.bmsql.secret.SecretText;
import java.util.List;

/**
 * The files of text that collectors write: about the database {@code db_metrics.csv}, {@code db_settings.csv} and {@code
 * db_statements.csv}, and {@code collectors.csv} about what is missing.
 */
public final class CollectorCsv {
    /** Seconds from the start of the window, negative during ramp-up; a line for each series of each chart. */
    public static final List<String> METRICS = List.of("elapsed_s", "chart", "series", "unit", "value");

    /** Settings whose value is not the server's default, and those with which a crash may lose commits: {@code unsafe=yes}. */
    public static final List<String> SETTINGS = List.of("name", "value", "default", "unit", "unsafe");

    /** What statements cost over the run. */
    public static final List<String> STATEMENTS = List.of("statement", "calls", "total_ms", "mean_ms", "rows");

    /** One line for each note about a source, or one without a note. */
    public static final List<String> COLLECTORS = List.of("source", "samples", "note");

    private CollectorCsv() {}

    /**
     * Writes {@code collectors.csv}; a disk that is full costs a warning in the log, if it was not warned of yet.
     *
     * @throws ResultWriteException when the file cannot be made
     */
    public static void write(ResultDirectory directory, List<CollectorSummary> summaries) {
        try (AppendedFile file = directory.append(directory.collectors())) {
            file.append(line(COLLECTORS));
            for (CollectorSummary summary : summaries) {
                List<String> notes = summary.notes().isEmpty() ? List.of("") : summary.notes();
                notes.forEach(
                        note -> file.append(line(List.of(summary.source(), Long.toString(summary.samples()), note))));
            }
        }
    }

    /** Cells as a line with its end; passwords in them are starred. */
    public static String line(List<String> cells) {
        return CsvTable.line(cells.stream().map(SecretText::hideIn).toList());
    }
}
