package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/**
 * The first part of New-Order, clause 2.4.2.2: takes the district's next order number, looks up the customer, and inserts
 * the order. Locks the district.
 */
final class OrderHead {
    private final BoundStatement district;
    private final BoundStatement customer;
    private final BoundStatement nextOrderId;
    private final BoundStatement insertOrder;
    private final BoundStatement insertNewOrder;

    /** Ten-thousandths, of the order that was opened last. */
    private long taxes;

    private long discount;

    OrderHead(WorkerConnection connection) throws SQLException {
        district = connection.statement(StatementId.NEW_ORDER_DISTRICT);
        customer = connection.statement(StatementId.NEW_ORDER_CUSTOMER);
        nextOrderId = connection.statement(StatementId.NEW_ORDER_NEXT_ORDER_ID);
        insertOrder = connection.statement(StatementId.NEW_ORDER_INSERT_ORDER);
        insertNewOrder = connection.statement(StatementId.NEW_ORDER_INSERT_NEW_ORDER);
    }

    /** Statement by statement. */
    void open(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        taxes = readDistrict(input);
        readCustomer(input);
        nextOrderId.setInt(1, input.warehouseId);
        nextOrderId.setInt(2, input.districtId);
        nextOrderId.update();
        insertOrder(input, now);
    }

    /** All of it by one statement, Batch.openOrder. */
    void open(BoundStatement openOrder, TransactionInput input, Timestamp now)
            throws SQLException, MissingRowException {
        openOrder.setInt(1, input.warehouseId);
        openOrder.setInt(2, input.districtId);
        openOrder.setInt(3, input.customerId);
        openOrder.setInt(4, input.lineCount);
        openOrder.setInt(5, allLocal(input));
        openOrder.setTimestamp(6, now);
        try (ResultSet row = openOrder.query()) {
            if (!row.next()) {
                throw new MissingRowException("no district " + input.districtId + " in warehouse " + input.warehouseId
                        + ", or no customer " + input.customerId + " there");
            }
            input.orderId = row.getInt(2);
            taxes = Decimals.tenThousandths(row, 1) + Decimals.tenThousandths(row, 4);
            discount = Decimals.tenThousandths(row, 3);
        }
        input.foundCustomerId = input.customerId;
    }

    /** The taxes of warehouse and district together, ten-thousandths. */
    long taxes() {
        return taxes;
    }

    /** The customer's, ten-thousandths. */
    long discount() {
        return discount;
    }

    private void readCustomer(TransactionInput input) throws SQLException, MissingRowException {
        customer.setInt(1, input.warehouseId);
        customer.setInt(2, input.districtId);
        customer.setInt(3, input.customerId);
        try (ResultSet row = customer.query()) {
            if (!row.next()) {
                throw new MissingRowException("no customer " + input.customerId + " in warehouse " + input.warehouseId
                        + ", district " + input.districtId);
            }
            discount = Decimals.tenThousandths(row, 1);
            taxes += Decimals.tenThousandths(row, 4);
        }
        input.foundCustomerId = input.customerId;
    }

    /** Locks the district, takes its next order number and returns its tax in ten-thousandths. */
    private long readDistrict(TransactionInput input) throws SQLException, MissingRowException {
        district.setInt(1, input.warehouseId);
        district.setInt(2, input.districtId);
        try (ResultSet row = district.query()) {
            if (!row.next()) {
                throw new MissingRowException("no district " + input.districtId + " in warehouse " + input.warehouseId);
            }
            input.orderId = row.getInt(2);
            return Decimals.tenThousandths(row, 1);
        }
    }

    private void insertOrder(TransactionInput input, Timestamp now) throws SQLException {
        insertOrder.setInt(1, input.warehouseId);
        insertOrder.setInt(2, input.districtId);
        insertOrder.setInt(3, input.orderId);
        insertOrder.setInt(4, input.customerId);
        insertOrder.setInt(5, input.lineCount);
        insertOrder.setInt(6, allLocal(input));
        insertOrder.setTimestamp(7, now);
        insertOrder.update();
        insertNewOrder.setInt(1, input.warehouseId);
        insertNewOrder.setInt(2, input.districtId);
        insertNewOrder.setInt(3, input.orderId);
        insertNewOrder.update();
    }

    private static int allLocal(TransactionInput input) {
        return input.remoteLines == 0 ? 1 : 0;
    }
}
