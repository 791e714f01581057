package io.bmsql.workload.procedure;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.CallRow;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.Scale;
import io.bmsql.workload.MissingRowException;
import io.bmsql.workload.TransactionForm;
import io.bmsql.workload.TransactionInput;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.sql.Timestamp;

/**
 * Each transaction by one call, which gives one row. The end of the transaction stays with the client, as in the other
 * forms.
 */
public final class ProcedureForm implements TransactionForm {
    /** A customer who is not looked for by name. */
    private static final String NO_NAME = "";

    private static final int CENTS_PLACES = 2;

    private final SqlErrors errors;
    private final BoundStatement newOrder;
    private final BoundStatement payment;
    private final BoundStatement orderStatus;
    private final BoundStatement stockLevel;
    private final BoundStatement delivery;
    private final NumberList list = new NumberList();
    private final int[] lineAtNumber = new int[Scale.MAX_ORDER_LINES];

    /**
     * Prepares the five calls.
     *
     * @param errors knows how a procedure reports an item that does not exist
     */
    public ProcedureForm(WorkerConnection connection, SqlErrors errors) throws SQLException {
        this.errors = errors;
        newOrder = connection.statement(StatementId.PROCEDURE_NEW_ORDER);
        payment = connection.statement(StatementId.PROCEDURE_PAYMENT);
        orderStatus = connection.statement(StatementId.PROCEDURE_ORDER_STATUS);
        stockLevel = connection.statement(StatementId.PROCEDURE_STOCK_LEVEL);
        delivery = connection.statement(StatementId.PROCEDURE_DELIVERY);
    }

    @Override
    public Outcome run(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        return switch (input.type()) {
            case NEW_ORDER -> newOrder(input, now);
            case PAYMENT -> pay(input, now);
            case ORDER_STATUS -> showOrder(input);
            case STOCK_LEVEL -> countLowStock(input);
            case DELIVERY_BG -> deliver(input, now);
            case DELIVERY -> throw new IllegalArgumentException("the terminal's part of a delivery sends nothing");
        };
    }

    private Outcome newOrder(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        newOrder.setInt(1, input.warehouseId());
        newOrder.setInt(2, input.districtId());
        newOrder.setInt(3, input.customerId());
        bindLines(input);
        newOrder.setTimestamp(8, now);
        try (CallRow row = newOrder.call()) {
            requireRow(row, newOrder);
            input.foundCustomer(input.customerId());
            input.foundOrder(row.getInt(1));
            input.foundTotal(cents(row.getBigDecimal(2)));
            return Outcome.COMMITTED;
        } catch (SQLException e) {
            if (!errors.isUnusedItem(e)) {
                throw e;
            }
            if (input.isPlannedRollback()) {
                return Outcome.ROLLED_BACK;
            }
            throw new MissingRowException(String.valueOf(e.getMessage()));
        }
    }

    /** The lines as they were keyed in, and the order in which they are to be processed. */
    private void bindLines(TransactionInput input) throws SQLException {
        int lines = input.lineCount();
        list.clear();
        for (int line = 0; line < lines; line++) {
            lineAtNumber[input.lineNumber(line) - 1] = line;
            list.add(input.lineNumber(line));
        }
        newOrder.setString(7, list.text());
        list.clear();
        for (int at = 0; at < lines; at++) {
            list.add(input.supplyWarehouseId(lineAtNumber[at]));
        }
        newOrder.setString(4, list.text());
        list.clear();
        for (int at = 0; at < lines; at++) {
            list.add(input.itemId(lineAtNumber[at]));
        }
        newOrder.setString(5, list.text());
        list.clear();
        for (int at = 0; at < lines; at++) {
            list.add(input.quantity(lineAtNumber[at]));
        }
        newOrder.setString(6, list.text());
    }

    private Outcome pay(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        payment.setInt(1, input.warehouseId());
        payment.setInt(2, input.districtId());
        payment.setInt(3, input.customerId());
        payment.setInt(4, input.customerDistrictId());
        payment.setInt(5, input.customerWarehouseId());
        payment.setString(6, input.isByLastName() ? input.lastName() : NO_NAME);
        payment.setCents(7, input.paymentCents());
        payment.setTimestamp(8, now);
        try (CallRow row = payment.call()) {
            requireRow(row, payment);
            input.foundCustomer(row.getInt(1));
        }
        return Outcome.COMMITTED;
    }

    private Outcome showOrder(TransactionInput input) throws SQLException, MissingRowException {
        orderStatus.setInt(1, input.warehouseId());
        orderStatus.setInt(2, input.districtId());
        orderStatus.setInt(3, input.customerId());
        orderStatus.setString(4, input.isByLastName() ? input.lastName() : NO_NAME);
        try (CallRow row = orderStatus.call()) {
            requireRow(row, orderStatus);
            input.foundCustomer(row.getInt(1));
            input.foundOrder(row.getInt(2));
        }
        return Outcome.COMMITTED;
    }

    private Outcome countLowStock(TransactionInput input) throws SQLException, MissingRowException {
        stockLevel.setInt(1, input.warehouseId());
        stockLevel.setInt(2, input.districtId());
        stockLevel.setInt(3, input.threshold());
        try (CallRow row = stockLevel.call()) {
            requireRow(row, stockLevel);
            input.foundLowStock(row.getInt(1));
        }
        return Outcome.COMMITTED;
    }

    private Outcome deliver(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        delivery.setInt(1, input.warehouseId());
        delivery.setInt(2, input.carrierId());
        delivery.setTimestamp(3, now);
        try (CallRow row = delivery.call()) {
            requireRow(row, delivery);
            String orders = row.getString(1);
            for (int district = 1; district <= Scale.DISTRICTS_PER_WAREHOUSE; district++) {
                input.delivered(district, NumberList.at(orders, district - 1));
            }
        }
        return Outcome.COMMITTED;
    }

    private static void requireRow(CallRow row, BoundStatement statement) throws SQLException, MissingRowException {
        if (!row.next()) {
            throw new MissingRowException(statement.name() + " gave no row");
        }
    }

    private static long cents(BigDecimal amount) {
        return amount.setScale(CENTS_PLACES, RoundingMode.HALF_UP)
                .unscaledValue()
                .longValueExact();
    }
}
