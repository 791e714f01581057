package io.bmsql.report;

import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a chosen interval. They come from {@code result.csv} where there is one, exact as the rows are, else from
 * the per-second series and the histograms of the interval. Counts that nobody kept by time (inputs, errors by code) are
 * left out or said to be the run's.
 */
final class WindowCut {
    private final ReportInput input;
    private final @Nullable Tally tally;
    private final ReportWindow window;
    private final double endSecond;

    private WindowCut(ReportInput input, @Nullable Tally tally, ReportWindow window) {
        this.input = input;
        this.tally = tally;
        this.window = window;
        this.endSecond = window.end(input.summary().run().windowSeconds());
    }

    /**
     * Cuts.
     *
     * @param tally counted over the same interval; null without {@code result.csv}
     * @throws ResultReadException with one sentence when the run ended before the interval
     */
    static ReportInput cut(ReportInput input, @Nullable Tally tally, ReportWindow window) {
        return window.isWhole() ? input : new WindowCut(input, tally, window).cut();
    }

    private ReportInput cut() {
        RunFacts run = input.summary().run();
        if (endSecond <= window.fromSecond()) {
            throw new ResultReadException("The window begins " + window.fromSecond() + " s after the start, but the run"
                    + " measured " + run.windowSeconds() + " s: choose an earlier one");
        }
        List<SeriesRow> series = input.series().stream().map(this::phased).toList();
        Map<TransactionType, Histogram> responses = new EnumMap<>(input.responses());
        List<TypeSummary> types = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            types.add(tally == null ? fromSeconds(series, type) : fromRows(series, type));
            if (tally != null) {
                responses.put(type, Recovery.histogram(tally.type(type)));
            }
        }
        RunSummary counted = Recovery.summary(
                input.summary().status(), facts(run), types, input.summary().availability());
        return input.cut(withRest(counted), series, responses, window);
    }

    /** BenchmarkSQL 6.0 keeps no histogram by time: its percentiles stay those of the run, counts and means do not. */
    private TypeSummary fromSeconds(List<SeriesRow> series, TransactionType type) {
        if (!isVersion6()) {
            return Recovery.fromSeries(series, input.responses(), type);
        }
        TypeSummary seconds = Recovery.fromSeries(series, Map.of(), type);
        RunSummary.Latency run = input.summary().types().get(type.ordinal()).response();
        return new TypeSummary(
                seconds.type(),
                seconds.count(),
                0,
                0,
                0,
                0,
                0,
                0,
                new RunSummary.Latency(
                        seconds.response().meanMs(),
                        run.p50Ms(),
                        run.p90Ms(),
                        run.p95Ms(),
                        run.p99Ms(),
                        run.p999Ms(),
                        seconds.response().maxMs()),
                seconds.service(),
                seconds.maxAtSeconds());
    }

    private boolean isVersion6() {
        return Recovery.VERSION_6.equals(input.summary().run().statementProfile());
    }

    private TypeSummary fromRows(List<SeriesRow> series, TransactionType type) {
        TypeSummary rows = Recovery.fromRows(java.util.Objects.requireNonNull(tally), type, 0);
        TypeSummary seconds = Recovery.fromSeries(series, Map.of(), type);
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
                rows.service(),
                rows.maxAtSeconds());
    }

    private RunSummary withRest(RunSummary counted) {
        RunSummary whole = input.summary();
        return new RunSummary(
                counted.formatVersion(),
                counted.status(),
                whole.statusReason(),
                counted.run(),
                counted.tpmC(),
                counted.tpmTotal(),
                counted.efficiencyPercent(),
                counted.types(),
                whole.errors(),
                counted.workload(),
                whole.check(),
                whole.availability(),
                whole.ledger());
    }

    private RunFacts facts(RunFacts run) {
        Map<String, String> environment = new LinkedHashMap<>(run.environment());
        environment.put("chosenWindow", text(run));
        long start = run.startEpochMillis() == 0 ? 0 : run.startEpochMillis() + window.fromSecond() * 1000L;
        double seconds = endSecond - window.fromSecond();
        return run.withEnvironment(environment)
                .withWindow(
                        start,
                        start == 0 ? 0 : start + Math.round(seconds * 1000),
                        run.rampupSeconds(),
                        seconds,
                        run.finishedAfterWindow());
    }

    private String text(RunFacts run) {
        return "seconds " + window.fromSecond() + " to " + Math.round(endSecond) + " of "
                + Math.round(run.windowSeconds())
                + ", counted from "
                + (tally == null
                        ? isVersion6()
                                ? "the intervals of data/result.csv, percentiles, rollbacks and errors not by time"
                                : "data/series.csv, percentiles from data/response.hlog"
                        : "data/result.csv")
                + "; errors by code are those of the whole run";
    }

    /** What lies outside the interval counts as before or after. */
    private SeriesRow phased(SeriesRow row) {
        String phase =
                row.second() < window.fromSecond() ? "RAMPUP" : row.second() >= endSecond ? "DRAIN" : row.phase();
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
