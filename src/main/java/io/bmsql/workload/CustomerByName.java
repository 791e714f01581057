package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/** Finds the customer at position ceil(n / 2) of those with a last name, by first name (clauses 2.5.2.2, 2.6.2.2). */
final class CustomerByName {
    private static final int LIKELY_NAMESAKES = 32;

    private final BoundStatement statement;
    private int[] customerIds = new int[LIKELY_NAMESAKES];

    /** The statement takes warehouse, district and last name and gives c_id, ordered by c_first. */
    CustomerByName(BoundStatement statement) {
        this.statement = statement;
    }

    int find(TransactionInput input) throws SQLException, MissingRowException {
        statement.key(input.customerWarehouseId, input.customerDistrictId);
        statement.setString(3, input.lastName);
        int count = 0;
        try (ResultSet rows = statement.query()) {
            while (rows.next()) {
                if (count == customerIds.length) {
                    customerIds = Arrays.copyOf(customerIds, 2 * count);
                }
                customerIds[count++] = rows.getInt(1);
            }
        }
        if (count == 0) {
            throw MissingRowException.of(
                    "customer " + input.lastName, input.customerWarehouseId, input.customerDistrictId);
        }
        return customerIds[(count + 1) / 2 - 1];
    }
}
