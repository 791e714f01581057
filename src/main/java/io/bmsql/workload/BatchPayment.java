package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/** Payment of the batched form: two statements, each of which changes two tables. Locks are those of {@link Payment}, in its order. */
final class BatchPayment implements TransactionSet.Body {
    private final BoundStatement pay;
    private final BoundStatement payCustomer;

    BatchPayment(WorkerConnection connection) throws SQLException {
        pay = connection.statement(StatementId.BATCH_PAY);
        payCustomer = connection.last(StatementId.BATCH_PAY_CUSTOMER, true);
    }

    @Override
    public Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        pay.key(input.warehouseId, input.districtId).setCents(3, input.paymentCents);
        String places;
        try (ResultSet row = pay.query()) {
            MissingRowException.requireDistrict(row.next(), input);
            places = row.getString(2) + Payment.BETWEEN_NAMES + row.getString(1);
        }
        payCustomer.key(input.customerWarehouseId, input.customerDistrictId, input.customerId);
        payCustomer.setString(4, input.keyedName());
        payCustomer.setCents(5, input.paymentCents);
        payCustomer.setInt(6, input.warehouseId);
        payCustomer.setInt(7, input.districtId);
        payCustomer.setTimestamp(8, now);
        payCustomer.setString(9, places);
        input.foundCustomerId = input.byLastName ? 0 : input.customerId;
        try (ResultSet row = payCustomer.query()) {
            if (!row.next()) {
                throw MissingRowException.of(
                        "customer " + (input.byLastName ? input.lastName : input.customerId),
                        input.customerWarehouseId,
                        input.customerDistrictId);
            }
            input.foundCustomerId = row.getInt(1);
        }
        return Outcome.COMMITTED;
    }
}
