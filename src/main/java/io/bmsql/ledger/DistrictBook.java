package io.bmsql.ledger;

import io.bmsql.ledger.LedgerFindings.Rule;
import io.bmsql.ledger.LedgerHeader.Baseline;
import io.bmsql.spec.Outcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the ledger knows about the orders of one district, to be held against the rows in order. */
final class DistrictBook {
    final int warehouse;
    final Baseline.District baseline;
    private final Map<Integer, LedgerEntry.NewOrder> made = new HashMap<>();
    private final Map<Integer, LedgerEntry.Delivery> deliveries = new HashMap<>();
    final Set<Integer> deliveriesSeen = new HashSet<>();
    int lastMade;
    private int lastDelivered;
    /** New-Orders that took place as far as the ledger knows. */
    long orders;

    long paidCents;

    DistrictBook(int warehouse, Baseline.District baseline) {
        this.warehouse = warehouse;
        this.baseline = baseline;
        this.lastMade = baseline.nextOrderId() - 1;
        this.lastDelivered = baseline.oldestOpenOrderId() - 1;
    }

    void made(LedgerEntry.NewOrder entry, LedgerFindings findings) {
        int order = entry.order();
        boolean isCommitted = entry.outcome() == Outcome.COMMITTED;
        if (isCommitted) {
            orders++;
            findings.checked(Rule.NEW_ORDERS, 1);
        }
        if (order < baseline.nextOrderId()) {
            if (isCommitted) {
                findings.violated(
                        Rule.DUPLICATES,
                        () -> name(order) + ": the number was given out before the run and again to customer "
                                + entry.customer());
            }
            return;
        }
        LedgerEntry.NewOrder there = made.get(order);
        if (there != null && there.outcome() == Outcome.COMMITTED && isCommitted) {
            findings.violated(
                    Rule.DUPLICATES,
                    () -> name(order) + ": the number was given out twice, to customers " + there.customer() + " and "
                            + entry.customer() + ", both committed: one of the two is lost");
        } else if (isCommitted || there == null || there.outcome() == Outcome.FAILED) {
            made.put(order, entry);
            lastMade = Math.max(lastMade, order);
        }
    }

    void delivered(LedgerEntry.Delivery delivery, int order, LedgerFindings findings) {
        boolean isCommitted = delivery.outcome() == Outcome.COMMITTED;
        if (isCommitted) {
            findings.checked(Rule.DELIVERIES, 1);
        }
        if (order < baseline.oldestOpenOrderId()) {
            findings.violated(
                    Rule.DUPLICATES,
                    () -> name(order) + ": it was delivered before the run and again by carrier " + delivery.carrier());
            return;
        }
        LedgerEntry.Delivery there = deliveries.get(order);
        if (there == null || there.outcome() != Outcome.COMMITTED) {
            deliveries.put(order, delivery);
            lastDelivered = Math.max(lastDelivered, order);
        } else if (isCommitted) {
            findings.violated(
                    Rule.DUPLICATES,
                    () -> name(order) + ": it was delivered twice, both committed: one of the two is lost");
        }
    }

    LedgerEntry.@Nullable NewOrder made(int order) {
        return made.get(order);
    }

    LedgerEntry.@Nullable Delivery delivery(int order) {
        return deliveries.get(order);
    }

    int lastOrder() {
        return Math.max(lastMade, lastDelivered);
    }

    String name(int order) {
        return "order w=" + warehouse + " d=" + baseline.id() + " o=" + order;
    }
}
