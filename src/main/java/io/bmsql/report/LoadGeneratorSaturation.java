package io.bmsql.report;

import io.bmsql.analysis.Limit;
import io.bmsql.analysis.Repeats;
import io.bmsql.common.NumberText;
import io.bmsql.config.PacingMode;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.ReportModel.LoadGeneratorPart;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.report.chart.TimeChart.Form;
import io.bmsql.result.HostSpeed;
import io.bmsql.result.Outage;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.SampleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Whether the load generator was in the way: late starts, idle connections, its own processor time and garbage collection. */
record LoadGeneratorSaturation(RunData input, RunSeconds counts, Words words, LoadGeneratorPart found) {
    /** Transactions started this late on average, in milliseconds and as a share of their service time. */
    private static final double LAG_LIMIT_MS = 5;

    private static final double LAG_LIMIT_SHARE = 0.1;

    /** Connections that are busier than this explain a late start: then the database is the one that is late. */
    private static final double FREE_PERCENT = 80;

    /** A shorter run says nothing: connecting and warming up rule it. */
    private static final int LEAST_SECONDS = 10;

    private static final String MICROS = "\u00b5s";

    static LoadGeneratorPart watch(RunData input, RunSeconds counts, Words words) {
        SampleTable info = input.collected().loadGenerator();
        LoadGeneratorPart found = new LoadGeneratorPart(
                new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), info != null, new LinkedHashMap<>());
        LoadGeneratorSaturation watch = new LoadGeneratorSaturation(input, counts, words, found);
        watch.judgeLag();
        if (info != null && !info.isEmpty()) {
            watch.judgeProcessors(info);
            watch.judgeCollector(info);
            watch.chart("loadgenerator.heap", "axis.mb", "MB", info.seconds(), info.column("heap_mb"));
        }
        watch.judgeHost();
        return found;
    }

    private void judgeLag() {
        RunFacts run = input.summary().run();
        int connections =
                Math.max(1, Math.min(run.size().sutThreads(), run.size().terminals()));
        double[] seconds = counts.ends();
        IntToDoubleFunction busyPercent = at -> counts.busyPercent(at, connections);
        chart("loadgenerator.lag", "axis.lag", "ms", seconds, counts.bySecond(counts::delayMeanMs));
        chart("loadgenerator.busy", "axis.busy", "%", seconds, counts.bySecond(busyPercent));
        double[] lags = inWindow(counts::delayMeanMs);
        if (lags.length == 0) {
            return;
        }
        double lag = counts.delayMeanMs(inWindow());
        double worst = Arrays.stream(lags).max().orElse(0);
        double busy = Repeats.median(inWindow(busyPercent));
        found.figures().put("startDelayMeanMs", lag);
        found.figures().put("startDelayWorstSecondMs", worst);
        found.figures().put("connectionsBusyMedianPercent", busy);
        double serviceMs = busy / 100 * connections / Math.max(1e-9, Repeats.median(inWindow(counts::rate))) * 1000;
        boolean isLong = lags.length >= LEAST_SECONDS;
        boolean isShaped = run.pace().loadProfile() != null;
        // Of a shaped load the median second is compared with the median second: a spike's backlog is not the load
        // generator's.
        double usualLag = isShaped ? Repeats.median(lags) : lag;
        boolean isLate =
                isLong && usualLag > Math.max(LAG_LIMIT_MS, LAG_LIMIT_SHARE * serviceMs) && busy < FREE_PERCENT;
        judge(
                "loadgenerator.lag",
                words.text("loadgenerator.lag.value", NumberText.millis(lag), NumberText.millis(worst)),
                isLate,
                words.text("loadgenerator.bound.lag", NumberText.millis(usualLag), percent(busy)));
        judge(
                "loadgenerator.busy",
                words.text("loadgenerator.busy.value", percent(busy), connections),
                isLong && !isShaped && run.pace().pacing() == PacingMode.CLOSED_LOOP && busy < Limit.BUSY_PERCENT,
                words.text("loadgenerator.bound.idle", percent(busy)));
    }

    private void judgeProcessors(SampleTable info) {
        double[] cpu = info.column("cpu_pct");
        if (cpu == null) {
            return;
        }
        double mean = meanOverTime(info, cpu);
        found.figures().put("cpuMeanPercentOfOneProcessor", mean);
        Integer known = input.summary().run().loadGeneratorProcessors();
        int processors = known == null ? 0 : known;
        String share = percent(mean / Math.max(1, processors));
        judge(
                "loadgenerator.cpu",
                processors == 0
                        ? words.text("loadgenerator.cpu.value", percent(mean))
                        : words.text("loadgenerator.cpu.of", percent(mean), share, processors),
                processors > 0 && mean >= Limit.GENERATOR_CPU_PERCENT * processors,
                words.text("loadgenerator.bound.cpu", share, processors));
        chart("loadgenerator.cpu", "axis.onecore", "%", info.seconds(), cpu);
    }

    private void judgeCollector(SampleTable info) {
        double[] collected = info.column("gc_ms");
        if (collected == null) {
            return;
        }
        double[] lengths = lengths(info);
        double[] perSecond = new double[collected.length];
        Arrays.setAll(perSecond, i -> collected[i] / lengths[i]);
        double share = meanOverTime(info, perSecond) / 10;
        found.figures().put("garbageCollectionMeanPercent", share);
        double longest = Arrays.stream(inWindow(info, collected)).max().orElse(0);
        judge(
                "loadgenerator.gc",
                words.text("loadgenerator.gc.value", NumberText.decimal(share, 2), NumberText.brief(longest)),
                share >= Limit.COLLECTION_PERCENT,
                words.text("loadgenerator.bound.gc", NumberText.decimal(share, 1)));
        chart("loadgenerator.gc", "axis.gc", "ms/s", info.seconds(), perSecond);
    }

    /** A host that did not keep its speed does not make a run invalid, but readers must know. */
    private void judgeHost() {
        HostSpeed speed = input.summary().postRun().conditions().hostSpeed();
        SampleTable probe = input.collected().cpuSpeedProbe();
        if (speed == null || probe == null) {
            return;
        }
        found.figures().put("cpuSpeedProbeMedianMicros", speed.medianMicros());
        found.figures().put("hostSpeedChangePercent", speed.halvesPercent());
        String change =
                (speed.halvesPercent() < 0 ? "\u2212" : "+") + NumberText.decimal(Math.abs(speed.halvesPercent()), 1);
        boolean isSame = !speed.drifted() && !speed.waitsDiffer();
        found.rows()
                .add(List.of(
                        words.text("loadgenerator.cpuSpeedProbe"),
                        words.text(
                                "loadgenerator.cpuSpeedProbe.value",
                                NumberText.millis(speed.medianMicros()),
                                NumberText.millis(speed.fastestMicros()),
                                change),
                        words.text("loadgenerator.cpuSpeedProbe." + (isSame ? "same" : "drifted"))));
        double[] seconds = probe.seconds();
        double[] waits = probe.column(HostSpeed.WAIT_COLUMN);
        chart("loadgenerator.cpuSpeedProbe.wait", "axis.micros.wait", MICROS, seconds, waits);
        chart("loadgenerator.cpuSpeedProbe", "axis.micros", MICROS, seconds, probe.column(HostSpeed.COLUMN));
    }

    private void judge(String nameKey, String value, boolean isBound, String finding) {
        String judged = words.text(isBound ? "loadgenerator.bound" : "loadgenerator.fine");
        found.rows().add(List.of(words.text(nameKey), value, isBound ? Cell.bad(judged) : judged));
        if (isBound) {
            found.findings().add(finding);
        }
    }

    private void chart(String nameKey, String axisKey, String unit, double[] seconds, double @Nullable [] values) {
        if (values != null) {
            String name = words.text(nameKey);
            Series line = Series.sampled(name, name, unit, seconds, values);
            double limit = axisKey.equals("axis.busy") ? 100 : Double.NaN;
            found.charts().add(new TimeChart(name, words.text(axisKey), Form.LINES, limit, List.of(line)));
        }
    }

    /** What waited through an outage takes about as long again to be served. */
    private static boolean isSpoiled(int second, Outage outage) {
        double recoveredSeconds = outage.to95PercentSeconds() == null ? 0 : outage.to95PercentSeconds();
        double spoiledSeconds = Math.max(2 * outage.outageSeconds(), recoveredSeconds) + 1;
        return second + 1 > outage.lastCommitSeconds() && second < outage.lastCommitSeconds() + spoiledSeconds;
    }

    private IntStream inWindow() {
        List<Outage> outages = input.summary().postRun().availability();
        return IntStream.range(0, counts.size()).filter(counts::counts).filter(at -> outages.stream()
                .noneMatch(outage -> isSpoiled(counts.second(at), outage)));
    }

    private double[] inWindow(IntToDoubleFunction value) {
        return inWindow()
                .mapToDouble(value)
                .filter(number -> !Double.isNaN(number))
                .toArray();
    }

    private double[] inWindow(SampleTable table, double[] values) {
        return table.within(values, input.windowStart(), input.windowEnd() + 1);
    }

    /** What each sample covers, seconds. */
    private static double[] lengths(SampleTable table) {
        double[] ends = table.seconds();
        double usual = Series.of("", "", ends, ends).interval();
        double[] lengths = new double[ends.length];
        Arrays.setAll(lengths, i -> i == 0 ? usual : ends[i] - ends[i - 1]);
        return lengths;
    }

    /** By the time that each sample covers: a pause of the whole load generator makes one long sample. */
    private double meanOverTime(SampleTable table, double[] values) {
        double[] lengths = lengths(table);
        double[] sums = new double[values.length];
        Arrays.setAll(sums, i -> values[i] * lengths[i]);
        Arrays.setAll(lengths, i -> Double.isNaN(values[i]) ? Double.NaN : lengths[i]);
        double seconds = Arrays.stream(inWindow(table, lengths)).sum();
        return seconds == 0 ? 0 : Arrays.stream(inWindow(table, sums)).sum() / seconds;
    }

    private static String percent(double value) {
        return NumberText.decimal(value, value < 10 ? 1 : 0);
    }
}
