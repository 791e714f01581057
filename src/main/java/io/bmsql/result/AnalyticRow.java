package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Is a row of {@code data/analytics.csv}: one analytic query.
 *
 * @param elapsedSeconds of its end, from the start of the window; negative in the ramp-up
 * @param staleMillis age of the oldest acknowledged New-Order that the answer could not show; 0 without any
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
