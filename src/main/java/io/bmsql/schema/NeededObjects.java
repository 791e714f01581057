package io.bmsql.schema;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the load and the scripts after it need, and an own {@code tableCreates.sql} may not have made: looked for before the first row,
 * because its lack would show after hours. What the server or the driver says nothing of is believed.
 */
record NeededObjects(Database database, List<SqlStatement> after, String textAfter) {
    private static final Pattern SEQUENCE = pattern(
            "\\b(?:nextval|setval)\\s*\\(\\s*'([\\w$.]+)'|\\b(?:alter|drop)\\s+sequence\\s+(?:if\\s+exists\\s+)?([\\w$.]+)");
    /** Indexes, and tables that foreign keys point at; then the table's own keys. */
    private static final List<Pattern> COLUMNS = List.of(
            pattern("\\b(?:on|references)\\s+(bmsql_\\w+)\\s*\\(([\\w\\s,]+)\\)"),
            pattern("^\\s*alter\\s+table\\s+(bmsql_\\w+)\\s[^()]*\\bkey\\s*\\(([\\w\\s,]+)\\)"));

    static NeededObjects of(Database database, List<PlannedStep> plan) {
        List<SqlStatement> after = plan.stream()
                .filter(step -> step.step().compareTo(BuildStep.LOAD) > 0)
                .flatMap(step -> step.statements().stream())
                .toList();
        String text = after.stream().map(SqlStatement::text).collect(Collectors.joining(";\n"));
        return new NeededObjects(database, after, text);
    }

    private static Pattern pattern(String text) {
        return Pattern.compile(text, Pattern.CASE_INSENSITIVE);
    }

    void require() throws BuildFailedException, SQLException {
        if (database.dialect().has(StatementId.SEQUENCE_FIND)) {
            for (SqlStatement statement : after) {
                Matcher needed = SEQUENCE.matcher(statement.text());
                while (needed.find()) {
                    requireSequence(needed.group(1) == null ? needed.group(2) : needed.group(1), statement.place());
                }
            }
        }
        Map<String, Set<String>> tables = tables();
        if (tables.isEmpty()) {
            return;
        }
        for (Table table : Table.values()) {
            NamedStatement insert = database.dialect().statement(StatementId.load(table));
            for (String column : StatementId.load(table).parameters()) {
                if (pattern("\\b" + column + "\\b").matcher(insert.sql()).find()) {
                    requireColumn(tables, table.sqlName(), column, "the load");
                }
            }
        }
        for (SqlStatement statement : after) {
            for (Pattern pattern : COLUMNS) {
                Matcher needed = pattern.matcher(statement.text());
                while (needed.find()) {
                    for (String column : needed.group(2).strip().split("\\s*,\\s*")) {
                        requireColumn(tables, needed.group(1), column.replaceFirst("\\s.*", ""), statement.place());
                    }
                }
            }
        }
    }

    private void requireSequence(String name, String place) throws BuildFailedException, SQLException {
        try (WorkerConnection connection = database.worker()) {
            BoundStatement find = connection.statement(StatementId.SEQUENCE_FIND);
            find.setString(1, name);
            try (ResultSet row = find.query()) {
                if (!row.next()) {
                    throw missing(place + " needs the sequence " + name + " after the load", "create sequence " + name);
                }
            }
        }
    }

    private void requireColumn(Map<String, Set<String>> tables, String table, String column, String place)
            throws BuildFailedException {
        Set<String> columns = tables.get(table.toLowerCase(Locale.ROOT));
        // By a script that comes after the load, and in time for this one or not.
        String made = "\\bcreate\\s+(?:\\w+\\s+)*table\\s+(?:if\\s+not\\s+exists\\s+)?" + table
                + "\\b|\\badd\\s+(?:column\\s+)?\\(?\\s*" + column + "\\b";
        if (pattern(made).matcher(textAfter).find()) {
            return;
        }
        if (columns == null) {
            throw missing(place + " needs the table " + table, "create table " + table);
        }
        if (!columns.contains(column.toLowerCase(Locale.ROOT))) {
            throw missing(place + " needs the column " + column + " of " + table, column);
        }
    }

    private static BuildFailedException missing(String what, String add) {
        return new BuildFailedException(what + ", and none of the scripts before it made one. Add `" + add
                + "` to your tableCreates.sql, or put a file of that name that needs none into your folder;"
                + " then start the same command again. No row is loaded yet.");
    }

    /** The columns of our tables in all schemas, in lower case; empty where the driver shows none. */
    private Map<String, Set<String>> tables() throws SQLException {
        Map<String, Set<String>> tables = new HashMap<>();
        try (Connection connection = database.connection()) {
            for (String names : List.of("bmsql%", "BMSQL%")) {
                try (ResultSet columns =
                        connection.getMetaData().getColumns(connection.getCatalog(), null, names, null)) {
                    while (columns.next()) {
                        tables.computeIfAbsent(columns.getString(3).toLowerCase(Locale.ROOT), none -> new HashSet<>())
                                .add(columns.getString(4).toLowerCase(Locale.ROOT));
                    }
                }
            }
            connection.rollback();
        }
        return tables;
    }
}
