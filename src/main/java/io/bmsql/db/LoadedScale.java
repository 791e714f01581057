package io.bmsql.db;

import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.spec.RefusedException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** What the loader wrote into bmsql_config (contract 3.3); C for last names is missing when the table has none. */
public record LoadedScale(int warehouses, Optional<Integer> cLast) {
    /** The row that a reset under way has in bmsql_config, with the moment of its start. */
    public static final String RESET_BEGUN = "reset begun";

    private static final String WAREHOUSES = "warehouses";
    private static final String C_LAST = "nURandCLast";

    /** Refuses when there is no such table or no usable number of warehouses in it, or a reset did not finish. */
    public static LoadedScale read(Database database) throws SQLException, RefusedException {
        try (WorkerConnection connection = database.worker()) {
            Optional<String> reset = value(connection, RESET_BEGUN);
            if (reset.isPresent()) {
                throw new RefusedException("a bmsql reset of this database was begun at " + reset.get()
                        + " and did not finish: start it again first");
            }
            return read(connection);
        }
    }

    /** The same for a caller that resets, which a reset that did not finish does not hinder. */
    public static LoadedScale readForReset(Database database) throws SQLException, RefusedException {
        try (WorkerConnection connection = database.worker()) {
            return read(connection);
        }
    }

    private static LoadedScale read(WorkerConnection connection) throws SQLException, RefusedException {
        Optional<Integer> warehouses = number(connection, WAREHOUSES);
        return new LoadedScale(
                warehouses.orElseThrow(() -> new NothingLoadedException(
                        "bmsql_config does not say " + WAREHOUSES + ", so nothing is loaded", null)),
                number(connection, C_LAST));
    }

    private static Optional<Integer> number(WorkerConnection connection, String name)
            throws SQLException, RefusedException {
        Optional<String> value = value(connection, name);
        try {
            return value.map(text -> Integer.valueOf(text.strip()));
        } catch (NumberFormatException e) {
            throw new RefusedException(
                    "bmsql_config holds " + name + " = \"" + value.orElse("") + "\", which is not a number: load again",
                    e);
        }
    }

    private static Optional<String> value(WorkerConnection connection, String name)
            throws SQLException, RefusedException {
        try {
            BoundStatement statement = connection.statement(StatementId.CONFIG_READ);
            statement.setString(1, name);
            try (ResultSet rows = statement.query()) {
                return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
            }
        } catch (SQLException e) {
            if (!connection.isUsable()) {
                throw e;
            }
            throw new NothingLoadedException(
                    "bmsql_config cannot be read, so nothing seems to be loaded (" + SqlErrors.line(e) + ")", e);
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
