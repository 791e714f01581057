package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.Scale;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The deferred part of Delivery with each step done for all ten districts at once. An order that another transaction took between
 * our look and our delete is a serialization failure: the transaction starts again.
 */
final class BatchedDelivery implements TransactionBody {
    private static final int DISTRICTS = Scale.DISTRICTS_PER_WAREHOUSE;
    /** SQL standard: serialization failure. */
    private static final String SERIALIZATION_FAILURE = "40001";

    private static final int NONE = 0;

    private final BoundStatement oldestNewOrders;
    private final BoundStatement deleteNewOrder;
    private final BoundStatement updateOrder;
    private final BoundStatement customersOfOrders;
    private final BoundStatement updateLines;
    private final BoundStatement sumLines;
    private final BoundStatement updateCustomer;

    BatchedDelivery(WorkerConnection connection) throws SQLException {
        oldestNewOrders = connection.statement(StatementId.BATCH_OLDEST_NEW_ORDERS);
        deleteNewOrder = connection.statement(StatementId.DELIVERY_DELETE_NEW_ORDER);
        updateOrder = connection.statement(StatementId.DELIVERY_UPDATE_ORDER);
        customersOfOrders = connection.statement(StatementId.BATCH_CUSTOMERS_OF_ORDERS);
        updateLines = connection.statement(StatementId.DELIVERY_UPDATE_LINES);
        sumLines = connection.statement(StatementId.BATCH_SUM_LINES);
        updateCustomer = connection.statement(StatementId.DELIVERY_UPDATE_CUSTOMER);
    }

    @Override
    public Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        findOldest(input);
        if (input.skippedDistricts == DISTRICTS) {
            return Outcome.COMMITTED;
        }
        takeOrders(input);
        giveCarrier(input);
        dateLines(input, now);
        readCustomers(input);
        readSums(input);
        payCustomers(input);
        return Outcome.COMMITTED;
    }

    private void findOldest(TransactionInput input) throws SQLException {
        Arrays.fill(input.deliveredOrderIds, NONE);
        int found = 0;
        oldestNewOrders.setInt(1, input.warehouseId);
        try (ResultSet rows = oldestNewOrders.query()) {
            while (rows.next()) {
                input.deliveredOrderIds[rows.getInt(1) - 1] = rows.getInt(2);
                found++;
            }
        }
        input.skippedDistricts = DISTRICTS - found;
    }

    private void takeOrders(TransactionInput input) throws SQLException {
        for (int district = 1; district <= DISTRICTS; district++) {
            if (bindOrder(deleteNewOrder, input, district)) {
                deleteNewOrder.addBatch();
            }
        }
        for (int deleted : deleteNewOrder.executeBatch()) {
            if (deleted == 0 || deleted == Statement.EXECUTE_FAILED) {
                throw new SQLException(
                        "a new order of warehouse " + input.warehouseId + " was taken by another transaction",
                        SERIALIZATION_FAILURE);
            }
        }
    }

    // One batch after the other: rows gathered for a second one would outlive the failure of the first.

    private void giveCarrier(TransactionInput input) throws SQLException {
        for (int district = 1; district <= DISTRICTS; district++) {
            if (bindOrder(updateOrder, input, district)) {
                updateOrder.setInt(4, input.carrierId);
                updateOrder.addBatch();
            }
        }
        updateOrder.executeBatch();
    }

    private void dateLines(TransactionInput input, Timestamp now) throws SQLException {
        for (int district = 1; district <= DISTRICTS; district++) {
            if (bindOrder(updateLines, input, district)) {
                updateLines.setTimestamp(4, now);
                updateLines.addBatch();
            }
        }
        updateLines.executeBatch();
    }

    private static boolean bindOrder(BoundStatement statement, TransactionInput input, int district)
            throws SQLException {
        int orderId = input.deliveredOrderIds[district - 1];
        if (orderId == NONE) {
            return false;
        }
        statement.setInt(1, input.warehouseId);
        statement.setInt(2, district);
        statement.setInt(3, orderId);
        return true;
    }

    private static void bindOrders(BoundStatement statement, TransactionInput input) throws SQLException {
        statement.setInt(1, input.warehouseId);
        for (int district = 1; district <= DISTRICTS; district++) {
            statement.setInt(district + 1, input.deliveredOrderIds[district - 1]);
        }
    }

    private void readCustomers(TransactionInput input) throws SQLException, MissingRowException {
        Arrays.fill(input.deliveredCustomerIds, NONE);
        bindOrders(customersOfOrders, input);
        try (ResultSet rows = customersOfOrders.query()) {
            while (rows.next()) {
                input.deliveredCustomerIds[rows.getInt(1) - 1] = rows.getInt(2);
            }
        }
        requireAll(input, "order", district -> input.deliveredCustomerIds[district - 1] != NONE);
    }

    private void readSums(TransactionInput input) throws SQLException, MissingRowException {
        Arrays.fill(input.deliveredCents, -1);
        bindOrders(sumLines, input);
        try (ResultSet rows = sumLines.query()) {
            while (rows.next()) {
                input.deliveredCents[rows.getInt(1) - 1] = Decimals.cents(rows, 2);
            }
        }
        requireAll(input, "lines of order", district -> input.deliveredCents[district - 1] >= 0);
    }

    private static void requireAll(TransactionInput input, String what, IntPredicate isThere)
            throws MissingRowException {
        for (int district = 1; district <= DISTRICTS; district++) {
            int orderId = input.deliveredOrderIds[district - 1];
            if (orderId != NONE && !isThere.test(district)) {
                throw new MissingRowException(
                        "no " + what + " " + orderId + " in warehouse " + input.warehouseId + ", district " + district);
            }
        }
    }

    private void payCustomers(TransactionInput input) throws SQLException {
        for (int district = 1; district <= DISTRICTS; district++) {
            if (input.deliveredOrderIds[district - 1] != NONE) {
                updateCustomer.setInt(1, input.warehouseId);
                updateCustomer.setInt(2, district);
                updateCustomer.setInt(3, input.deliveredCustomerIds[district - 1]);
                updateCustomer.setCents(4, input.deliveredCents[district - 1]);
                updateCustomer.addBatch();
            }
        }
        updateCustomer.executeBatch();
    }
}
