package io.bmsql.collector.database;

import io.bmsql.dialect.SqlScript.SqlStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sends one query and reads what came; on a server that does not answer it gives up after some seconds. */
final class MetricReader {
    private static final int LONGEST_SECS = 5;

    /** A view that shows more has no series but rows. */
    private static final int MOST_ROWS = 1000;

    private final Connection connection;

    MetricReader(Connection connection) {
        this.connection = connection;
    }

    /** The rows as text, by the lower-case names of the columns. */
    List<Map<String, String>> rows(SqlStatement sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(LONGEST_SECS);
            statement.setMaxRows(MOST_ROWS);
            try (ResultSet result = statement.executeQuery(sql.text())) {
                return rows(result);
            }
        }
    }

    private static List<Map<String, String>> rows(ResultSet result) throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        List<Map<String, String>> rows = new ArrayList<>();
        while (result.next()) {
            Map<String, String> row = new LinkedHashMap<>();
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                String text = result.getString(column);
                row.put(columns.getColumnLabel(column).toLowerCase(Locale.ROOT), text == null ? "" : text.strip());
            }
            rows.add(row);
        }
        return rows;
    }

    /** The numbers that a query shows, by series: columns of one row, or rows of the columns series and value. */
    Map<String, Double> numbers(SqlStatement sql) throws SQLException {
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (Map<String, String> row : rows(sql)) {
            String series = row.get("series");
            if (series == null) {
                row.forEach((name, text) -> put(numbers, name, text));
            } else {
                put(numbers, series, row.getOrDefault("value", ""));
            }
        }
        return numbers;
    }

    /** A value that is not a number, such as one that was never set, is ignored. */
    private static void put(Map<String, Double> numbers, String series, String text) {
        if (text.matches("-?\\d{1,30}(\\.\\d*)?([eE][+-]?\\d{1,3})?")) {
            numbers.merge(series, Double.parseDouble(text), Double::sum);
        }
    }
}
