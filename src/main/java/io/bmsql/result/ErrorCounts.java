package io.bmsql.result;

import java.nio.file.Path;
import java.util.List;

/**
 * One line of {@code data/errors.csv}: attempts that failed in a second, by class of error; seconds and classes without any
 * have no line. Retried attempts count, and so do ramp-up and drain.
 *
 * @param second from the start of the measurement window; negative during ramp-up
 * @param errorClass name of an {@link io.bmsql.spec.ErrorClass}, or of one that a newer program knows
 * @param attempts more than 0
 */
public record ErrorCounts(int second, String errorClass, long attempts) {
    /** Columns, in the order of the fields. */
    public static final String HEADER = "second,class,attempts";

    /** The line, with its end. */
    public String line() {
        return CsvTable.line(List.of(second, errorClass, attempts));
    }

    /**
     * Reads a file; a cut last line is left out.
     *
     * @throws ResultReadException when it is missing or damaged
     */
    public static List<ErrorCounts> read(Path path) {
        return CsvTable.list(
                path,
                row -> new ErrorCounts(
                        Integer.parseInt(row.getField("second")),
                        row.getField("class"),
                        Math.max(0, Long.parseLong(row.getField("attempts")))));
    }
}
