package io.bmsql.conformance;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What of bmsql lies in a database. Asked in two ways, so that nothing foreign is ever dropped: the catalog of the connection's
 * own schema, and the tables that the program's statements reach, wherever the server finds them.
 */
final class ExistingObjects {
    private static final String PREFIX = "bmsql_";
    /** Reads that name one table each; parameters are bound to 0 or nothing, so that they find no row. */
    private static final List<StatementId> READS = List.of(
            StatementId.CONFIG_READ,
            StatementId.NEW_ORDER_ITEM,
            StatementId.PAYMENT_WAREHOUSE,
            StatementId.PAYMENT_DISTRICT,
            StatementId.ORDER_STATUS_CUSTOMER,
            StatementId.NEW_ORDER_STOCK,
            StatementId.DELIVERY_CUSTOMER_OF_ORDER,
            StatementId.DELIVERY_OLDEST_NEW_ORDER,
            StatementId.DELIVERY_SUM_LINES);

    private ExistingObjects() {}

    /** Names of tables, views and sequences, and of reads that succeed without such a name; empty when there is nothing. */
    static List<String> in(Database database) throws SQLException {
        Set<String> found = new TreeSet<>();
        try (Connection connection = database.connection()) {
            found.addAll(ofCatalog(connection));
            connection.rollback();
        }
        if (found.isEmpty()) {
            found.addAll(reached(database));
        }
        return List.copyOf(found);
    }

    private static List<String> ofCatalog(Connection connection) throws SQLException {
        List<String> found = new ArrayList<>();
        DatabaseMetaData meta = connection.getMetaData();
        try (ResultSet rows = meta.getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
            while (rows.next()) {
                String name = String.valueOf(rows.getString("TABLE_NAME"));
                if (name.toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
                    found.add(name.toLowerCase(Locale.ROOT));
                }
            }
        }
        return found;
    }

    private static List<String> reached(Database database) throws SQLException {
        List<String> found = new ArrayList<>();
        try (WorkerConnection worker = database.worker()) {
            for (StatementId id : READS) {
                try {
                    read(worker, id);
                    found.add("what " + id.sqlName() + " reads");
                } catch (SQLException e) {
                    if (!worker.isUsable()) {
                        throw e;
                    }
                }
                worker.rollback();
            }
        }
        return found;
    }

    private static void read(WorkerConnection worker, StatementId id) throws SQLException {
        BoundStatement statement = worker.statement(id);
        for (int parameter = 1; parameter <= id.parameters().size(); parameter++) {
            if (id == StatementId.CONFIG_READ) {
                statement.setString(parameter, "");
            } else {
                statement.setInt(parameter, 0);
            }
        }
        statement.query().close();
    }
}
