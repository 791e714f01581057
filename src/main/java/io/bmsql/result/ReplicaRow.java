package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A row of {@code data/replicas.csv}: one look at a copy of the database, or a moment at which a look was not answered yet, or not at all.
 *
 * @param elapsedSeconds from the start of the window; negative in the ramp-up
 * @param replica its number, from 1 in the order of the setting
 * @param commitsBehind New-Orders acknowledged before that moment that the copy did not show, in the districts looked at; without an
 *     answer, that it had not shown at the last one
 * @param millisBehind age of the oldest of them at that moment; 0 without any
 * @param readMillis for how long the look lasted, so far or until it failed
 * @param answered 1 or 0
 * @param ownMillisBehind what the copy itself said just before, about once a second; -1 where it was not asked or does not say
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
