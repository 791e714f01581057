package io.bmsql.measure;

import io.bmsql.result.WorkloadCounts;
import io.bmsql.tpcc.TransactionType;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/** What the clause table needs to know of the inputs and of the terminals. Safe for use by any thread. */
final class WorkloadCounters {
    private static final long NANOS_PER_MICRO = 1_000;

    private final LongAdder orderLines = new LongAdder();
    private final LongAdder remoteOrderLines = new LongAdder();
    private final LongAdder payments = new LongAdder();
    private final LongAdder remotePayments = new LongAdder();
    private final LongAdder customersByName = new LongAdder();
    private final LongAdder customersById = new LongAdder();
    private WorkloadCounts told = WorkloadCounts.NONE;
    private final Histogram[] thinkMicros = Arrays.stream(TransactionType.values())
            .map(type -> new AtomicHistogram(TransactionMeter.MAX_MICROS, TransactionMeter.SIGNIFICANT_DIGITS))
            .toArray(Histogram[]::new);

    void count(EndedTransaction ended) {
        if (ended.thinkNanos >= 0) {
            thinkMicros[ended.type.ordinal()].recordValue(
                    Math.min(ended.thinkNanos / NANOS_PER_MICRO, TransactionMeter.MAX_MICROS));
        }
        if (!ended.outcome.isCompleted()) {
            return;
        }
        switch (ended.type) {
            case NEW_ORDER -> {
                orderLines.add(ended.orderLines);
                remoteOrderLines.add(ended.remoteLines);
            }
            case PAYMENT -> {
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
    WorkloadCounts news() {
        WorkloadCounts now = counts();
        WorkloadCounts news = now.minus(told);
        told = now;
        return news;
    }

    /** Microseconds that terminals thought after transactions of this type (clause 5.2.5.4). */
    Histogram thinkMicros(TransactionType type) {
        return thinkMicros[type.ordinal()];
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
}
