package io.bmsql.replicas;

import io.bmsql.config.RunConfig;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * When the New-Orders of some districts were acknowledged to their terminals, and whose they were: the last {@value #KEPT} of each
 * district. {@link #add} allocates nothing and waits for nobody. For any thread.
 */
public final class AcknowledgedOrders {
    /** At a hundred a second in one district, some forty seconds. */
    static final int KEPT = 4096;

    /** For {@link #nanosSince}: whosever order it is. */
    static final int ANY_CUSTOMER = 0;

    /** Numbers of customers end at 3,000. */
    private static final int CUSTOMER_BITS = 12;

    /** A hundred districts: one small answer. */
    private static final int MAX_WAREHOUSES = 10;

    private final int firstWarehouse;
    private final int warehouses;
    /** By district: the order number after the highest acknowledged one, 0 before the first. */
    private final AtomicIntegerArray next;
    /** By district and order number modulo {@link #KEPT}: order and customer, and nanoseconds of the run's clock. */
    private final AtomicLongArray orders;

    private final AtomicLongArray nanos;

    private final LongAdder count = new LongAdder();

    AcknowledgedOrders(int firstWarehouse, int warehouses) {
        this.firstWarehouse = firstWarehouse;
        this.warehouses = warehouses;
        this.next = new AtomicIntegerArray(warehouses * Scale.DISTRICTS_PER_WAREHOUSE);
        this.orders = new AtomicLongArray(next.length() * KEPT);
        this.nanos = new AtomicLongArray(next.length() * KEPT);
    }

    /** Watches some warehouses of a run. */
    public static AcknowledgedOrders of(RunConfig.Inputs inputs) {
        return new AcknowledgedOrders(
                inputs.firstWarehouse(),
                Math.min(inputs.lastWarehouse() - inputs.firstWarehouse() + 1, MAX_WAREHOUSES));
    }

    /** Takes what a worker reports, on its thread: allocates nothing and waits for nobody. */
    public void note(EndedTransaction ended) {
        if (ended.type == TpccTransaction.NEW_ORDER && ended.outcome == Outcome.COMMITTED) {
            int district = district(ended.warehouseId, ended.districtId);
            if (district >= 0) {
                add(district, ended.orderId, ended.customerId, ended.endNanos);
            }
        }
    }

    /** By district: the order number after the highest one that a transaction sees which begins here. */
    public int[] shownTo(WorkerConnection connection) throws SQLException {
        int[] counters = new int[districts()];
        connection
                .bound(StatementId.LEDGER_DISTRICTS, firstWarehouse, firstWarehouse + warehouses - 1)
                .each(row -> {
                    int district = district(row.getInt(1), row.getInt(2));
                    if (district >= 0) {
                        counters[district] = row.getInt(3);
                    }
                });
        return counters;
    }

    /** How long before this moment the first order was acknowledged that is missing from what {@link #shownTo} gave; 0 for none. */
    public long nanosMissing(int[] shown, long momentNanos) {
        return IntStream.range(0, shown.length)
                .mapToLong(at -> nanosSince(at, shown[at], Integer.MAX_VALUE, ANY_CUSTOMER, momentNanos))
                .reduce(0, Math::max);
    }

    /** Takes an order of a district that is looked at. */
    void add(int district, int orderId, int customerId, long acknowledgedNanos) {
        int slot = slot(district, orderId);
        count.increment();
        orders.setRelease(slot, 0);
        nanos.setRelease(slot, acknowledgedNanos);
        orders.setRelease(slot, (long) orderId << CUSTOMER_BITS | customerId);
        next.accumulateAndGet(district, orderId + 1, Math::max);
    }

    public int districts() {
        return next.length();
    }

    /** The place of a district, or -1 for one that is not looked at. */
    int district(int warehouseId, int districtId) {
        int district = (warehouseId - firstWarehouse) * Scale.DISTRICTS_PER_WAREHOUSE + districtId - 1;
        return district >= 0 && district < next.length() ? district : -1;
    }

    /** Names the district at a place, as warehouse/district. */
    String name(int district) {
        return firstWarehouse + district / Scale.DISTRICTS_PER_WAREHOUSE + "/"
                + (district % Scale.DISTRICTS_PER_WAREHOUSE + 1);
    }

    /** By district: the order number after the highest acknowledged one, 0 before the first. */
    int[] next() {
        return IntStream.range(0, next.length()).map(next::get).toArray();
    }

    /**
     * How long before this moment the first order from this number on, below the other one, was acknowledged, of this customer or of
     * {@link #ANY_CUSTOMER}; -1 when none was by then. Of an order that is no longer known, the oldest that is. One that is not this
     * run's, or whose commit was not acknowledged, does not count.
     */
    long nanosSince(int district, int fromOrder, int untilOrder, int customerId, long momentNanos) {
        int until = Math.min(untilOrder, next.get(district));
        for (int order = Math.max(fromOrder, next.get(district) - KEPT); order < until; order++) {
            int slot = slot(district, order);
            long found = orders.getAcquire(slot);
            long foundNanos = nanos.getAcquire(slot);
            boolean isMeant = found >>> CUSTOMER_BITS == order
                    && (customerId == ANY_CUSTOMER || (found & (1 << CUSTOMER_BITS) - 1) == customerId);
            if (isMeant && momentNanos - foundNanos >= 0 && orders.getAcquire(slot) == found) {
                return momentNanos - foundNanos;
            }
        }
        return -1;
    }

    /** Says how many were acknowledged so far. */
    long count() {
        return count.sum();
    }

    private static int slot(int district, int orderId) {
        return district * KEPT + (orderId & KEPT - 1);
    }
}
