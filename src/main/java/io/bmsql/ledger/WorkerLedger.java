package io.bmsql.ledger;

import io.bmsql.spec.Outcome;
import io.bmsql.spec.Scale;
import io.bmsql.spec.TransactionType;
import java.nio.ByteBuffer;
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
    private @Nullable ByteBuffer page;

    WorkerLedger(LedgerWriter writer, ByteBuffer page) {
        this.writer = writer;
        this.page = page;
    }

    /** A New-Order; the order is 0 when it came to none, the total includes discount and taxes. */
    public synchronized void newOrder(
            Outcome outcome, int warehouse, int district, int orderId, int customer, int lines, long totalCents) {
        ByteBuffer to = begin(TransactionType.NEW_ORDER, outcome, LedgerFormat.NEW_ORDER_BYTES);
        if (to != null) {
            to.putInt(warehouse).put((byte) district).putInt(orderId);
            to.putShort((short) customer).put((byte) lines).putInt((int) totalCents);
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
        ByteBuffer to = begin(TransactionType.PAYMENT, outcome, LedgerFormat.PAYMENT_BYTES);
        if (to != null) {
            to.putInt(warehouse).put((byte) district);
            to.putInt(customerWarehouse).put((byte) customerDistrict);
            to.putShort((short) customer).putInt((int) cents);
        }
    }

    /** The deferred part of a Delivery: what was delivered by district - 1, 0 where the district was skipped. */
    public synchronized void delivery(Outcome outcome, int warehouse, int carrier, int[] orderIds) {
        ByteBuffer to = begin(TransactionType.DELIVERY_BG, outcome, LedgerFormat.DELIVERY_BYTES);
        if (to != null) {
            to.putInt(warehouse).put((byte) carrier);
            for (int at = 0; at < Scale.DISTRICTS_PER_WAREHOUSE; at++) {
                to.putInt(orderIds[at]);
            }
        }
    }

    /** Makes room and writes the tag; null when the entry has to be dropped. */
    private @Nullable ByteBuffer begin(TransactionType type, Outcome outcome, int bytes) {
        ByteBuffer to = page;
        if (to == null || to.remaining() < bytes) {
            to = writer.exchange(to);
            page = to;
            if (to == null) {
                writer.dropped();
                return null;
            }
        }
        return to.put(LedgerFormat.tag(type, outcome));
    }

    /** The entries until now, for the empty page; null, and nothing is exchanged, when there are none. */
    synchronized @Nullable ByteBuffer take(ByteBuffer empty) {
        ByteBuffer filled = page;
        if (filled == null || LedgerFormat.isEmpty(filled)) {
            return null;
        }
        page = empty;
        return filled;
    }
}
