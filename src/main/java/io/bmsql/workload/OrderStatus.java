package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/** Order-Status, clause 2.6: a customer's newest order with its lines. Reads only. */
final class OrderStatus implements TransactionSet.Body {
    private final CustomerByName customerByName;
    private final BoundStatement customer;
    private final BoundStatement lastOrder;
    private final BoundStatement lines;

    OrderStatus(WorkerConnection connection, boolean isBatched) throws SQLException {
        customerByName = new CustomerByName(connection.statement(StatementId.ORDER_STATUS_CUSTOMERS_BY_NAME));
        customer = connection.statement(StatementId.ORDER_STATUS_CUSTOMER);
        lastOrder = connection.statement(StatementId.ORDER_STATUS_LAST_ORDER);
        lines = connection.last(StatementId.ORDER_STATUS_LINES, isBatched);
    }

    @Override
    public Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        input.foundCustomerId = input.byLastName ? customerByName.find(input) : input.customerId;
        customer.key(input.warehouseId, input.districtId, input.foundCustomerId);
        try (ResultSet row = customer.query()) {
            require(row, "customer", input);
        }
        lastOrder.key(input.warehouseId, input.districtId, input.foundCustomerId);
        try (ResultSet row = lastOrder.query()) {
            require(row, "order of customer", input);
            input.orderId = row.getInt(1);
        }
        lines.key(input.warehouseId, input.districtId, input.orderId);
        try (ResultSet rows = lines.query()) {
            if (!rows.next()) {
                throw MissingRowException.of(
                        "line in order " + input.orderId + " of customer " + input.foundCustomerId,
                        input.warehouseId,
                        input.districtId);
            }
            while (rows.next()) {
                // The terminal would show it.
            }
        }
        return Outcome.COMMITTED;
    }

    private static void require(ResultSet row, String what, TransactionInput input)
            throws SQLException, MissingRowException {
        MissingRowException.require(row.next(), what, input.foundCustomerId, input.warehouseId, input.districtId);
    }
}
