package io.bmsql.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.bmsql.analysis.Verdict;
import io.bmsql.report.chart.HeatMap;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeAxis;
import io.bmsql.report.chart.TimeAxis.Span;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.result.AcidResult;
import io.bmsql.result.Latency;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.ThinkTime;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.tpcc.TransactionType;
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
        LatencyPart latency,
        Monitoring monitoring,
        Circumstances circumstances,
        List<AcidResult.Trial> acid) {

    /** What a reader sees first; notes on the window are about a chosen interval only. */
    public record Cover(
            String title,
            String program,
            String started,
            Findings verdict,
            List<String> windowNotes,
            Headline headline) {}

    /** What to think of the run: all that applies with its reasons, the worst first, then comparability and remarks. */
    public record Findings(List<Verdict> verdicts, String word, boolean sound, List<String> sentences) {
        /** False too when a bound was not kept, for those who read one test case only. */
        @JsonIgnore
        public boolean isPassed() {
            return sound && !verdicts.contains(Verdict.THRESHOLD_FAILED);
        }
    }

    /** Large figures beside the summary's: {@code failed} or unknown; {@code chosen} is empty for the whole run. */
    public record Headline(Latency newOrder, long failed, double fromSeconds, String chosen) {}

    /** The transactions by type; {@code waits} has those of which service times are known, errors the most frequent first. */
    public record TransactionPart(
            List<TypeSummary> types,
            List<ClauseRow> clauses,
            List<Distribution> distributions,
            List<TypeSummary> waits,
            List<ThinkTime> thinkTimes,
            List<ErrorSummary> errors) {}

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

    /** Response times from the run's histograms: over time, by time and size, by percentile; when the longest ended. */
    public record LatencyPart(
            List<Series> newOrder,
            List<Series> ninetieths,
            HeatMap.@Nullable Cells heat,
            List<Series> curves,
            @Nullable Span longest) {}

    /** The driver's own numbers, by names with their units, and charts; unwatched without its CPU. */
    public record DriverPart(
            List<DriverRow> rows,
            List<String> findings,
            List<TimeChart> charts,
            boolean isWatched,
            Map<String, Double> figures) {
        static final DriverPart NONE = new DriverPart(List.of(), List.of(), List.of(), false, Map.of());
    }

    /** One figure of the driver, and what it says; {@code isBound} when the driver was in the way. */
    public record DriverRow(String what, String value, String finding, boolean isBound) {}

    /** Stretches of throughput far below the median, in the order of time; a bound of 0 leaves all to chance. */
    public record StallFindings(
            int all,
            int slotSeconds,
            double medianTransactionsPerMinute,
            double boundTransactionsPerMinute,
            List<Stall> worst) {
        static final StallFindings NONE = new StallFindings(0, 1, 0, 0, List.of());
    }

    /** One stall, with what the median would have completed more and what happened, the most unusual first. */
    public record Stall(
            double fromSeconds,
            double toSeconds,
            double lowestTransactionsPerMinute,
            long lostTransactions,
            List<String> happened) {}

    /** One host that was watched; without a name it is the only one. The note is about what is not drawn. */
    public record HostPart(String name, List<TimeChart> charts, String note) {}

    /** The database over the run: settings other than the default, null when not read; unsafe {@code name=value}. */
    public record DatabasePart(
            String version,
            List<TimeChart> charts,
            @Nullable List<DatabaseSetting> settings,
            List<StatementRow> statements,
            List<String> unsafe) {}

    public record DatabaseSetting(String name, String value, String standard, String unit) {}

    /** A statement of the server's own statistics; NaN for a figure that the server does not give. */
    public record StatementRow(String statement, double calls, double totalMs, double meanMs, double rows) {}

    public record Circumstances(List<RunFacts.Setting> settings, Map<String, String> facts, @Nullable LoadPart load) {}

    /** How the database was loaded: in words, rows by table as counted after it, seconds of the build's other steps. */
    public record LoadPart(Map<String, String> facts, Map<String, Long> tableRows, Map<String, Double> stepSeconds) {}
}
