package io.bmsql.ledger;

import io.bmsql.spec.Outcome;
import io.bmsql.spec.Scale;
import io.bmsql.spec.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * Where one worker writes down how its transactions ended. Adding an entry allocates nothing and never waits for the disk:
 * when no empty page is left the entry is dropped and the ledger is marked as incomplete.
 *
 * <p>Used by its worker; the writing thread takes what is there once a second. The lock between the two is held for
 * nanoseconds.
 */
public final class WorkerLedger {
    private final LedgerWriter writer;
    private @Nullable LedgerPage page;
    private @Nullable LedgerPage current;

    WorkerLedger(LedgerWriter writer, LedgerPage page) {
        this.writer = writer;
        this.page = page;
    }

    /**
     * A New-Order.
     *
     * @param orderId 0 when it came to none
     * @param totalCents what the order costs, discount and taxes included
     */
    public synchronized void newOrder(
            Outcome outcome, int warehouse, int district, int orderId, int customer, int lines, long totalCents) {
        if (begin(TransactionType.NEW_ORDER, outcome, LedgerFormat.NEW_ORDER_BYTES)) {
            LedgerPage to = current();
            to.putInt(warehouse);
            to.putByte(district);
            to.putInt(orderId);
            to.putShort(customer);
            to.putByte(lines);
            to.putInt((int) totalCents);
        }
    }

    /** A Payment in a district's office by a customer, who may be of another warehouse. */
    public synchronized void payment(
            Outcome outcome,
            int warehouse,
            int district,
            int customerWarehouse,
            int customerDistrict,
            int customer,
            long cents) {
        if (begin(TransactionType.PAYMENT, outcome, LedgerFormat.PAYMENT_BYTES)) {
            LedgerPage to = current();
            to.putInt(warehouse);
            to.putByte(district);
            to.putInt(customerWarehouse);
            to.putByte(customerDistrict);
            to.putShort(customer);
            to.putInt((int) cents);
        }
    }

    /**
     * The deferred part of a Delivery.
     *
     * @param orders tells the order that was delivered in each district
     */
    public synchronized void delivery(Outcome outcome, int warehouse, int carrier, DeliveredOrders orders) {
        if (begin(TransactionType.DELIVERY_BG, outcome, LedgerFormat.DELIVERY_BYTES)) {
            LedgerPage to = current();
            to.putInt(warehouse);
            to.putByte(carrier);
            for (int district = 1; district <= Scale.DISTRICTS_PER_WAREHOUSE; district++) {
                to.putInt(orders.orderId(district));
            }
        }
    }

    /** What a delivery delivered. */
    @FunctionalInterface
    public interface DeliveredOrders {
        /** The order delivered in district 1..10, 0 when the district was skipped. */
        int orderId(int district);
    }

    /** Makes room and writes the tag; false when the entry has to be dropped. */
    private boolean begin(TransactionType type, Outcome outcome, int bytes) {
        LedgerPage to = page;
        if (to == null || !to.hasRoom(bytes)) {
            to = writer.exchange(to);
            page = to;
            if (to == null) {
                writer.dropped();
                return false;
            }
        }
        current = to;
        to.putByte(LedgerFormat.tag(type, outcome));
        return true;
    }

    private LedgerPage current() {
        LedgerPage to = current;
        if (to == null) {
            throw new IllegalStateException("an entry was not begun");
        }
        return to;
    }

    /** The entries until now, for the empty page; null, and nothing is exchanged, when there are none. */
    synchronized @Nullable LedgerPage take(LedgerPage empty) {
        LedgerPage filled = page;
        if (filled == null || filled.isEmpty()) {
            return null;
        }
        page = empty;
        return filled;
    }
}
