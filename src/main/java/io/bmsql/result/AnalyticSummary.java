package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.bmsql.common.NumberText;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sums up the analytic queries that ended in the window.
 *
 * @param url of the copy that they read, without secrets; empty for the database itself
 * @param querySetsPerHour completed queries by 22, an hour of the window
 * @param staleMillis age of the oldest acknowledged New-Order that an answer could not show
 * @param districts looked at, of {@code allDistricts} that the run wrote
 */
public record AnalyticSummary(
        int streams,
        String url,
        double querySetsPerHour,
        Latency staleMillis,
        int districts,
        int allDistricts,
        List<Query> queries) {
    /** What makes a query set. */
    public static final int QUERIES = 22;

    /** Sums up a query such as q07: {@code rows} are of the last answer, {@code problem} is null when none failed. */
    public record Query(
            String name,
            long count,
            long failed,
            long rows,
            Latency latency,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String problem) {}

    /** Names the queries that never brought an answer, with commas between. */
    @JsonIgnore
    public String neverAnswered() {
        return queries.stream()
                .filter(query -> query.failed > 0 && query.count == 0)
                .map(Query::name)
                .collect(Collectors.joining(", "));
    }

    /** Says why the first failed query failed; empty when none did. */
    @JsonIgnore
    public String firstProblem() {
        return queries.stream()
                .map(Query::problem)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    public String line() {
        long count = queries.stream().mapToLong(Query::count).sum();
        long failed = queries.stream().mapToLong(Query::failed).sum();
        return NumberText.format(
                "%s, %,d analytic queries, %,d failed: %,.1f query sets an hour; an answer lacked New-Orders of up to %,.0f ms"
                        + " (median), %,.0f ms at most",
                NumberText.counted(streams, "stream"),
                count,
                failed,
                querySetsPerHour,
                staleMillis.p50Ms(),
                staleMillis.maxMs());
    }
}
