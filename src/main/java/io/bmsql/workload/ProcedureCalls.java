package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.CallRow;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Cents;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TpccTransaction;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Map;

/** Each transaction by one call of a procedure, which gives one row. It commits, where the dialect says so; else the client does. */
final class ProcedureCalls {
    private final SqlErrors errors;
    private final BoundStatement newOrder;
    private final BoundStatement payment;
    private final BoundStatement orderStatus;
    private final BoundStatement stockLevel;
    private final BoundStatement delivery;
    private final int[] lineAtNumber = new int[Scale.MAX_ORDER_LINES];

    ProcedureCalls(WorkerConnection connection, SqlErrors errors) throws SQLException {
        this.errors = errors;
        newOrder = connection.statement(StatementId.PROCEDURE_NEW_ORDER);
        payment = connection.statement(StatementId.PROCEDURE_PAYMENT);
        orderStatus = connection.statement(StatementId.PROCEDURE_ORDER_STATUS);
        stockLevel = connection.statement(StatementId.PROCEDURE_STOCK_LEVEL);
        delivery = connection.statement(StatementId.PROCEDURE_DELIVERY);
    }

    Map<TpccTransaction, TransactionSet.Body> bodies() {
        return Map.of(
                TpccTransaction.NEW_ORDER, this::newOrder,
                TpccTransaction.PAYMENT, this::pay,
                TpccTransaction.ORDER_STATUS, (input, now) -> showOrder(input),
                TpccTransaction.STOCK_LEVEL, (input, now) -> countLowStock(input),
                TpccTransaction.DELIVERY_BG, this::deliver);
    }

    private Outcome newOrder(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        newOrder.key(input.warehouseId, input.districtId, input.customerId);
        bindLines(input);
        newOrder.setTimestamp(8, now);
        try (CallRow row = newOrder.call()) {
            requireRow(row, newOrder);
            input.foundCustomerId = input.customerId;
            input.orderId = row.getInt(1);
            input.totalCents = Cents.of(row.getBigDecimal(2));
            return Outcome.COMMITTED;
        } catch (SQLException e) {
            if (!errors.is(SqlErrors.UNUSED_ITEM, e)) {
                throw e;
            }
            if (input.plannedRollback) {
                return Outcome.ROLLED_BACK;
            }
            throw new MissingRowException(String.valueOf(e.getMessage()));
        }
    }

    /** The lines as they were keyed in, and the order in which they are to be processed. */
    private void bindLines(TransactionInput input) throws SQLException {
        for (int line = 0; line < input.lineCount; line++) {
            lineAtNumber[input.lineNumbers[line] - 1] = line;
        }
        newOrder.setList(4, input.lineCount, at -> input.supplyWarehouseIds[lineAtNumber[at]]);
        newOrder.setList(5, input.lineCount, at -> input.itemIds[lineAtNumber[at]]);
        newOrder.setList(6, input.lineCount, at -> input.quantities[lineAtNumber[at]]);
        newOrder.setList(7, input.lineCount, line -> input.lineNumbers[line]);
    }

    private Outcome pay(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        payment.key(input.warehouseId, input.districtId, input.customerId);
        payment.setInt(4, input.customerDistrictId);
        payment.setInt(5, input.customerWarehouseId);
        payment.setString(6, input.keyedName());
        payment.setCents(7, input.paymentCents);
        payment.setTimestamp(8, now);
        input.foundCustomerId = input.byLastName ? 0 : input.customerId;
        try (CallRow row = payment.call()) {
            requireRow(row, payment);
            input.foundCustomerId = row.getInt(1);
            return Outcome.COMMITTED;
        }
    }

    private Outcome showOrder(TransactionInput input) throws SQLException, MissingRowException {
        orderStatus.key(input.warehouseId, input.districtId, input.customerId);
        orderStatus.setString(4, input.keyedName());
        try (CallRow row = orderStatus.call()) {
            requireRow(row, orderStatus);
            input.foundCustomerId = row.getInt(1);
            input.orderId = row.getInt(2);
            return Outcome.COMMITTED;
        }
    }

    private Outcome countLowStock(TransactionInput input) throws SQLException, MissingRowException {
        stockLevel.key(input.warehouseId, input.districtId, input.threshold);
        try (CallRow row = stockLevel.call()) {
            requireRow(row, stockLevel);
            input.lowStock = row.getInt(1);
            return Outcome.COMMITTED;
        }
    }

    /** A procedure does not say whose orders it delivered. */
    private Outcome deliver(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        delivery.key(input.warehouseId, input.carrierId);
        delivery.setTimestamp(3, now);
        Arrays.fill(input.deliveredOrderIds, TransactionInput.NOT_HEARD);
        try (CallRow row = delivery.call()) {
            requireRow(row, delivery);
            String[] orders = row.getString(1).split(",");
            for (int district = 0; district < Scale.DISTRICTS_PER_WAREHOUSE; district++) {
                int order = Integer.parseInt(orders[district]);
                input.deliveredOrderIds[district] = order;
                input.skippedDistricts += order == 0 ? 1 : 0;
            }
            return Outcome.COMMITTED;
        }
    }

    private static void requireRow(CallRow row, BoundStatement statement) throws SQLException, MissingRowException {
        if (!row.next()) {
            throw new MissingRowException(statement.name() + " gave no row");
        }
    }
}
