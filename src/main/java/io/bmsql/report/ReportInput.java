package io.bmsql.report;

import io.bmsql.result.AcidResult;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.spec.TransactionType;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What was found in a result directory.
 *
 * @param summary {@code summary.json}, or what stands in for it when the run left none
 * @param series the per-second rows, in the order of the file; empty when there are none
 * @param responses response times of the window by type, microseconds; empty when there are none
 * @param latencies the same over time, ramp-up and drain included
 * @param collected what was collected beside the transactions
 * @param acid the ACID tests; empty when none were run
 * @param cut the interval that the summary counts
 */
record ReportInput(
        RunSummary summary,
        List<SeriesRow> series,
        Map<TransactionType, Histogram> responses,
        LatencyLines latencies,
        Collected collected,
        List<AcidResult.Trial> acid,
        Cut cut) {

    /**
     * The interval that the summary counts.
     *
     * @param window in the run's own
     * @param runSeconds how long the run's own was; 0 for the whole run
     * @param notes keys of sentences about where the figures come from and what does not follow the interval
     */
    record Cut(ReportWindow window, double runSeconds, List<String> notes) {
        /** The run's own window. */
        static final Cut NONE = new Cut(ReportWindow.WHOLE, 0, List.of());

        Cut {
            notes = List.copyOf(notes);
        }
    }

    /** Of a run that left no histograms over time and was not watched. */
    ReportInput(RunSummary summary, List<SeriesRow> series, Map<TransactionType, Histogram> responses) {
        this(summary, series, responses, new LatencyLines(), Collected.NONE, List.of(), Cut.NONE);
    }

    /** The same with what was found beside the transactions. */
    ReportInput with(LatencyLines otherLatencies, Collected otherCollected) {
        return new ReportInput(summary, series, responses, otherLatencies, otherCollected, acid, cut);
    }

    /** The same with these ACID tests. */
    ReportInput withAcid(List<AcidResult.Trial> trials) {
        return new ReportInput(summary, series, responses, latencies, collected, List.copyOf(trials), cut);
    }

    /** The same run with the numbers of an interval. */
    ReportInput cut(
            RunSummary cutSummary, List<SeriesRow> phased, Map<TransactionType, Histogram> cutResponses, Cut chosen) {
        return new ReportInput(cutSummary, phased, cutResponses, latencies, collected, acid, chosen);
    }

    /** The start of the interval, seconds from the start of the run's own window. */
    int windowStart() {
        return cut.window().fromSecond();
    }

    /** The end of the interval, seconds from the start of the run's own window. */
    double windowEnd() {
        return windowStart() + summary.run().windowSeconds();
    }
}
