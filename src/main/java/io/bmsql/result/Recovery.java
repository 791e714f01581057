package io.bmsql.result;

import io.bmsql.result.RunSummary.Aftermath;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.Latency;
import io.bmsql.result.RunSummary.Outage;
import io.bmsql.result.RunSummary.Pace;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.RunSummary.Setup;
import io.bmsql.result.RunSummary.Size;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.RunSummary.Window;
import io.bmsql.result.RunSummary.WorkloadCounts;
import io.bmsql.spec.PacingMode;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of a run that left no summary: one of ours that was killed, from its series and histograms, or one of
 * BenchmarkSQL 5, from {@code runInfo.csv} and {@code result.csv}.
 */
final class Recovery {
    private static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, 0);
    private static final WorkloadCounts NOT_COUNTED = new WorkloadCounts(0, 0, 0, 0, 0, 0);
    private static final double MICROS = 1000;

    /** Stands for the statements in a directory of BenchmarkSQL 6. */
    static final String VERSION_6 = "benchmarksql6";

    /** A summary that is older than this against the series could no longer be written: the series knows more. */
    private static final double SUMMARY_LAG_SECONDS = 3.5;

    /** As much as a props file may ask for. */
    private static final double MOST_MINUTES = 10_000_000;

    /** BenchmarkSQL writes one to three digits of the fraction. */
    private static final DateTimeFormatter SESSION_START =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss[.SSS][.SS][.S]", Locale.ROOT);

    private final ResultDirectory directory;
    private final List<SeriesRow> series;
    private final Map<TransactionType, Histogram> responses;
    private final Map<TransactionType, Histogram> services;
    private final @Nullable Tally tally;

    Recovery(
            ResultDirectory directory,
            List<SeriesRow> series,
            Map<TransactionType, Histogram> responses,
            Map<TransactionType, Histogram> services,
            @Nullable Tally tally) {
        this.directory = directory;
        this.series = series;
        this.responses = responses;
        this.services = services;
        this.tally = tally;
    }

    /**
     * Puts the numbers together.
     *
     * @param begun the summary that a run writes at its start; null when there is none
     */
    RunData recover(@Nullable RunSummary begun) {
        if (begun == null && series.isEmpty()) {
            return fromBenchmarkSql(RunInfoCsv.read(directory.runInfo()));
        }
        double seconds = series.stream()
                .filter(row -> row.phase() == RunPhase.MEASURE)
                .mapToDouble(row -> row.second() + row.intervalMs() / 1000)
                .max()
                .orElse(0);
        if (begun != null
                && begun.figures().completed() > 0
                && seconds - begun.run().window().windowSeconds() <= SUMMARY_LAG_SECONDS) {
            // Renewed every two seconds: it has the errors and service times too, which the series has not.
            return new RunData(begun, series, responses);
        }
        List<TypeSummary> types = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            types.add(fromSeries(series, responses, services, type));
        }
        RunFacts facts =
                begun == null ? ourFacts(RunInfoCsv.read(directory.runInfo()), seconds) : begunFacts(begun, seconds);
        return new RunData(
                begun == null
                        ? summary(Status.RUNNING, facts, types, List.of()).derivedFrom("data/series.csv")
                        : summary(
                                Status.RUNNING, facts, types, begun.aftermath().availability()),
                series,
                responses);
    }

    /** What was known at the start of the run, with the window that its series show. */
    private RunFacts begunFacts(RunSummary begun, double seconds) {
        RunFacts run = begun.run();
        long start = run.window().startEpochMillis();
        if (start == 0 && Files.exists(directory.runInfo())) {
            start = start(RunInfoCsv.read(directory.runInfo()).sessionStart());
        }
        double rampup = -series.stream().mapToInt(SeriesRow::second).min().orElse(0);
        return run.with(new Window(
                start, start + Math.round(seconds * 1000), Math.max(0, rampup), seconds, RunSummary.UNKNOWN));
    }

    /** Counts of the rows inside the window; means and the maximum too where there is no histogram. */
    static TypeSummary fromSeries(
            List<SeriesRow> series,
            Map<TransactionType, Histogram> responses,
            Map<TransactionType, Histogram> services,
            TransactionType type) {
        double responseSum = 0;
        long[] counts = new long[6];
        double maxMs = 0;
        double maxAtSeconds = 0;
        for (SeriesRow row : series) {
            if (row.type() == type && row.phase() == RunPhase.MEASURE) {
                counts[0] += row.completed();
                responseSum += row.completed() * (row.serviceMeanMs() + row.startDelayMeanMs());
                counts[1] += row.rolledBack();
                counts[2] += row.failed();
                counts[3] += row.unknown();
                counts[4] += row.retries();
                counts[5] += row.skippedDeliveries();
                if (row.responseMaxMs() > maxMs) {
                    maxMs = row.responseMaxMs();
                    maxAtSeconds = row.second();
                }
            }
        }
        Histogram histogram = responses.get(type);
        Latency response = histogram == null || histogram.getTotalCount() == 0
                ? new Latency(counts[0] == 0 ? 0 : responseSum / counts[0], 0, 0, 0, 0, 0, maxMs)
                : latency(histogram);
        return new TypeSummary(
                type.name(),
                counts[0],
                0,
                counts[1],
                counts[2],
                counts[3],
                counts[4],
                counts[5],
                response,
                latencyOrNone(services.get(type)),
                maxAtSeconds);
    }

    private static Latency latencyOrNone(@Nullable Histogram histogram) {
        return histogram == null || histogram.getTotalCount() == 0 ? NONE : latency(histogram);
    }

    /**
     * What the rows tell.
     *
     * @param startSecond of the measured time in the rows, from which the maximum's moment counts; those of 6.devel, which
     *     alone begin earlier, do not tell skipped deliveries
     */
    static TypeSummary fromRows(Tally tally, TransactionType type, double startSecond, boolean isVersion6) {
        Tally.Type counts = tally.type(type);
        return new TypeSummary(
                type.name(),
                counts.count(),
                0,
                counts.rolledBack(),
                counts.errors(),
                0,
                0,
                isVersion6 && !type.isForeground() ? RunSummary.UNKNOWN : counts.skippedDeliveries(),
                counts.response(),
                latencyOrNone(counts.services()),
                counts.count() == 0 ? 0 : counts.maxAtSeconds() - startSecond);
    }

    private RunData fromIntervals(RunInfo info) {
        double seconds = parse(info.runMins()) * 60;
        IntervalRun run = new IntervalRun(directory, (int) Math.round(info.rampupMinutes() * 60), seconds);
        List<SeriesRow> rows = run.series();
        return new RunData(
                summary(Status.COMPLETE, facts(info, seconds), run.types(rows), List.of())
                        .derivedFrom(foreign(info, "data/summary.csv, data/histogram.csv and data/result.csv")),
                rows,
                run.histograms());
    }

    private static String foreign(RunInfo info, String files) {
        return "data/runInfo.csv (version " + info.driverVersion() + "), " + files;
    }

    private RunData fromBenchmarkSql(RunInfo info) {
        if (tally == null && Files.exists(directory.result())) {
            return fromIntervals(info);
        }
        if (tally == null) {
            throw new ResultReadException(directory
                    + " has neither summary.json nor data/series.csv nor data/result.csv: there is nothing to report");
        }
        double minutes = parse(info.runMins());
        // A run limited by count writes 0 minutes: its real duration counts.
        double seconds = minutes > 0 ? minutes * 60 : tally.lastSecond() - info.rowsBeforeWindowSeconds();
        List<TypeSummary> types = new ArrayList<>();
        Map<TransactionType, Histogram> histograms = new EnumMap<>(TransactionType.class);
        for (TransactionType type : TransactionType.values()) {
            types.add(fromRows(tally, type, info.rowsBeforeWindowSeconds(), info.isVersion6()));
            histograms.put(type, histogram(tally.type(type)));
        }
        return new RunData(
                summary(Status.COMPLETE, facts(info, seconds), types, List.of())
                        .derivedFrom(foreign(info, "data/result.csv")),
                seriesOf(tally, seconds, info.rowsBeforeWindowSeconds()),
                histograms);
    }

    static Histogram histogram(Tally.Type counts) {
        Histogram histogram = new Histogram(3);
        histogram.setAutoResize(true);
        histogram.setTag(counts.isWholeMillis() ? Tally.WHOLE_MILLIS : null);
        counts.responses().forEach((micros, count) -> histogram.recordValueWithCount(Math.max(0, micros), count));
        return histogram;
    }

    private static List<SeriesRow> seriesOf(Tally tally, double seconds, int rampup) {
        List<SeriesRow> rows = new ArrayList<>();
        int end = (int) Math.ceil(Math.min(SeriesRow.MOST_SECONDS, Math.max(seconds, tally.lastSecond() - rampup)));
        for (int second = -rampup; second < end; second++) {
            for (TransactionType type : TransactionType.values()) {
                Tally.Type counts = tally.type(type);
                // A second without a row counts as one in which nothing ended; the last one tells where the time ends.
                if (counts.inSecond(second + rampup) == 0 && second < end - 1) {
                    continue;
                }
                double response = counts.responseMsIn(second + rampup);
                double service = counts.serviceMsIn(second + rampup);
                rows.add(new SeriesRow(
                        second,
                        type,
                        second < 0 ? RunPhase.RAMPUP : second < seconds ? RunPhase.MEASURE : RunPhase.DRAIN,
                        counts.inSecond(second + rampup),
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        service,
                        response - service,
                        Math.min(1, end - second) * 1000.0));
            }
        }
        return rows;
    }

    static RunSummary summary(Status status, RunFacts facts, List<TypeSummary> counted, List<Outage> availability) {
        return new RunSummary(
                new Ending(status, null),
                facts,
                Figures.of(counted, facts.window().windowSeconds(), facts.size().warehouses(), List.of(), NOT_COUNTED),
                Aftermath.of(availability));
    }

    /** Of a run of this program that lost its summary: its statements are not known. */
    private static RunFacts ourFacts(RunInfo info, double seconds) {
        return facts(info, "", seconds, Map.of());
    }

    private static RunFacts facts(RunInfo info, double seconds) {
        return facts(
                info,
                info.isVersion6() ? VERSION_6 : "benchmarksql5",
                seconds,
                Map.of(RunData.PROGRAM, "BenchmarkSQL"));
    }

    private static RunFacts facts(RunInfo info, String profile, double seconds, Map<String, String> environment) {
        long start = info.sessionStart().isEmpty() ? 0 : start(info.sessionStart());
        boolean waits = info.isVersion6() && info.thinkTimeMultiplier() + info.keyingTimeMultiplier() > 0;
        boolean isCapped = info.limitTxnsPerMin() > 0;
        return new RunFacts(
                new Setup(info.run(), info.driverVersion(), info.db(), profile, "plain", "as the server sets it", 0),
                new Size(info.loadWarehouses(), info.runWarehouses(), info.numSutThreads(), info.numSutThreads()),
                new Pace(
                        waits ? PacingMode.THINK_TIME : isCapped ? PacingMode.RATE : PacingMode.FLAT_OUT,
                        parse(info.runMins()) > 0 ? "minutes" : "transactions",
                        info.limitTxnsPerMin(),
                        waits ? info.keyingTimeMultiplier() : 0,
                        waits ? info.thinkTimeMultiplier() : 0),
                new Window(
                        start,
                        start + Math.round(seconds * 1000),
                        info.rampupMinutes() * 60,
                        seconds,
                        RunSummary.UNKNOWN),
                environment,
                List.of(),
                null,
                null);
    }

    private static double parse(String minutes) {
        try {
            double number = Double.parseDouble(minutes.strip());
            if (!(number >= 0 && number <= MOST_MINUTES)) {
                throw new NumberFormatException(minutes + " is not the length of a run");
            }
            return number;
        } catch (NumberFormatException e) {
            throw new ResultReadException(
                    "data/runInfo.csv says runMins=" + minutes + ", which is not a number of minutes", e);
        }
    }

    private static long start(String sessionStart) {
        try {
            return LocalDateTime.parse(sessionStart.strip(), SESSION_START)
                    .atZone(ZoneId.systemDefault())
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new ResultReadException(
                    "data/runInfo.csv says sessionStart=" + sessionStart + ", which is not a date and time", e);
        }
    }

    private static Latency latency(Histogram histogram) {
        return new Latency(
                histogram.getMean() / MICROS,
                percentile(histogram, 50),
                percentile(histogram, 90),
                percentile(histogram, 95),
                percentile(histogram, 99),
                percentile(histogram, 99.9),
                histogram.getMaxValue() / MICROS);
    }

    private static double percentile(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / MICROS;
    }
}
