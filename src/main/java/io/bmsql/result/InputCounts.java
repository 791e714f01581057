package io.bmsql.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.bmsql.result.RunSummary.WorkloadCounts;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * One line of {@code data/inputs.csv}: what the inputs of the transactions that ended in a second of the window were like. They
 * add up to the summary's {@link WorkloadCounts}; seconds without any have no line.
 *
 * @param second from the start of the measurement window
 */
public record InputCounts(int second, WorkloadCounts counts) {
    /** Columns, in the order of the fields. */
    public static final String HEADER =
            "second,orderLines,remoteOrderLines,payments,remotePayments,customersByName,customersById";

    /** The line, with its end. */
    public String line() {
        return second + "," + counts.orderLines() + "," + counts.remoteOrderLines() + "," + counts.payments() + ","
                + counts.remotePayments() + "," + counts.customersByName() + "," + counts.customersById() + "\n";
    }

    /**
     * Reads a file; a cut last line is left out.
     *
     * @throws ResultReadException with one sentence when it is missing or damaged
     */
    public static List<InputCounts> read(Path path) {
        List<InputCounts> all = new ArrayList<>();
        try (Reader lines = WholeLines.open(path);
                CsvReader<NamedCsvRecord> csv =
                        CsvReader.builder().allowExtraFields(true).ofNamedCsvRecord(lines)) {
            for (NamedCsvRecord row : csv) {
                all.add(new InputCounts(
                        Integer.parseInt(row.getField("second")),
                        new WorkloadCounts(
                                count(row, "orderLines"),
                                count(row, "remoteOrderLines"),
                                count(row, "payments"),
                                count(row, "remotePayments"),
                                count(row, "customersByName"),
                                count(row, "customersById"))));
            }
            return all;
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        } catch (UncheckedIOException | CsvParseException | NoSuchElementException | NumberFormatException e) {
            throw new ResultReadException(path + " is damaged (" + e.getMessage() + ")", e);
        }
    }

    private static long count(NamedCsvRecord row, String column) {
        return Math.max(0, Integer.parseInt(row.getField(column)));
    }
}
