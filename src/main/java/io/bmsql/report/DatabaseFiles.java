package io.bmsql.report;

import io.bmsql.result.MetricSeries;
import java.util.List;
import java.util.Map;

/**
 * What a collector left of the database; each part is empty without its file.
 *
 * @param metrics over the run
 * @param settings {@code name,value,default,unit}
 * @param statements {@code statement,calls,total_ms,mean_ms,rows}
 */
record DatabaseFiles(
        List<MetricSeries> metrics, List<Map<String, String>> settings, List<Map<String, String>> statements) {
    static final DatabaseFiles NONE = new DatabaseFiles(List.of(), List.of(), List.of());
}
