package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.Cents;
import io.bmsql.spec.Scale;
import java.sql.SQLException;

/** The lines of a New-Order, clause 2.4.2.2: works out amounts and stock from what was read, and writes all at the end. */
final class OrderLines {
    private static final int RESTOCK = 91;
    private static final int LEAST_STOCK = 10;

    private final BoundStatement updateStock;
    private final BoundStatement insertLine;
    private final int[] stockAfter = new int[Scale.MAX_ORDER_LINES];
    private final long[] amountCents = new long[Scale.MAX_ORDER_LINES];
    private final String[] districtInfo = new String[Scale.MAX_ORDER_LINES];

    OrderLines(WorkerConnection connection) throws SQLException {
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
        writeStock(input, lines);
        writeLines(input, lines);
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
