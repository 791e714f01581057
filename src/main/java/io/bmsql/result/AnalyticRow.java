package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A row of {@code data/analytics.csv}: one analytic query.
 *
 * @param elapsedSeconds of its end, from the start of the window; negative in the ramp-up
 * @param stream its number, from 1
 * @param query such as q07
 * @param millis from the sending to the last row
 * @param staleMillis when the answer was there: age of the oldest acknowledged New-Order that it could not show; 0 without any
 * @param failed 1 or 0
 */
public record AnalyticRow(
        @JsonProperty("elapsed_s") double elapsedSeconds,
        int stream,
        String query,
        @JsonProperty("ms") double millis,
        long rows,
        @JsonProperty("stale_ms") double staleMillis,
        int failed) {
    public static final CsvTable<AnalyticRow> CSV = new CsvTable<>("analytics.csv", AnalyticRow.class);
}
