package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Order-Status, clause 2.6: a customer's newest order with its lines. Reads only. */
final class OrderStatus {
    private final CustomerByName customerByName;
    private final BoundStatement customer;
    private final BoundStatement lastOrder;
    private final BoundStatement lines;

    OrderStatus(WorkerConnection connection) throws SQLException {
        customerByName = new CustomerByName(connection.statement(StatementId.ORDER_STATUS_CUSTOMERS_BY_NAME));
        customer = connection.statement(StatementId.ORDER_STATUS_CUSTOMER);
        lastOrder = connection.statement(StatementId.ORDER_STATUS_LAST_ORDER);
        lines = connection.statement(StatementId.ORDER_STATUS_LINES);
    }

    /** Everything but the commit. */
    Outcome execute(TransactionInput input) throws SQLException, MissingRowException {
        input.foundCustomerId = input.byLastName ? customerByName.find(input) : input.customerId;
        setDistrict(customer, input);
        customer.setInt(3, input.foundCustomerId);
        try (ResultSet row = customer.query()) {
            if (!row.next()) {
                throw missing("customer", input);
            }
        }
        setDistrict(lastOrder, input);
        lastOrder.setInt(3, input.foundCustomerId);
        try (ResultSet row = lastOrder.query()) {
            if (!row.next()) {
                throw missing("order of customer", input);
            }
            input.orderId = row.getInt(1);
        }
        readLines(input);
        return Outcome.COMMITTED;
    }

    private void readLines(TransactionInput input) throws SQLException, MissingRowException {
        setDistrict(lines, input);
        lines.setInt(3, input.orderId);
        try (ResultSet rows = lines.query()) {
            if (!rows.next()) {
                throw missing("line in order " + input.orderId + " of customer", input);
            }
            boolean more = true;
            while (more) {
                more = rows.next();
            }
        }
    }

    private static void setDistrict(BoundStatement statement, TransactionInput input) throws SQLException {
        statement.setInt(1, input.warehouseId);
        statement.setInt(2, input.districtId);
    }

    private static MissingRowException missing(String what, TransactionInput input) {
        return new MissingRowException("no " + what + " " + input.foundCustomerId + " in warehouse " + input.warehouseId
                + ", district " + input.districtId);
    }
}
