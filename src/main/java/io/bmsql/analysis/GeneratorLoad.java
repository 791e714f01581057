package io.bmsql.analysis;

import io.bmsql.config.PacingMode;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.LimitedBy.Cause;
import io.bmsql.result.Outage;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SampleTable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether one load generator was in the way: late starts, idle connections, its own processor time and garbage collection. Means
 * are over the window; what was not recorded is NaN.
 *
 * @param lagMs mean time from due to start, milliseconds
 * @param usualLagMs the same, of a shaped load that of the median second
 * @param worstLagMs that of the worst second
 * @param busyPercent of its connections, of the median second
 * @param silences of the window, in seconds of the run; none of a shaped load
 */
public record GeneratorLoad(
        RunSummary summary,
        boolean isLong,
        double lagMs,
        double usualLagMs,
        double worstLagMs,
        double busyPercent,
        double serviceMs,
        OwnProcess process,
        List<Silence> silences) {
    /** The load generator's process used nearly all processors of its host. */
    private static final double CPU_PERCENT = 85;

    /** Its control group's limit stopped the load generator in this share of the kernel's periods. */
    private static final double THROTTLED_PERCENT = 20;

    /** Garbage collection stopped the load generator for this share of the time: a smaller one explains no figure. */
    private static final double COLLECTION_PERCENT = 20;

    /** From here on it shows in response times. */
    private static final double MUCH_COLLECTION_PERCENT = 5;

    /** Without waits, connections less busy than this had to wait for the load generator. */
    private static final double BUSY_PERCENT = 60;

    /** Transactions started this late on average, in milliseconds and as a share of their service time. */
    private static final double LAG_LIMIT_MS = 5;

    private static final double LAG_LIMIT_SHARE = 0.1;

    /** Connections that are busier than this explain a late start: then the database is the one that is late. */
    private static final double FREE_PERCENT = 80;

    /** In fewer seconds connecting and warming up rule lateness. */
    private static final int MIN_SECONDS = 10;

    /**
     * What its process did, means over the window.
     *
     * @param cpuPercent of one processor
     * @param gcPercent of the time that collections stopped it
     * @param longestGcMs in one sample
     * @param throttledPercent of the kernel's periods in which the limit of its control group stopped it
     */
    public record OwnProcess(double cpuPercent, double gcPercent, double longestGcMs, double throttledPercent) {
        /** Its collections show in response times, whether they limited the run or not. */
        public boolean collectsMuch() {
            return gcPercent >= MUCH_COLLECTION_PERCENT;
        }

        private static OwnProcess of(@Nullable SampleTable process, double from, double until) {
            if (process == null) {
                return new OwnProcess(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
            }
            double[] collected = process.column("gc_ms");
            return new OwnProcess(
                    process.meanOverTime(process.column("cpu_pct"), from, until),
                    process.meanOverTime(perSecond(process), from, until) / 10,
                    collected == null
                            ? Double.NaN
                            : DoubleStream.of(process.within(collected, from, until))
                                    .max()
                                    .orElse(0),
                    process.meanOverTime(process.column("throttled_pct"), from, until));
        }
    }

    /**
     * @param sums the seconds of its run; null without a series, and then its connections' time is that of the summary
     * @param process {@code load_generator.csv}
     */
    public static GeneratorLoad of(
            RunSummary summary, @Nullable SecondSums sums, @Nullable SampleTable process, double from) {
        double until = from + summary.windowSeconds() + 1;
        double connections = connections(summary.run());
        OwnProcess own = OwnProcess.of(process, from, until);
        double[] lags = sums == null ? new double[0] : values(summary, sums, sums::delayMeanMs);
        if (sums == null || lags.length == 0) {
            double busy = summary.figures().types().stream()
                            .mapToDouble(type ->
                                    type.count() * Math.max(0, type.service().meanMs()))
                            .sum()
                    / 10
                    / summary.windowSeconds()
                    / connections;
            busy += connectMs(summary) * summary.figures().completed() / 10 / summary.windowSeconds() / connections;
            boolean isLong = sums == null && summary.windowSeconds() >= MIN_SECONDS;
            double no = Double.NaN;
            return new GeneratorLoad(summary, isLong, no, no, no, Math.min(100, busy), no, own, List.of());
        }
        double connectMs = connectMs(summary);
        double lag = Math.max(0, sums.delayMeanMs(inWindow(summary, sums)) - connectMs);
        double busy = Repeats.median(values(summary, sums, at -> sums.busyPercent(at, connections)));
        double rate = Repeats.median(values(summary, sums, sums::rate));
        double serviceMs = busy / 100 * connections / Math.max(1e-9, rate) * 1000;
        boolean isShaped = summary.run().pace().loadProfile() != null;
        return new GeneratorLoad(
                summary,
                lags.length >= MIN_SECONDS,
                lag,
                // A spike's backlog is not the load generator's.
                isShaped ? Math.max(0, Repeats.median(lags) - connectMs) : lag,
                Math.max(0, DoubleStream.of(lags).max().orElseThrow() - connectMs),
                Math.min(100, busy + connectMs * rate / 10 / connections),
                serviceMs,
                own,
                isShaped ? List.of() : silences(sums));
    }

    private static List<Silence> silences(SecondSums sums) {
        int[] counted = IntStream.range(0, sums.size()).filter(sums::counts).toArray();
        double[] rates = Arrays.stream(counted).mapToDouble(sums::rate).toArray();
        return Silence.all(rates).stream()
                .map(one -> new Silence(sums.second(counted[one.from()]), sums.second(counted[one.until() - 1]) + 1))
                .toList();
    }

    /** What each transaction waited for its own connection, which is no delay of the load generator's; else 0. */
    private static double connectMs(RunSummary summary) {
        RunSummary.Connects connects = summary.figures().connects();
        return connects == null || !connects.perTransaction()
                ? 0
                : connects.latency().meanMs();
    }

    /** Those of the run that worked: no more than terminals. */
    public static double connections(RunFacts run) {
        return Math.max(1, Math.min(run.size().sutThreads(), run.size().terminals()));
    }

    /** How it was in the way whatever the database did: without processors, stopped, or late on free connections; else null. */
    @Nullable
    LimitedBy overloaded() {
        int processors = processors();
        if (processors > 0 && process.cpuPercent >= CPU_PERCENT * processors) {
            return LimitedBy.of(Cause.GENERATOR_PROCESSORS, process.cpuPercent / processors, processors, who());
        }
        if (process.throttledPercent >= THROTTLED_PERCENT) {
            return LimitedBy.of(Cause.GENERATOR_THROTTLED, process.throttledPercent, who());
        }
        if (process.gcPercent >= COLLECTION_PERCENT) {
            return LimitedBy.of(Cause.GENERATOR_COLLECTION, process.gcPercent, who());
        }
        boolean isLate = usualLagMs > Math.max(LAG_LIMIT_MS, LAG_LIMIT_SHARE * serviceMs) && busyPercent < FREE_PERCENT;
        return isLong && isLate && isWhole()
                ? LimitedBy.of(Cause.GENERATOR_LATE, usualLagMs, busyPercent, who())
                : null;
    }

    /** That terminals which never wait left its connections idle; else null. */
    @Nullable
    LimitedBy idle() {
        RunFacts.Pace pace = summary.run().pace();
        return isLong
                        && pace.pacing() == PacingMode.CLOSED_LOOP
                        && pace.loadProfile() == null
                        && busyPercent < BUSY_PERCENT
                        && isWhole()
                ? LimitedBy.of(Cause.GENERATOR_IDLE, busyPercent, who())
                : null;
    }

    /** The time of transactions that failed is not recorded: where many do, connections only seem to be idle. */
    private boolean isWhole() {
        return summary.figures().givenUpPercent() <= RunSummary.MAX_FAILED_PERCENT;
    }

    /** How many its host has; 0 where it is not known. */
    public int processors() {
        return Objects.requireNonNullElse(summary.run().loadGeneratorProcessors(), 0);
    }

    /** Which agent it is of several: its number and host; empty for the only one. */
    private String who() {
        AgentFacts group = summary.run().size().agents();
        return who(group, agent -> group != null && agent.number() == group.number());
    }

    /** The first of several agents that is so. */
    static String who(@Nullable AgentFacts group, Predicate<AgentFacts.Agent> isSo) {
        return group == null || group.planned() < 2
                ? ""
                : group.members().stream()
                        .filter(isSo)
                        .findFirst()
                        .map(agent -> ", agent " + agent.number() + " on " + agent.host())
                        .orElse("");
    }

    /** What waited through an outage takes about as long again to be served. */
    private static boolean isSpoiled(int second, Outage outage) {
        double recoveredSeconds = outage.to95PercentSeconds() == null ? 0 : outage.to95PercentSeconds();
        double spoiledSeconds = Math.max(2 * outage.outageSeconds(), recoveredSeconds) + 1;
        return second + 1 > outage.lastCommitSeconds() && second < outage.lastCommitSeconds() + spoiledSeconds;
    }

    private static IntStream inWindow(RunSummary summary, SecondSums sums) {
        return IntStream.range(0, sums.size())
                .filter(sums::counts)
                .filter(at -> summary.postRun().availability().stream()
                        .noneMatch(outage -> isSpoiled(sums.second(at), outage)));
    }

    private static double[] values(RunSummary summary, SecondSums sums, IntToDoubleFunction value) {
        return inWindow(summary, sums)
                .mapToDouble(value)
                .filter(number -> !Double.isNaN(number))
                .toArray();
    }

    /** Milliseconds of garbage collection a second, in each sample; null where they were not recorded. */
    public static double @Nullable [] perSecond(SampleTable process) {
        double[] collected = process.column("gc_ms");
        if (collected == null) {
            return null;
        }
        double[] lengths = process.lengths();
        double[] perSecond = new double[collected.length];
        Arrays.setAll(perSecond, i -> collected[i] / lengths[i]);
        return perSecond;
    }
}
