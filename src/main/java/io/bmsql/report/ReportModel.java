package io.bmsql.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bmsql.analysis.Stalls;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.TransactionType;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeAxis;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.result.AcidTrial;
import io.bmsql.result.Latency;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every number that a report shows, and no drawing. A part without data is an empty list or null; a negative number is
 * not known. Secrets are hidden, titles and sentences in the report's language.
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

    /**
     * What a reader sees first.
     *
     * @param windowNotes about a chosen interval only, like {@code chosen}, which is empty for the whole run
     * @param newOrder response times
     */
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
     * What to think of the run: all that applies with its reasons, the worst first, then comparability and remarks.
     *
     * @param reasons the sentences below a heading that names the worst already
     */
    public record Findings(
            List<Verdict> verdicts,
            String word,
            boolean sound,
            List<String> sentences,
            @JsonIgnore List<String> reasons) {}

    /** The transactions by type; {@code waits} has those of which service times are known, errors the most frequent first. */
    public record TransactionPart(
            List<TypeSummary> types,
            List<ClauseRow> clauses,
            List<Distribution> distributions,
            List<TypeSummary> waits,
            List<RunSummary.ThinkTime> thinkTimes,
            List<RunSummary.ErrorSummary> errors) {}

    /** The workload against the specification; {@code met} is null where too little was measured to say. */
    public record ClauseRow(String clause, String what, String required, String measured, @Nullable Boolean met) {}

    /** How often response times occurred, percent by bin, up to four times the 90th percentile (clause 5.6.1). */
    public record Distribution(
            TransactionType type, double binMs, double[] sharePercent, double beyondPercent, Latency response) {}

    /** Lines over the time of the run, all with the same bins; {@code errors} are failed and retried transactions. */
    public record OverTime(
            TimeAxis axis,
            int binSeconds,
            List<Series> throughput,
            List<Series> meanResponse,
            List<Series> errorsByClass,
            List<Series> errors) {}

    /**
     * The load generator's own numbers, by names with their units, and charts; unwatched without its CPU.
     *
     * @param rows of its table: the figure, its value, what it says
     */
    public record LoadGeneratorPart(
            List<List<?>> rows, List<TimeChart> charts, boolean isWatched, Map<String, Double> figures) {
        static final LoadGeneratorPart NONE = new LoadGeneratorPart(List.of(), List.of(), false, Map.of());
    }

    /**
     * Where throughput was far below what is usual, in the order of time; a bound of 0 leaves all to chance.
     *
     * @param slotSeconds of the intervals that are held against the bound
     * @param standstillSeconds after so long without a transaction there is a stall, wherever it began
     */
    public record StallFindings(
            int all,
            int slotSeconds,
            int standstillSeconds,
            double usualTransactionsPerMinute,
            double boundTransactionsPerMinute,
            List<ExplainedStall> worst) {
        static final StallFindings NONE = new StallFindings(0, 1, 2, 0, 0, List.of());
    }

    /** A stall as {@link Stalls} has it, and what happened then, the most unusual first. */
    public record ExplainedStall(@JsonUnwrapped Stalls.Stall stall, List<String> happened) {}

    /** One host that was watched; without a name it is the only one. The note is about what is not drawn. */
    public record HostPart(String name, List<TimeChart> charts, String note) {}

    /**
     * The database over the run.
     *
     * @param settings rows of those other than the default: name, value, default, unit; null when not read
     */
    public record DatabasePart(
            String version,
            List<TimeChart> charts,
            List<TimeChart> copies,
            @Nullable List<List<String>> settings,
            StatementTables did) {}
}
