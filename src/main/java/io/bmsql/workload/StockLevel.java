package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.Scale;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Stock-Level, clause 2.8: how many items of a district's last 20 orders are low in stock. Reads only.
 *
 * <p>The next order number is read first and handed to the count, which keeps the plan of the count steady. A dialect or
 * profile that wants one single statement leaves the first one empty.
 */
final class StockLevel {
    private final BoundStatement nextOrderId;
    private final BoundStatement countLow;

    StockLevel(WorkerConnection connection) throws SQLException {
        nextOrderId = connection.statement(StatementId.STOCK_LEVEL_NEXT_ORDER_ID);
        countLow = connection.statement(StatementId.STOCK_LEVEL_COUNT_LOW);
    }

    /** Everything but the commit. */
    Outcome execute(TransactionInput input) throws SQLException, MissingRowException {
        int nextOrder = nextOrderId.isEmpty() ? 0 : readNextOrderId(input);
        countLow.setInt(1, input.warehouseId);
        countLow.setInt(2, input.districtId);
        countLow.setInt(3, input.threshold);
        countLow.setInt(4, nextOrder);
        countLow.setInt(5, nextOrder - Scale.ORDERS_OF_STOCK_LEVEL);
        try (ResultSet row = countLow.query()) {
            input.lowStock = row.next() ? row.getInt(1) : 0;
        }
        return Outcome.COMMITTED;
    }

    private int readNextOrderId(TransactionInput input) throws SQLException, MissingRowException {
        nextOrderId.setInt(1, input.warehouseId);
        nextOrderId.setInt(2, input.districtId);
        try (ResultSet row = nextOrderId.query()) {
            if (!row.next()) {
                throw new MissingRowException("no district " + input.districtId + " in warehouse " + input.warehouseId);
            }
            return row.getInt(1);
        }
    }
}
