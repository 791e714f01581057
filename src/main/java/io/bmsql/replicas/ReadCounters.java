package io.bmsql.replicas;

import io.bmsql.measure.RunWindow;
import io.bmsql.result.Latency;
import io.bmsql.result.ReplicaSummary;
import io.bmsql.result.RunPhase;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;

/**
 * Order-Status and Stock-Level on the database and on each copy of it: how long they took, how many did not show an order that had been
 * acknowledged before they began, and how many went back in time. {@link #count} allocates nothing and waits for nobody. For any thread.
 *
 * <p>A Stock-Level shows the next order number of its district, and with it all orders below. An Order-Status shows the last order of
 * its customer: it lacks those of the customer that come after it. A read goes back in time when an earlier one on the same copy, which
 * had ended before it began, showed an order that it lacks.
 */
final class ReadCounters {
    private static final List<TpccTransaction> TYPES =
            List.of(TpccTransaction.ORDER_STATUS, TpccTransaction.STOCK_LEVEL);
    private static final long MAX_MICROS = 3_600_000_000L;
    private static final int SIGNIFICANT_DIGITS = 3;

    /** Twelve days of microseconds. */
    private static final int MOMENT_BITS = 40;

    private static final long LAST_MOMENT = (1L << MOMENT_BITS) - 1;

    private final AcknowledgedOrders orders;
    private final RunWindow window;
    /** By node, 0 for the database itself, and type. */
    private final List<List<Counter>> counters = new ArrayList<>();
    /** By node and district: the highest next order number that a read showed, and less what is left after its end. */
    private final AtomicLongArray shown;

    /** One type on one node, in the window. */
    private static final class Counter {
        private final AtomicHistogram responseMicros = new AtomicHistogram(MAX_MICROS, SIGNIFICANT_DIGITS);
        private final AtomicHistogram staleMicros = new AtomicHistogram(MAX_MICROS, SIGNIFICANT_DIGITS);
        private final LongAdder failed = new LongAdder();
        private final LongAdder judged = new LongAdder();
        private final LongAdder backwards = new LongAdder();
    }

    ReadCounters(AcknowledgedOrders orders, RunWindow window, int copies) {
        this.orders = orders;
        this.window = window;
        this.shown = new AtomicLongArray((copies + 1) * orders.districts());
        for (int node = 0; node <= copies; node++) {
            counters.add(TYPES.stream().map(type -> new Counter()).toList());
        }
    }

    /** One that ended; other types are none of these. */
    void count(EndedTransaction ended) {
        int type = TYPES.indexOf(ended.type);
        if (type < 0) {
            return;
        }
        Counter counter = counters.get(ended.copy).get(type);
        boolean isMeasured = window.phase(ended.endNanos) == RunPhase.MEASURE;
        if (!ended.outcome.isCompleted()) {
            add(counter.failed, isMeasured);
            return;
        }
        if (isMeasured) {
            counter.responseMicros.recordValue(micros(ended.endNanos - ended.dueNanos));
        }
        int district = orders.district(ended.warehouseId, ended.districtId);
        boolean isStockLevel = ended.type == TpccTransaction.STOCK_LEVEL;
        int next = isStockLevel ? ended.nextOrderId : ended.orderId + 1;
        if (ended.copy == 0 || district < 0 || next <= 1) {
            return;
        }
        add(counter.judged, isMeasured);
        int customer = isStockLevel ? AcknowledgedOrders.ANY_CUSTOMER : ended.customerId;
        long age = orders.nanosSince(district, next, Integer.MAX_VALUE, customer, ended.beginNanos);
        if (isMeasured && age >= 0) {
            counter.staleMicros.recordValue(micros(age));
        }
        int place = ended.copy * orders.districts() + district;
        long before = shown.get(place);
        int nextBefore = (int) (before >>> MOMENT_BITS);
        boolean isLater = LAST_MOMENT - (before & LAST_MOMENT) <= moment(ended.beginNanos);
        boolean isOlder = isStockLevel
                ? next < nextBefore
                : orders.nanosSince(district, next, nextBefore, customer, ended.endNanos) >= 0;
        add(counter.backwards, isMeasured && isLater && isOlder);
        // The highest number wins, and of equal ones the read that ended first.
        shown.accumulateAndGet(place, (long) next << MOMENT_BITS | LAST_MOMENT - moment(ended.endNanos), Math::max);
    }

    private long moment(long nanos) {
        return Math.max(0, Math.min(LAST_MOMENT, (nanos - window.startNanos()) / 1_000));
    }

    private static void add(LongAdder counter, boolean counts) {
        if (counts) {
            counter.increment();
        }
    }

    private static long micros(long nanos) {
        return Math.max(0, Math.min(MAX_MICROS, nanos / 1_000));
    }

    /** What went to this copy; types that did not are left out. */
    List<ReplicaSummary.Reads> of(int copy) {
        List<ReplicaSummary.Reads> all = new ArrayList<>();
        for (int type = 0; type < TYPES.size(); type++) {
            Counter counter = counters.get(copy).get(type);
            long completed = counter.responseMicros.getTotalCount();
            if (completed + counter.failed.sum() > 0) {
                all.add(new ReplicaSummary.Reads(
                        TYPES.get(type).name(),
                        completed,
                        counter.failed.sum(),
                        Latency.of(counter.responseMicros),
                        Latency.of(counters.get(0).get(type).responseMicros),
                        new ReplicaSummary.Staleness(
                                counter.judged.sum(),
                                counter.staleMicros.getTotalCount(),
                                Latency.of(counter.staleMicros),
                                counter.backwards.sum())));
            }
        }
        return all;
    }
}
