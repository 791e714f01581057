package io.bmsql.analysis;

import io.bmsql.common.TransactionType;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.HostSpeed;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.MetricSeries;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunConditions.HostHalves;
import io.bmsql.result.RunData;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SessionSample;
import io.bmsql.result.Steadiness;
import io.bmsql.tpcc.TpccTransaction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges whether everything stayed the same while a window was measured: throughput, hosts, and the work of a New-Order. */
public final class WindowConditions {
    /** Sessions that were seen to wait for a standby for this share of what their client took for an outage: it was none. */
    private static final double ANSWERED_SHARE = 0.5;

    /** Charts of a dialect's {@code metrics.sql} whose counters grow with the work and not with the speed. */
    private static final List<String> WORK = List.of("log written", "rows", "blocks", "statements", "round trips");

    private static final String PER_SECOND = "/s";

    /** JSON has no infinity. */
    private static final double LARGEST = 1e6;

    /** All silences together must last so long to count. */
    private static final int MIN_SILENT_SECONDS = 5;

    private static final double SILENT_SHARE = 0.1;

    /** Fewer have no halves. */
    private static final int MIN_SAMPLES = 2;

    /** With fewer, nothing is said of a drift that is not large. */
    private static final int MIN_FOR_DRIFT = 30;

    /** Halves whose medians and fastest samples differ by this factor are not the same, if their ranks are not by chance. */
    private static final double LARGE = 1.5;

    private static final int MIN_FOR_LARGE = 10;

    /** Ranks of two halves that are further apart, in standard deviations, are by chance in 1% of the cases. */
    private static final double RARE_RANKS = 2.576;

    /** A series that differs more from its summary is not whole, or of another run. */
    private static final double MAX_MISSING = 0.01;

    /** A median is taken of so many samples: about as many seconds belong together when a neighbour works. */
    private static final int SMOOTHED = 5;

    private WindowConditions() {}

    /**
     * The same with what was collected over its interval: whether everything stayed the same meanwhile. What limited a whole run is said
     * once, at its end. Files that a full disk cut off say less than their summary, which then stands as it is; so does its steadiness
     * beside a series that is cut or of another run.
     */
    public static RunData judged(RunData data) {
        RunSummary summary = data.summary();
        if (data.series().isEmpty() || !summary.ending().unwritten().isEmpty()) {
            return data;
        }
        double[] seconds = SeriesRow.perSecond(
                data.series(), TransactionType::isForeground, data.windowStart(), summary.windowSeconds());
        // A profile of the load changes throughput on purpose.
        boolean isShaped = summary.run().pace().loadProfile() != null;
        boolean isJudged = !isShaped && seconds.length >= 2 && data.outages().isEmpty();
        Steadiness found = isJudged ? steadiness(seconds) : null;
        boolean isWhole = data.cut().window().isWhole();
        Steadiness steadiness =
                isWhole && !isOfItsSeries(data) ? summary.conditions().steadiness() : found;
        LimitedBy limit = isWhole ? summary.conditions().limit() : null;
        RunConditions conditions = of(
                        data.collected(),
                        summary,
                        limit == null
                                ? List.of(generator(data.series(), data.collected(), summary, data.windowStart()))
                                : List.of(),
                        data.windowStart())
                .with(steadiness);
        return data.with(summary.with(limit == null ? conditions : conditions.with(limit)));
    }

    /** True when the series holds the transactions that the summary of a run that came to an end counted. */
    private static boolean isOfItsSeries(RunData data) {
        RunSummary summary = data.summary();
        long inSeries = data.series().stream()
                .filter(row -> row.phase() == RunPhase.MEASURE)
                .mapToLong(SeriesRow::completed)
                .sum();
        long counted = summary.figures().completed();
        return summary.ending().status() == RunSummary.Status.RUNNING
                || Math.abs(inSeries - counted) <= MAX_MISSING * counted;
    }

    /** What a load generator did in a window; without a series what its summary says. */
    public static GeneratorLoad generator(
            List<SeriesRow> series, CollectedFigures collected, RunSummary summary, int fromSecond) {
        SecondSums sums = series.isEmpty()
                ? null
                : new SecondSums(series, summary.run().types(), fromSecond, fromSecond + summary.windowSeconds());
        return GeneratorLoad.of(summary, sums, collected.loadGenerator(), fromSecond);
    }

    /**
     * The outages of a run that has just ended, without those in which the server told that sessions of the run waited for a standby: it
     * was there, and who waits for too long breaks its connection as well. Other waits are seen about real outages, too.
     */
    public static List<Outage> outages(CollectedFigures collected, RunSummary summary) {
        double connections = GeneratorLoad.connections(summary.run());
        return summary.postRun().availability().stream()
                .filter(outage -> {
                    double until = outage.lastCommitSeconds() + outage.outageSeconds();
                    double waited =
                            SessionSample.within(collected.database().sessions(), outage.lastCommitSeconds(), until)
                                    .rows()
                                    .stream()
                                    .filter(row -> SessionSample.COPY.equals(row.waitClass())
                                            || SessionSample.COPY.equals(row.blocker()))
                                    .mapToDouble(SessionSample::sessions)
                                    .sum();
                    return waited < ANSWERED_SHARE * connections * outage.outageSeconds();
                })
                .toList();
    }

    /**
     * What was collected beside a window.
     *
     * @param generators the load generator, or each of several agents'
     * @param fromSecond where the window begins that the summary is of
     */
    public static RunConditions of(
            CollectedFigures collected, RunSummary summary, List<GeneratorLoad> generators, int fromSecond) {
        double windowSeconds = summary.windowSeconds();
        double until = fromSecond + windowSeconds;
        List<HostHalves> hosts = collected.hosts().stream()
                .flatMap(
                        host -> Stream.ofNullable(host.system()).map(system -> halves(host, system, fromSecond, until)))
                .toList();
        return new RunConditions(
                null,
                hostSpeed(collected.cpuSpeedProbe(), fromSecond, until),
                hosts,
                perNewOrder(collected, summary, fromSecond, until),
                summary.conditions().steadyRampup(),
                LimitFinder.of(collected, summary, generators, fromSecond),
                compilerPercent(collected.loadGenerator(), fromSecond, until),
                collected.database().unsafeSettings(),
                summary.conditions().runsBeside());
    }

    private static @Nullable Double compilerPercent(@Nullable SampleTable process, double from, double until) {
        if (process == null) {
            return null;
        }
        // A sample that ends a little after the window belongs to it, as the load generator's other figures have it.
        double compiler = process.meanOverTime(process.column("compiler_pct"), from, until + 1);
        double all = process.meanOverTime(process.column("cpu_pct"), from, until + 1);
        return Double.isNaN(compiler) || !(all > 0) ? null : Math.min(100, 100 * compiler / all);
    }

    private static Map<String, Double> perNewOrder(
            CollectedFigures collected, RunSummary summary, double from, double until) {
        Map<String, Double> work = new TreeMap<>();
        TypeSummary newOrders = summary.figures().type(TpccTransaction.NEW_ORDER);
        double perSecond = newOrders == null || until <= from ? 0 : newOrders.count() / (until - from);
        for (MetricSeries line : collected.database().metrics()) {
            double mean = mean(line, from, until);
            if (perSecond > 0
                    && mean > 0
                    && WORK.contains(line.chart())
                    && line.unit().endsWith(PER_SECOND)) {
                String unit = line.unit().substring(0, line.unit().length() - PER_SECOND.length());
                String name = line.chart() + ": " + line.series();
                work.put(unit.equals("1") || line.chart().equals(unit) ? name : name + ", " + unit, mean / perSecond);
            }
        }
        return work;
    }

    /** Takes the mean of rates, each of the time since the sample before it; NaN without any. */
    private static double mean(MetricSeries line, double from, double until) {
        double sum = 0;
        double seconds = 0;
        for (int i = 1; i < line.seconds().length; i++) {
            double begin = Math.max(from, line.seconds()[i - 1]);
            double end = Math.min(until, line.seconds()[i]);
            sum += Math.max(0, end - begin) * line.values()[i];
            seconds += Math.max(0, end - begin);
        }
        return sum / seconds;
    }

    private static HostHalves halves(CollectedFigures.Host files, SampleTable system, double from, double until) {
        double middle = (from + until) / 2;
        return new HostHalves(
                files.name(),
                mean(system, "cpu_steal", 100, from, middle),
                mean(system, "cpu_steal", 100, middle, until),
                mean(system, CollectorCsv.MEGAHERTZ, 1, from, middle),
                mean(system, CollectorCsv.MEGAHERTZ, 1, middle, until));
    }

    private static double mean(SampleTable table, String column, double factor, double from, double until) {
        double mean = table.mean(column, from, until);
        return Double.isNaN(mean) ? RunSummary.UNKNOWN : mean * factor;
    }

    /**
     * Whether throughput kept its level.
     *
     * @param perSecond transactions completed in each second, at least 2
     */
    public static Steadiness steadiness(double[] perSecond) {
        if (perSecond.length < ChangePoint.MIN_VALUES) {
            int half = perSecond.length / 2;
            double first = Arrays.stream(perSecond, 0, half).sum();
            double second = Arrays.stream(perSecond, half, 2 * half).sum();
            double change = first == 0 ? 0 : second / first - 1;
            return new Steadiness(Steadiness.Method.HALVES, true, half, change * 100, false, 0, null);
        }
        List<Silence> silences = Silence.all(perSecond);
        if (Silence.seconds(silences) >= Math.max(MIN_SILENT_SECONDS, SILENT_SHARE * perSecond.length)) {
            int longestFrom = Silence.longest(silences).from();
            return new Steadiness(Steadiness.Method.SILENCE, false, longestFrom, -100, false, 0, null);
        }
        ChangePoint found = ChangePoint.of(perSecond);
        ChangePoint.Episode back = found.episode();
        if (back != null
                && back.isCertain()
                && Math.abs(back.change()) > leastChange(back.until() - back.from(), perSecond)) {
            double until = back.until();
            double range = Math.min(back.statistic(), LARGEST);
            return new Steadiness(
                    Steadiness.Method.CUSUM, false, back.from(), back.change() * 100, false, range, until);
        }
        boolean isSteady = !found.isCertain() || Math.abs(found.change()) <= leastChange(found.index(), perSecond);
        return new Steadiness(
                Steadiness.Method.CUSUM,
                isSteady,
                found.index(),
                found.before() == 0 ? 0 : found.change() * 100,
                found.isGradual(),
                Math.min(found.statistic(), LARGEST),
                null);
    }

    /** In a short window few transactions differ by chance, even where its seconds are alike. */
    private static double leastChange(int changedSeconds, double[] perSecond) {
        double mean = Arrays.stream(perSecond).average().orElseThrow();
        double before = mean * changedSeconds;
        double after = mean * (perSecond.length - changedSeconds);
        double chance = 4 * Math.sqrt(1 / Math.max(1, before) + 1 / Math.max(1, after));
        return perSecond.length < ChangePoint.MANY_VALUES ? Math.max(Steadiness.MARGIN, chance) : Steadiness.MARGIN;
    }

    /** How fast the load generator's host was in a window; null where there is too little to say anything. */
    public static @Nullable HostSpeed hostSpeed(
            @Nullable SampleTable cpuSpeedProbe, double fromSecond, double untilSecond) {
        double[] all = cpuSpeedProbe == null ? null : cpuSpeedProbe.column(HostSpeed.COLUMN);
        if (cpuSpeedProbe == null || all == null) {
            return null;
        }
        int[] inWindow = inWindow(cpuSpeedProbe.seconds(), all, fromSecond, untilSecond);
        if (inWindow.length < MIN_SAMPLES) {
            return null;
        }
        double[] micros = Arrays.stream(inWindow).mapToDouble(i -> all[i]).toArray();
        double[] seconds = Arrays.stream(inWindow)
                .mapToDouble(i -> cpuSpeedProbe.seconds()[i] - fromSecond)
                .toArray();
        double[] waits = cpuSpeedProbe.column(HostSpeed.WAIT_COLUMN);
        int half = inWindow.length / 2;
        double[] late = waits == null
                ? new double[0]
                : Arrays.stream(inWindow).mapToDouble(i -> waits[i]).toArray();
        List<Double> waitHalves = late.length < MIN_FOR_DRIFT
                ? List.of()
                : List.of(median(late, 0, half), median(late, half, late.length));
        double halves = median(micros, 0, half) / median(micros, half, micros.length) - 1;
        double at = seconds[half];
        double change = halves;
        boolean hasDrifted;
        double[] smooth = speeds(micros, 1);
        if (smooth.length < ChangePoint.MIN_VALUES) {
            double[] speeds = speeds(micros, SMOOTHED);
            RatioInterval interval = RatioInterval.ofRepeats(
                    Arrays.copyOf(speeds, speeds.length / 2),
                    Arrays.copyOfRange(speeds, speeds.length / 2, speeds.length));
            hasDrifted = interval.low() > 1 || interval.high() < 1;
        } else {
            ChangePoint found = ChangePoint.of(smooth);
            at = seconds[Math.min(seconds.length - 1, found.index() + SMOOTHED / 2)];
            change = found.change();
            hasDrifted = found.isCertain();
        }
        hasDrifted &= micros.length >= MIN_FOR_DRIFT && Math.abs(change) > Steadiness.MARGIN;
        if (!hasDrifted && isLarge(micros, half)) {
            hasDrifted = true;
            at = seconds[half];
            change = halves;
        }
        return new HostSpeed(
                median(micros, 0, micros.length),
                Arrays.stream(micros).min().orElseThrow(),
                halves * 100,
                hasDrifted,
                at,
                change * 100,
                waitHalves);
    }

    /**
     * Whether the halves of a window, however short, differ much and not by chance. Another program that gets in between makes medians
     * differ as much, but not the fastest samples.
     */
    private static boolean isLarge(double[] micros, int half) {
        if (micros.length < MIN_FOR_LARGE) {
            return false;
        }
        double[] first = Arrays.copyOf(micros, half);
        double[] second = Arrays.copyOfRange(micros, half, micros.length);
        double medians = Repeats.median(first) / Repeats.median(second);
        double fastest = Arrays.stream(first).min().orElseThrow()
                / Arrays.stream(second).min().orElseThrow();
        boolean differ = Math.min(medians, fastest) >= LARGE || Math.max(medians, fastest) <= 1 / LARGE;
        // Mann and Whitney: in how many pairs the first half is slower than the second, less those where it is faster.
        double slower = Arrays.stream(first)
                .map(one -> Arrays.stream(second)
                        .map(other -> Math.signum(one - other))
                        .sum())
                .sum();
        double pairs = (double) first.length * second.length;
        return differ && Math.abs(slower) / 2 >= RARE_RANKS * Math.sqrt(pairs * (micros.length + 1) / 12);
    }

    private static int[] inWindow(double[] seconds, double[] micros, double fromSecond, double untilSecond) {
        return IntStream.range(0, micros.length)
                .filter(i -> seconds[i] > fromSecond && seconds[i] <= untilSecond && micros[i] > 0)
                .toArray();
    }

    /** The medians of a few samples each, so that hardly one depends on the next; empty without samples. */
    public static double[] speedMedians(@Nullable SampleTable cpuSpeedProbe, double fromSecond, double untilSecond) {
        double[] all = cpuSpeedProbe == null ? null : cpuSpeedProbe.column(HostSpeed.COLUMN);
        if (cpuSpeedProbe == null || all == null) {
            return new double[0];
        }
        double[] micros = Arrays.stream(inWindow(cpuSpeedProbe.seconds(), all, fromSecond, untilSecond))
                .mapToDouble(i -> all[i])
                .toArray();
        return Arrays.stream(speeds(micros, SMOOTHED)).map(speed -> 1e6 / speed).toArray();
    }

    /** Pieces of work a second, each the median of a few samples; the next one begins so many samples later. */
    private static double[] speeds(double[] micros, int step) {
        return IntStream.iterate(0, from -> from + SMOOTHED <= micros.length, from -> from + step)
                .mapToDouble(from -> 1e6 / median(micros, from, from + SMOOTHED))
                .toArray();
    }

    private static double median(double[] values, int from, int to) {
        return Repeats.median(Arrays.copyOfRange(values, from, to));
    }
}
