package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All SQL of a shipped dialect, by the name that a failing test shows. */
public final class DialectSql {
    private DialectSql() {}

    public static Dialect dialect(String db, String profile) throws UsageException {
        return TestDatabase.folders().load(db, profile);
    }

    /** Every statement that the program itself sends, as JDBC gets it, with the checks and the population queries. */
    public static Map<String, String> statements(String db, String profile) throws UsageException {
        Dialect dialect = dialect(db, profile);
        Map<String, String> found = new LinkedHashMap<>();
        for (StatementId id : StatementId.values()) {
            NamedStatement statement = dialect.statements().get(id);
            if (!statement.isEmpty()) {
                found.put(
                        id.sqlName(),
                        statement
                                .sql()
                                .replace("{table}", "bmsql_item")
                                .replace("{columns}", "i_id, i_name")
                                .replace("{values}", "?, ?"));
            }
        }
        for (NamedSql sql : dialect.conditions()) {
            if (sql.with().isEmpty()) {
                found.put(sql.name(), sql.text());
            }
        }
        for (NamedSql sql : dialect.population()) {
            found.put(sql.name(), sql.text());
        }
        return found;
    }

    /** The statements of one script that are not blocks of a procedural language. */
    public static List<SqlStatement> plain(String db, String script) throws UsageException {
        return script(db, script).stream()
                .filter(statement -> !isBlock(statement))
                .toList();
    }

    /** The blocks of every script that the dialect's own folder holds. */
    public static List<SqlStatement> blocks(String db) throws UsageException, IOException {
        List<SqlStatement> found = new ArrayList<>();
        for (String script : TestFiles.names(Path.of("sql." + db))) {
            if (script.endsWith(".sql") && !script.equals("statements.sql")) {
                script(db, script).stream().filter(DialectSql::isBlock).forEach(found::add);
            }
        }
        return found;
    }

    public static List<SqlStatement> script(String db, String script) throws UsageException {
        return dialect(db, "").script(script).orElseThrow().script().statements();
    }

    private static boolean isBlock(SqlStatement statement) {
        return statement.text().stripLeading().startsWith("-- {");
    }
}
