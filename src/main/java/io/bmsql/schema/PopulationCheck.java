package io.bmsql.schema;

import io.bmsql.db.Database;
import io.bmsql.dialect.NamedSql;
import io.bmsql.schema.PopulationException.PopulationFact;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Asks the queries of {@code population.sql}, several at a time, and compares each column with what is expected. */
final class PopulationCheck {
    private final Database database;
    private final int workers;

    PopulationCheck(Database database, int workers) {
        this.database = database;
        this.workers = workers;
    }

    void run(int warehouses, BuildListener listener) throws PopulationException, SQLException, InterruptedException {
        Map<String, BigDecimal> actual = new ConcurrentHashMap<>();
        SharedWork<NamedSql> work =
                new SharedWork<>(database.dialect().statements().population(), sql -> Set.of());
        try {
            work.run(workers, database::connection, (connection, sql) -> actual.putAll(ask(connection, sql)));
        } catch (SQLException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the population check failed in an unexpected way", e);
        }
        List<PopulationFact> failed = new ArrayList<>();
        ExpectedPopulation.of(warehouses).forEach((name, range) -> {
            BigDecimal value = actual.get(name);
            boolean passed = value != null && range.holds(value);
            PopulationFact fact = new PopulationFact(name, value, range.lowest(), range.highest(), passed);
            listener.populationFact(fact);
            if (!passed) {
                failed.add(fact);
            }
        });
        if (!failed.isEmpty()) {
            throw new PopulationException(failed);
        }
    }

    /** The columns of the one row by their names in lower case; sums of no rows count as 0, other NULLs are left out. */
    private static Map<String, BigDecimal> ask(Connection connection, NamedSql sql) throws SQLException {
        Map<String, BigDecimal> found = new ConcurrentHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql.text())) {
            row.next();
            for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                String name = row.getMetaData().getColumnLabel(column).toLowerCase(Locale.ROOT);
                BigDecimal value = row.getBigDecimal(column);
                if (value != null) {
                    found.put(name, value);
                } else if (!name.matches(".*(lowest|highest).*")) {
                    found.put(name, BigDecimal.ZERO);
                }
            }
        } catch (SQLException e) {
            throw new SQLException(
                    sql.place() + ": " + sql.name() + ": " + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
        }
        connection.rollback();
        return found;
    }
}
