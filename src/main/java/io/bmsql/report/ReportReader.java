package io.bmsql.report;

import io.bmsql.result.AcidResult;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunInfoCsv;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.SeriesCsv;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import io.bmsql.spec.TransactionType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers what a result directory holds: all of a finished run, what a killed one had written, or what a directory of
 * BenchmarkSQL 5 can tell.
 */
final class ReportReader {
    private final ResultDirectory directory;
    private final Logger log = LoggerFactory.getLogger(ReportReader.class);

    ReportReader(ResultDirectory directory) {
        this.directory = directory;
    }

    /**
     * Reads.
     *
     * @param tally the counted {@code result.csv}, null when the directory has none
     * @param window the interval that counts, the same as the tally's
     * @throws ResultReadException with one sentence when the directory tells nothing about a run
     */
    ReportInput read(@Nullable Tally tally, ReportWindow window) {
        List<AcidResult.Trial> acid = new ArrayList<>();
        readIfThere(directory.acid(), path -> acid.addAll(AcidResult.read(path).trials()));
        ReportInput input = readRun(tally, window).withAcid(acid);
        return window.isWhole() ? input : new WindowCut(input, tally, window, services(window)).cut();
    }

    private ReportInput readRun(@Nullable Tally tally, ReportWindow window) {
        RunSummary summary = ownSummary();
        List<SeriesRow> series = series();
        double until = summary == null || summary.status() == Status.RUNNING
                ? Double.MAX_VALUE
                : summary.run().windowSeconds();
        LatencyLines latencies = tally == null || Files.exists(directory.responseLog())
                ? new LatencyLines()
                : tally.latencies(rowsStart());
        Map<TransactionType, Histogram> responses =
                histograms(directory.responseLog(), window.fromSecond(), window.end(until), latencies);
        Collected collected = new CollectedReader(directory).read();
        if (summary == null || summary.status() == Status.RUNNING) {
            Recovery recovery = new Recovery(directory, series, responses, services(ReportWindow.WHOLE), tally);
            return recovery.recover(summary).with(latencies, collected);
        }
        return new ReportInput(summary, series, responses, latencies, collected, List.of(), ReportInput.Cut.NONE);
    }

    /** What the run itself wrote: a summary that a report once derived is worked out anew. */
    private @Nullable RunSummary ownSummary() {
        RunSummary summary = Files.exists(directory.summary()) ? SummaryJson.read(directory.summary()) : null;
        return summary == null || summary.derivedFrom() != null ? null : summary;
    }

    private int rowsStart() {
        return Files.exists(directory.runInfo())
                ? RunInfoCsv.read(directory.runInfo()).rowsBeforeWindowSeconds()
                : 0;
    }

    private Map<TransactionType, Histogram> services(ReportWindow window) {
        return histograms(directory.serviceLog(), window.fromSecond(), window.untilSecond(), new LatencyLines());
    }

    private List<SeriesRow> series() {
        List<SeriesRow> rows = new ArrayList<>();
        long[] late = new long[1];
        readIfThere(
                directory.series(),
                path -> SeriesCsv.read(path, row -> {
                    if (Math.abs((long) row.second()) < SeriesBins.MOST_SECONDS / 2) {
                        rows.add(row);
                    } else {
                        late[0]++;
                    }
                }));
        if (late[0] > 0) {
            log.warn(
                    "{} has {} rows more than {} seconds away from the start of the window; they are left out",
                    directory.series(),
                    late[0],
                    SeriesBins.MOST_SECONDS / 2);
        }
        return rows;
    }

    private Map<TransactionType, Histogram> histograms(
            Path path, double fromSecond, double untilSecond, LatencyLines latencies) {
        Map<TransactionType, Histogram> merged = new EnumMap<>(TransactionType.class);
        readIfThere(
                path,
                file -> HistogramLog.read(file, interval -> {
                    latencies.add(interval);
                    if (interval.startSeconds() >= fromSecond && interval.startSeconds() < untilSecond) {
                        Histogram window = merged.computeIfAbsent(interval.type(), type -> {
                            Histogram histogram = new Histogram(3);
                            histogram.setAutoResize(true);
                            return histogram;
                        });
                        window.add(interval.histogram());
                    }
                }));
        return merged;
    }

    /** A damaged side file costs its charts, not the report. */
    private void readIfThere(Path path, Consumer<Path> reader) {
        if (Files.exists(path)) {
            try {
                reader.accept(path);
            } catch (ResultReadException e) {
                log.warn("{}; the report is written with what could be read before", e.getMessage());
            }
        }
    }
}
