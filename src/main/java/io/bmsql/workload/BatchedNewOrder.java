package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.Scale;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Arrays;

/**
 * New-Order with one read of all items and one of all stock rows. Same locks in the same order as {@link NewOrder}: the
 * statement sorts the stock rows as the lines are sorted.
 */
final class BatchedNewOrder implements TransactionBody {
    private static final int NONE = -1;

    private final OrderHead head;
    private final OrderLines orderLines;
    private final BoundStatement openOrder;
    private final BoundStatement items;
    private final BoundStatement stocks;
    private final long[] priceCents = new long[Scale.MAX_ORDER_LINES];

    BatchedNewOrder(WorkerConnection connection) throws SQLException {
        head = new OrderHead(connection);
        orderLines = new OrderLines(connection);
        openOrder = connection.statement(StatementId.BATCH_OPEN_ORDER);
        items = connection.statement(StatementId.BATCH_ITEMS);
        stocks = connection.statement(StatementId.BATCH_STOCKS);
    }

    /** ROLLED_BACK asks for the planned rollback (clause 2.4.2.3). */
    @Override
    public Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        if (openOrder.isEmpty()) {
            head.open(input, now);
        } else {
            head.open(openOrder, input, now);
        }
        int lines = input.plannedRollback ? input.lineCount - 1 : input.lineCount;
        readItems(input);
        for (int line = 0; line < lines; line++) {
            if (priceCents[line] == NONE) {
                throw new MissingRowException("no item " + input.itemIds[line]);
            }
            orderLines.price(input, line, priceCents[line]);
        }
        readStocks(input, lines);
        orderLines.write(input, lines);
        input.totalCents = orderLines.total(lines, head.discount(), head.taxes());
        boolean rollBack = input.plannedRollback && priceCents[lines] == NONE;
        return rollBack ? Outcome.ROLLED_BACK : Outcome.COMMITTED;
    }

    /** The prices of all lines; parameters that no line needs repeat the last one. */
    private void readItems(TransactionInput input) throws SQLException {
        Arrays.fill(priceCents, NONE);
        for (int at = 0; at < Scale.MAX_ORDER_LINES; at++) {
            items.setInt(at + 1, input.itemIds[Math.min(at, input.lineCount - 1)]);
        }
        try (ResultSet rows = items.query()) {
            while (rows.next()) {
                int itemId = rows.getInt(1);
                long cents = Decimals.cents(rows, 2);
                for (int line = 0; line < input.lineCount; line++) {
                    if (input.itemIds[line] == itemId) {
                        priceCents[line] = cents;
                    }
                }
            }
        }
    }

    /** Locks the stock rows of all lines. They come in the order of the lines, each once or more. */
    private void readStocks(TransactionInput input, int lines) throws SQLException, MissingRowException {
        stocks.setInt(1, input.districtId);
        for (int at = 0; at < Scale.MAX_ORDER_LINES; at++) {
            int line = Math.min(at, lines - 1);
            stocks.setInt(2 * at + 2, input.supplyWarehouseIds[line]);
            stocks.setInt(2 * at + 3, input.itemIds[line]);
        }
        int line = 0;
        try (ResultSet rows = stocks.query()) {
            while (rows.next()) {
                int warehouse = rows.getInt(1);
                int itemId = rows.getInt(2);
                while (line < lines && input.itemIds[line] == itemId && input.supplyWarehouseIds[line] == warehouse) {
                    orderLines.stock(input, line, rows.getInt(3), rows.getString(4));
                    line++;
                }
            }
        }
        if (line < lines) {
            throw NewOrder.noStock(input, line);
        }
    }
}
