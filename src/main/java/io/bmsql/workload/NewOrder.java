package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/**
 * New-Order, clause 2.4: a customer orders 5 to 15 items. Locks, in this order: the district, then the stock rows sorted
 * by warehouse and item.
 *
 * <p>What a terminal would only display (names, brand or generic) is fetched with its row but not decoded.
 */
final class NewOrder implements TransactionBody {
    /** s_dist_01 is the third column of the stock row. */
    private static final int COLUMNS_BEFORE_DISTRICTS = 2;

    private final OrderHead head;
    private final OrderLines orderLines;
    private final BoundStatement item;
    private final BoundStatement stock;

    NewOrder(WorkerConnection connection) throws SQLException {
        head = new OrderHead(connection);
        orderLines = new OrderLines(connection);
        item = connection.statement(StatementId.NEW_ORDER_ITEM);
        stock = connection.statement(StatementId.NEW_ORDER_STOCK);
    }

    /** ROLLED_BACK asks for the planned rollback (clause 2.4.2.3). */
    @Override
    public Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        head.open(input, now);
        int lines = input.plannedRollback ? input.lineCount - 1 : input.lineCount;
        for (int line = 0; line < lines; line++) {
            long priceCents = readPrice(input, line);
            if (priceCents < 0) {
                throw new MissingRowException("no item " + input.itemIds[line]);
            }
            orderLines.price(input, line, priceCents);
            readStock(input, line);
        }
        boolean rollBack = input.plannedRollback && readPrice(input, lines) < 0;
        orderLines.write(input, lines);
        input.totalCents = orderLines.total(lines, head.discount(), head.taxes());
        return rollBack ? Outcome.ROLLED_BACK : Outcome.COMMITTED;
    }

    /** The price of a line's item, cents; -1 when there is no such item. */
    private long readPrice(TransactionInput input, int line) throws SQLException {
        item.setInt(1, input.itemIds[line]);
        try (ResultSet row = item.query()) {
            return row.next() ? Decimals.cents(row, 1) : -1;
        }
    }

    /** Locks the stock row of a line. */
    private void readStock(TransactionInput input, int line) throws SQLException, MissingRowException {
        stock.setInt(1, input.supplyWarehouseIds[line]);
        stock.setInt(2, input.itemIds[line]);
        try (ResultSet row = stock.query()) {
            if (!row.next()) {
                throw noStock(input, line);
            }
            orderLines.stock(input, line, row.getInt(1), row.getString(COLUMNS_BEFORE_DISTRICTS + input.districtId));
        }
    }

    static MissingRowException noStock(TransactionInput input, int line) {
        return new MissingRowException(
                "no stock of item " + input.itemIds[line] + " in warehouse " + input.supplyWarehouseIds[line]);
    }
}
