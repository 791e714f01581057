package io.bmsql.measure;

import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary.ResultWaits;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TransactionType;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides the phase once for each transaction, so that summary, series and log agree to the last one. */
final class SharedMeasurement implements Measurement {
    private static final TransactionType[] TYPES = TransactionType.values();

    private final RunWindow window;
    private final @Nullable TransactionLog log;
    private final TransactionMeter[][] meters = new TransactionMeter[RunPhase.values().length][TYPES.length];
    private volatile ResultWaits addedWaits = ResultWaits.NONE;
    final ErrorCounters errors = new ErrorCounters();
    final CommitGaps gaps;
    final WorkloadCounters workload = new WorkloadCounters();
    final WarehouseCounters warehouses;

    SharedMeasurement(RunWindow window, @Nullable TransactionLog log, int warehouses) {
        this.warehouses = new WarehouseCounters(warehouses);
        this.window = window;
        this.log = log;
        this.gaps = new CommitGaps(window.startNanos() - window.originNanos());
        for (TransactionType type : TYPES) {
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
        if (!completed) {
            gaps.lost(ended.outcome, sinceOriginNanos);
        } else if (ended.outcome == Outcome.COMMITTED && type != TransactionType.DELIVERY) {
            gaps.committed(type, sinceOriginNanos);
        }
        if (phase != RunPhase.MEASURE) {
            return;
        }
        warehouses.count(type, completed, ended.warehouseId);
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

    /** Waits of workers for {@code result.csv}, of the whole run. */
    ResultWaits resultWaits() {
        return log == null ? addedWaits : log.waits();
    }

    /** All that was counted beside the meters since the last call; for one thread. */
    Counted news(long backlog, boolean isLast) {
        List<long[]> longest = Stream.of(meters(RunPhase.MEASURE))
                .map(meter -> new long[] {meter.longestNanos(), meter.longestEndNanos() - window.measureFromNanos()})
                .toList();
        Counted.Last last = null;
        if (isLast) {
            List<byte[]> thinkMicros = Stream.of(TYPES)
                    .map(type -> TransactionMeter.Totals.bytes(
                            workload.thinkMicros(type).copy()))
                    .toList();
            last = new Counted.Last(thinkMicros, warehouses.counts(), resultWaits());
        }
        return new Counted(errors.news(), workload.news(), gaps.news(), longest, backlog, last);
    }

    /** Adds what load generators counted in one second, as if this one had. */
    void add(List<Counted> of) throws IOException {
        gaps.add(of.stream().map(Counted::commits).toList());
        for (Counted counted : of) {
            counted.errors().forEach(errors::add);
            workload.add(counted.inputs());
            for (int type = 0; type < TYPES.length; type++) {
                long[] longest = counted.longest().get(type);
                meters(RunPhase.MEASURE)[type].offerLongest(longest[0], longest[1] + window.measureFromNanos());
            }
            Counted.Last last = counted.last();
            if (last != null) {
                warehouses.add(last.warehouses());
                addedWaits = addedWaits.plus(last.waits());
                for (TransactionType type : TYPES) {
                    TransactionMeter.Totals.add(last.thinkMicros().get(type.ordinal()), workload.thinkMicros(type));
                }
            }
        }
    }

    TransactionMeter[] meters(RunPhase phase) {
        return meters[phase.ordinal()];
    }
}
