package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.CollectedFigures.WarehouseCounts;
import io.bmsql.result.WorkloadCounts;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * What the clause table needs to know of the inputs and of the terminals, and what was done by home warehouse. Safe for use by any
 * thread; counting allocates nothing.
 */
final class WorkloadCounters {
    private static final long NANOS_PER_MICRO = 1_000;
    // Counts of a warehouse.
    private static final int NEW_ORDERS = 0;
    private static final int PAYMENTS = 1;
    private static final int FAILED = 2;
    private static final int KINDS = 3;

    private final LongAdder orderLines = new LongAdder();
    private final LongAdder remoteOrderLines = new LongAdder();
    private final LongAdder payments = new LongAdder();
    private final LongAdder remotePayments = new LongAdder();
    private final LongAdder customersByName = new LongAdder();
    private final LongAdder customersById = new LongAdder();
    private final int warehouses;
    private final AtomicLongArray byWarehouse;
    private final Histogram[] thinkMicros;
    private final Histogram connectMicros =
            new AtomicHistogram(TransactionMeter.MAX_MICROS, TransactionMeter.SIGNIFICANT_DIGITS);
    private WorkloadCounts read = WorkloadCounts.NONE;

    WorkloadCounters(TransactionTypes types, int warehouses) {
        this.thinkMicros = types.stream()
                .map(type -> new AtomicHistogram(TransactionMeter.MAX_MICROS, TransactionMeter.SIGNIFICANT_DIGITS))
                .toArray(Histogram[]::new);
        this.warehouses = warehouses;
        this.byWarehouse = new AtomicLongArray((warehouses + 1) * KINDS);
    }

    void count(EndedTransaction ended) {
        if (ended.thinkNanos >= 0) {
            thinkMicros[ended.type.ordinal()].recordValue(
                    Math.min(ended.thinkNanos / NANOS_PER_MICRO, TransactionMeter.MAX_MICROS));
        }
        if (!ended.outcome.isCompleted()) {
            countAt(ended.warehouseId, FAILED);
            return;
        }
        if (ended.type instanceof TpccTransaction type) {
            countInputs(type, ended);
        }
    }

    private void countInputs(TpccTransaction type, EndedTransaction ended) {
        switch (type) {
            case NEW_ORDER -> {
                countAt(ended.warehouseId, NEW_ORDERS);
                orderLines.add(ended.orderLines);
                remoteOrderLines.add(ended.remoteLines);
            }
            case PAYMENT -> {
                countAt(ended.warehouseId, PAYMENTS);
                payments.increment();
                remotePayments.add(ended.remotePayment ? 1 : 0);
                (ended.byLastName ? customersByName : customersById).increment();
            }
            case ORDER_STATUS -> (ended.byLastName ? customersByName : customersById).increment();
            case STOCK_LEVEL, DELIVERY, DELIVERY_BG -> {
                // Their inputs have no share that the clause table asks for.
            }
        }
    }

    private void countAt(int warehouseId, int kind) {
        if (warehouseId >= 1 && warehouseId <= warehouses) {
            byWarehouse.incrementAndGet(warehouseId * KINDS + kind);
        }
    }

    /** Adds what another load generator counted. */
    void add(WorkloadCounts counts) {
        orderLines.add(counts.orderLines());
        remoteOrderLines.add(counts.remoteOrderLines());
        payments.add(counts.payments());
        remotePayments.add(counts.remotePayments());
        customersByName.add(counts.customersByName());
        customersById.add(counts.customersById());
    }

    /** What was counted since the last call; for one thread. */
    WorkloadCounts sinceLastCall() {
        WorkloadCounts now = counts();
        WorkloadCounts more = now.minus(read);
        read = now;
        return more;
    }

    /** Microseconds that terminals thought after transactions of this type (clause 5.2.5.4). */
    Histogram thinkMicros(TransactionType type) {
        return thinkMicros[type.ordinal()];
    }

    /** Microseconds that each connection took which workers opened in the window. */
    Histogram connectMicros() {
        return connectMicros;
    }

    WorkloadCounts counts() {
        return new WorkloadCounts(
                orderLines.sum(),
                remoteOrderLines.sum(),
                payments.sum(),
                remotePayments.sum(),
                customersByName.sum(),
                customersById.sum());
    }

    /** New-Orders, Payments and failures by home warehouse, from 1 on. */
    List<long[]> warehouses() {
        return IntStream.rangeClosed(1, warehouses)
                .mapToObj(warehouse -> IntStream.range(0, KINDS)
                        .mapToLong(kind -> byWarehouse.get(warehouse * KINDS + kind))
                        .toArray())
                .toList();
    }

    /** Adds the {@link #warehouses} of another load generator. */
    void addWarehouses(List<long[]> others) {
        for (int warehouse = 1; warehouse <= Math.min(warehouses, others.size()); warehouse++) {
            for (int kind = 0; kind < KINDS; kind++) {
                byWarehouse.addAndGet(warehouse * KINDS + kind, others.get(warehouse - 1)[kind]);
            }
        }
    }

    /** The text of {@code warehouse_heat.csv}: every warehouse, those without a transaction too. */
    String warehousesCsv() {
        StringBuilder csv = new StringBuilder(WarehouseCounts.CSV.header());
        int warehouse = 1;
        for (long[] counts : warehouses()) {
            csv.append(WarehouseCounts.CSV.line(
                    new WarehouseCounts(warehouse++, counts[NEW_ORDERS], counts[PAYMENTS], counts[FAILED])));
        }
        return csv.toString();
    }
}
