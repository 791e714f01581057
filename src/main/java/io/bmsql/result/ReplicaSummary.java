package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bmsql.common.NumberText;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How far one copy of the database was behind during the window.
 *
 * @param url without secrets
 * @param lackedBefore orders of before the run that it did not show when the run began: it was further behind than its lag says
 * @param longForks pairs of readings, this copy's and another node's, of which each was ahead of the other in some district
 * @param fracturedReads such pairs where a statement of this database need not show one moment, so that one reading may explain them
 * @param samples the first such pairs, with both readings
 * @param reads that went there, by type; empty when none did
 */
public record ReplicaSummary(
        String url,
        @JsonUnwrapped Looked looked,
        @JsonUnwrapped Lag lag,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) long lackedBefore,
        long longForks,
        long fracturedReads,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> samples,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reads> reads) {
    /**
     * How it was found out.
     *
     * @param looks that were answered; {@code failedLooks} were not
     * @param unansweredSeconds for how long looks were without an answer: the lag grew meanwhile
     * @param districts looked at, of {@code allDistricts} that the run wrote
     * @param problem why the first failed look failed; null when none did
     */
    public record Looked(
            long looks,
            long failedLooks,
            double unansweredSeconds,
            int districts,
            int allDistricts,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String problem) {}

    /**
     * How far it was behind.
     *
     * @param millisBehind age of the oldest acknowledged New-Order that the copy did not show
     * @param commitsBehind acknowledged New-Orders that it did not show, in the districts looked at
     * @param resolutionMillis between two New-Orders in the districts looked at, on average: a shorter lag cannot be seen
     * @param ownMillisBehind what the copy itself said about once a second; null where its folder has no such question
     * @param caughtUpSeconds from the end of the run until the copy had everything; null when it was not seen to, within a minute
     */
    public record Lag(
            Latency millisBehind,
            Commits commitsBehind,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Latency ownMillisBehind,
            double resolutionMillis,
            @Nullable Double caughtUpSeconds) {}

    public record Commits(double mean, long p50, long p99, long max) {}

    /** Order-Status or Stock-Level on the copy, in the window, from the due moment; {@code databaseResponse} of those on the database. */
    public record Reads(
            String type,
            long count,
            long failed,
            Latency response,
            Latency databaseResponse,
            @JsonUnwrapped Staleness staleness) {}

    /**
     * Whether reads showed what they should have.
     *
     * @param judged of which is known what that is: those of the districts looked at whose statements say it
     * @param stale of these that lacked an order acknowledged before they began
     * @param staleMillis age of the oldest such order when the read began, over the stale ones
     * @param backwards of the judged that lacked what an earlier read of the copy had shown
     */
    public record Staleness(long judged, long stale, Latency staleMillis, long backwards) {
        public double stalePercent() {
            return judged == 0 ? 0 : 100.0 * stale / judged;
        }
    }

    public String line() {
        String why = looked.problem == null ? "" : " (" + looked.problem + ")";
        if (looked.looks == 0) {
            return "no look brought an answer" + why;
        }
        return NumberText.format(
                        "%.1f ms behind (median), %.1f (p99), at most %.1f ms and %,d commits; ",
                        lag.millisBehind.p50Ms(),
                        lag.millisBehind.p99Ms(),
                        lag.millisBehind.maxMs(),
                        lag.commitsBehind.max)
                + (lag.caughtUpSeconds == null
                        ? "it was not seen to have everything"
                        : NumberText.format("everything %.1f s after the end", lag.caughtUpSeconds))
                + (looked.unansweredSeconds == 0
                        ? ""
                        : NumberText.format("; no answer for %.1f s", looked.unansweredSeconds) + why)
                + (lackedBefore == 0
                        ? ""
                        : "; it lacked " + NumberText.counted(lackedBefore, "order")
                                + " of before the run, and was further behind than this says")
                + (longForks == 0 ? "" : "; " + longForks + " long forks")
                + (fracturedReads == 0 ? "" : "; " + fracturedReads + " fractured reads")
                + NumberText.format("; a lag below %.1f ms cannot be seen", lag.resolutionMillis);
    }

    /** Says in one line for people what went to the copy. */
    public String readsLine() {
        return NumberText.format(
                "%,d reads, %,d failed; of %,d judged %,d stale by up to %.1f ms, %,d back in time",
                sum(Reads::count),
                sum(Reads::failed),
                sum(type -> type.staleness.judged),
                sum(type -> type.staleness.stale),
                reads.stream()
                        .mapToDouble(type -> type.staleness.staleMillis.maxMs())
                        .max()
                        .orElse(0),
                sum(type -> type.staleness.backwards));
    }

    private long sum(ToLongFunction<Reads> figure) {
        return reads.stream().mapToLong(figure).sum();
    }
}
