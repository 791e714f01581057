package io.bmsql.data;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;

import io.bmsql.dialect.StatementId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The table {@code bmsql_config}: names and values, in the transaction under way. */
public final class ConfigRows {
    private ConfigRows() {}

    /** The rows that a query of names and values gives, in its order, without the blanks of fixed columns. */
    public static Map<String, String> read(WorkerConnection connection, StatementId query) throws SQLException {
        Map<String, String> found = new LinkedHashMap<>();
        try (ResultSet rows = connection.statement(query).query()) {
            while (rows.next()) {
                found.put(
                        String.valueOf(rows.getString(1)).strip(),
                        String.valueOf(rows.getString(2)).strip());
            }
        }
        return found;
    }

    public static void put(WorkerConnection connection, String name, String value) throws SQLException {
        for (StatementId id : new StatementId[] {StatementId.CONFIG_UPDATE, StatementId.CONFIG_WRITE}) {
            BoundStatement statement = connection.statement(id);
            statement.setString(1, name);
            statement.setString(2, value);
            if (statement.update() > 0) {
                return;
            }
        }
    }
}
