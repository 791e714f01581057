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
 * New-Order, clause 2.4: a customer orders 5 to 15 items. Locks, in this order: the district, then the stock rows sorted
 * by warehouse and item.
 *
 * <p>What a terminal would only display (names, brand or generic) is fetched with its row but not decoded.
 */
final class NewOrder {
    private static final int RESTOCK = 91;
    private static final int LEAST_STOCK = 10;
    /** s_dist_01 stands in the third column of the stock row. */
    private static final int COLUMNS_BEFORE_DISTRICTS = 2;

    private static final long TEN_THOUSAND = 10_000;

    private final BoundStatement district;
    private final BoundStatement customer;
    private final BoundStatement nextOrderId;
    private final BoundStatement insertOrder;
    private final BoundStatement insertNewOrder;
    private final BoundStatement item;
    private final BoundStatement stock;
    private final BoundStatement updateStock;
    private final BoundStatement insertLine;

    private final int[] stockAfter = new int[Scale.MAX_ORDER_LINES];
    private final long[] amountCents = new long[Scale.MAX_ORDER_LINES];
    private final String[] districtInfo = new String[Scale.MAX_ORDER_LINES];

    NewOrder(WorkerConnection connection) throws SQLException {
        district = connection.statement(StatementId.NEW_ORDER_DISTRICT);
        customer = connection.statement(StatementId.NEW_ORDER_CUSTOMER);
        nextOrderId = connection.statement(StatementId.NEW_ORDER_NEXT_ORDER_ID);
        insertOrder = connection.statement(StatementId.NEW_ORDER_INSERT_ORDER);
        insertNewOrder = connection.statement(StatementId.NEW_ORDER_INSERT_NEW_ORDER);
        item = connection.statement(StatementId.NEW_ORDER_ITEM);
        stock = connection.statement(StatementId.NEW_ORDER_STOCK);
        updateStock = connection.statement(StatementId.NEW_ORDER_UPDATE_STOCK);
        insertLine = connection.statement(StatementId.NEW_ORDER_INSERT_LINE);
    }

    /** Everything but the end of the transaction. ROLLED_BACK asks for the planned rollback (clause 2.4.2.3). */
    Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        long taxes = readDistrict(input);
        long discount = 0;
        customer.setInt(1, input.warehouseId);
        customer.setInt(2, input.districtId);
        customer.setInt(3, input.customerId);
        try (ResultSet row = customer.query()) {
            if (!row.next()) {
                throw new MissingRowException("no customer " + input.customerId + " in warehouse " + input.warehouseId
                        + ", district " + input.districtId);
            }
            discount = Decimals.tenThousandths(row, 1);
            taxes += Decimals.tenThousandths(row, 4);
        }
        input.foundCustomerId = input.customerId;
        nextOrderId.setInt(1, input.warehouseId);
        nextOrderId.setInt(2, input.districtId);
        nextOrderId.update();
        insertOrder(input, now);

        int lines = input.plannedRollback ? input.lineCount - 1 : input.lineCount;
        long cents = 0;
        for (int line = 0; line < lines; line++) {
            long priceCents = readPrice(input, line);
            if (priceCents < 0) {
                throw new MissingRowException("no item " + input.itemIds[line]);
            }
            amountCents[line] = priceCents * input.quantities[line];
            cents += amountCents[line];
            readStock(input, line);
        }
        boolean rollBack = input.plannedRollback && readPrice(input, lines) < 0;
        writeStock(input, lines);
        writeLines(input, lines);
        input.totalCents = total(cents, discount, taxes);
        return rollBack ? Outcome.ROLLED_BACK : Outcome.COMMITTED;
    }

    /** Locks the district, takes its next order number and returns its tax in ten-thousandths. */
    private long readDistrict(TransactionInput input) throws SQLException, MissingRowException {
        district.setInt(1, input.warehouseId);
        district.setInt(2, input.districtId);
        try (ResultSet row = district.query()) {
            if (!row.next()) {
                throw new MissingRowException("no district " + input.districtId + " in warehouse " + input.warehouseId);
            }
            input.orderId = row.getInt(2);
            return Decimals.tenThousandths(row, 1);
        }
    }

    private void insertOrder(TransactionInput input, Timestamp now) throws SQLException {
        insertOrder.setInt(1, input.warehouseId);
        insertOrder.setInt(2, input.districtId);
        insertOrder.setInt(3, input.orderId);
        insertOrder.setInt(4, input.customerId);
        insertOrder.setInt(5, input.lineCount);
        insertOrder.setInt(6, input.remoteLines == 0 ? 1 : 0);
        insertOrder.setTimestamp(7, now);
        insertOrder.update();
        insertNewOrder.setInt(1, input.warehouseId);
        insertNewOrder.setInt(2, input.districtId);
        insertNewOrder.setInt(3, input.orderId);
        insertNewOrder.update();
    }

    /** The price of a line's item, cents; -1 when there is no such item. */
    private long readPrice(TransactionInput input, int line) throws SQLException {
        item.setInt(1, input.itemIds[line]);
        try (ResultSet row = item.query()) {
            return row.next() ? Decimals.cents(row, 1) : -1;
        }
    }

    /**
     * Locks the stock row of a line and works out what it will hold. Writing waits until all lines are read; so two lines
     * of the same item read the same old quantity, and the second has to go on from the first.
     */
    private void readStock(TransactionInput input, int line) throws SQLException, MissingRowException {
        stock.setInt(1, input.supplyWarehouseIds[line]);
        stock.setInt(2, input.itemIds[line]);
        int before;
        try (ResultSet row = stock.query()) {
            if (!row.next()) {
                throw new MissingRowException(
                        "no stock of item " + input.itemIds[line] + " in warehouse " + input.supplyWarehouseIds[line]);
            }
            before = row.getInt(1);
            districtInfo[line] = row.getString(COLUMNS_BEFORE_DISTRICTS + input.districtId);
        }
        if (line > 0 && isSameStock(input, line, line - 1)) {
            before = stockAfter[line - 1];
        }
        int quantity = input.quantities[line];
        stockAfter[line] = before >= quantity + LEAST_STOCK ? before - quantity : before - quantity + RESTOCK;
    }

    private static boolean isSameStock(TransactionInput input, int line, int other) {
        return input.itemIds[line] == input.itemIds[other]
                && input.supplyWarehouseIds[line] == input.supplyWarehouseIds[other];
    }

    private void writeStock(TransactionInput input, int lines) throws SQLException {
        for (int line = 0; line < lines; line++) {
            updateStock.setInt(1, input.supplyWarehouseIds[line]);
            updateStock.setInt(2, input.itemIds[line]);
            updateStock.setInt(3, stockAfter[line]);
            updateStock.setInt(4, input.quantities[line]);
            updateStock.setInt(5, input.supplyWarehouseIds[line] == input.warehouseId ? 0 : 1);
            updateStock.addBatch();
        }
        updateStock.executeBatch();
    }

    private void writeLines(TransactionInput input, int lines) throws SQLException {
        for (int line = 0; line < lines; line++) {
            insertLine.setInt(1, input.warehouseId);
            insertLine.setInt(2, input.districtId);
            insertLine.setInt(3, input.orderId);
            insertLine.setInt(4, input.lineNumbers[line]);
            insertLine.setInt(5, input.itemIds[line]);
            insertLine.setInt(6, input.supplyWarehouseIds[line]);
            insertLine.setInt(7, input.quantities[line]);
            insertLine.setCents(8, amountCents[line]);
            insertLine.setString(9, districtInfo[line]);
            insertLine.addBatch();
        }
        insertLine.executeBatch();
    }

    /** Sum of amounts x (1 - discount) x (1 + taxes), cents, rounded half up (clause 2.4.2.2). */
    private static long total(long cents, long discount, long taxes) {
        long scale = TEN_THOUSAND * TEN_THOUSAND;
        return (cents * (TEN_THOUSAND - discount) * (TEN_THOUSAND + taxes) + scale / 2) / scale;
    }
}
