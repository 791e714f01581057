package io.bmsql.db;

import io.bmsql.config.RefusedException;
import io.bmsql.dialect.StatementId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What the loader wrote into bmsql_config (contract 3.3), this program's or BenchmarkSQL's.
 *
 * @param warehouses how many are loaded
 * @param cLast the load's constant C for customer last names, empty when the table does not say
 */
public record LoadedScale(int warehouses, Optional<Integer> cLast) {
    private static final String WAREHOUSES = "warehouses";
    private static final String C_LAST = "nURandCLast";

    /** Refuses when there is no such table or no usable number of warehouses in it. */
    public static LoadedScale read(Database database) throws SQLException, RefusedException {
        try (WorkerConnection connection = database.worker()) {
            Optional<Integer> warehouses = number(connection, WAREHOUSES);
            return new LoadedScale(
                    warehouses.orElseThrow(() -> new RefusedException("bmsql_config does not say " + WAREHOUSES
                            + ", so nothing is loaded: run bmsql build first")),
                    number(connection, C_LAST));
        }
    }

    private static Optional<Integer> number(WorkerConnection connection, String name)
            throws SQLException, RefusedException {
        String value = "";
        try {
            BoundStatement statement = connection.statement(StatementId.CONFIG_READ);
            statement.setString(1, name);
            try (ResultSet rows = statement.query()) {
                String found = rows.next() ? rows.getString(1) : null;
                if (found == null) {
                    return Optional.empty();
                }
                value = found;
            }
            return Optional.of(Integer.valueOf(value.strip()));
        } catch (NumberFormatException e) {
            throw new RefusedException(
                    "bmsql_config holds " + name + " = \"" + value + "\", which is not a number: load again", e);
        } catch (SQLException e) {
            if (!connection.isUsable()) {
                throw e;
            }
            throw new RefusedException(
                    "bmsql_config cannot be read, so nothing seems to be loaded ("
                            + String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " ")
                            + "): run bmsql build first",
                    e);
        }
    }

    /** Makes sure that a run finds all its warehouses (checklist 16); the message names both numbers. */
    public void require(int configured) throws RefusedException {
        if (configured > warehouses) {
            throw new RefusedException("warehouses=" + configured + " in the settings, but only " + warehouses
                    + " are loaded: set warehouses to " + warehouses + " or less, or build again");
        }
    }
}
