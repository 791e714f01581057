package io.bmsql.db;

import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.apache.commons.lang3.function.FailableFunction;
import org.slf4j.LoggerFactory;

/** Statements without parameters, sent once: sessions that are set up, questions to the server's catalog. */
public final class PlainSql {
    private PlainSql() {}

    /** Sends what a dialect may leave empty. A query will do too: some databases set a session up by one. */
    public static void execute(Connection connection, NamedStatement statement) throws SQLException {
        if (!statement.isEmpty()) {
            execute(connection, statement.sql());
        }
    }

    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** From now on the session waits for a lock a second at most, where the dialect has words for that. */
    public static void waitBriefly(Connection connection, Dialect dialect) throws SQLException {
        // On PostgreSQL a rollback would take it back.
        connection.setAutoCommit(true);
        execute(connection, dialect.statement(StatementId.CONFORMANCE_IMPATIENCE));
    }

    /** Gives what a reader makes of each row. */
    public static <T> List<T> query(
            Connection connection, String sql, FailableFunction<ResultSet, T, SQLException> reader)
            throws SQLException {
        List<T> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(reader.apply(rows));
            }
        }
        return found;
    }

    /** The server's clock in seconds since 1970; empty where the dialect or this version of the server cannot say it. */
    public static OptionalDouble clockSeconds(Connection connection, Dialect dialect) {
        NamedStatement query = dialect.statement(StatementId.SERVER_CLOCK);
        try {
            return query.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(query(connection, query.sql(), row -> row.getDouble(1))
                            .get(0));
        } catch (SQLException e) {
            LoggerFactory.getLogger(PlainSql.class).debug("{}: {}", query.place(), e.getMessage());
            return OptionalDouble.empty();
        }
    }

    /** A row's columns as text, by their names in lower case. */
    public static Map<String, String> byName(ResultSet row) throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
            String name = row.getMetaData().getColumnLabel(column).toLowerCase(Locale.ROOT);
            columns.put(
                    name, Objects.requireNonNullElse(row.getString(column), "").strip());
        }
        return columns;
    }

    /** The one value of a query, which will be part of another statement: refused unless it is a harmless word. */
    public static String word(Connection connection, NamedStatement query, String what) throws SQLException {
        String word = query(connection, query.sql(), row -> String.valueOf(row.getString(1)))
                .get(0);
        if (!word.matches("[0-9A-Za-z_.,:@-]+")) {
            throw new SQLException(query.place() + ": " + word + " is not " + what);
        }
        return word;
    }
}
