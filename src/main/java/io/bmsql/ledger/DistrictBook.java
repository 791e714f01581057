package io.bmsql.ledger;

import io.bmsql.ledger.LedgerFindings.Rule;
import io.bmsql.ledger.LedgerHeader.Baseline;
import io.bmsql.spec.Outcome;
import java.util.Arrays;

/**
 * What the ledger knows about the orders of one district: 12 bytes an order, found by its number. Filled from the ledger,
 * then held against the rows of the database in the order of their numbers.
 */
final class DistrictBook {
    /** Nothing known, or the values of {@link #state}. */
    static final int NOTHING = 0;

    static final int COMMITTED = 1;
    static final int UNKNOWN = 2;
    static final int FAILED = 3;
    private static final int STATE_MASK = 3;
    private static final int CUSTOMER_SHIFT = 2;
    private static final int CUSTOMER_MASK = 0xFFF;
    private static final int LINES_SHIFT = 14;
    private static final int LINES_MASK = 0xF;
    private static final int CENTS_SHIFT = 18;

    private static final int CARRIER_MASK = 0xF;
    private static final int DELIVERY_SHIFT = 4;
    private static final int SEEN = 1 << 8;

    private final int warehouse;
    private final Baseline.District baseline;
    private long[] made = new long[256];
    private int[] delivered = new int[256];
    private int lastMade;
    private int lastDelivered;
    private long committed;
    private long unknownHappened;
    private long paidCents;

    DistrictBook(int warehouse, Baseline.District baseline) {
        this.warehouse = warehouse;
        this.baseline = baseline;
        this.lastMade = baseline.nextOrderId() - 1;
        this.lastDelivered = baseline.oldestOpenOrderId() - 1;
    }

    static int state(Outcome outcome) {
        return switch (outcome) {
            case COMMITTED -> COMMITTED;
            case UNKNOWN -> UNKNOWN;
            case FAILED -> FAILED;
            case ROLLED_BACK -> NOTHING;
        };
    }

    /** Enters a New-Order. */
    void made(LedgerEntry.NewOrder entry, LedgerFindings findings) {
        int order = entry.order();
        boolean isCommitted = entry.outcome() == Outcome.COMMITTED;
        if (isCommitted) {
            committed++;
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
        int at = order - baseline.nextOrderId();
        made = grown(made, at);
        int there = state(made[at]);
        if (there == COMMITTED && isCommitted) {
            findings.violated(
                    Rule.DUPLICATES,
                    () -> name(order) + ": the number was given out twice, to customers " + customer(made[at]) + " and "
                            + entry.customer() + ", both committed: one of the two is lost");
            return;
        }
        if (there == NOTHING || there == FAILED || isCommitted) {
            made[at] = state(entry.outcome())
                    | (long) entry.customer() << CUSTOMER_SHIFT
                    | (long) entry.lines() << LINES_SHIFT
                    | (long) entry.totalCents() << CENTS_SHIFT;
            lastMade = Math.max(lastMade, order);
        }
    }

    /** Enters a delivered order. */
    void delivered(Outcome outcome, int carrier, int order, LedgerFindings findings) {
        if (outcome == Outcome.COMMITTED) {
            findings.checked(Rule.DELIVERIES, 1);
        }
        if (order < baseline.oldestOpenOrderId()) {
            findings.violated(
                    Rule.DUPLICATES,
                    () -> name(order) + ": it was delivered before the run and again by carrier " + carrier);
            return;
        }
        int at = order - baseline.oldestOpenOrderId();
        if (at >= delivered.length) {
            delivered = Arrays.copyOf(delivered, Math.max(2 * delivered.length, at + 1));
        }
        int there = delivered[at] >> DELIVERY_SHIFT & STATE_MASK;
        if (there == COMMITTED && outcome == Outcome.COMMITTED) {
            findings.violated(
                    Rule.DUPLICATES,
                    () -> name(order) + ": it was delivered twice, both committed: one of the two is lost");
        } else if (there != COMMITTED) {
            delivered[at] = carrier | state(outcome) << DELIVERY_SHIFT;
            lastDelivered = Math.max(lastDelivered, order);
        }
    }

    private static long[] grown(long[] array, int at) {
        return at < array.length ? array : Arrays.copyOf(array, Math.max(2 * array.length, at + 1));
    }

    /** The entry of an order, 0 for none. */
    long entry(int order) {
        int at = order - baseline.nextOrderId();
        return at >= 0 && at < made.length ? made[at] : NOTHING;
    }

    static int state(long entry) {
        return (int) entry & STATE_MASK;
    }

    static int customer(long entry) {
        return (int) (entry >> CUSTOMER_SHIFT) & CUSTOMER_MASK;
    }

    static int lines(long entry) {
        return (int) (entry >> LINES_SHIFT) & LINES_MASK;
    }

    static long cents(long entry) {
        return entry >> CENTS_SHIFT;
    }

    /** How the delivery of an order ended, {@link #NOTHING} without a delivery. */
    int deliveryState(int order) {
        return delivery(order) >> DELIVERY_SHIFT & STATE_MASK;
    }

    int carrier(int order) {
        return delivery(order) & CARRIER_MASK;
    }

    /** The database shows the delivery of unknown outcome. */
    void deliverySeen(int order) {
        delivered[order - baseline.oldestOpenOrderId()] |= SEEN;
    }

    /** True when the database shows the delivery of unknown outcome. */
    boolean isDeliverySeen(int order) {
        return (delivery(order) & SEEN) != 0;
    }

    private int delivery(int order) {
        int at = order - baseline.oldestOpenOrderId();
        return at >= 0 && at < delivered.length ? delivered[at] : NOTHING;
    }

    /** An order of unknown outcome is there. */
    void unknownHappened() {
        unknownHappened++;
    }

    /** A payment of this district took place. */
    void paid(long cents) {
        paidCents += cents;
    }

    /** New-Orders that took place as far as the ledger knows. */
    long orders() {
        return committed + unknownHappened;
    }

    long paidCents() {
        return paidCents;
    }

    /** The highest number that the ledger knows, made or delivered. */
    int lastOrder() {
        return Math.max(lastMade, lastDelivered);
    }

    int lastMade() {
        return lastMade;
    }

    Baseline.District baseline() {
        return baseline;
    }

    int warehouse() {
        return warehouse;
    }

    /** The key of an order as people read it. */
    String name(int order) {
        return "order w=" + warehouse + " d=" + baseline.id() + " o=" + order;
    }
}
