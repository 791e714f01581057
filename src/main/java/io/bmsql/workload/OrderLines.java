package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Cents;
import io.bmsql.tpcc.Scale;
import java.sql.SQLException;

/** The lines of a New-Order, clause 2.4.2.2: works out amounts and stock from what was read, and writes all at the end. */
final class OrderLines {
    private static final int RESTOCK = 91;
    private static final int LEAST_STOCK = 10;

    private static final int PARAMETERS_OF_A_STOCK = 4;

    private final BoundStatement updateStock;
    /** All in one; empty in the plain form and where the dialect has no such statement. */
    private final BoundStatement updateStocks;

    private final boolean updatesAtOnce;
    private final BoundStatement insertLine;
    private final int[] stockAfter = new int[Scale.MAX_ORDER_LINES];
    private final long[] amountCents = new long[Scale.MAX_ORDER_LINES];
    private final String[] districtInfo = new String[Scale.MAX_ORDER_LINES];

    OrderLines(WorkerConnection connection, boolean isBatched) throws SQLException {
        updateStocks = connection.statement(StatementId.BATCH_UPDATE_STOCKS);
        updatesAtOnce = isBatched && !updateStocks.isEmpty();
        updateStock = connection.statement(StatementId.NEW_ORDER_UPDATE_STOCK);
        insertLine = connection.statement(StatementId.NEW_ORDER_INSERT_LINE);
    }

    void price(TransactionInput input, int line, long priceCents) {
        amountCents[line] = priceCents * input.quantities[line];
    }

    /**
     * Works out what the stock row of a line, in processing order, will hold. Two lines of an item read the same old
     * quantity, since writing waits until all lines are read: the second continues from the first.
     */
    void stock(TransactionInput input, int line, int quantityBefore, String info) {
        districtInfo[line] = info;
        int before = line > 0 && isSameStock(input, line, line - 1) ? stockAfter[line - 1] : quantityBefore;
        int quantity = input.quantities[line];
        stockAfter[line] = before >= quantity + LEAST_STOCK ? before - quantity : before - quantity + RESTOCK;
    }

    private static boolean isSameStock(TransactionInput input, int line, int other) {
        return input.itemIds[line] == input.itemIds[other]
                && input.supplyWarehouseIds[line] == input.supplyWarehouseIds[other];
    }

    void write(TransactionInput input, int lines) throws SQLException {
        if (updatesAtOnce && areDifferentItems(input, lines)) {
            writeStocks(input, lines);
        } else {
            writeStock(input, lines);
        }
        writeLines(input, lines);
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
    private void writeStocks(TransactionInput input, int lines) throws SQLException {
        updateStocks.setInt(1, input.warehouseId);
        for (int at = 0; at < Scale.MAX_ORDER_LINES; at++) {
            int line = Math.min(at, lines - 1);
            int parameter = 2 + at * PARAMETERS_OF_A_STOCK;
            updateStocks.setInt(parameter, input.supplyWarehouseIds[line]);
            updateStocks.setInt(parameter + 1, input.itemIds[line]);
            updateStocks.setInt(parameter + 2, stockAfter[line]);
            updateStocks.setInt(parameter + 3, input.quantities[line]);
        }
        updateStocks.update();
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

    /** Cents, with discount and taxes in ten-thousandths. */
    long total(int lines, long discount, long taxes) {
        long cents = 0;
        for (int line = 0; line < lines; line++) {
            cents += amountCents[line];
        }
        return Cents.ofOrder(cents, discount, taxes);
    }
}
