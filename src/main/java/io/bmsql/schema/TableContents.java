package io.bmsql.schema;

import io.bmsql.common.Texts;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.UsageException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/** Whether the tables of the benchmark are there and hold rows; asks for the first row of each. */
public enum TableContents {
    /** There is no such table, or this user may not read it. */
    MISSING,
    EMPTY,
    FILLED;

    /** Looks at every table, in the order of {@link Table}; fails only when the connection breaks. */
    public static Map<Table, TableContents> of(Database database) throws SQLException {
        Map<Table, TableContents> found = new EnumMap<>(Table.class);
        try (WorkerConnection worker = database.worker()) {
            for (Table table : Table.values()) {
                found.put(table, look(worker, database, table.sqlName()));
            }
        }
        return found;
    }

    /** Looks at one table, whatever it belongs to. */
    public static TableContents of(Database database, String table) throws SQLException {
        try (WorkerConnection worker = database.worker()) {
            return look(worker, database, table);
        }
    }

    /** Tables without transactions, on which nothing may be tried that is to be rolled back; empty where nothing tells of one. */
    public static String withoutRollback(Connection connection, Dialect dialect) throws SQLException {
        NamedStatement query = dialect.statement(StatementId.TABLES_WITHOUT_ROLLBACK);
        return query.isEmpty()
                ? ""
                : String.join(", ", PlainSql.<String>query(connection, query.sql(), row -> row.getString(1)));
    }

    /** Refuses what tries something on tables {@link #withoutRollback}. */
    public static void requireRollback(Connection connection, Dialect dialect) throws SQLException, UsageException {
        String tables = withoutRollback(connection, dialect);
        UsageException.throwIf(!tables.isEmpty(), Texts.of(Language.EN).text("doctor.data.engine", tables));
    }

    private static TableContents look(WorkerConnection worker, Database database, String table) throws SQLException {
        NamedStatement first = database.dialect().statement(StatementId.FILLED_TABLE);
        String sql = first.sql().replace("{table}", table);
        try (PreparedStatement statement = worker.connection().prepareStatement(sql)) {
            statement.setMaxRows(1);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? FILLED : EMPTY;
            }
        } catch (SQLException e) {
            if (!worker.isUsable()) {
                throw e;
            }
            return MISSING;
        } finally {
            if (worker.isUsable()) {
                worker.rollback();
            }
        }
    }
}
