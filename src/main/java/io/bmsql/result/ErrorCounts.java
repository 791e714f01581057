package io.bmsql.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

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
        return second + "," + errorClass + "," + attempts + "\n";
    }

    /**
     * Reads a file; a cut last line is left out.
     *
     * @throws ResultReadException with one sentence when it is missing or damaged
     */
    public static List<ErrorCounts> read(Path path) {
        List<ErrorCounts> all = new ArrayList<>();
        try (Reader lines = WholeLines.open(path);
                CsvReader<NamedCsvRecord> csv =
                        CsvReader.builder().allowExtraFields(true).ofNamedCsvRecord(lines)) {
            for (NamedCsvRecord row : csv) {
                all.add(new ErrorCounts(
                        Integer.parseInt(row.getField("second")),
                        row.getField("class"),
                        Math.max(0, Long.parseLong(row.getField("attempts")))));
            }
            return all;
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        } catch (UncheckedIOException | CsvParseException | NoSuchElementException | NumberFormatException e) {
            throw new ResultReadException(path + " is damaged (" + e.getMessage() + ")", e);
        }
    }
}
