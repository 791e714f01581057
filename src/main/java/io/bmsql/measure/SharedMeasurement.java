package io.bmsql.measure;

import io.bmsql.result.RunSummary.ResultWaits;
import io.bmsql.result.RunSummary.WorkloadCounts;
import io.bmsql.spec.ErrorClass;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of a run: meters for each phase and type, the error book, and the log of transactions. The phase is
 * decided once for each transaction, so that summary, series and log agree to the last one.
 */
final class SharedMeasurement implements Measurement {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final TransactionType[] TYPES = TransactionType.values();

    private final RunWindow window;
    private final @Nullable TransactionLog log;
    private final TransactionMeter[][] meters = new TransactionMeter[RunPhase.values().length][TYPES.length];
    private final LongestResponse[] longest = new LongestResponse[TYPES.length];
    private final ErrorBook errors = new ErrorBook();
    private final CommitGaps gaps;
    private final WorkloadCounters workload = new WorkloadCounters();
    private final WarehouseCounters warehouses;

    /**
     * @param log where transactions of the window are written, null for nowhere
     * @param warehouses the highest warehouse that terminals use
     */
    SharedMeasurement(RunWindow window, @Nullable TransactionLog log, int warehouses) {
        this.warehouses = new WarehouseCounters(warehouses);
        this.window = window;
        this.log = log;
        this.gaps = new CommitGaps(window.startNanos() - window.measureFromNanos());
        for (TransactionType type : TYPES) {
            longest[type.ordinal()] = new LongestResponse();
            for (TransactionMeter[] phase : meters) {
                phase[type.ordinal()] = new TransactionMeter();
            }
        }
    }

    @Override
    public void record(
            TransactionType type,
            Outcome outcome,
            int attempts,
            int skippedDeliveries,
            long dueNanos,
            long beginNanos,
            long endNanos) {
        RunPhase phase = window.phase(endNanos);
        long responseNanos = Math.max(0, endNanos - dueNanos);
        long serviceNanos = Math.max(0, endNanos - beginNanos);
        boolean measured = phase == RunPhase.MEASURE;
        if (measured && outcome.isCompleted()) {
            longest[type.ordinal()].offer(responseNanos, endNanos);
        }
        meters[phase.ordinal()][type.ordinal()].record(
                outcome, attempts, skippedDeliveries, responseNanos, serviceNanos);
        if (!outcome.isCompleted()) {
            gaps.lost(outcome, endNanos - window.measureFromNanos());
        } else if (outcome == Outcome.COMMITTED && type != TransactionType.DELIVERY) {
            gaps.committed(type, endNanos - window.measureFromNanos());
        }
        if (measured && log != null) {
            log.add(
                    (endNanos - window.measureFromNanos()) / NANOS_PER_MILLI,
                    nearestMillis(responseNanos),
                    nearestMillis(serviceNanos),
                    type,
                    outcome,
                    skippedDeliveries);
        }
    }

    private static long nearestMillis(long nanos) {
        return (nanos + NANOS_PER_MILLI / 2) / NANOS_PER_MILLI;
    }

    @Override
    public void error(
            TransactionType type,
            ErrorClass errorClass,
            String sqlState,
            int vendorCode,
            String message,
            boolean gaveUp,
            long nowNanos) {
        if (errorClass == ErrorClass.CONNECTION) {
            gaps.connectionError(nowNanos - window.measureFromNanos());
        }
        errors.count(type, errorClass, sqlState, vendorCode, message, gaveUp, counts(nowNanos));
    }

    @Override
    public void newOrderLines(int lines, int remoteLines, long endNanos) {
        if (counts(endNanos)) {
            workload.orderLines(lines, remoteLines);
        }
    }

    @Override
    public void payment(boolean remote, long endNanos) {
        if (counts(endNanos)) {
            workload.payment(remote);
        }
    }

    @Override
    public void customerSelected(boolean byName, long endNanos) {
        if (counts(endNanos)) {
            workload.customer(byName);
        }
    }

    @Override
    public void atWarehouse(TransactionType type, boolean completed, int warehouseId, long endNanos) {
        if (counts(endNanos)) {
            warehouses.count(type, completed, warehouseId);
        }
    }

    WarehouseCounters warehouses() {
        return warehouses;
    }

    /** Waits of workers for {@code result.csv}, of the whole run. */
    ResultWaits resultWaits() {
        return log == null ? ResultWaits.NONE : log.waits();
    }

    private boolean counts(long nanos) {
        return window.phase(nanos) == RunPhase.MEASURE;
    }

    /** The meters of a phase, by ordinal of the type. */
    TransactionMeter[] meters(RunPhase phase) {
        return meters[phase.ordinal()];
    }

    LongestResponse longest(TransactionType type) {
        return longest[type.ordinal()];
    }

    CommitGaps gaps() {
        return gaps;
    }

    ErrorBook errors() {
        return errors;
    }

    WorkloadCounts workloadCounts() {
        return workload.counts();
    }
}
