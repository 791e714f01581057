package io.bmsql.measure;

import io.bmsql.analysis.WindowConditions;
import io.bmsql.result.Latency;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.ThinkTime;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.tpcc.TransactionType;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Makes the summary of what was read so far. Used by the sampling thread. */
record SummaryBuilder(
        RunFacts facts,
        RunWindow window,
        SharedMeasurement measurement,
        IntervalSampler sampler,
        Availability availability,
        ThroughputSeconds throughput,
        StepSampler steps) {
    private static final double MICROS_PER_MILLI = 1e3;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_MICRO = 1e3;

    /** @param nowNanos when the meters were read: the end of the window so far, when it is still open */
    RunSummary build(Status status, @Nullable String reason, long nowNanos) {
        List<TypeSummary> types = Arrays.stream(TransactionType.values())
                .map(type -> type(type, sampler.totals(RunPhase.MEASURE, type)))
                .toList();
        return new RunSummary(
                        new Ending(status, reason),
                        factsOf(nowNanos),
                        Figures.of(
                                types,
                                window.measuredSeconds(nowNanos),
                                facts.size().warehouses(),
                                measurement.errors.summaries(),
                                measurement.workload.counts(),
                                measurement.resultWaits(),
                                thinkTimes()),
                        aftermath(status, nowNanos))
                .withSteps(steps.steps());
    }

    /** Steadiness is judged once the window is over, and not where an outage or a planned change of the load decides. */
    private PostRunChecks aftermath(Status status, long nowNanos) {
        List<Outage> outages = availability.outages();
        double[] seconds = throughput.ofWindow((int) window.measuredSeconds(nowNanos));
        boolean isJudged = status != Status.RUNNING
                && seconds.length > 1
                && outages.isEmpty()
                && facts.pace().loadProfile() == null;
        return new PostRunChecks(
                List.of(),
                outages,
                null,
                List.of(),
                RunConditions.NONE.with(isJudged ? WindowConditions.steadiness(seconds) : null));
    }

    private RunFacts factsOf(long nowNanos) {
        long fromNanos = window.measureFromNanos();
        long untilNanos = fromNanos + window.measuredNanos(nowNanos);
        return facts.with(new Window(
                window.epochMillis(fromNanos),
                window.epochMillis(untilNanos),
                window.rampupSeconds(),
                window.measuredSeconds(nowNanos),
                Arrays.stream(TransactionType.values())
                        .mapToLong(type -> sampler.totals(RunPhase.DRAIN, type).ended())
                        .sum()));
    }

    private List<ThinkTime> thinkTimes() {
        WorkloadCounters workload = measurement.workload;
        return Arrays.stream(TransactionType.values())
                .filter(type -> workload.thinkMicros(type).getTotalCount() > 0)
                .map(type -> {
                    Histogram micros = workload.thinkMicros(type).copy();
                    double requiredMillis =
                            type.thinkSeconds() * facts.pace().thinkTimeMultiplier() * MILLIS_PER_SECOND;
                    return new ThinkTime(type.name(), micros.getTotalCount(), requiredMillis, Latency.of(micros));
                })
                .toList();
    }

    private TypeSummary type(TransactionType type, TransactionMeter.Totals totals) {
        TransactionMeter meter = measurement.meters(RunPhase.MEASURE)[type.ordinal()];
        double longestMillis = meter.longestNanos() / NANOS_PER_MICRO / MICROS_PER_MILLI;
        boolean any = totals.completed() > 0;
        return new TypeSummary(
                type.name(),
                totals.completed(),
                0,
                totals.counts(),
                Latency.of(totals.response(), longestMillis),
                Latency.of(totals.service()),
                any ? RunWindow.seconds(meter.longestEndNanos() - window.measureFromNanos()) : 0);
    }
}
