package io.bmsql.result;

import java.nio.file.Path;
import java.util.List;

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
        return CsvTable.line(List.of(warehouseId, newOrders, payments, failed));
    }

    /**
     * Reads a file; a cut last line is left out.
     *
     * @throws ResultReadException when it is missing or damaged
     */
    public static List<WarehouseCounts> read(Path path) {
        return CsvTable.list(
                path,
                row -> new WarehouseCounts(
                        Integer.parseInt(row.getField("w_id")),
                        Long.parseLong(row.getField("new_orders")),
                        Long.parseLong(row.getField("payments")),
                        Long.parseLong(row.getField("failed"))));
    }
}
