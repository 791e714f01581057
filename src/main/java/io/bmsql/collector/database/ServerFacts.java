package io.bmsql.collector.database;

import io.bmsql.common.UsageException;
import io.bmsql.db.Database;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server says about itself when it is asked once, by the queries of {@code metrics.sql}; rows as text, by the names of
 * their columns. One thread.
 */
public record ServerFacts(Connection connection, MetricCatalog catalog) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerFacts.class);

    /** Asks on its own connection. */
    public static ServerFacts of(Database database) throws SQLException, UsageException {
        MetricCatalog catalog = MetricCatalog.of(database.dialect());
        return new ServerFacts(database.autoCommitConnection(), catalog);
    }

    /**
     * The settings that are not the server's default, and unsafe ones: name, value, default, unit, unsafe. Empty when the server does
     * not show them, or the folder does not ask.
     */
    public Optional<List<Map<String, String>>> settings() {
        return first(catalog.settings())
                .map(rows -> rows.stream().map(DatabaseCollector::settingRow).toList());
    }

    /** The rows of the first {@code -- fact: name} that the server takes; none when it takes none, or the folder has none. */
    public List<Map<String, String>> rows(String fact) {
        return answer(fact).orElse(List.of());
    }

    /** The same; empty when it takes none, or the folder has none, which is not the same as no rows. */
    public Optional<List<Map<String, String>>> answer(String fact) {
        return first(catalog.facts().getOrDefault(fact, List.of()));
    }

    /** What the folder asks for and the server shows in none of the ways of the folder, each with the last refusal. */
    public List<String> refused() {
        Map<String, List<SqlStatement>> wanted = new TreeMap<>();
        catalog.charts().values().stream()
                .flatMap(List::stream)
                .filter(query -> !query.optional())
                .forEach(query -> wanted.computeIfAbsent("chart " + query.chart(), unused -> new ArrayList<>())
                        .add(query.sql()));
        catalog.facts().forEach((fact, ways) -> wanted.put("fact " + fact, ways));
        if (!catalog.settings().isEmpty()) {
            wanted.put("settings", catalog.settings());
        }
        List<String> refused = new ArrayList<>();
        wanted.forEach((what, ways) -> {
            String last = "";
            for (SqlStatement sql : ways) {
                try {
                    MetricSampler.rows(connection, sql);
                    return;
                } catch (SQLException e) {
                    last = sql.place() + ": " + SqlErrors.line(e);
                }
            }
            refused.add(what + " (" + last + ")");
        });
        return refused;
    }

    private Optional<List<Map<String, String>>> first(List<SqlStatement> alternatives) {
        for (SqlStatement sql : alternatives) {
            try {
                return Optional.of(MetricSampler.rows(connection, sql));
            } catch (SQLException e) {
                LOG.debug("{}: {}", sql.place(), SqlErrors.line(e));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
