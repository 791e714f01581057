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
        // One batch after the other: rows gathered for a second one would outlive the failure of the first.
        forEachOrder(updateOrder, input, input.deliveredOrderIds, at -> updateOrder.setInt(4, input.carrierId));
        forEachOrder(updateLines, input, input.deliveredOrderIds, at -> updateLines.setTimestamp(4, now));
        readCustomers(input);
        readSums(input);
        forEachOrder(
                updateCustomer,
                input,
                input.deliveredCustomerIds,
                at -> updateCustomer.setCents(4, input.deliveredCents[at]));
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
        for (int deleted : forEachOrder(deleteNewOrder, input, input.deliveredOrderIds, at -> {})) {
            if (deleted == 0 || deleted == Statement.EXECUTE_FAILED) {
                throw new SQLException(
                        "a new order of warehouse " + input.warehouseId + " was taken by another transaction",
                        Delivery.SERIALIZATION_FAILURE);
            }
        }
    }

    /** What a statement takes beside its key. */
    private interface Binding {
        /** @param at district - 1 */
        void bind(int at) throws SQLException;
    }

    /** Sends a batch of a row for each district that has an order, by warehouse, district and one of these numbers. */
    private static int[] forEachOrder(BoundStatement statement, TransactionInput input, int[] ids, Binding rest)
            throws SQLException {
        for (int at = 0; at < DISTRICTS; at++) {
            if (input.deliveredOrderIds[at] != NONE) {
                statement.key(input.warehouseId, at + 1, ids[at]);
                rest.bind(at);
                statement.addBatch();
            }
        }
        return statement.executeBatch();
    }

    private static void bindOrders(BoundStatement statement, TransactionInput input) throws SQLException {
        statement.setInt(1, input.warehouseId);
        for (int at = 0; at < DISTRICTS; at++) {
            statement.setInt(at + 2, input.deliveredOrderIds[at]);
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
        requireAll(input, "order", at -> input.deliveredCustomerIds[at] != NONE);
    }

    private void readSums(TransactionInput input) throws SQLException, MissingRowException {
        Arrays.fill(input.deliveredCents, -1);
        bindOrders(sumLines, input);
        try (ResultSet rows = sumLines.query()) {
            while (rows.next()) {
                input.deliveredCents[rows.getInt(1) - 1] = Decimals.cents(rows, 2);
            }
        }
        requireAll(input, "lines of order", at -> input.deliveredCents[at] >= 0);
    }

    private static void requireAll(TransactionInput input, String what, IntPredicate isThere)
            throws MissingRowException {
        for (int at = 0; at < DISTRICTS; at++) {
            int orderId = input.deliveredOrderIds[at];
            if (orderId != NONE && !isThere.test(at)) {
                throw MissingRowException.of(what + " " + orderId, input.warehouseId, at + 1);
            }
        }
    }
}
