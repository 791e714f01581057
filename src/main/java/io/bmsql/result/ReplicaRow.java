package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Is a row of {@code data/replicas.csv}: a look at a copy, or a moment without an answer.
 *
 * @param elapsedSeconds from the start of the window; negative in the ramp-up
 * @param replica its number, from 1 in the order of the setting
 * @param commitsBehind acknowledged New-Orders that the copy did not show, in the districts looked at
 * @param millisBehind age of the oldest of them at that moment; 0 without any
 * @param ownMillisBehind what the copy itself said just before; -1 where it does not say
 */
public record ReplicaRow(
        @JsonProperty("elapsed_s") double elapsedSeconds,
        int replica,
        @JsonProperty("commits_behind") long commitsBehind,
        @JsonProperty("ms_behind") double millisBehind,
        @JsonProperty("read_ms") double readMillis,
        int answered,
        @JsonProperty("own_ms_behind") double ownMillisBehind) {
    public static final CsvTable<ReplicaRow> CSV = new CsvTable<>("replicas.csv", ReplicaRow.class);
}
