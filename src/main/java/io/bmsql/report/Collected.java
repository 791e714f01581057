package io.bmsql.report;

import io.bmsql.result.ErrorCounts;
import io.bmsql.result.InputCounts;
import io.bmsql.result.SampleTable;
import io.bmsql.result.WarehouseCounts;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was collected beside the transactions; each part may be missing.
 *
 * @param driver {@code driver_info.csv}
 * @param hosts those that left something
 * @param warehouses {@code warehouse_heat.csv}
 * @param notes {@code collectors.csv}: {@code source,samples,note}
 * @param errors {@code errors.csv}
 * @param inputs {@code inputs.csv}
 */
record Collected(
        @Nullable SampleTable driver,
        List<HostFiles> hosts,
        DatabaseFiles database,
        List<WarehouseCounts> warehouses,
        List<Map<String, String>> notes,
        List<ErrorCounts> errors,
        List<InputCounts> inputs) {
    static final Collected NONE =
            new Collected(null, List.of(), DatabaseFiles.NONE, List.of(), List.of(), List.of(), List.of());
}
