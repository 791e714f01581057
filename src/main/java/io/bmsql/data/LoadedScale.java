package io.bmsql.data;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;

import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.common.UsageException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** What the loader wrote into bmsql_config (benchmarksql-formats.md, bmsql_config); C for last names is missing when the table has none. */
public record LoadedScale(int warehouses, Optional<Integer> cLast) {
    /** The row that a reset under way has in bmsql_config, with the moment of its start. */
    public static final String RESET_BEGUN = "reset begun";

    private static final String WAREHOUSES = "warehouses";
    private static final String C_LAST = "nURandCLast";

    /** Refuses when there is no such table or no usable number of warehouses in it, or a reset did not finish. */
    public static LoadedScale read(Database database) throws SQLException, UsageException {
        try (WorkerConnection connection = database.worker()) {
            Optional<String> reset = value(connection, RESET_BEGUN);
            if (reset.isPresent()) {
                throw new UsageException("a bmsql reset of this database was begun at " + reset.get()
                        + " and did not finish: start it again first");
            }
            return read(connection);
        }
    }

    /** The same for a caller that resets, which a reset that did not finish does not hinder. */
    public static LoadedScale readForReset(Database database) throws SQLException, UsageException {
        try (WorkerConnection connection = database.worker()) {
            return read(connection);
        }
    }

    private static LoadedScale read(WorkerConnection connection) throws SQLException, UsageException {
        Optional<Integer> warehouses = number(connection, WAREHOUSES);
        return new LoadedScale(
                warehouses.orElseThrow(() -> new NothingLoadedException(
                        "bmsql_config does not say " + WAREHOUSES + ", so nothing is loaded", null)),
                number(connection, C_LAST));
    }

    private static Optional<Integer> number(WorkerConnection connection, String name)
            throws SQLException, UsageException {
        Optional<String> value = value(connection, name);
        try {
            return value.map(text -> Integer.valueOf(text.strip()));
        } catch (NumberFormatException e) {
            throw new UsageException(
                    "bmsql_config holds " + name + " = \"" + value.orElse("") + "\", which is not a number: load again",
                    e);
        }
    }

    private static Optional<String> value(WorkerConnection connection, String name)
            throws SQLException, UsageException {
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

    /** Makes sure that a run finds all its warehouses; the message names both numbers. */
    public void require(int configured) throws UsageException {
        if (configured > warehouses) {
            throw new UsageException("warehouses=" + configured + " in the settings, but only " + warehouses
                    + " are loaded: set warehouses to " + warehouses + " or less, or build again");
        }
    }
}
