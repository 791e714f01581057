package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the database of a run was loaded, as the load itself noted it there; null stands for unknown.
 *
 * @param startEpochMillis the load's one moment
 * @param way how rows were written, such as {@code COPY}
 * @param seconds from the first row to the last commit, of the load alone
 * @param bytes of those rows as text
 * @param rowsBefore rows of an interrupted load, about: then the figures above are those of its last part
 * @param tableRows counted in the tables by the population check; empty after a load without it
 * @param stepSeconds of each other step of the build by the name of its script; empty after a load alone
 * @param schema what the tables were built with, by property; empty after a load alone
 * @param populationFacts facts of clause 4.3.3.1 that were compared and all held; 0 when none were
 * @param data what was noted about the rows since, as this run found them: runs before it, the last reset, the fingerprint
 */
// The last two are methods, which a JVM lists in no certain order.
@JsonPropertyOrder({
    "toolVersion",
    "db",
    "warehouses",
    "seed",
    "startEpochMillis",
    "way",
    "workers",
    "seconds",
    "rows",
    "bytes",
    "rowsBefore",
    "tableRows",
    "stepSeconds",
    "schema",
    "populationFacts",
    "data",
    "rowsPerSecond",
    "megabytesPerSecond"
})
@JsonIgnoreProperties(ignoreUnknown = true)
public record LoadFacts(
        String toolVersion,
        String db,
        int warehouses,
        @Nullable Long seed,
        @Nullable Long startEpochMillis,
        String way,
        int workers,
        double seconds,
        long rows,
        long bytes,
        long rowsBefore,
        Map<String, Long> tableRows,
        Map<String, Double> stepSeconds,
        Map<String, String> schema,
        int populationFacts,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> data) {
    /** Results of older versions have no notes. */
    public LoadFacts {
        data = data == null ? Map.of() : Map.copyOf(data);
    }

    /** Rows a second; 0 when none were written. */
    @JsonProperty
    public double rowsPerSecond() {
        return seconds > 0 ? rows / seconds : 0;
    }

    /** Megabytes of text a second; 0 when none were written. */
    @JsonProperty
    public double megabytesPerSecond() {
        return seconds > 0 ? bytes / 1e6 / seconds : 0;
    }
}
