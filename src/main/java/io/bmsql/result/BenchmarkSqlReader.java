package io.bmsql.result;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.bmsql.common.NumberText;
import io.bmsql.common.TransactionType;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a directory of BenchmarkSQL: 5.x and 6.devel from single rows, 6.0 from what it added up itself. Rows of version 6 begin with
 * the ramp-up, and it does not say when it started.
 *
 * @param rampupMinutes 0 in version 5
 */
public record BenchmarkSqlReader(
        ResultDirectory directory, ReportWindow window, RunInfo info, boolean isVersion6, double rampupMinutes) {
    /** A longer one is a mistake of the file: this is a week. */
    private static final double MAX_RAMPUP_MINUTES = 10_080;

    /** So much may the clocks of terminals and of the timer differ. */
    private static final double CLOCK_SECONDS = 2;

    private static final Logger LOG = LoggerFactory.getLogger(BenchmarkSqlReader.class);

    private int rampupSeconds() {
        return (int) Math.round(rampupMinutes * 60);
    }

    /** Reads the directory; refuses one with nothing about a run. The window is what counts. */
    public static RunData read(ResultDirectory directory, ReportWindow window) {
        if (!Files.exists(directory.result())) {
            throw new ResultReadException(directory
                    + " has neither summary.json nor data/series.csv nor data/result.csv: there is nothing to report");
        }
        BenchmarkSqlReader reader = RunInfo.read(directory.runInfo(), row -> of(directory, window, row));
        return IntervalRun.isAt(directory.result()) ? reader.fromIntervals() : reader.fromRows();
    }

    static BenchmarkSqlReader of(ResultDirectory directory, ReportWindow window, NamedCsvRecord row) {
        if (row.findField("runID").isEmpty()) {
            return new BenchmarkSqlReader(directory, window, RunInfo.CSV.row(row), false, 0);
        }
        double rampup = Double.parseDouble(row.getField("rampupMins"));
        if (!(rampup >= 0 && rampup <= MAX_RAMPUP_MINUTES)) {
            throw new NumberFormatException("rampupMins=" + rampup + " is not the length of a ramp-up");
        }
        RunInfo version6 = new RunInfo(
                Integer.parseInt(row.getField("runID")),
                row.getField("application"),
                row.getField("jTPCCVersion"),
                row.getField("dbType"),
                "",
                row.getField("runMins"),
                Integer.parseInt(row.getField("loadWarehouses")),
                Integer.parseInt(row.getField("runWarehouses")),
                Integer.parseInt(row.getField("numSUTThreads")),
                0,
                Double.parseDouble(row.getField("thinkTimeMultiplier")),
                Double.parseDouble(row.getField("keyingTimeMultiplier")));
        return new BenchmarkSqlReader(directory, window, version6, true, rampup);
    }

    private RunData fromIntervals() {
        double seconds = info.minutes() * 60;
        IntervalRun run = new IntervalRun(directory, rampupSeconds(), seconds);
        List<SeriesRow> series = run.series();
        RunSummary summary = summary(
                run.wholeTypes(series),
                seconds,
                run.hasTotals() ? null : "data/summary.csv is missing, which is written at the end",
                "data/summary.csv, data/histogram.csv and data/result.csv");
        return data(summary, series, run, run.histograms(), new LatencyLines(), null);
    }

    /** Counts the rows; those of the ramp-up do not count (benchmarksql-formats.md, Result files). */
    private RunData fromRows() {
        int start = isVersion6 ? rampupSeconds() : 0;
        double minutes = info.minutes();
        // Without a number of minutes the run's end is that of its rows.
        double end = window.end(minutes > 0 ? minutes * 60 : ReportWindow.OPEN / 2);
        boolean isAll = window.isWhole() && !isVersion6;
        int from = isAll ? Integer.MIN_VALUE : start + window.fromSecond();
        int until = isAll ? Integer.MAX_VALUE : Math.max(from, start + (int) Math.ceil(end));
        ResultCsvAggregator rows = ResultCsvAggregator.of(directory.result(), TpccTransaction.TYPES, from, until, true);
        // A run limited by count writes 0 minutes: its real duration counts.
        double seconds = minutes > 0 ? minutes * 60 : rows.lastSecond() - start;
        List<SeriesRow> series = seriesOf(rows, seconds, start);
        IntervalFigures interval = new IntervalFigures.FromRows(rows, Map.of(), start);
        RunSummary summary =
                summary(interval.types(TpccTransaction.TYPES, series), seconds, earlyEnd(rows), "data/result.csv");
        return data(summary, series, interval, interval.responses(), rows.latencies(start), rows);
    }

    private RunData data(
            RunSummary summary,
            List<SeriesRow> series,
            IntervalFigures figures,
            Map<TransactionType, Histogram> responses,
            LatencyLines latencies,
            @Nullable ResultCsvAggregator rows) {
        CollectedFigures collected = CollectedFigures.read(directory, List.of());
        List<AcidTrial> acid = RunReader.acid(directory);
        RunData.Cut all = RunData.Cut.NONE;
        RunData whole = new RunData(summary, series, responses, latencies, collected, acid, all, rows);
        return WindowCut.of(whole, window, figures);
    }

    /**
     * Why a run of 5.x cannot have come to its planned end; null when it can. A terminal stops with the first transaction that
     * ends after the time is up, or waits for the end of its slot meanwhile (benchmarksql-formats.md, Pacing).
     */
    private @Nullable String earlyEnd(ResultCsvAggregator rows) {
        if (isVersion6) {
            return null;
        }
        double seconds = info.minutes() * 60;
        if (seconds > 0) {
            int quota = info.limitTxnsPerMin() / Math.max(1, info.numSutThreads());
            double slotSeconds = quota > 0 ? 60.0 / quota : 0;
            return rows.lastSecond() + slotSeconds + CLOCK_SECONDS >= seconds
                    ? null
                    : NumberText.format(
                            "data/result.csv ends %.0f s after the start of a run of %.0f s",
                            rows.lastSecond(), seconds);
        }
        long asked = transactionsPerTerminal() * info.numSutThreads();
        long ended = rows.foreground();
        return ended >= asked
                ? null
                : "data/result.csv has " + ended + " of the " + asked + " transactions that run.properties asks for";
    }

    /** Gives 0 when {@code run.properties} does not say. */
    private long transactionsPerTerminal() {
        Properties properties = new Properties();
        try (InputStream in = ResultFile.openText(directory.runProperties())) {
            properties.load(in);
            return Integer.parseInt(
                    properties.getProperty("runTxnsPerTerminal", "0").strip());
        } catch (IOException | IllegalArgumentException e) {
            LOG.debug("{} does not say how many transactions were asked for", directory.runProperties(), e);
            return 0;
        }
    }

    private RunSummary summary(
            List<RunSummary.TypeSummary> types, double seconds, @Nullable String earlyEnd, String files) {
        boolean waits = isVersion6 && info.thinkTimeMultiplier() + info.keyingTimeMultiplier() > 0;
        String profile = isVersion6 ? "benchmarksql6" : "benchmarksql5";
        Map<String, String> program = Map.of(RunData.PROGRAM, "BenchmarkSQL");
        RunFacts facts = info.facts(profile, waits, rampupMinutes * 60, seconds, program);
        Figures figures = Figures.of(types, facts, List.of(), WorkloadCounts.NONE, null, List.of());
        Ending ending = new Ending(earlyEnd == null ? Status.COMPLETE : Status.RUNNING, earlyEnd);
        return new RunSummary(ending, facts, figures, RunSummary.PostRunChecks.NONE)
                .derivedFrom("data/runInfo.csv (version " + info.driverVersion() + "), " + files);
    }

    private static List<SeriesRow> seriesOf(ResultCsvAggregator counted, double seconds, int rampup) {
        List<SeriesRow> rows = new ArrayList<>();
        int end = (int) Math.ceil(Math.min(SeriesRow.MAX_SECONDS, Math.max(seconds, counted.lastSecond() - rampup)));
        for (int second = -rampup; second < end; second++) {
            for (TpccTransaction type : TpccTransaction.values()) {
                ResultCsvAggregator.Type counts = counted.type(type);
                // A second without a row counts as one in which nothing ended; the last one shows where the time ends.
                if (counts.inSecond(second + rampup) == 0 && second < end - 1) {
                    continue;
                }
                double service = counts.serviceMsIn(second + rampup);
                double delay = counts.responseMsIn(second + rampup) - service;
                rows.add(new SeriesRow(
                        second,
                        type,
                        phase(second, seconds),
                        counts.inSecond(second + rampup),
                        SeriesRow.Counts.NONE,
                        new SeriesRow.Times(0, 0, 0, 0, service, delay),
                        Math.min(1, end - second) * 1000.0));
            }
        }
        return rows;
    }

    /** Tells the phase of a second, counted from the start of the measured time. */
    static RunPhase phase(int second, double seconds) {
        return second < 0 ? RunPhase.RAMPUP : second < seconds ? RunPhase.MEASURE : RunPhase.DRAIN;
    }
}
