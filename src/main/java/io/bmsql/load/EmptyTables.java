package io.bmsql.load;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.Table;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Refuses to load into tables that hold rows: without keys they would take every row twice. A load writes warehouse 1 first
 * and the config rows last, and the items are there even without warehouses; so three small tables tell.
 */
final class EmptyTables {
    private EmptyTables() {}

    static void require(Database database) throws LoadException {
        try (WorkerConnection worker = database.worker()) {
            requireNoRow(worker, Table.CONFIG, StatementId.CONFIG_READ, "a finished load");
            requireNoRow(worker, Table.WAREHOUSE, StatementId.PAYMENT_WAREHOUSE, "a load that did not end");
            requireNoRow(worker, Table.ITEM, StatementId.NEW_ORDER_ITEM, "a load that did not end");
        } catch (SQLException e) {
            throw new LoadException(
                    "cannot read the tables before the load: " + Reason.of(e)
                            + ". Create them first: 'bmsql build' does all steps.",
                    e);
        }
    }

    private static void requireNoRow(WorkerConnection worker, Table table, StatementId first, String load)
            throws SQLException, LoadException {
        BoundStatement statement = worker.statement(first);
        if (statement.isEmpty()) {
            return;
        }
        if (table == Table.CONFIG) {
            statement.setString(1, "warehouses");
        } else {
            statement.setInt(1, 1);
        }
        try (ResultSet rows = statement.query()) {
            if (rows.next()) {
                throw new LoadException(table.sqlName() + " already holds rows of " + load
                        + ". Empty the database with 'bmsql destroy' and build it again.");
            }
        }
    }
}
