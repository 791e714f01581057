package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary.ResultWaits;
import io.bmsql.tpcc.Outcome;
import io.bmsql.workload.EndedTransaction;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides the phase once for each transaction, so that summary, series and log agree to the last one. */
final class SharedMeasurement implements Measurement {
    final TransactionTypes types;
    private final RunWindow window;
    private final @Nullable TransactionLog log;
    private final TransactionMeter[][] meters;
    private volatile ResultWaits addedWaits = ResultWaits.NONE;
    final ErrorCounters errors = new ErrorCounters();
    private final CommitGaps gaps;
    private final @Nullable TerminalWaits waits;
    final WorkloadCounters workload;

    SharedMeasurement(
            RunWindow window,
            TransactionTypes types,
            @Nullable TransactionLog log,
            int warehouses,
            @Nullable TerminalWaits waits) {
        this.types = types;
        this.meters = new TransactionMeter[RunPhase.values().length][types.size()];
        this.workload = new WorkloadCounters(types, warehouses);
        this.window = window;
        this.log = log;
        this.waits = waits;
        this.gaps = new CommitGaps(window.startNanos() - window.originNanos());
        for (TransactionType type : types) {
            for (TransactionMeter[] phase : meters) {
                phase[type.ordinal()] = new TransactionMeter();
            }
        }
    }

    @Override
    public void record(EndedTransaction ended) {
        TransactionType type = ended.type;
        boolean completed = ended.outcome.isCompleted();
        long sinceOriginNanos = ended.endNanos - window.originNanos();
        RunPhase phase = window.phase(ended.endNanos);
        meters[phase.ordinal()][type.ordinal()].record(ended);
        boolean isCommit = false;
        if (!completed) {
            gaps.failed(ended.outcome, sinceOriginNanos);
        } else if (ended.outcome == Outcome.COMMITTED && !type.isQueued()) {
            isCommit = gaps.committed(type, sinceOriginNanos);
        }
        if (waits != null) {
            waits.ended(ended, isCommit);
        }
        if (phase != RunPhase.MEASURE) {
            return;
        }
        workload.count(ended);
        if (log != null) {
            log.add(ended, ended.endNanos - window.measureFromNanos());
        }
    }

    @Override
    public void error(Failure failure) {
        if (failure.errorClass() == ErrorClass.CONNECTION) {
            gaps.connectionError(failure.nanos() - window.originNanos());
        }
        errors.count(failure, window.phase(failure.nanos()) == RunPhase.MEASURE);
    }

    @Override
    public void connected(long nanos, long atNanos) {
        if (window.phase(atNanos) == RunPhase.MEASURE) {
            workload.connectMicros().recordValue(Math.min(nanos / 1_000, TransactionMeter.MAX_MICROS));
        }
    }

    /** Waits of workers for {@code result.csv}, of the whole run. */
    ResultWaits resultWaits() {
        return log == null ? addedWaits : log.waits();
    }

    /** These intervals, and all that was counted beside the meters since the last call; for one thread. */
    Reading reading(List<PhaseInterval> intervals, long backlog, boolean isLast) {
        List<long[]> longest = Stream.of(meters(RunPhase.MEASURE))
                .map(meter -> new long[] {meter.longestNanos(), meter.longestEndNanos() - window.measureFromNanos()})
                .toList();
        Reading.Last last = null;
        if (isLast) {
            List<TransactionMeter.Totals> thinkTimes = types.stream()
                    .map(type -> TransactionMeter.Totals.of(
                            workload.thinkMicros(type).copy()))
                    .toList();
            last = new Reading.Last(
                    thinkTimes,
                    workload.warehouses(),
                    resultWaits(),
                    TransactionMeter.Totals.of(workload.connectMicros().copy()));
        }
        return new Reading(
                intervals,
                errors.sinceLastCall(),
                workload.sinceLastCall(),
                gaps.newCommits(),
                gaps.newFailures(),
                longest,
                waits == null ? List.of() : waits.take(isLast),
                backlog,
                last);
    }

    /** Adds what load generators counted in one second, as if this one had. */
    void add(List<Reading> readings) {
        for (Reading reading : readings) {
            reading.errors().forEach(errors::add);
            workload.add(reading.inputs());
            for (int type = 0; type < types.size(); type++) {
                long[] longest = reading.longest().get(type);
                meters(RunPhase.MEASURE)[type].offerLongest(longest[0], longest[1] + window.measureFromNanos());
            }
            Reading.Last last = reading.last();
            if (last != null) {
                workload.addWarehouses(last.warehouses());
                addedWaits = addedWaits.plus(last.waits());
                if (last.connects() != null) {
                    workload.connectMicros().add(last.connects().response());
                }
                for (TransactionType type : types) {
                    workload.thinkMicros(type)
                            .add(last.thinkTimes().get(type.ordinal()).response());
                }
            }
        }
    }

    TransactionMeter[] meters(RunPhase phase) {
        return meters[phase.ordinal()];
    }
}
