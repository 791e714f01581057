package io.bmsql.result;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.bmsql.result.RunSummary.WorkloadCounts;
import java.nio.file.Path;
import java.util.List;

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
        return CsvTable.line(List.of(
                second,
                counts.orderLines(),
                counts.remoteOrderLines(),
                counts.payments(),
                counts.remotePayments(),
                counts.customersByName(),
                counts.customersById()));
    }

    /**
     * Reads a file; a cut last line is left out.
     *
     * @throws ResultReadException when it is missing or damaged
     */
    public static List<InputCounts> read(Path path) {
        return CsvTable.list(
                path,
                row -> new InputCounts(
                        Integer.parseInt(row.getField("second")),
                        new WorkloadCounts(
                                count(row, "orderLines"),
                                count(row, "remoteOrderLines"),
                                count(row, "payments"),
                                count(row, "remotePayments"),
                                count(row, "customersByName"),
                                count(row, "customersById"))));
    }

    private static long count(NamedCsvRecord row, String column) {
        return Math.max(0, Integer.parseInt(row.getField(column)));
    }
}
