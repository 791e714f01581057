package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/** Payment, clause 2.5. Locks, in this order: district, warehouse, customer (benchmarksql-formats.md, Transactions). */
final class Payment implements TransactionSet.Body {
    private static final String BAD_CREDIT = "BC";
    private static final int CREDIT_COLUMN = 11;
    private static final int MAX_CUSTOMER_DATA = 500;
    static final String BETWEEN_NAMES = "    ";

    private final BoundStatement updateDistrict;
    private final BoundStatement district;
    private final BoundStatement updateWarehouse;
    private final BoundStatement warehouse;
    private final CustomerByName customerByName;
    private final BoundStatement customer;
    private final BoundStatement customerData;
    private final BoundStatement updateCustomer;
    private final BoundStatement updateBadCustomer;
    private final BoundStatement insertHistory;
    private final StringBuilder text = new StringBuilder(2 * MAX_CUSTOMER_DATA);

    Payment(WorkerConnection connection) throws SQLException {
        updateDistrict = connection.statement(StatementId.PAYMENT_UPDATE_DISTRICT);
        district = connection.statement(StatementId.PAYMENT_DISTRICT);
        updateWarehouse = connection.statement(StatementId.PAYMENT_UPDATE_WAREHOUSE);
        warehouse = connection.statement(StatementId.PAYMENT_WAREHOUSE);
        customerByName = new CustomerByName(connection.statement(StatementId.PAYMENT_CUSTOMERS_BY_NAME));
        customer = connection.statement(StatementId.PAYMENT_CUSTOMER);
        customerData = connection.statement(StatementId.PAYMENT_CUSTOMER_DATA);
        updateCustomer = connection.statement(StatementId.PAYMENT_UPDATE_CUSTOMER);
        updateBadCustomer = connection.statement(StatementId.PAYMENT_UPDATE_BAD_CUSTOMER);
        insertHistory = connection.statement(StatementId.PAYMENT_INSERT_HISTORY);
    }

    @Override
    public Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        String districtName = payDistrict(input);
        String warehouseName = payWarehouse(input);
        input.foundCustomerId = input.byLastName ? customerByName.find(input) : input.customerId;
        if (BAD_CREDIT.equals(readCredit(input))) {
            updateBadCustomer(input);
        } else {
            setCustomer(updateCustomer, input);
            updateCustomer.setCents(4, input.paymentCents);
            updateCustomer.update();
        }
        insertHistory.key(input.foundCustomerId, input.customerDistrictId, input.customerWarehouseId);
        insertHistory.setInt(4, input.districtId);
        insertHistory.setInt(5, input.warehouseId);
        insertHistory.setTimestamp(6, now);
        insertHistory.setCents(7, input.paymentCents);
        text.setLength(0);
        text.append(warehouseName).append(BETWEEN_NAMES).append(districtName);
        insertHistory.setString(8, text.toString());
        insertHistory.update();
        return Outcome.COMMITTED;
    }

    private String payDistrict(TransactionInput input) throws SQLException, MissingRowException {
        updateDistrict.key(input.warehouseId, input.districtId);
        updateDistrict.setCents(3, input.paymentCents);
        updateDistrict.update();
        try (ResultSet row = district.key(input.warehouseId, input.districtId).query()) {
            MissingRowException.requireDistrict(row.next(), input);
            return row.getString(1);
        }
    }

    private String payWarehouse(TransactionInput input) throws SQLException, MissingRowException {
        updateWarehouse.setInt(1, input.warehouseId);
        updateWarehouse.setCents(2, input.paymentCents);
        updateWarehouse.update();
        warehouse.setInt(1, input.warehouseId);
        try (ResultSet row = warehouse.query()) {
            if (!row.next()) {
                throw new MissingRowException("no warehouse " + input.warehouseId);
            }
            return row.getString(1);
        }
    }

    private static void setCustomer(BoundStatement statement, TransactionInput input) throws SQLException {
        statement.key(input.customerWarehouseId, input.customerDistrictId, input.foundCustomerId);
    }

    private String readCredit(TransactionInput input) throws SQLException, MissingRowException {
        setCustomer(customer, input);
        try (ResultSet row = customer.query()) {
            requireCustomer(row, input);
            return row.getString(CREDIT_COLUMN);
        }
    }

    private void updateBadCustomer(TransactionInput input) throws SQLException, MissingRowException {
        setCustomer(customerData, input);
        String data;
        try (ResultSet row = customerData.query()) {
            requireCustomer(row, input);
            data = row.getString(1);
        }
        setCustomer(updateBadCustomer, input);
        updateBadCustomer.setCents(4, input.paymentCents);
        updateBadCustomer.setString(5, prefixed(input, data));
        updateBadCustomer.update();
    }

    private static void requireCustomer(ResultSet row, TransactionInput input)
            throws SQLException, MissingRowException {
        MissingRowException.require(
                row.next(), "customer", input.foundCustomerId, input.customerWarehouseId, input.customerDistrictId);
    }

    /** The payment in front of the customer's data, cut at the column's length (clause 2.5.2.2). */
    private String prefixed(TransactionInput input, String data) {
        text.setLength(0);
        text.append("C_ID=").append(input.foundCustomerId);
        text.append(" C_D_ID=").append(input.customerDistrictId);
        text.append(" C_W_ID=").append(input.customerWarehouseId);
        text.append(" D_ID=").append(input.districtId);
        text.append(" W_ID=").append(input.warehouseId);
        text.append(" H_AMOUNT=").append(input.paymentCents / 100).append('.');
        text.append((char) ('0' + input.paymentCents / 10 % 10)).append((char) ('0' + input.paymentCents % 10));
        text.append("   ").append(data);
        return text.substring(0, Math.min(text.length(), MAX_CUSTOMER_DATA));
    }
}
