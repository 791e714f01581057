package io.bmsql.check;

import io.bmsql.result.LedgerEntry;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.tpcc.Outcome;

/** A district before the first run, and what the ledgers know to have changed since. */
final class DistrictState {
    final int warehouse;
    final Baseline.District baseline;
    /** The highest number of an order that the ledgers name; written before several threads read it. */
    int lastMade;

    private int lastDelivered;
    private long orders;
    private long paidCents;
    private int lostOrders;
    private long lostCents;

    DistrictState(int warehouse, Baseline.District baseline) {
        this.warehouse = warehouse;
        this.baseline = baseline;
        this.lastMade = baseline.nextOrderId() - 1;
        this.lastDelivered = baseline.oldestOpenOrderId() - 1;
    }

    void made(LedgerEntry.NewOrder entry) {
        lastMade = Math.max(lastMade, entry.order());
        if (entry.outcome() == Outcome.COMMITTED) {
            orderTookPlace();
        }
    }

    void delivered(int order) {
        lastDelivered = Math.max(lastDelivered, order);
    }

    synchronized void orderTookPlace() {
        orders++;
    }

    synchronized void paid(long cents) {
        paidCents += cents;
    }

    /** An order that was acknowledged and is gone. */
    synchronized void lostOrder() {
        lostOrders++;
    }

    synchronized void lostPayment(long cents) {
        lostCents += cents;
    }

    synchronized int lostOrders() {
        return lostOrders;
    }

    synchronized long lostCents() {
        return lostCents;
    }

    synchronized int expectedNextOrder() {
        return (int) (baseline.nextOrderId() + orders);
    }

    synchronized long paidCents() {
        return paidCents;
    }

    int firstOrder() {
        return Math.min(baseline.oldestOpenOrderId(), baseline.nextOrderId());
    }

    /** The last order that a ledger names, at least the last one before the first run. */
    int lastOrder() {
        return Math.max(lastMade, lastDelivered);
    }

    String name(int order) {
        return "order w=" + warehouse + " d=" + baseline.id() + " o=" + order;
    }
}
