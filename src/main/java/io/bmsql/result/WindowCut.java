package io.bmsql.result;

import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.Latency;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.RunSummary.Window;
import io.bmsql.result.RunSummary.WorkloadCounts;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a chosen interval. They come from {@code result.csv} where there is one, exact as the rows are, else from
 * the per-second series and the histograms of the interval. What nobody counted by time is {@link RunSummary#UNKNOWN} or
 * left out, and said.
 */
final class WindowCut {
    private static final WorkloadCounts NOT_COUNTED = new WorkloadCounts(0, 0, 0, 0, 0, 0);

    private final RunData input;
    private final @Nullable Tally tally;
    private final ReportWindow window;
    private final Map<TransactionType, Histogram> services;
    private final double endSecond;
    private final List<String> notes = new ArrayList<>();

    /**
     * Of a run as a whole.
     *
     * @param tally counted over the interval; null without {@code result.csv}
     * @param services service times of the interval; empty without {@code service.hlog}
     */
    WindowCut(RunData input, @Nullable Tally tally, ReportWindow window, Map<TransactionType, Histogram> services) {
        this.input = input;
        this.tally = tally;
        this.window = window;
        this.services = services;
        this.endSecond = window.end(input.summary().run().window().windowSeconds());
    }

    /**
     * Cuts.
     *
     * @throws ResultReadException with one sentence when the run ended before the interval
     */
    RunData cut() {
        RunFacts run = input.summary().run();
        if (endSecond <= window.fromSecond()) {
            throw new ResultReadException("The window begins " + window.fromSecond() + " s after the start, but the run"
                    + " measured " + run.window().windowSeconds() + " s: choose an earlier one");
        }
        notes.add(tally != null ? "window.rows" : isVersion6() ? "window.intervals" : "window.seconds");
        List<SeriesRow> series = input.series().stream().map(this::phased).toList();
        List<TypeSummary> types = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            types.add(tally == null ? fromSeconds(series, type) : fromRows(tally, series, type));
        }
        RunSummary counted = Recovery.summary(
                input.summary().ending().status(),
                facts(run),
                types,
                input.summary().aftermath().availability());
        RunSummary summary = withRest(counted);
        notes.add("window.rest");
        return new RunData(
                summary,
                series,
                responses(),
                input.latencies(),
                input.collected(),
                input.acid(),
                new RunData.Cut(window, run.window().windowSeconds(), notes),
                tally);
    }

    private Map<TransactionType, Histogram> responses() {
        if (tally == null) {
            return isVersion6() ? Map.of() : input.responses();
        }
        Map<TransactionType, Histogram> responses = new EnumMap<>(TransactionType.class);
        for (TransactionType type : TransactionType.values()) {
            responses.put(type, Recovery.histogram(tally.type(type)));
        }
        return responses;
    }

    /** BenchmarkSQL 6.0 keeps counts, means and maxima by time, and nothing else. */
    private TypeSummary fromSeconds(List<SeriesRow> series, TransactionType type) {
        if (!isVersion6()) {
            return Recovery.fromSeries(series, input.responses(), services, type);
        }
        TypeSummary seconds = Recovery.fromSeries(series, Map.of(), Map.of(), type);
        return new TypeSummary(
                seconds.type(),
                seconds.count(),
                0,
                RunSummary.UNKNOWN,
                RunSummary.UNKNOWN,
                RunSummary.UNKNOWN,
                0,
                type.isForeground() ? 0 : RunSummary.UNKNOWN,
                Latency.ofMeanAndMax(
                        seconds.response().meanMs(), seconds.response().maxMs()),
                IntervalRun.service(series, type),
                seconds.maxAtSeconds());
    }

    private boolean isVersion6() {
        return Recovery.VERSION_6.equals(input.summary().run().setup().statementProfile());
    }

    private TypeSummary fromRows(Tally counted, List<SeriesRow> series, TransactionType type) {
        double start = isVersion6() ? input.summary().run().window().rampupSeconds() : 0;
        TypeSummary rows = Recovery.fromRows(counted, type, start, isVersion6());
        TypeSummary seconds = Recovery.fromSeries(series, Map.of(), services, type);
        boolean hasSplit = seconds.failed() + seconds.unknown() == rows.failed();
        return new TypeSummary(
                rows.type(),
                rows.count(),
                0,
                rows.rolledBack(),
                hasSplit ? seconds.failed() : rows.failed(),
                hasSplit ? seconds.unknown() : 0,
                seconds.retries(),
                rows.skippedDeliveries(),
                rows.response(),
                counted.type(type).services() == null ? seconds.service() : rows.service(),
                rows.maxAtSeconds());
    }

    private RunSummary withRest(RunSummary counted) {
        RunSummary whole = input.summary();
        return new RunSummary(
                whole.formatVersion(),
                whole.ending(),
                counted.run(),
                new Figures(
                        counted.figures().tpmC(),
                        counted.figures().tpmTotal(),
                        counted.figures().efficiencyPercent(),
                        counted.figures().types(),
                        errors(),
                        workload(),
                        whole.figures().resultWaits()),
                whole.aftermath(),
                whole.derivedFrom());
    }

    /** What the inputs were like; older runs and other programs did not count it by time. */
    private WorkloadCounts workload() {
        List<InputCounts> inputs = input.collected().inputs();
        if (inputs.isEmpty()) {
            if (input.summary().figures().workload().orderLines() > 0) {
                notes.add("window.inputs");
            }
            return NOT_COUNTED;
        }
        return inputs.stream()
                .filter(row -> contains(row.second()))
                .map(InputCounts::counts)
                .reduce(NOT_COUNTED, WorkloadCounts::plus);
    }

    /** By class, the only way in which errors are kept by time. */
    private List<ErrorSummary> errors() {
        List<ErrorSummary> whole = input.summary().figures().errors();
        List<ErrorCounts> counts = input.collected().errors();
        if (whole.isEmpty() || counts.isEmpty()) {
            if (!whole.isEmpty()) {
                notes.add("window.errors.whole");
            }
            return whole;
        }
        notes.add("window.errors.class");
        Map<String, long[]> attempts = new TreeMap<>();
        for (ErrorCounts count : counts) {
            attempts.computeIfAbsent(count.errorClass(), name -> new long[2])[contains(count.second()) ? 0 : 1] +=
                    count.attempts();
        }
        List<ErrorSummary> errors = new ArrayList<>();
        attempts.forEach((errorClass, inAndOut) -> errors.add(new ErrorSummary(
                "", errorClass, "\u2013", 0, inAndOut[0], RunSummary.UNKNOWN, sample(whole, errorClass), inAndOut[1])));
        return errors;
    }

    /** The message that came most often. */
    private static String sample(List<ErrorSummary> errors, String errorClass) {
        return errors.stream()
                .filter(error -> error.errorClass().equals(errorClass))
                .max(Comparator.comparingLong(ErrorSummary::attempts))
                .map(ErrorSummary::sampleMessage)
                .orElse("");
    }

    private boolean contains(int second) {
        return second >= window.fromSecond() && second < endSecond;
    }

    private RunFacts facts(RunFacts run) {
        long start = run.window().startEpochMillis() == 0
                ? 0
                : run.window().startEpochMillis() + window.fromSecond() * 1000L;
        double seconds = endSecond - window.fromSecond();
        return run.with(new Window(
                start,
                start == 0 ? 0 : start + Math.round(seconds * 1000),
                run.window().rampupSeconds(),
                seconds,
                RunSummary.UNKNOWN));
    }

    /** What lies outside the interval counts as before or after. */
    private SeriesRow phased(SeriesRow row) {
        RunPhase phase = row.second() < window.fromSecond()
                ? RunPhase.RAMPUP
                : row.second() >= endSecond ? RunPhase.DRAIN : row.phase();
        return new SeriesRow(
                row.second(),
                row.type(),
                phase,
                row.completed(),
                row.rolledBack(),
                row.failed(),
                row.unknown(),
                row.retries(),
                row.skippedDeliveries(),
                row.responseP50Ms(),
                row.responseP90Ms(),
                row.responseP99Ms(),
                row.responseMaxMs(),
                row.serviceMeanMs(),
                row.startDelayMeanMs(),
                row.intervalMs());
    }
}
