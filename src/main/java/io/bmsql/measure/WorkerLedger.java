package io.bmsql.measure;

import io.bmsql.result.LedgerFile;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.TransactionInput;
import io.bmsql.workload.Workload;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where one worker writes down how its transactions ended. An entry allocates nothing and never waits for the disk:
 * without an empty page it is dropped, and the ledger marked incomplete. Once a second the writing thread takes what is
 * there.
 */
public final class WorkerLedger {
    private final LedgerWriter writer;
    private @Nullable ByteBuffer page;

    WorkerLedger(LedgerWriter writer, ByteBuffer page) {
        this.writer = writer;
        this.page = page;
    }

    /** Writes down what changed something, or may have: as it was keyed in, as the last attempt found it, and when it ended. */
    public synchronized void enter(Workload.Request request, Outcome outcome, long endNanos) {
        if (!(request instanceof TransactionInput input)) {
            return;
        }
        switch (input.type) {
            case NEW_ORDER -> {
                ByteBuffer to = begin(input.type, outcome, endNanos, LedgerFile.NEW_ORDER_BYTES);
                if (to != null) {
                    to.putInt(input.warehouseId).put((byte) input.districtId).putInt(input.orderId);
                    to.putShort((short) input.customerId)
                            .put((byte) input.lineCount)
                            .putInt((int) input.totalCents);
                }
            }
            case PAYMENT -> {
                ByteBuffer to = begin(input.type, outcome, endNanos, LedgerFile.PAYMENT_BYTES);
                if (to != null) {
                    to.putInt(input.warehouseId).put((byte) input.districtId);
                    to.putInt(input.customerWarehouseId).put((byte) input.customerDistrictId);
                    to.putShort((short) input.foundCustomerId).putInt((int) input.paymentCents);
                }
            }
            case DELIVERY_BG -> {
                ByteBuffer to = begin(input.type, outcome, endNanos, LedgerFile.DELIVERY_BYTES);
                if (to != null) {
                    to.putInt(input.warehouseId).put((byte) input.carrierId);
                    for (int at = 0; at < Scale.DISTRICTS_PER_WAREHOUSE; at++) {
                        to.putInt(input.deliveredOrderIds[at]);
                    }
                }
            }
            case ORDER_STATUS, STOCK_LEVEL, DELIVERY -> {
                // They change nothing.
            }
        }
    }

    /** Writes the tag and the time, in a new page if need be; null when the entry has to be dropped. */
    private @Nullable ByteBuffer begin(TpccTransaction type, Outcome outcome, long endNanos, int bytes) {
        ByteBuffer to = page;
        if (to == null || to.remaining() < bytes) {
            to = writer.exchange(to);
            page = to;
            if (to == null) {
                writer.dropped();
                return null;
            }
        }
        return to.put(LedgerFile.tag(type, outcome)).putInt(writer.millisAt(endNanos));
    }

    /** The entries until now, for the empty page; null, and nothing is exchanged, when there are none. */
    synchronized @Nullable ByteBuffer take(ByteBuffer empty) {
        ByteBuffer filled = page;
        if (filled == null || LedgerFile.isEmpty(filled)) {
            return null;
        }
        page = empty;
        return filled;
    }
}
