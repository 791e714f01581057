package io.bmsql.result;

import io.bmsql.common.TransactionType;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * All that a report needs of a run, whichever program wrote the directory. What it does not hold is empty, or {@link
 * RunSummary#UNKNOWN} for a number. Responses are of the window by type, microseconds; rows count the single
 * transactions of the interval that the summary is of, null without them.
 */
public record RunData(
        RunSummary summary,
        List<SeriesRow> series,
        Map<TransactionType, Histogram> responses,
        LatencyLines latencies,
        CollectedFigures collected,
        List<AcidTrial> acid,
        Cut cut,
        @Nullable ResultCsvAggregator rows) {
    /** The key under which the environment names the program that ran, if it was not this one. */
    public static final String PROGRAM = "program";

    /** What the summary counts of the run's window, 0 seconds for all of it; notes are keys of sentences. */
    public record Cut(ReportWindow window, double runSeconds, List<String> notes) {
        public static final Cut NONE = new Cut(ReportWindow.WHOLE, 0, List.of());
    }

    public RunData with(RunSummary other) {
        return new RunData(other, series, responses, latencies, collected, acid, cut, rows);
    }

    /** Those that touch the interval; of the whole run those of the ramp-up too: they are not in the rates, but must be seen. */
    public List<Outage> outages() {
        return summary.postRun().availability().stream()
                .filter(outage -> cut.window().isWhole()
                        || outage.lastCommitSeconds() < windowEnd()
                                && outage.lastCommitSeconds() + outage.outageSeconds() > windowStart())
                .toList();
    }

    /** The start of the interval, seconds from the start of the run's own window. */
    public int windowStart() {
        return cut.window().fromSecond();
    }

    /** The end of the interval, seconds from the start of the run's own window. */
    public double windowEnd() {
        return windowStart() + summary.windowSeconds();
    }
}
