package io.bmsql.evidence;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A schema on H2 in memory, made by the statements of a folder, and what H2 understood of it. */
final class H2Schema implements AutoCloseable {
    private final Connection connection;

    /**
     * Empty.
     *
     * @param mode whose words H2 takes, REGULAR for its own
     */
    H2Schema(String mode) throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:;MODE=" + mode);
    }

    /** Runs statements that hold nothing but what H2 knows. */
    void run(Collection<String> statements) throws SQLException {
        for (String sql : statements) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new SQLException(e.getMessage() + " in: " + sql, e);
            }
        }
    }

    /** Refused ones throw. */
    void prepare(String sql) throws SQLException {
        connection.prepareStatement(sql).close();
    }

    /** {@code table.column} with its SQL type, size, places and whether it may be NULL, in the tables' own order. */
    Map<String, String> columns() throws SQLException {
        Map<String, String> found = new TreeMap<>();
        DatabaseMetaData meta = connection.getMetaData();
        try (ResultSet row = meta.getColumns(null, "PUBLIC", "BMSQL%", "%")) {
            while (row.next()) {
                String type = row.getInt("DATA_TYPE") + "(" + row.getInt("COLUMN_SIZE") + ","
                        + row.getInt("DECIMAL_DIGITS") + ")" + (row.getInt("NULLABLE") == 0 ? " not null" : "");
                found.put(
                        String.format(
                                Locale.ROOT,
                                "%s #%02d %s",
                                row.getString("TABLE_NAME"),
                                row.getInt("ORDINAL_POSITION"),
                                row.getString("COLUMN_NAME")),
                        type);
            }
        }
        return found;
    }

    /** Every primary, unique and foreign key and every index: {@code table(columns)} and for foreign keys where to. */
    Set<String> keys() throws SQLException {
        Set<String> found = new TreeSet<>();
        DatabaseMetaData meta = connection.getMetaData();
        for (String table : tables()) {
            collect(found, "key", meta.getPrimaryKeys(null, "PUBLIC", table), "KEY_SEQ", "COLUMN_NAME", "PK_NAME");
            collect(found, "to", meta.getImportedKeys(null, "PUBLIC", table), "KEY_SEQ", "FKCOLUMN_NAME", "FK_NAME");
        }
        return found;
    }

    private Set<String> tables() throws SQLException {
        Set<String> found = new TreeSet<>();
        try (ResultSet row = connection.getMetaData().getTables(null, "PUBLIC", "BMSQL%", null)) {
            while (row.next()) {
                found.add(row.getString("TABLE_NAME"));
            }
        }
        return found;
    }

    private static void collect(
            Set<String> found, String kind, ResultSet rows, String order, String column, String name)
            throws SQLException {
        Map<String, Map<Integer, String>> columns = new TreeMap<>();
        try (rows) {
            while (rows.next()) {
                boolean foreign = kind.equals("to");
                String table = rows.getString(foreign ? "FKTABLE_NAME" : "TABLE_NAME");
                String key = table + " "
                        + (foreign ? rows.getString(name) + " " + kind + " " + rows.getString("PKTABLE_NAME") : kind);
                columns.computeIfAbsent(key, k -> new TreeMap<>()).put(rows.getInt(order), rows.getString(column));
            }
        }
        columns.forEach((key, parts) -> found.add(key + " " + parts.values()));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
