package io.bmsql.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.TransactionType;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeAxis;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.result.AcidTrial;
import io.bmsql.result.Latency;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.ThinkTime;
import io.bmsql.result.RunSummary.TypeSummary;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds every number that a report shows, and no drawing. A part without data is empty or null; a negative number is
 * not known. Secrets are hidden, sentences in the report's language.
 */
public record ReportModel(
        Cover cover,
        RunSummary summary,
        TransactionPart transactions,
        @Nullable OverTime overTime,
        LatencyCharts latency,
        Monitoring monitoring,
        ZoneId zone,
        List<AcidTrial> acid) {

    /** Holds what a reader sees first; {@code chosen} is empty for the whole run. */
    public record Cover(
            String title,
            String program,
            String started,
            Findings verdict,
            List<String> windowNotes,
            Latency newOrder,
            long failed,
            double fromSeconds,
            String chosen) {}

    /**
     * Says what to think of the run, the worst first; {@code reasons} stand below a heading that names the worst
     * already.
     */
    public record Findings(
            List<Verdict> verdicts,
            String word,
            boolean sound,
            List<String> sentences,
            @JsonIgnore List<String> reasons) {
        /** False too when a bound was not kept, for those who read one test case only. */
        @JsonIgnore
        public boolean isPassed() {
            return sound && !verdicts.contains(Verdict.THRESHOLD_FAILED);
        }
    }

    /** Holds the transactions by type; {@code waits} has those with service times, errors the most frequent first. */
    public record TransactionPart(
            List<TypeSummary> types,
            List<ClauseRow> clauses,
            List<Distribution> distributions,
            List<TypeSummary> waits,
            List<ThinkTime> thinkTimes,
            List<ErrorSummary> errors) {}

    /** Compares the workload with the specification; {@code met} is null where too little was measured to say. */
    public record ClauseRow(String clause, String what, String required, String measured, @Nullable Boolean met) {}

    /** Says how often response times occurred, percent by bin, up to four times the 90th percentile (clause 5.6.1). */
    public record Distribution(
            TransactionType type, double binMs, double[] sharePercent, double beyondPercent, Latency response) {}

    public record OverTime(
            TimeAxis axis,
            int binSeconds,
            List<Series> throughput,
            List<Series> meanResponse,
            List<Series> errorsByClass,
            List<Series> errors) {}

    /** Holds the load generator's own numbers, by names with their units; rows are figure, value, what it says. */
    public record LoadGeneratorPart(
            List<List<?>> rows, List<TimeChart> charts, boolean isWatched, Map<String, Double> figures) {
        static final LoadGeneratorPart NONE = new LoadGeneratorPart(List.of(), List.of(), false, Map.of());
    }

    /** Says where throughput was far below the median, in the order of time; a bound of 0 leaves all to chance. */
    public record StallFindings(
            int all,
            int slotSeconds,
            double medianTransactionsPerMinute,
            double boundTransactionsPerMinute,
            List<Stall> worst) {
        static final StallFindings NONE = new StallFindings(0, 1, 0, 0, List.of());
    }

    /** Is a stall, with what the median would have completed more and what happened, the most unusual first. */
    public record Stall(
            double fromSeconds,
            double toSeconds,
            double lowestTransactionsPerMinute,
            long lostTransactions,
            List<String> happened) {}

    /** Is a watched host; without a name it is the only one. The note is about what is not drawn. */
    public record HostPart(String name, List<TimeChart> charts, String note) {}

    /**
     * Shows the database over the run; settings are null when not read, {@code unsafe} ones may lose commits in a
     * crash.
     */
    public record DatabasePart(
            String version,
            List<TimeChart> charts,
            List<TimeChart> copies,
            @Nullable List<List<String>> settings,
            StatementTables did,
            List<String> unsafe) {}
}
