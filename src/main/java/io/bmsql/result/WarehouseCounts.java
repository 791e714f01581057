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
 * One line of {@code data/warehouse_heat.csv}: what ran in a warehouse inside the window, counted at the terminals' home.
 *
 * @param newOrders completed
 * @param payments completed
 * @param failed transactions of any type that failed or are unknown
 */
public record WarehouseCounts(int warehouseId, long newOrders, long payments, long failed) {
    /** Columns, in the order of the fields. */
    public static final String HEADER = "w_id,new_orders,payments,failed";

    /** The line, with its end. */
    public String line() {
        return warehouseId + "," + newOrders + "," + payments + "," + failed + "\n";
    }

    /**
     * Reads a file; a cut last line is left out.
     *
     * @throws ResultReadException with one sentence when it is missing or damaged
     */
    public static List<WarehouseCounts> read(Path path) {
        List<WarehouseCounts> all = new ArrayList<>();
        try (Reader lines = WholeLines.open(path);
                CsvReader<NamedCsvRecord> csv =
                        CsvReader.builder().allowExtraFields(true).ofNamedCsvRecord(lines)) {
            for (NamedCsvRecord row : csv) {
                all.add(new WarehouseCounts(
                        Integer.parseInt(row.getField("w_id")),
                        Long.parseLong(row.getField("new_orders")),
                        Long.parseLong(row.getField("payments")),
                        Long.parseLong(row.getField("failed"))));
            }
            return all;
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        } catch (UncheckedIOException | CsvParseException | NoSuchElementException | NumberFormatException e) {
            throw new ResultReadException(path + " is damaged (" + e.getMessage() + ")", e);
        }
    }
}
