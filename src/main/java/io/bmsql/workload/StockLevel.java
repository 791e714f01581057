package io.bmsql.workload;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.Scale;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/**
 * Stock-Level, clause 2.8. The next order number is read first, which keeps the plan of the count steady; a dialect or
 * profile that wants one statement leaves the first one empty.
 */
final class StockLevel implements TransactionSet.Body {
    private final BoundStatement nextOrderId;
    private final BoundStatement countLow;

    StockLevel(WorkerConnection connection, boolean isBatched) throws SQLException {
        nextOrderId = connection.statement(StatementId.STOCK_LEVEL_NEXT_ORDER_ID);
        countLow = connection.last(StatementId.STOCK_LEVEL_COUNT_LOW, isBatched);
    }

    @Override
    public Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        int nextOrder = nextOrderId.isEmpty() ? 0 : readNextOrderId(input);
        input.nextOrderId = nextOrder;
        countLow.key(input.warehouseId, input.districtId, input.threshold);
        countLow.setInt(4, nextOrder);
        countLow.setInt(5, nextOrder - Scale.ORDERS_OF_STOCK_LEVEL);
        try (ResultSet row = countLow.query()) {
            input.lowStock = row.next() ? row.getInt(1) : 0;
        }
        return Outcome.COMMITTED;
    }

    private int readNextOrderId(TransactionInput input) throws SQLException, MissingRowException {
        try (ResultSet row =
                nextOrderId.key(input.warehouseId, input.districtId).query()) {
            MissingRowException.requireDistrict(row.next(), input);
            return row.getInt(1);
        }
    }
}
