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
 * @param window the interval that the summary counts
 */
record ReportInput(
        RunSummary summary,
        List<SeriesRow> series,
        Map<TransactionType, Histogram> responses,
        LatencyLines latencies,
        Collected collected,
        List<AcidResult.Trial> acid,
        ReportWindow window) {

    /** Of a run that left no histograms over time and was not watched. */
    ReportInput(RunSummary summary, List<SeriesRow> series, Map<TransactionType, Histogram> responses) {
        this(summary, series, responses, new LatencyLines(), Collected.NONE, List.of(), ReportWindow.WHOLE);
    }

    /** The same with what was found beside the transactions. */
    ReportInput with(LatencyLines otherLatencies, Collected otherCollected) {
        return new ReportInput(summary, series, responses, otherLatencies, otherCollected, acid, window);
    }

    /** The same with these ACID tests. */
    ReportInput withAcid(List<AcidResult.Trial> trials) {
        return new ReportInput(summary, series, responses, latencies, collected, List.copyOf(trials), window);
    }

    /** The same run with the numbers of an interval. */
    ReportInput cut(
            RunSummary cutSummary,
            List<SeriesRow> phased,
            Map<TransactionType, Histogram> cutResponses,
            ReportWindow chosen) {
        return new ReportInput(cutSummary, phased, cutResponses, latencies, collected, acid, chosen);
    }

    /** The end of the interval, seconds from the start of the run's own window. */
    double windowEnd() {
        return window.fromSecond() + summary.run().windowSeconds();
    }
}
