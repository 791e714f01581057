package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All named SQL of one dialect and profile: every {@link StatementId}, and the queries that check what is in the tables. */
public final class StatementCatalog {
    private static final Map<String, StatementId> BY_NAME = Stream.of(StatementId.values())
            .collect(Collectors.toUnmodifiableMap(StatementId::sqlName, Function.identity()));

    private final Map<StatementId, NamedStatement> statements = new EnumMap<>(StatementId.class);
    private final List<ConditionSql> checks;
    private final List<NamedSql> population;

    /** Lays files over each other, the most general one first; unknown names and missing statements are refused. */
    StatementCatalog(Collection<Map<String, NamedSql>> layers, List<NamedSql> checks, List<NamedSql> population)
            throws UsageException {
        List<ConditionSql> conditions = new ArrayList<>();
        for (NamedSql check : checks) {
            conditions.add(ConditionSql.of(check));
        }
        for (ConditionSql condition : conditions) {
            if (!condition.with().isEmpty()
                    && conditions.stream()
                            .noneMatch(other -> other.name().equals(condition.with())
                                    && other.with().isEmpty())) {
                throw new UsageException(condition.place() + ": " + condition.name() + " is asked with "
                        + condition.with() + ", which is no condition with a query");
            }
        }
        this.checks = List.copyOf(conditions);
        this.population = List.copyOf(population);
        for (Map<String, NamedSql> layer : layers) {
            for (NamedSql sql : layer.values()) {
                add(sql);
            }
        }
        String missing = Stream.of(StatementId.values())
                .filter(id -> !statements.containsKey(id))
                .map(StatementId::sqlName)
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            throw new UsageException("no statements.sql names " + missing);
        }
    }

    private void add(NamedSql sql) throws UsageException {
        StatementId id = BY_NAME.get(sql.name());
        if (id == null) {
            throw new UsageException(sql.place() + ": no statement of the program is named " + sql.name()
                    + "; the names are those of sql.common/statements.sql");
        }
        if (sql.text().isEmpty() && !id.mayBeEmpty()) {
            throw new UsageException(sql.place() + ": " + sql.name() + " has no text, but it is needed");
        }
        statements.put(id, NamedStatement.of(id, sql));
    }

    public NamedStatement get(StatementId id) {
        return Objects.requireNonNull(statements.get(id));
    }

    public List<ConditionSql> checks() {
        return checks;
    }

    public List<NamedSql> population() {
        return population;
    }
}
