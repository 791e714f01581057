package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.chart.Series;
import io.bmsql.chart.TimeChart;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.DriverPart;
import io.bmsql.report.ReportModel.DriverRow;
import io.bmsql.result.RunSummary.Outage;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.SampleTable;
import io.bmsql.spec.PacingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether the driver itself was in the way: how late transactions started while connections were free, how busy the
 * connections were, and its own processor time and garbage collection.
 */
final class DriverWatch {
    /** The driver's process used nearly all processors of its host. */
    private static final double CPU_LIMIT_PERCENT = 85;

    /** Garbage collection stopped it for this share of the time. */
    private static final double GC_LIMIT_PERCENT = 5;

    /** Transactions started this late on average, in milliseconds and as a share of their service time. */
    private static final double LAG_LIMIT_MS = 5;

    private static final double LAG_LIMIT_SHARE = 0.1;

    /** Connections that are busier than this explain a late start: then the database is the one that is late. */
    private static final double FREE_PERCENT = 80;

    /** Without waits, connections less busy than this had to wait for the driver. */
    private static final double BUSY_PERCENT = 60;

    /** A shorter run says nothing: connecting and warming up rule it. */
    private static final int LEAST_SECONDS = 10;

    private final RunFacts run;
    private final Interval interval;
    private final List<Outage> outages;
    private final SecondCounts counts;
    private final @Nullable SampleTable info;
    private final Words words;
    private final int connections;
    private final List<DriverRow> rows = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();
    private final Map<String, Double> figures = new LinkedHashMap<>();

    /** What is judged, seconds from the start of the run's own window. */
    record Interval(double fromSecond, double untilSecond) {}

    private DriverWatch(
            RunFacts run,
            Interval interval,
            List<Outage> outages,
            SecondCounts counts,
            @Nullable SampleTable info,
            Words words) {
        this.run = run;
        this.interval = interval;
        this.outages = outages;
        this.counts = counts;
        this.info = info;
        this.words = words;
        this.connections =
                Math.max(1, Math.min(run.size().sutThreads(), run.size().terminals()));
    }

    /**
     * Judges.
     *
     * @param outages what was due then started late without the driver's fault
     * @param info {@code driver_info.csv}, null without one
     */
    static DriverPart watch(
            RunFacts run,
            Interval interval,
            List<Outage> outages,
            SecondCounts counts,
            @Nullable SampleTable info,
            Words words) {
        DriverWatch watch =
                new DriverWatch(run, interval, outages, counts, info == null || info.isEmpty() ? null : info, words);
        watch.judgeLag();
        if (watch.info != null) {
            watch.judgeProcessors(watch.info);
            watch.judgeCollector(watch.info);
        }
        return new DriverPart(
                List.copyOf(watch.rows), List.copyOf(watch.findings), watch.charts(), info != null, watch.figures);
    }

    private void judgeLag() {
        double[] lags = inWindow(at -> counts.delayMeanMs(at));
        double[] busy = inWindow(at -> counts.busyPercent(at, connections));
        if (lags.length == 0) {
            return;
        }
        double lag = mean(lags);
        double worst = Arrays.stream(lags).max().orElse(0);
        double busyMedian = Stalls.median(busy);
        figures.put("startDelayMeanMs", lag);
        figures.put("startDelayWorstSecondMs", worst);
        figures.put("connectionsBusyMedianPercent", busyMedian);
        double serviceMs =
                busyMedian / 100 * connections / Math.max(1e-9, Stalls.median(inWindow(counts::rate))) * 1000;
        boolean isLong = lags.length >= LEAST_SECONDS;
        boolean isLate =
                isLong && lag > Math.max(LAG_LIMIT_MS, LAG_LIMIT_SHARE * serviceMs) && busyMedian < FREE_PERCENT;
        rows.add(new DriverRow(
                words.text("driver.lag"),
                words.text("driver.lag.value", NumberText.millis(lag), NumberText.millis(worst)),
                isLate));
        boolean waits = isLong && run.pace().pacing() == PacingMode.FLAT_OUT && busyMedian < BUSY_PERCENT;
        rows.add(new DriverRow(
                words.text("driver.busy"), words.text("driver.busy.value", percent(busyMedian), connections), waits));
        if (isLate) {
            findings.add(words.text("driver.bound.lag", NumberText.millis(lag), percent(busyMedian)));
        }
        if (waits) {
            findings.add(words.text("driver.bound.idle", percent(busyMedian)));
        }
    }

    private void judgeProcessors(SampleTable table) {
        double[] cpu = table.column("cpu_pct");
        if (cpu == null) {
            return;
        }
        double mean = mean(inWindow(table, cpu));
        figures.put("cpuMeanPercentOfOneProcessor", mean);
        Integer known = run.driverProcessors();
        int processors = known == null ? 0 : known;
        boolean isFull = processors > 0 && mean >= CPU_LIMIT_PERCENT * processors;
        rows.add(new DriverRow(
                words.text("driver.cpu"),
                processors == 0
                        ? words.text("driver.cpu.value", percent(mean))
                        : words.text("driver.cpu.of", percent(mean), percent(mean / processors), processors),
                isFull));
        if (isFull) {
            findings.add(words.text("driver.bound.cpu", percent(mean / processors), processors));
        }
    }

    private void judgeCollector(SampleTable table) {
        double[] collected = table.column("gc_ms");
        if (collected == null) {
            return;
        }
        double[] perSecond = perSecond(table, collected);
        double share = mean(inWindow(table, perSecond)) / 10;
        figures.put("garbageCollectionMeanPercent", share);
        boolean isMuch = share >= GC_LIMIT_PERCENT;
        rows.add(new DriverRow(
                words.text("driver.gc"),
                words.text(
                        "driver.gc.value",
                        NumberText.decimal(share, 2),
                        NumberText.brief(
                                Arrays.stream(inWindow(table, collected)).max().orElse(0))),
                isMuch));
        if (isMuch) {
            findings.add(words.text("driver.bound.gc", NumberText.decimal(share, 1)));
        }
    }

    private List<TimeChart> charts() {
        List<TimeChart> charts = new ArrayList<>();
        double[] seconds = new double[counts.size()];
        double[] lag = new double[seconds.length];
        double[] busy = new double[seconds.length];
        for (int at = 0; at < seconds.length; at++) {
            seconds[at] = counts.second(at) + 1;
            lag[at] = counts.delayMeanMs(at);
            busy[at] = counts.busyPercent(at, connections);
        }
        String lagName = words.text("driver.lag");
        String busyName = words.text("driver.busy");
        charts.add(TimeChart.lines(
                lagName, words.text("axis.lag"), List.of(Series.sampled(lagName, lagName, "ms", seconds, lag))));
        charts.add(TimeChart.lines(
                busyName, words.text("axis.busy"), List.of(Series.sampled(busyName, busyName, "%", seconds, busy))));
        if (info != null) {
            add(charts, info, "cpu_pct", "driver.cpu", "axis.onecore", "%");
            double[] collected = info.column("gc_ms");
            if (collected != null) {
                String name = words.text("driver.gc");
                charts.add(TimeChart.lines(
                        name,
                        words.text("axis.gc"),
                        List.of(Series.sampled(name, name, "ms/s", info.seconds(), perSecond(info, collected)))));
            }
            add(charts, info, "heap_mb", "driver.heap", "axis.mb", "MB");
        }
        return charts;
    }

    private void add(
            List<TimeChart> charts, SampleTable table, String column, String titleKey, String axisKey, String unit) {
        double[] values = table.column(column);
        if (values != null) {
            String name = words.text(titleKey);
            charts.add(TimeChart.lines(
                    name, words.text(axisKey), List.of(Series.sampled(name, name, unit, table.seconds(), values))));
        }
    }

    private static double[] perSecond(SampleTable table, double[] millis) {
        double[] rates = new double[millis.length];
        double usual = Series.of("", "", table.seconds(), millis).interval();
        for (int i = 0; i < rates.length; i++) {
            double interval = i == 0 ? usual : table.seconds()[i] - table.seconds()[i - 1];
            rates[i] = millis[i] / interval;
        }
        return rates;
    }

    private interface BySecond {
        double at(int second);
    }

    /** What waited through an outage takes about as long again to be served. */
    private static boolean isSpoiled(int second, Outage outage) {
        double recoveredSeconds = outage.to95PercentSeconds() == null ? 0 : outage.to95PercentSeconds();
        double spoiledSeconds = Math.max(2 * outage.outageSeconds(), recoveredSeconds) + 1;
        return second + 1 > outage.lastCommitSeconds() && second < outage.lastCommitSeconds() + spoiledSeconds;
    }

    private double[] inWindow(BySecond value) {
        return java.util.stream.IntStream.range(0, counts.size())
                .filter(counts::counts)
                .filter(at -> outages.stream().noneMatch(outage -> isSpoiled(counts.second(at), outage)))
                .mapToDouble(value::at)
                .filter(number -> !Double.isNaN(number))
                .toArray();
    }

    private double[] inWindow(SampleTable table, double[] values) {
        return java.util.stream.IntStream.range(0, values.length)
                .filter(i ->
                        table.seconds()[i] > interval.fromSecond() && table.seconds()[i] <= interval.untilSecond() + 1)
                .mapToDouble(i -> values[i])
                .filter(number -> !Double.isNaN(number))
                .toArray();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    private static String percent(double value) {
        return NumberText.decimal(value, value < 10 ? 1 : 0);
    }
}
