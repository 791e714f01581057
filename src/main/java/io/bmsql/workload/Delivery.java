package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.Scale;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/**
 * The deferred part of Delivery, clause 2.7: the oldest open order of each of the ten districts, in one transaction.
 *
 * <p>Another delivery may take an order between our look and our delete; then nothing is deleted and we look again. That
 * ends under every isolation level: READ COMMITTED shows the next order; a server with snapshots either reports a
 * serialization failure itself, or shows the same order for ever (MySQL's default), and then we report one after a few
 * looks, so that the transaction starts again with a fresh snapshot.
 */
final class Delivery implements TransactionBody {
    /** SQL standard. */
    static final String SERIALIZATION_FAILURE = "40001";

    private static final int MAX_LOOKS = 10;
    private static final int NONE = 0;

    private final BoundStatement oldestNewOrder;
    private final BoundStatement deleteNewOrder;
    private final BoundStatement updateOrder;
    private final BoundStatement customerOfOrder;
    private final BoundStatement updateLines;
    private final BoundStatement sumLines;
    private final BoundStatement updateCustomer;

    Delivery(WorkerConnection connection) throws SQLException {
        oldestNewOrder = connection.statement(StatementId.DELIVERY_OLDEST_NEW_ORDER);
        deleteNewOrder = connection.statement(StatementId.DELIVERY_DELETE_NEW_ORDER);
        updateOrder = connection.statement(StatementId.DELIVERY_UPDATE_ORDER);
        customerOfOrder = connection.statement(StatementId.DELIVERY_CUSTOMER_OF_ORDER);
        updateLines = connection.statement(StatementId.DELIVERY_UPDATE_LINES);
        sumLines = connection.statement(StatementId.DELIVERY_SUM_LINES);
        updateCustomer = connection.statement(StatementId.DELIVERY_UPDATE_CUSTOMER);
    }

    @Override
    public Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        for (int district = 1; district <= Scale.DISTRICTS_PER_WAREHOUSE; district++) {
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
            int orderId = findOldest(warehouse, district);
            if (orderId == NONE || deleteNewOrder.key(warehouse, district, orderId).update() > 0) {
                return orderId;
            }
        }
        throw new SQLException(
                "the oldest new order of warehouse " + warehouse + ", district " + district
                        + " was taken by another transaction " + MAX_LOOKS + " times",
                SERIALIZATION_FAILURE);
    }

    private int findOldest(int warehouse, int district) throws SQLException {
        try (ResultSet row = oldestNewOrder.key(warehouse, district).query()) {
            return row.next() ? row.getInt(1) : NONE;
        }
    }

    private void deliver(TransactionInput input, int district, int orderId, Timestamp now)
            throws SQLException, MissingRowException {
        int warehouse = input.warehouseId;
        updateOrder.key(warehouse, district, orderId).setInt(4, input.carrierId);
        updateOrder.update();
        int customerId = customerOf(warehouse, district, orderId);
        updateLines.key(warehouse, district, orderId).setTimestamp(4, now);
        updateLines.update();
        long cents = sumOf(warehouse, district, orderId);
        updateCustomer.key(warehouse, district, customerId).setCents(4, cents);
        updateCustomer.update();
        input.deliveredCustomerIds[district - 1] = customerId;
        input.deliveredCents[district - 1] = cents;
    }

    private int customerOf(int warehouse, int district, int orderId) throws SQLException, MissingRowException {
        try (ResultSet row = customerOfOrder.key(warehouse, district, orderId).query()) {
            if (!row.next()) {
                throw MissingRowException.of("order " + orderId, warehouse, district);
            }
            return row.getInt(1);
        }
    }

    private long sumOf(int warehouse, int district, int orderId) throws SQLException, MissingRowException {
        try (ResultSet row = sumLines.key(warehouse, district, orderId).query()) {
            if (!row.next() || row.getBigDecimal(1) == null) {
                throw MissingRowException.of("lines of order " + orderId, warehouse, district);
            }
            return Decimals.cents(row, 1);
        }
    }
}
