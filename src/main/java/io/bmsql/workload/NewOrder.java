package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Cents;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.Scale;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * New-Order, clause 2.4: a customer orders 5 to 15 items. Locks, in this order: the district, then the stock rows sorted
 * by warehouse and item. The batched form reads stock and prices of all lines at once, with the same locks in the same order.
 *
 * <p>What a terminal would only display (names, brand or generic) is fetched with its row but not decoded. Amounts and stock are worked
 * out from what was read, and all lines are written at the end (clause 2.4.2.2).
 */
final class NewOrder implements TransactionSet.Body {
    private static final int NONE = -1;
    /** s_dist_01 is the third column of the stock row. */
    private static final int COLUMNS_BEFORE_DISTRICTS = 2;

    private static final int RESTOCK = 91;
    private static final int MIN_STOCK = 10;
    private static final int PARAMETERS_OF_A_STOCK = 4;

    private final boolean isBatched;
    private final boolean opensAtOnce;
    private final BoundStatement openOrder;
    private final BoundStatement customer;
    private final BoundStatement nextOrderId;
    private final BoundStatement insertOrder;
    private final BoundStatement insertNewOrder;
    private final BoundStatement items;
    private final BoundStatement stocks;
    private final BoundStatement updateStock;
    /** All in one; null in the plain form and where the dialect has no such statement. */
    private final @Nullable BoundStatement updateStocks;
    /** Stock and lines in one, with the commit; null likewise. */
    private final @Nullable BoundStatement closeOrder;

    private final BoundStatement insertLine;
    private final int[] stockAfter = new int[Scale.MAX_ORDER_LINES];
    private final long[] amountCents = new long[Scale.MAX_ORDER_LINES];
    private final String[] districtInfo = new String[Scale.MAX_ORDER_LINES];

    /** Adds up those of warehouse and district, ten-thousandths. */
    private long taxes;
    /** The customer has it, ten-thousandths. */
    private long discount;

    NewOrder(WorkerConnection connection, boolean isBatched) throws SQLException {
        this.isBatched = isBatched;
        Dialect dialect = connection.dialect();
        opensAtOnce = isBatched && dialect.has(StatementId.BATCH_OPEN_ORDER);
        openOrder = connection.statement(opensAtOnce ? StatementId.BATCH_OPEN_ORDER : StatementId.NEW_ORDER_DISTRICT);
        customer = connection.statement(StatementId.NEW_ORDER_CUSTOMER);
        nextOrderId = connection.statement(StatementId.NEW_ORDER_NEXT_ORDER_ID);
        insertOrder = connection.statement(StatementId.NEW_ORDER_INSERT_ORDER);
        insertNewOrder = connection.statement(StatementId.NEW_ORDER_INSERT_NEW_ORDER);
        updateStocks = isBatched && dialect.has(StatementId.BATCH_UPDATE_STOCKS)
                ? connection.statement(StatementId.BATCH_UPDATE_STOCKS)
                : null;
        closeOrder = isBatched && dialect.has(StatementId.BATCH_CLOSE_ORDER)
                ? connection.last(StatementId.BATCH_CLOSE_ORDER, true)
                : null;
        updateStock = connection.statement(StatementId.NEW_ORDER_UPDATE_STOCK);
        insertLine = connection.statement(StatementId.NEW_ORDER_INSERT_LINE);
        items = connection.statement(StatementId.NEW_ORDER_ITEM);
        stocks = connection.statement(isBatched ? StatementId.BATCH_STOCKS : StatementId.NEW_ORDER_STOCK);
    }

    @Override
    public Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        if (opensAtOnce) {
            openAtOnce(input, now);
        } else {
            open(input, now);
        }
        int lines = input.plannedRollback ? input.lineCount - 1 : input.lineCount;
        boolean allFound = isBatched ? readStocks(input, lines) : readLines(input, lines);
        long cents = 0;
        for (int line = 0; line < lines; line++) {
            cents += amountCents[line];
        }
        // Before the last message, whose answer may be lost.
        input.totalCents = Cents.ofOrder(cents, discount, taxes);
        boolean isCommitted = allFound || !input.plannedRollback;
        if (closeOrder != null && isCommitted && areDifferentItems(input, lines)) {
            close(closeOrder, input, lines);
            return Outcome.COMMITTED;
        }
        if (updateStocks != null && areDifferentItems(input, lines)) {
            writeStocks(updateStocks, input, lines);
        } else {
            writeStock(input, lines);
        }
        writeLines(input, lines);
        return isCommitted ? Outcome.COMMITTED : Outcome.ROLLED_BACK;
    }

    /** Takes the district's next order number, which locks the district, looks up the customer and inserts the order. */
    private void open(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        try (ResultSet row = openOrder.key(input.warehouseId, input.districtId).query()) {
            MissingRowException.requireDistrict(row.next(), input);
            input.orderId = row.getInt(2);
            taxes = Decimals.tenThousandths(row, 1);
        }
        try (ResultSet row = customer.key(input.warehouseId, input.districtId, input.customerId)
                .query()) {
            MissingRowException.require(row.next(), "customer", input.customerId, input.warehouseId, input.districtId);
            discount = Decimals.tenThousandths(row, 1);
            taxes += Decimals.tenThousandths(row, 4);
        }
        input.foundCustomerId = input.customerId;
        nextOrderId.key(input.warehouseId, input.districtId).update();
        insertOrder.key(input.warehouseId, input.districtId, input.orderId);
        insertOrder.setInt(4, input.customerId);
        insertOrder.setInt(5, input.lineCount);
        insertOrder.setInt(6, allLocal(input));
        insertOrder.setTimestamp(7, now);
        insertOrder.update();
        insertNewOrder.key(input.warehouseId, input.districtId, input.orderId).update();
    }

    private void openAtOnce(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        openOrder.key(input.warehouseId, input.districtId, input.customerId);
        openOrder.setInt(4, input.lineCount);
        openOrder.setInt(5, allLocal(input));
        openOrder.setTimestamp(6, now);
        try (ResultSet row = openOrder.query()) {
            if (!row.next()) {
                throw new MissingRowException("no district " + input.districtId + " in warehouse " + input.warehouseId
                        + ", or no customer " + input.customerId + " there");
            }
            input.orderId = row.getInt(2);
            taxes = Decimals.tenThousandths(row, 1) + Decimals.tenThousandths(row, 4);
            discount = Decimals.tenThousandths(row, 3);
        }
        input.foundCustomerId = input.customerId;
    }

    private static int allLocal(TransactionInput input) {
        return input.remoteLines == 0 ? 1 : 0;
    }

    /** Reads item and stock of each line; false when the unused item of a planned rollback was not found. */
    private boolean readLines(TransactionInput input, int lines) throws SQLException, MissingRowException {
        for (int line = 0; line < lines; line++) {
            long cents = readPrice(input, line);
            if (cents == NONE) {
                throw noItem(input.itemIds[line]);
            }
            amountCents[line] = cents * input.quantities[line];
            readStock(input, line);
        }
        return !input.plannedRollback || readPrice(input, lines) != NONE;
    }

    private long readPrice(TransactionInput input, int line) throws SQLException {
        items.setInt(1, input.itemIds[line]);
        try (ResultSet row = items.query()) {
            return row.next() ? Decimals.cents(row, 1) : NONE;
        }
    }

    private void readStock(TransactionInput input, int line) throws SQLException, MissingRowException {
        try (ResultSet row =
                stocks.key(input.supplyWarehouseIds[line], input.itemIds[line]).query()) {
            if (!row.next()) {
                throw noStock(input, line);
            }
            stock(input, line, row.getInt(1), row.getString(COLUMNS_BEFORE_DISTRICTS + input.districtId));
        }
    }

    /**
     * Reads the same at once. The rows come in the order of the lines, each once or more; parameters that no line needs
     * repeat the last line.
     */
    private boolean readStocks(TransactionInput input, int lines) throws SQLException, MissingRowException {
        stocks.setInt(1, input.districtId);
        for (int at = 0; at < Scale.MAX_ORDER_LINES; at++) {
            int line = Math.min(at, input.lineCount - 1);
            stocks.setInt(2 * at + 2, input.supplyWarehouseIds[line]);
            stocks.setInt(2 * at + 3, input.itemIds[line]);
        }
        int line = 0;
        try (ResultSet rows = stocks.query()) {
            while (rows.next()) {
                line = useStock(input, line, rows);
            }
        }
        if (line < lines) {
            throw noStock(input, line);
        }
        return line == input.lineCount;
    }

    /** Serves this line and those of the same stock that follow; returns the first line of another. */
    private int useStock(TransactionInput input, int first, ResultSet row) throws SQLException, MissingRowException {
        int warehouseId = row.getInt(1);
        int itemId = row.getInt(2);
        int quantity = row.getInt(3);
        String info = row.getString(4);
        long cents = Decimals.cents(row, 5);
        if (row.wasNull()) {
            throw noItem(itemId);
        }
        int line = first;
        while (line < input.lineCount
                && input.itemIds[line] == itemId
                && input.supplyWarehouseIds[line] == warehouseId) {
            amountCents[line] = cents * input.quantities[line];
            stock(input, line, quantity, info);
            line++;
        }
        return line;
    }

    /**
     * Works out what the stock row of a line, in processing order, will hold. Two lines of an item read the same old
     * quantity, since writing waits until all lines are read: the second continues from the first.
     */
    private void stock(TransactionInput input, int line, int quantityBefore, String info) {
        districtInfo[line] = info;
        int before = line > 0 && isSameStock(input, line, line - 1) ? stockAfter[line - 1] : quantityBefore;
        int quantity = input.quantities[line];
        stockAfter[line] = before >= quantity + MIN_STOCK ? before - quantity : before - quantity + RESTOCK;
    }

    private static boolean isSameStock(TransactionInput input, int line, int other) {
        return input.itemIds[line] == input.itemIds[other]
                && input.supplyWarehouseIds[line] == input.supplyWarehouseIds[other];
    }

    private static boolean areDifferentItems(TransactionInput input, int lines) {
        for (int line = 1; line < lines; line++) {
            for (int other = 0; other < line; other++) {
                if (input.itemIds[line] == input.itemIds[other]) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Parameters that no line needs repeat the last line. */
    private void writeStocks(BoundStatement update, TransactionInput input, int lines) throws SQLException {
        update.setInt(1, input.warehouseId);
        for (int at = 0; at < Scale.MAX_ORDER_LINES; at++) {
            int line = Math.min(at, lines - 1);
            int parameter = 2 + at * PARAMETERS_OF_A_STOCK;
            update.setInt(parameter, input.supplyWarehouseIds[line]);
            update.setInt(parameter + 1, input.itemIds[line]);
            update.setInt(parameter + 2, stockAfter[line]);
            update.setInt(parameter + 3, input.quantities[line]);
        }
        update.update();
    }

    private void close(BoundStatement close, TransactionInput input, int lines) throws SQLException {
        close.key(input.warehouseId, input.districtId, input.orderId);
        close.setList(4, lines, line -> input.lineNumbers[line]);
        close.setList(5, lines, line -> input.supplyWarehouseIds[line]);
        close.setList(6, lines, line -> input.itemIds[line]);
        close.setList(7, lines, line -> stockAfter[line]);
        close.setList(8, lines, line -> input.quantities[line]);
        close.setList(9, lines, line -> amountCents[line]);
        close.update();
    }

    private void writeStock(TransactionInput input, int lines) throws SQLException {
        for (int line = 0; line < lines; line++) {
            updateStock.key(input.supplyWarehouseIds[line], input.itemIds[line], stockAfter[line]);
            updateStock.setInt(4, input.quantities[line]);
            updateStock.setInt(5, input.supplyWarehouseIds[line] == input.warehouseId ? 0 : 1);
            updateStock.addBatch();
        }
        updateStock.executeBatch();
    }

    private void writeLines(TransactionInput input, int lines) throws SQLException {
        for (int line = 0; line < lines; line++) {
            insertLine.key(input.warehouseId, input.districtId, input.orderId);
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

    private static MissingRowException noItem(int itemId) {
        return new MissingRowException("no item " + itemId);
    }

    private static MissingRowException noStock(TransactionInput input, int line) {
        return new MissingRowException(
                "no stock of item " + input.itemIds[line] + " in warehouse " + input.supplyWarehouseIds[line]);
    }
}
