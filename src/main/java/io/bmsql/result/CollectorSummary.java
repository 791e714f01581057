package io.bmsql.result;

import java.util.List;

/**
 * What became of watching one source of figures during a run; a line each of {@code collectors.csv}.
 *
 * @param source the host as the settings name it, {@code local} for the driver's own, {@code database} for the server
 * @param samples how many are in the files
 * @param notes whole sentences: what is missing and why; empty when nothing is
 */
public record CollectorSummary(String source, long samples, List<String> notes) {
    public CollectorSummary {
        notes = List.copyOf(notes);
    }
}
