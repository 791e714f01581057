package io.bmsql.result;

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
public record CollectedFigures(
        @Nullable SampleTable driver,
        List<Host> hosts,
        Database database,
        List<WarehouseCounts> warehouses,
        List<Map<String, String>> notes,
        List<ErrorCounts> errors,
        List<InputCounts> inputs) {
    public static final CollectedFigures NONE =
            new CollectedFigures(null, List.of(), Database.NONE, List.of(), List.of(), List.of(), List.of());

    /**
     * One host.
     *
     * @param name of the host's directory; empty for the first or only host
     * @param system {@code sys_info.csv}, null without one
     * @param disks {@code blk_*.csv}
     * @param networks {@code net_*.csv}
     */
    public record Host(
            String name, @Nullable SampleTable system, List<SampleTable> disks, List<SampleTable> networks) {}

    /**
     * The database; each part is empty without its file.
     *
     * @param metrics over the run
     * @param settings {@code name,value,default,unit}
     * @param statements {@code statement,calls,total_ms,mean_ms,rows}
     */
    public record Database(
            List<MetricSeries> metrics, List<Map<String, String>> settings, List<Map<String, String>> statements) {
        public static final Database NONE = new Database(List.of(), List.of(), List.of());
    }
}
