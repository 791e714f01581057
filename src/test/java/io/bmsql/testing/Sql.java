package io.bmsql.testing;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What a test does to its database beside the program: on a connection that ends with it, or on one that stays open. */
public final class Sql {
    private Sql() {}

    public static void execute(Connection connection, String... texts) throws SQLException {
        try (connection) {
            executeOn(connection, texts);
        }
    }

    public static void executeOn(Connection open, String... texts) throws SQLException {
        try (Statement statement = open.createStatement()) {
            for (String text : texts) {
                statement.execute(text);
            }
        }
    }

    /** The first column. */
    public static List<String> texts(Connection connection, String query) throws SQLException {
        try (connection) {
            return textsOn(connection, query);
        }
    }

    /** The first column. */
    public static List<String> textsOn(Connection open, String query) throws SQLException {
        try (Statement statement = open.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }

    /** The first column of the only row. */
    public static long number(Connection connection, String query) throws SQLException {
        return Long.parseLong(texts(connection, query).get(0));
    }

    /** The first column of the only row. */
    public static long numberOn(Connection open, String query) throws SQLException {
        return Long.parseLong(textsOn(open, query).get(0));
    }
}
