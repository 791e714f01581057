package io.bmsql.result;

import io.bmsql.common.TransactionType;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Holds all that a report needs of a run, whichever program wrote it. Responses are of the window, microseconds; rows
 * count single transactions of the interval, null without them.
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

    /** Says what the summary counts of the run's window, 0 seconds for all of it; notes are keys of sentences. */
    public record Cut(ReportWindow window, double runSeconds, List<String> notes) {
        public static final Cut NONE = new Cut(ReportWindow.WHOLE, 0, List.of());
    }

    public RunData with(RunSummary other) {
        return new RunData(other, series, responses, latencies, collected, acid, cut, rows);
    }

    /** Gives those that touch the interval; of the whole run those of the ramp-up too. */
    public List<Outage> outages() {
        return summary.postRun().availability().stream()
                .filter(outage -> cut.window().isWhole()
                        || outage.lastCommitSeconds() < windowEnd()
                                && outage.lastCommitSeconds() + outage.outageSeconds() > windowStart())
                .toList();
    }

    public int windowStart() {
        return cut.window().fromSecond();
    }

    public double windowEnd() {
        return windowStart() + summary.windowSeconds();
    }
}
