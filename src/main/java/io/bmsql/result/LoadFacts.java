package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the database of a run was loaded, as the load itself noted it there; null stands for unknown.
 *
 * @param tableRows counted in the tables by the population check; empty after a load without it
 * @param stepSeconds of each other step of the build by the name of its script; empty after a load alone
 * @param schema what the tables were built with, by property; empty after a load alone
 * @param populationFacts facts of clause 4.3.3.1 that were compared and all held; 0 when none were
 * @param data what was noted about the rows since, as this run found them: runs before it, the last reset, the fingerprint
 */
public record LoadFacts(
        @JsonUnwrapped Origin origin,
        @JsonUnwrapped Writing writing,
        Map<String, Long> tableRows,
        Map<String, Double> stepSeconds,
        Map<String, String> schema,
        int populationFacts,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> data) {
    /** Both are 0 when no rows were written. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    @JsonUnwrapped
    public Speed speed() {
        return writing.seconds > 0
                ? new Speed(writing.rows / writing.seconds, writing.bytes / 1e6 / writing.seconds)
                : new Speed(0, 0);
    }

    /** What a repeat of the load needs; {@code startEpochMillis} is the load's one moment. */
    public record Origin(
            String toolVersion, String db, int warehouses, @Nullable Long seed, @Nullable Long startEpochMillis) {}

    /**
     * How rows were written.
     *
     * @param way such as {@code COPY}
     * @param seconds from the first row to the last commit, of the load alone
     * @param bytes of those rows as text
     * @param rowsBefore rows of an interrupted load, about: then the figures above are those of its last part
     */
    public record Writing(String way, int workers, double seconds, long rows, long bytes, long rowsBefore) {}

    /** A record, because a JVM lists single methods in no certain order. */
    public record Speed(double rowsPerSecond, double megabytesPerSecond) {}
}
