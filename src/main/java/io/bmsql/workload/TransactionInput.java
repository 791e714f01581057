package io.bmsql.workload;

import io.bmsql.spec.LastName;
import io.bmsql.spec.Scale;
import io.bmsql.spec.TransactionType;
import java.util.Arrays;

/**
 * What a terminal keyed in for one transaction, and what the transaction found. One object belongs to one terminal (or,
 * for deferred deliveries, to one worker) and is filled again for each transaction, so that the hot path allocates nothing.
 *
 * <p>Inputs stay as they are while the transaction is attempted again; outputs are those of the last attempt. Fields of
 * other transaction types hold leftovers. Used by one thread at a time.
 */
public final class TransactionInput {
    // Inputs of all types.
    TransactionType type = TransactionType.NEW_ORDER;
    int warehouseId;
    int districtId;

    // New-Order, Payment and Order-Status: the customer.
    int customerWarehouseId;
    int customerDistrictId;
    int customerId;
    boolean byLastName;
    String lastName = LastName.of(0);

    // New-Order: the lines in the order in which they are processed.
    int lineCount;
    final int[] lineNumbers = new int[Scale.MAX_ORDER_LINES];
    final int[] itemIds = new int[Scale.MAX_ORDER_LINES];
    final int[] supplyWarehouseIds = new int[Scale.MAX_ORDER_LINES];
    final int[] quantities = new int[Scale.MAX_ORDER_LINES];
    int remoteLines;
    boolean plannedRollback;

    long paymentCents;
    int carrierId;
    int threshold;

    // Outputs.
    int foundCustomerId;
    int orderId;
    long totalCents;
    int lowStock;
    int skippedDistricts;
    final int[] deliveredOrderIds = new int[Scale.DISTRICTS_PER_WAREHOUSE];
    final int[] deliveredCustomerIds = new int[Scale.DISTRICTS_PER_WAREHOUSE];
    final long[] deliveredCents = new long[Scale.DISTRICTS_PER_WAREHOUSE];

    /** Keys in a delivery for the background: the whole warehouse, without a district (clause 2.7.2). */
    public void keyDeferredDelivery(int warehouse, int carrier) {
        type = TransactionType.DELIVERY_BG;
        warehouseId = warehouse;
        carrierId = carrier;
    }

    /**
     * Keys in a New-Order of one piece of each item, all from the home warehouse.
     *
     * @param items existing ones, 5 to 15, ascending
     */
    public void keyNewOrder(int warehouse, int district, int customer, int... items) {
        type = TransactionType.NEW_ORDER;
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
        type = TransactionType.PAYMENT;
        keyCustomer(warehouse, district, customer);
        paymentCents = cents;
    }

    /** Keys in an Order-Status of a customer, by number. */
    public void keyOrderStatus(int warehouse, int district, int customer) {
        type = TransactionType.ORDER_STATUS;
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

    /** Sets what a stored procedure found: the customer that was meant. */
    public void foundCustomer(int customer) {
        foundCustomerId = customer;
    }

    /** Sets what a stored procedure found: the order made or shown. */
    public void foundOrder(int order) {
        orderId = order;
    }

    /** Sets what a stored procedure found: what the order costs, cents. */
    public void foundTotal(long cents) {
        totalCents = cents;
    }

    /** Sets what a stored procedure found: items below the threshold. */
    public void foundLowStock(int items) {
        lowStock = items;
    }

    /**
     * Sets what a stored procedure delivered in a district, 1..10. The customer of the order stays unknown.
     *
     * @param order 0 when the district was skipped
     */
    public void delivered(int district, int order) {
        deliveredOrderIds[district - 1] = order;
        deliveredCustomerIds[district - 1] = 0;
        deliveredCents[district - 1] = 0;
        skippedDistricts += order == 0 ? 1 : 0;
    }

    /** Forgets what an earlier attempt found. */
    void clearOutputs() {
        foundCustomerId = 0;
        orderId = 0;
        totalCents = 0;
        lowStock = 0;
        skippedDistricts = 0;
        Arrays.fill(deliveredOrderIds, 0);
    }

    public TransactionType type() {
        return type;
    }

    /** Home warehouse of the transaction, 1..W. */
    public int warehouseId() {
        return warehouseId;
    }

    /** District 1..10; without meaning for deliveries. */
    public int districtId() {
        return districtId;
    }

    /** The customer's warehouse: for Payment it may be another than {@link #warehouseId()}. */
    public int customerWarehouseId() {
        return customerWarehouseId;
    }

    public int customerDistrictId() {
        return customerDistrictId;
    }

    /** The keyed customer number 1..3000, without meaning when the customer is looked for by name. */
    public int customerId() {
        return customerId;
    }

    /** True when Payment or Order-Status looks for the customer by last name (clauses 2.5.1.2 and 2.6.1.2). */
    public boolean isByLastName() {
        return byLastName;
    }

    public String lastName() {
        return lastName;
    }

    /** Lines of the New-Order, 5..15. */
    public int lineCount() {
        return lineCount;
    }

    /** The number that the terminal gave to the line at this index (0-based, in processing order). */
    public int lineNumber(int index) {
        return lineNumbers[index];
    }

    public int itemId(int index) {
        return itemIds[index];
    }

    public int supplyWarehouseId(int index) {
        return supplyWarehouseIds[index];
    }

    /** Ordered pieces, 1..10. */
    public int quantity(int index) {
        return quantities[index];
    }

    /** Lines of the New-Order that another warehouse supplies. */
    public int remoteLines() {
        return remoteLines;
    }

    /** True when the New-Order names an item that does not exist and so ends in a rollback (clause 2.4.1.4). */
    public boolean isPlannedRollback() {
        return plannedRollback;
    }

    /** True when the Payment's customer belongs to another warehouse. */
    public boolean isRemotePayment() {
        return customerWarehouseId != warehouseId;
    }

    public long paymentCents() {
        return paymentCents;
    }

    /** Carrier of a delivery, 1..10. */
    public int carrierId() {
        return carrierId;
    }

    /** Stock-Level's threshold, 10..20. */
    public int threshold() {
        return threshold;
    }

    /** Output: the customer number that was used, found by name or as keyed. */
    public int foundCustomerId() {
        return foundCustomerId;
    }

    /** Output: the order made by New-Order or shown by Order-Status. */
    public int orderId() {
        return orderId;
    }

    /** Output of New-Order: what the order costs, discount and taxes included, cents. */
    public long totalCents() {
        return totalCents;
    }

    /** Output of Stock-Level: items below the threshold. */
    public int lowStock() {
        return lowStock;
    }

    /** Output of a delivery: districts without an open order. */
    public int skippedDistricts() {
        return skippedDistricts;
    }

    /** Output of a delivery: the order delivered in district 1..10, 0 when the district was skipped. */
    public int deliveredOrderId(int district) {
        return deliveredOrderIds[district - 1];
    }

    /** Output of a delivery: whose order it was. */
    public int deliveredCustomerId(int district) {
        return deliveredCustomerIds[district - 1];
    }

    /** Output of a delivery: what was added to that customer's balance, cents. */
    public long deliveredCents(int district) {
        return deliveredCents[district - 1];
    }
}
