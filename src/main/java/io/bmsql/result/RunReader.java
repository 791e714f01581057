package io.bmsql.result;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a result directory of this program: all of a finished run, or what a killed one had written. */
public final class RunReader {
    /** A summary that is older than this against the series could no longer be written: the series knows more. */
    private static final double SUMMARY_LAG_SECONDS = 3.5;

    private final ResultDirectory directory;
    /** They are those of the summary of the run itself. */
    private TransactionTypes types = TpccTransaction.TYPES;

    private final List<String> missing = new ArrayList<>();
    private final Logger log = LoggerFactory.getLogger(RunReader.class);

    private RunReader(ResultDirectory directory) {
        this.directory = directory;
    }

    /** True when this program wrote the directory: it holds a summary of the run itself or a per-second series. */
    public static boolean wrote(ResultDirectory directory) {
        RunReader reader = new RunReader(directory);
        return reader.ownSummary() != null || !reader.series().isEmpty();
    }

    /** Reads the directory; refuses one with nothing about a run. The window is what counts. */
    public static RunData read(ResultDirectory directory, ReportWindow window) {
        return new RunReader(directory).read(window, true);
    }

    /**
     * The summary and what was collected beside the transactions, without anything by the second: cheap, whatever the run
     * wrote.
     *
     * @throws ResultReadException without a summary that can be read
     */
    public static RunData readFigures(ResultDirectory directory) {
        return summaryWith(CollectedFigures.read(directory, List.of()), directory);
    }

    /** The summary and the settings of the server: the cheapest that says what a run was; {@link ResultReadException} without a summary. */
    public static RunData readFacts(ResultDirectory directory) {
        return summaryWith(CollectedFigures.settings(directory), directory);
    }

    private static RunData summaryWith(CollectedFigures collected, ResultDirectory directory) {
        RunSummary summary = SummaryJson.read(directory.summary());
        RunData.Cut all = RunData.Cut.NONE;
        return new RunData(summary, List.of(), Map.of(), new LatencyLines(), collected, List.of(), all, null);
    }

    /**
     * The per-second series, the summary and what was collected, without single transactions and histograms: of an agent among
     * several, of which the answer of all has the rest.
     */
    public static RunData readSeconds(ResultDirectory directory, ReportWindow window) {
        return new RunReader(directory).read(window, false);
    }

    /** The per-second series of a run of these types; empty where it cannot be read. */
    public static List<SeriesRow> series(ResultDirectory directory, TransactionTypes types) {
        RunReader reader = new RunReader(directory);
        reader.types = types;
        return reader.series();
    }

    /** The ACID tests that were run for a directory, whichever program wrote it; empty without any. */
    public static List<AcidTrial> acid(ResultDirectory directory) {
        List<AcidTrial> trials = new ArrayList<>();
        new RunReader(directory).readIfThere(directory.acid(), path -> trials.addAll(AcidTrial.read(path)));
        return List.copyOf(trials);
    }

    private RunData read(ReportWindow window, boolean isWhole) {
        RunSummary written = ownSummary();
        RunSummary finished = written == null || written.ending().status() == Status.RUNNING ? null : written;
        List<SeriesRow> series = series();
        if (finished != null && !series.isEmpty()) {
            noteCut(measuredSeconds(series), finished.windowSeconds());
        }
        LatencyLines latencies = new LatencyLines();
        ResultCsvAggregator rows = null;
        IntervalFigures.FromSeconds seconds = new IntervalFigures.FromSeconds(Map.of(), Map.of());
        if (isWhole) {
            boolean hasLog = Files.exists(directory.responseLog());
            rows = rows(window, !hasLog);
            latencies = rows == null || hasLog ? latencies : rows.latencies(0);
            double until = finished == null ? Double.MAX_VALUE : finished.windowSeconds();
            seconds = new IntervalFigures.FromSeconds(
                    histograms(directory.responseLog(), window.fromSecond(), window.end(until), latencies),
                    histograms(directory.serviceLog(), window.fromSecond(), window.end(until), new LatencyLines()));
        }
        RunSummary summary = finished == null ? unfinished(written, series, seconds) : finished;
        CollectedFigures collected = CollectedFigures.read(directory, missing);
        List<AcidTrial> acid = isWhole ? acid(directory) : List.of();
        RunData.Cut all = RunData.Cut.NONE;
        RunData run = new RunData(summary, series, seconds.responses(), latencies, collected, acid, all, rows);
        return WindowCut.of(
                run, window, rows == null ? seconds : new IntervalFigures.FromRows(rows, seconds.services(), 0));
    }

    /** Null without the file, or when it is empty or damaged: everything else is reported then. */
    private @Nullable ResultCsvAggregator rows(ReportWindow window, boolean isOverTime) {
        try {
            return Files.exists(directory.result())
                    ? ResultCsvAggregator.of(
                            directory.result(), types, window.fromSecond(), window.untilSecond(), isOverTime)
                    : null;
        } catch (ResultReadException e) {
            missing.add(e.getMessage() + ". What only its rows hold is left out.");
            log.warn("{}; what only its rows hold is left out of the report", e.getMessage());
            return null;
        }
    }

    /** What the run itself wrote: a summary that a report derived is worked out again. */
    private @Nullable RunSummary ownSummary() {
        RunSummary summary = Files.exists(directory.summary()) ? SummaryJson.read(directory.summary()) : null;
        if (summary == null || summary.derivedFrom() != null) {
            return null;
        }
        types = summary.run().types();
        return summary;
    }

    private static double measuredSeconds(List<SeriesRow> series) {
        return series.stream()
                .filter(row -> row.phase() == RunPhase.MEASURE)
                .mapToDouble(row -> row.second() + row.intervalMs() / 1000)
                .max()
                .orElse(0);
    }

    /** Seconds that are not there show no stalls: who reads the report has to know. */
    private void noteCut(double seconds, double windowSeconds) {
        if (seconds < windowSeconds - 1) {
            String cut = String.format(
                    Locale.ROOT,
                    "%s ends %.0f s after the start of a window of %.0f s: it is damaged, or was not copied to its end",
                    SeriesRow.CSV.in(directory),
                    seconds,
                    windowSeconds);
            missing.add(cut + ". Charts by the second and stalls are of what is there.");
            log.warn("{}; charts by the second and stalls are of what is there", cut);
        }
    }

    /** The numbers of a run that was killed, of which the last summary may be missing. */
    private RunSummary unfinished(@Nullable RunSummary begun, List<SeriesRow> series, IntervalFigures figures) {
        double seconds = measuredSeconds(series);
        if (begun != null
                && begun.figures().completed() > 0
                && seconds - begun.windowSeconds() <= SUMMARY_LAG_SECONDS) {
            // Renewed every two seconds: it has the errors and service times too, which the series has not.
            return begun;
        }
        RunFacts facts = begun == null
                ? RunInfo.read(directory.runInfo()).facts("", false, 0, seconds, Map.of())
                : begunFacts(begun.run(), series, seconds);
        RunSummary summary = new RunSummary(
                RunSummary.Ending.RUNNING,
                facts,
                Figures.of(figures.types(types, series), facts, List.of(), WorkloadCounts.NONE, null, List.of()),
                RunSummary.PostRunChecks.of(
                        begun == null ? List.of() : begun.postRun().availability()));
        return begun == null ? summary.derivedFrom("data/series.csv") : summary.withSteps(begun.steps());
    }

    /** What was known at the start of the run, with the window that its series show. */
    private RunFacts begunFacts(RunFacts run, List<SeriesRow> series, double seconds) {
        long start = run.window().startEpochMillis();
        if (start == 0 && Files.exists(directory.runInfo())) {
            start = RunInfo.read(directory.runInfo()).startEpochMillis();
        }
        double rampup = -series.stream().mapToInt(SeriesRow::second).min().orElse(0);
        return run.with(RunFacts.Window.of(start, Math.max(0, rampup), seconds));
    }

    private List<SeriesRow> series() {
        List<SeriesRow> rows = new ArrayList<>();
        Path path = SeriesRow.CSV.in(directory);
        readIfThere(path, file -> SeriesRow.csv(types).read(file, rows::add));
        int all = rows.size();
        int most = SeriesRow.MAX_SECONDS / 2;
        if (rows.removeIf(row -> Math.abs((long) row.second()) >= most)) {
            String left = "{} has {} rows more than {} seconds away from the start of the window; they are left out";
            log.warn(left, path, all - rows.size(), most);
        }
        return rows;
    }

    private Map<TransactionType, Histogram> histograms(
            Path path, double fromSecond, double untilSecond, LatencyLines latencies) {
        Map<TransactionType, Histogram> merged = TransactionTypes.map();
        readIfThere(
                path,
                file -> HistogramLog.read(file, types, interval -> {
                    latencies.add(interval);
                    if (interval.startSeconds() >= fromSecond && interval.startSeconds() < untilSecond) {
                        merged.computeIfAbsent(interval.type(), type -> new Histogram(3))
                                .add(interval.histogram());
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
