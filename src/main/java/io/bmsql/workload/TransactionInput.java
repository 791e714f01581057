package io.bmsql.workload;

import io.bmsql.tpcc.LastName;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TpccTransaction;
import java.util.Arrays;

/**
 * What a terminal keyed in for one transaction, and what the transaction found. One object belongs to one terminal (or,
 * for deferred deliveries, to one worker) and is filled again for each transaction, so that the hot path allocates nothing.
 *
 * <p>Inputs stay as they are while the transaction is attempted again; outputs are those of the last attempt. Fields of
 * other transaction types hold leftovers. Used by one thread at a time.
 */
public final class TransactionInput implements Workload.Deferred {
    static final int NOT_HEARD = -1;

    public TpccTransaction type = TpccTransaction.NEW_ORDER;
    /** Home warehouse of the transaction, 1..W. */
    public int warehouseId;
    /** 1..10; without meaning for deliveries. */
    public int districtId;

    /** The customer's warehouse: for Payment it may be another than the home. */
    public int customerWarehouseId;

    public int customerDistrictId;
    /** As keyed, 1..3000; without meaning when the customer is looked for by name. */
    public int customerId;
    /** Payment and Order-Status: the customer is looked for by last name (clauses 2.5.1.2 and 2.6.1.2). */
    public boolean byLastName;

    public String lastName = LastName.of(0);

    /** Lines of the New-Order, 5..15; the arrays hold them in the order in which they are processed. */
    public int lineCount;
    /** The numbers that the terminal gave to the lines. */
    public final int[] lineNumbers = new int[Scale.MAX_ORDER_LINES];

    public final int[] itemIds = new int[Scale.MAX_ORDER_LINES];
    public final int[] supplyWarehouseIds = new int[Scale.MAX_ORDER_LINES];
    public final int[] quantities = new int[Scale.MAX_ORDER_LINES];
    /** Lines that another warehouse supplies. */
    public int remoteLines;
    /** The New-Order names an item that does not exist and so ends in a rollback (clause 2.4.1.4). */
    public boolean plannedRollback;

    public long paymentCents;
    /** Delivery: 1..10. */
    public int carrierId;
    /** Stock-Level: 10..20. */
    public int threshold;

    /** Output: the customer number that was used, found by name or as keyed. */
    public int foundCustomerId;
    /** Output: the order made by New-Order or shown by Order-Status. */
    public int orderId;
    /** Output of Stock-Level: the district's next order number, 0 where the statements do not show it. */
    public int nextOrderId;
    /** Output of New-Order: what the order costs, discount and taxes included. */
    public long totalCents;
    /** Output of Stock-Level: items below the threshold. */
    public int lowStock;
    /** Output of a delivery: districts without an open order. */
    public int skippedDistricts;
    /** Output of a delivery by district - 1: the order, 0 when the district was skipped, NOT_HEARD until a procedure answers. */
    public final int[] deliveredOrderIds = new int[Scale.DISTRICTS_PER_WAREHOUSE];
    /** Output of a delivery by district - 1: whose order it was; 0 where a procedure does not say. */
    public final int[] deliveredCustomerIds = new int[Scale.DISTRICTS_PER_WAREHOUSE];
    /** Output of a delivery by district - 1: what was added to that customer's balance; 0 likewise. */
    public final long[] deliveredCents = new long[Scale.DISTRICTS_PER_WAREHOUSE];

    @Override
    public TpccTransaction type() {
        return type;
    }

    @Override
    public void describe(EndedTransaction ended) {
        ended.warehouseId = warehouseId;
        ended.districtId = districtId;
        ended.orderId = orderId;
        ended.customerId = foundCustomerId;
        ended.nextOrderId = nextOrderId;
        ended.skippedDistricts = type == TpccTransaction.DELIVERY_BG ? skippedDistricts : 0;
        ended.orderLines = lineCount;
        ended.remoteLines = remoteLines;
        ended.remotePayment = isRemotePayment();
        ended.byLastName = byLastName;
    }

    @Override
    public long left() {
        return (long) warehouseId << Byte.SIZE | carrierId;
    }

    @Override
    public void take(long left) {
        keyDeferredDelivery((int) (left >> Byte.SIZE), (int) left & 0xff);
    }

    /** Keys in a delivery for the background: the whole warehouse, without a district (clause 2.7.2). */
    public void keyDeferredDelivery(int warehouse, int carrier) {
        type = TpccTransaction.DELIVERY_BG;
        warehouseId = warehouse;
        carrierId = carrier;
    }

    /** Keys in a New-Order of one piece of each item, 5 to 15 ascending numbers, all from the home warehouse. */
    public void keyNewOrder(int warehouse, int district, int customer, int... items) {
        type = TpccTransaction.NEW_ORDER;
        keyCustomer(warehouse, district, customer);
        lineCount = items.length;
        remoteLines = 0;
        plannedRollback = false;
        for (int line = 0; line < items.length; line++) {
            lineNumbers[line] = line + 1;
            itemIds[line] = items[line];
            supplyWarehouseIds[line] = warehouse;
            quantities[line] = 1;
        }
    }

    /** Keys in a Payment of a customer at home, by number. */
    public void keyPayment(int warehouse, int district, int customer, long cents) {
        type = TpccTransaction.PAYMENT;
        keyCustomer(warehouse, district, customer);
        paymentCents = cents;
    }

    public void keyOrderStatus(int warehouse, int district, int customer) {
        type = TpccTransaction.ORDER_STATUS;
        keyCustomer(warehouse, district, customer);
    }

    private void keyCustomer(int warehouse, int district, int customer) {
        warehouseId = warehouse;
        districtId = district;
        customerWarehouseId = warehouse;
        customerDistrictId = district;
        customerId = customer;
        byLastName = false;
    }

    void clearOutputs() {
        foundCustomerId = 0;
        orderId = 0;
        nextOrderId = 0;
        totalCents = 0;
        lowStock = 0;
        skippedDistricts = 0;
        Arrays.fill(deliveredOrderIds, 0);
        Arrays.fill(deliveredCustomerIds, 0);
        Arrays.fill(deliveredCents, 0);
    }

    /** The last name where the customer is looked for by it, else empty. */
    String keyedName() {
        return byLastName ? lastName : "";
    }

    public boolean isRemotePayment() {
        return customerWarehouseId != warehouseId;
    }
}
