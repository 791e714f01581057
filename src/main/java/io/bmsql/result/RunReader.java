package io.bmsql.result;

import io.bmsql.result.RunSummary.Status;
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
public final class RunReader {
    private final ResultDirectory directory;
    private final Logger log = LoggerFactory.getLogger(RunReader.class);

    private RunReader(ResultDirectory directory) {
        this.directory = directory;
    }

    /**
     * Reads a result directory.
     *
     * @param window the interval that counts
     * @throws ResultReadException with one sentence when nothing in the directory is about a run
     */
    public static RunData read(ResultDirectory directory, ReportWindow window) {
        return new RunReader(directory).read(window);
    }

    private RunData read(ReportWindow window) {
        List<AcidResult.Trial> acid = new ArrayList<>();
        readIfThere(directory.acid(), path -> acid.addAll(AcidResult.read(path).trials()));
        Tally tally = tally(window);
        RunData found = readRun(tally, window);
        RunData run = new RunData(
                found.summary(),
                found.series(),
                found.responses(),
                found.latencies(),
                found.collected(),
                List.copyOf(acid),
                found.cut(),
                tally);
        return window.isWhole() ? run : new WindowCut(run, tally, window, services(window)).cut();
    }

    /** Counts the rows; those of 6.devel tell the ramp-up too, which does not count (contract 6.3). */
    private @Nullable Tally tally(ReportWindow window) {
        if (!Files.exists(directory.result()) || IntervalCsv.isAt(directory.result())) {
            return null;
        }
        RunInfo info = Files.exists(directory.runInfo()) ? RunInfoCsv.read(directory.runInfo()) : null;
        int start = info == null ? 0 : info.rowsBeforeWindowSeconds();
        boolean hasRampup = info != null && info.isVersion6();
        int from = start + window.fromSecond();
        Tally.Interval interval = window.isWhole() && !hasRampup
                ? Tally.Interval.ALL
                : new Tally.Interval(from, Math.max(from, start + (int) Math.ceil(window.end(runSeconds(info)))));
        return Tally.of(directory.result(), interval, !Files.exists(directory.responseLog()));
    }

    /** Without a number of minutes the run's end is that of its rows. */
    private static double runSeconds(@Nullable RunInfo info) {
        String minutes = info == null ? "" : info.runMins().strip();
        double seconds = minutes.matches("[0-9]{1,7}([.][0-9]+)?") ? Double.parseDouble(minutes) * 60 : 0;
        return seconds > 0 ? seconds : ReportWindow.OPEN / 2;
    }

    private RunData readRun(@Nullable Tally tally, ReportWindow window) {
        RunSummary summary = ownSummary();
        List<SeriesRow> series = series();
        double until = summary == null || summary.ending().status() == Status.RUNNING
                ? Double.MAX_VALUE
                : summary.run().window().windowSeconds();
        LatencyLines latencies = tally == null || Files.exists(directory.responseLog())
                ? new LatencyLines()
                : tally.latencies(rowsStart());
        Map<TransactionType, Histogram> responses =
                histograms(directory.responseLog(), window.fromSecond(), window.end(until), latencies);
        CollectedFigures collected = new CollectedReader(directory).read();
        if (summary == null || summary.ending().status() == Status.RUNNING) {
            Recovery recovery = new Recovery(directory, series, responses, services(ReportWindow.WHOLE), tally);
            return recovery.recover(summary).with(latencies, collected);
        }
        return new RunData(summary, series, responses, latencies, collected, List.of(), RunData.Cut.NONE, null);
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
                    if (Math.abs((long) row.second()) < SeriesRow.MOST_SECONDS / 2) {
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
                    SeriesRow.MOST_SECONDS / 2);
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
