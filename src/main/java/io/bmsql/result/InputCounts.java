package io.bmsql.result;

import io.bmsql.result.RunSummary.WorkloadCounts;

/**
 * A row of {@code data/inputs.csv}: what the inputs of the transactions that ended in a second of the window were like. They
 * add up to the summary's {@link WorkloadCounts}; seconds without any have no row.
 *
 * @param second from the start of the measurement window
 */
public record InputCounts(int second, WorkloadCounts counts) {
    public static final CsvTable<InputCounts> CSV = new CsvTable<>(InputCounts.class);
}
