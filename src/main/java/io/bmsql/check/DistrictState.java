package io.bmsql.check;

import io.bmsql.result.LedgerEntry;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.tpcc.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A district before the first run, and what the ledgers know to have changed since. */
final class DistrictState {
    final int warehouse;
    final Baseline.District baseline;
    /** The highest number of an order that the ledgers name, and of a committed one; written before several threads read them. */
    int lastMade;

    int lastCommitted;

    private int lastDelivered;
    final AtomicInteger orders = new AtomicInteger();
    final AtomicLong paidCents = new AtomicLong();
    /** Sums up the new rows of the history; written before several threads read it. */
    long storedCents;

    /** Counts orders that were acknowledged and are gone. */
    final AtomicInteger lostOrders = new AtomicInteger();

    final AtomicLong lostCents = new AtomicLong();
    /** New-Orders of unknown outcome that may have made an order, but no terminal was told its number; those found since are gone from it. */
    final List<LedgerEntry.NewOrder> unnumbered = new ArrayList<>();
    /** There is an open order that was there before the first run: each Delivery took an older one. */
    volatile boolean hadAlwaysOpen;

    DistrictState(int warehouse, Baseline.District baseline) {
        this.warehouse = warehouse;
        this.baseline = baseline;
        this.lastMade = baseline.nextOrderId() - 1;
        this.lastDelivered = baseline.oldestOpenOrderId() - 1;
    }

    /** Takes the New-Order without a number that may have made an order of this customer and number of lines, and so made no other; else null. */
    synchronized LedgerEntry.@Nullable NewOrder takeUnnumbered(int customer, int lines) {
        for (LedgerEntry.NewOrder entry : unnumbered) {
            if (entry.customer() == customer && entry.lines() == lines) {
                unnumbered.remove(entry);
                return entry;
            }
        }
        return null;
    }

    void made(LedgerEntry.NewOrder entry) {
        if (entry.isBlind()) {
            unnumbered.add(entry);
        }
        lastMade = Math.max(lastMade, entry.order());
        if (entry.outcome() == Outcome.COMMITTED) {
            lastCommitted = Math.max(lastCommitted, entry.order());
            orders.incrementAndGet();
        }
    }

    void delivered(int order) {
        lastDelivered = Math.max(lastDelivered, order);
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
