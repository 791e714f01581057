package io.bmsql.dialect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every {@link StatementId} in the words of one dialect and profile. */
public final class StatementBook {
    private final Map<StatementId, NamedStatement> statements;

    private StatementBook(Map<StatementId, NamedStatement> statements) {
        this.statements = statements;
    }

    /**
     * Lays files over each other, the most general one first; each later one replaces what it names.
     *
     * @throws DialectException for a name or parameter that {@link StatementId} does not know, and for missing statements
     */
    static StatementBook of(Collection<Map<String, NamedSql>> layers) throws DialectException {
        Map<StatementId, NamedStatement> statements = new EnumMap<>(StatementId.class);
        Map<String, StatementId> byName = new HashMap<>();
        for (StatementId id : StatementId.values()) {
            byName.put(id.sqlName(), id);
        }
        for (Map<String, NamedSql> layer : layers) {
            for (NamedSql sql : layer.values()) {
                StatementId id = byName.get(sql.name());
                if (id == null) {
                    throw new DialectException(sql.place() + ": no statement of the program is named " + sql.name()
                            + "; the names are those of sql.common/statements.sql");
                }
                if (sql.text().isEmpty() && !id.mayBeEmpty()) {
                    throw new DialectException(sql.place() + ": " + sql.name() + " has no text, but it is needed");
                }
                statements.put(id, NamedStatement.of(id, sql));
            }
        }
        requireAll(statements);
        return new StatementBook(statements);
    }

    private static void requireAll(Map<StatementId, NamedStatement> statements) throws DialectException {
        List<String> missing = new ArrayList<>();
        for (StatementId id : StatementId.values()) {
            if (!statements.containsKey(id)) {
                missing.add(id.sqlName());
            }
        }
        if (!missing.isEmpty()) {
            throw new DialectException("no statements.sql names " + String.join(", ", missing));
        }
    }

    /** The statement; never null. */
    public NamedStatement get(StatementId id) {
        NamedStatement statement = statements.get(id);
        if (statement == null) {
            throw new IllegalStateException("statement " + id + " is not in the book");
        }
        return statement;
    }
}
