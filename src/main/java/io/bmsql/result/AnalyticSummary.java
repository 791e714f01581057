package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.bmsql.common.NumberText;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The analytic queries beside the transactions, those that ended in the window.
 *
 * @param url of the copy that they read, without secrets; empty for the database itself
 * @param querySetsPerHour completed queries by 22, an hour of the window
 * @param staleMillis when an answer was there: age of the oldest New-Order, acknowledged by then, that it could not show
 * @param districts that this was looked at in, of {@code allDistricts} that the run wrote
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

    /**
     * @param name such as q07
     * @param count of those that brought an answer
     * @param rows of the last answer
     * @param problem why the first one failed; null when none did
     */
    public record Query(
            String name,
            long count,
            long failed,
            long rows,
            Latency latency,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String problem) {}

    /** The queries that never brought an answer, with commas between; empty without any. */
    @JsonIgnore
    public String neverAnswered() {
        return queries.stream()
                .filter(query -> query.failed > 0 && query.count == 0)
                .map(Query::name)
                .collect(Collectors.joining(", "));
    }

    /** Why the first of the queries failed that did; empty when none did. */
    @JsonIgnore
    public String firstProblem() {
        return queries.stream()
                .map(Query::problem)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    /** {@link #staleMillis}, of which nothing is known without an answer. */
    @JsonIgnore
    public Latency lacked() {
        return querySetsPerHour > 0 ? staleMillis : Latency.ofMeanAndMax(RunSummary.UNKNOWN, RunSummary.UNKNOWN);
    }

    public String line() {
        long count = queries.stream().mapToLong(Query::count).sum();
        long failed = queries.stream().mapToLong(Query::failed).sum();
        String lacked = querySetsPerHour > 0
                ? NumberText.format(
                        "; an answer lacked New-Orders of up to %,.0f ms (median), %,.0f ms at most",
                        staleMillis.p50Ms(), staleMillis.maxMs())
                : "";
        return NumberText.format(
                        "%s, %,d analytic queries, %,d failed: %,.1f query sets an hour",
                        NumberText.counted(streams, "stream"), count, failed, querySetsPerHour)
                + lacked;
    }
}
