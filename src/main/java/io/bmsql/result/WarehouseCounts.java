package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A row of {@code data/warehouse_heat.csv}: what ran in a warehouse inside the window, counted at the terminals' home.
 *
 * @param newOrders completed
 * @param payments completed
 * @param failed transactions of any type that failed or are unknown
 */
public record WarehouseCounts(
        @JsonProperty("w_id") int warehouseId,
        @JsonProperty("new_orders") long newOrders,
        long payments,
        long failed) {
    public static final CsvTable<WarehouseCounts> CSV = new CsvTable<>(WarehouseCounts.class);
}
