package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.Scale;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.Arrays;
import org.apache.commons.lang3.function.FailableIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The deferred part of Delivery, clause 2.7: the oldest open order of each of the ten districts, in one transaction. The
 * batched form does each step for all ten districts at once.
 *
 * <p>Another delivery may take an order between our look and our delete; then nothing is deleted and we look again. That
 * ends under every isolation level: READ COMMITTED shows the next order; a server with snapshots either reports a
 * serialization failure itself, or shows the same order for ever (MySQL's default), and then we report one after a few
 * looks, so that the transaction starts again with a fresh snapshot. The batched form reports one at once.
 */
final class Delivery implements TransactionSet.Body {
    private static final int DISTRICTS = Scale.DISTRICTS_PER_WAREHOUSE;
    private static final int MAX_LOOKS = 10;
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final int NONE = 0;

    private final boolean isBatched;
    private final BoundStatement oldestNewOrders;
    private final BoundStatement deleteNewOrder;
    private final BoundStatement updateOrder;
    private final BoundStatement customersOfOrders;
    private final BoundStatement updateLines;
    private final BoundStatement sumLines;
    private final BoundStatement updateCustomer;
    /** Charges all customers; null in the plain form and where the dialect has no such statement. */
    private final @Nullable BoundStatement charge;

    Delivery(WorkerConnection connection, boolean isBatched) throws SQLException {
        this.isBatched = isBatched;
        oldestNewOrders = connection.statement(
                isBatched ? StatementId.BATCH_OLDEST_NEW_ORDERS : StatementId.DELIVERY_OLDEST_NEW_ORDER);
        deleteNewOrder = connection.statement(StatementId.DELIVERY_DELETE_NEW_ORDER);
        updateOrder = connection.statement(StatementId.DELIVERY_UPDATE_ORDER);
        customersOfOrders = connection.statement(
                isBatched ? StatementId.BATCH_CUSTOMERS_OF_ORDERS : StatementId.DELIVERY_CUSTOMER_OF_ORDER);
        updateLines = connection.statement(StatementId.DELIVERY_UPDATE_LINES);
        sumLines = connection.statement(isBatched ? StatementId.BATCH_SUM_LINES : StatementId.DELIVERY_SUM_LINES);
        updateCustomer = connection.statement(StatementId.DELIVERY_UPDATE_CUSTOMER);
        charge = isBatched && connection.dialect().has(StatementId.BATCH_CHARGE)
                ? connection.last(StatementId.BATCH_CHARGE, true)
                : null;
    }

    @Override
    public Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        if (isBatched) {
            deliverAll(input, now);
            return Outcome.COMMITTED;
        }
        for (int district = 1; district <= DISTRICTS; district++) {
            int orderId = takeOldest(input.warehouseId, district);
            input.deliveredOrderIds[district - 1] = orderId;
            if (orderId == NONE) {
                input.skippedDistricts++;
            } else {
                deliver(input, district, orderId, now);
            }
        }
        return Outcome.COMMITTED;
    }

    /** Deletes the oldest open order of a district and returns its number, {@link #NONE} when the district has none. */
    private int takeOldest(int warehouse, int district) throws SQLException {
        for (int look = 0; look < MAX_LOOKS; look++) {
            int orderId;
            try (ResultSet row = oldestNewOrders.key(warehouse, district).query()) {
                orderId = row.next() ? row.getInt(1) : NONE;
            }
            if (orderId == NONE
                    || deleteNewOrder.key(warehouse, district, orderId).update() > 0) {
                return orderId;
            }
        }
        throw new SQLException(
                "the oldest new order of warehouse " + warehouse + ", district " + district
                        + " was taken by another transaction " + MAX_LOOKS + " times",
                SERIALIZATION_FAILURE);
    }

    private void deliver(TransactionInput input, int district, int orderId, Timestamp now)
            throws SQLException, MissingRowException {
        int warehouse = input.warehouseId;
        updateOrder.key(warehouse, district, orderId).setInt(4, input.carrierId);
        updateOrder.update();
        int customerId;
        try (ResultSet row = customersOfOrders.key(warehouse, district, orderId).query()) {
            MissingRowException.require(row.next(), "order", orderId, warehouse, district);
            customerId = row.getInt(1);
        }
        updateLines.key(warehouse, district, orderId).setTimestamp(4, now);
        updateLines.update();
        long cents;
        try (ResultSet row = sumLines.key(warehouse, district, orderId).query()) {
            boolean isThere = row.next() && row.getBigDecimal(1) != null;
            MissingRowException.require(isThere, "lines of order", orderId, warehouse, district);
            cents = Decimals.cents(row, 1);
        }
        updateCustomer.key(warehouse, district, customerId).setCents(4, cents);
        updateCustomer.update();
        input.deliveredCustomerIds[district - 1] = customerId;
        input.deliveredCents[district - 1] = cents;
    }

    /** One batch after the other: rows gathered for a second one would outlive the failure of the first. */
    private void deliverAll(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        int[] orderIds = input.deliveredOrderIds;
        input.skippedDistricts = DISTRICTS;
        oldestNewOrders.setInt(1, input.warehouseId);
        try (ResultSet rows = oldestNewOrders.query()) {
            while (rows.next()) {
                orderIds[rows.getInt(1) - 1] = rows.getInt(2);
                input.skippedDistricts--;
            }
        }
        if (input.skippedDistricts == DISTRICTS) {
            return;
        }
        for (int deleted : forEachOrder(deleteNewOrder, input, orderIds, at -> {})) {
            if (deleted == 0 || deleted == Statement.EXECUTE_FAILED) {
                throw new SQLException(
                        "a new order of warehouse " + input.warehouseId + " was taken by another transaction",
                        SERIALIZATION_FAILURE);
            }
        }
        forEachOrder(updateOrder, input, orderIds, at -> updateOrder.setInt(4, input.carrierId));
        forEachOrder(updateLines, input, orderIds, at -> updateLines.setTimestamp(4, now));
        readAllCustomers(input);
        readAllSums(input);
        if (charge != null) {
            charge.setInt(1, input.warehouseId);
            charge.setList(2, DISTRICTS, at -> input.deliveredCustomerIds[at]);
            charge.setList(3, DISTRICTS, at -> input.deliveredCents[at]);
            charge.update();
            return;
        }
        forEachOrder(updateCustomer, input, input.deliveredCustomerIds, at -> {
            updateCustomer.setCents(4, input.deliveredCents[at]);
        });
    }

    /**
     * Sends a batch of a row for each district that has an order, by warehouse, district and one of these numbers.
     *
     * @param rest binds what the statement takes beside its key, for the district - 1
     */
    private static int[] forEachOrder(
            BoundStatement statement, TransactionInput input, int[] ids, FailableIntConsumer<SQLException> rest)
            throws SQLException {
        for (int at = 0; at < DISTRICTS; at++) {
            if (input.deliveredOrderIds[at] != NONE) {
                statement.key(input.warehouseId, at + 1, ids[at]);
                rest.accept(at);
                statement.addBatch();
            }
        }
        return statement.executeBatch();
    }

    private static ResultSet query(BoundStatement statement, TransactionInput input) throws SQLException {
        statement.setInt(1, input.warehouseId);
        for (int at = 0; at < DISTRICTS; at++) {
            statement.setInt(at + 2, input.deliveredOrderIds[at]);
        }
        return statement.query();
    }

    private void readAllCustomers(TransactionInput input) throws SQLException, MissingRowException {
        try (ResultSet rows = query(customersOfOrders, input)) {
            while (rows.next()) {
                input.deliveredCustomerIds[rows.getInt(1) - 1] = rows.getInt(2);
            }
        }
        for (int at = 0; at < DISTRICTS; at++) {
            require(input.deliveredCustomerIds[at] != NONE, "order", input, at);
        }
    }

    private void readAllSums(TransactionInput input) throws SQLException, MissingRowException {
        Arrays.fill(input.deliveredCents, -1);
        try (ResultSet rows = query(sumLines, input)) {
            while (rows.next()) {
                input.deliveredCents[rows.getInt(1) - 1] = Decimals.cents(rows, 2);
            }
        }
        for (int at = 0; at < DISTRICTS; at++) {
            require(input.deliveredCents[at] >= 0, "lines of order", input, at);
        }
    }

    private static void require(boolean isThere, String what, TransactionInput input, int at)
            throws MissingRowException {
        int orderId = input.deliveredOrderIds[at];
        MissingRowException.require(orderId == NONE || isThere, what, orderId, input.warehouseId, at + 1);
    }
}
