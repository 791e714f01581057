package io.bmsql.terminal;

import io.bmsql.ledger.WorkerLedger;
import io.bmsql.spec.Outcome;
import io.bmsql.workload.TransactionInput;
import org.jspecify.annotations.Nullable;

/** Writes a worker's transactions into its ledger: those that change something, unless they were rolled back as planned. */
final class Bookkeeper implements WorkerLedger.DeliveredOrders {
    private final WorkerLedger ledger;
    private @Nullable TransactionInput delivery;

    Bookkeeper(WorkerLedger ledger) {
        this.ledger = ledger;
    }

    /** Writes down how a transaction ended; part of the hot path. */
    void enter(TransactionInput input, Outcome outcome) {
        if (outcome == Outcome.ROLLED_BACK) {
            return;
        }
        switch (input.type()) {
            case NEW_ORDER ->
                ledger.newOrder(
                        outcome,
                        input.warehouseId(),
                        input.districtId(),
                        input.orderId(),
                        input.customerId(),
                        input.lineCount(),
                        input.totalCents());
            case PAYMENT ->
                ledger.payment(
                        outcome,
                        input.warehouseId(),
                        input.districtId(),
                        input.customerWarehouseId(),
                        input.customerDistrictId(),
                        input.foundCustomerId(),
                        input.paymentCents());
            case DELIVERY_BG -> {
                delivery = input;
                ledger.delivery(outcome, input.warehouseId(), input.carrierId(), this);
            }
            case ORDER_STATUS, STOCK_LEVEL, DELIVERY -> {
                // They change nothing.
            }
        }
    }

    @Override
    public int orderId(int district) {
        return delivery == null ? 0 : delivery.deliveredOrderId(district);
    }
}
