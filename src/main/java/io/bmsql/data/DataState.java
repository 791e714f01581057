package io.bmsql.data;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code bmsql_config} says about the rows since they were loaded: how many runs changed them, the last reset, and
 * their fingerprint, which a run records and takes away, since its first transaction makes it wrong.
 */
public record DataState(Database database) {
    /** The fingerprint of all tables; those of single tables stand under the table's name. */
    public static final String FINGERPRINT = "fingerprint";

    public static final String FINGERPRINT_AT = "fingerprintAt";

    /** "yes" or "no": whether the rows were then in the loaded state. */
    public static final String AS_LOADED = "asLoaded";

    private static final String PREFIX = "data ";
    private static final String RUNS_BEFORE = "runsBefore";
    private static final String RESET_AT = "resetAt";
    private static final String TABLE = "bmsql_";
    private static final String LEDGER = "ledger ";

    public static Map<String, String> config(Database database) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            return config(connection);
        }
    }

    private static Map<String, String> config(WorkerConnection connection) throws SQLException {
        return read(connection, StatementId.CONFIG_ALL);
    }

    /** The facts of this class among the rows of {@code bmsql_config}, by their names without the prefix. */
    static Map<String, String> of(Map<String, String> config) {
        Map<String, String> state = of(config, PREFIX);
        state.putIfAbsent(RUNS_BEFORE, "0");
        return state;
    }

    static Map<String, String> of(Map<String, String> config, String prefix) {
        Map<String, String> facts = new TreeMap<>();
        config.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                facts.put(name.substring(prefix.length()), value);
            }
        });
        return facts;
    }

    /** Before something changes the rows: counts it, and forgets the fingerprint. */
    public void noteRun() throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            Map<String, String> state = of(config(connection));
            forgetFingerprint(connection, state);
            int before = Integer.parseInt(state.getOrDefault(RUNS_BEFORE, "0"));
            put(connection, PREFIX + RUNS_BEFORE, Integer.toString(before + 1));
            connection.commit();
        }
    }

    /** A reset begins: until {@link #noteReset} no run starts. */
    public void noteResetBegun(String moment) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            forgetFingerprint(connection, of(config(connection)));
            put(connection, LoadedData.RESET_BEGUN, moment);
            connection.commit();
        }
    }

    /** A reset is done: no run took place, none has a ledger here. */
    public void noteReset(String moment) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            for (String name : config(connection).keySet()) {
                if (name.startsWith(LEDGER)) {
                    delete(connection, name);
                }
            }
            put(connection, PREFIX + RUNS_BEFORE, "0");
            put(connection, PREFIX + RESET_AT, moment);
            delete(connection, LoadedData.RESET_BEGUN);
            connection.commit();
        }
    }

    public void noteFingerprint(Map<String, String> facts) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            for (Map.Entry<String, String> fact : facts.entrySet()) {
                put(connection, PREFIX + fact.getKey(), fact.getValue());
            }
            connection.commit();
        }
    }

    private static void forgetFingerprint(WorkerConnection connection, Map<String, String> state) throws SQLException {
        for (String name : state.keySet()) {
            if (name.startsWith(FINGERPRINT) || name.equals(AS_LOADED) || name.startsWith(TABLE)) {
                delete(connection, PREFIX + name);
            }
        }
    }

    private static void delete(WorkerConnection connection, String name) throws SQLException {
        BoundStatement statement = connection.statement(StatementId.CONFIG_DELETE);
        statement.setString(1, name);
        statement.update();
    }

    /** The rows of bmsql_config that a query of names and values gives, in its order, without the blanks of fixed columns. */
    public static Map<String, String> read(WorkerConnection connection, StatementId query) throws SQLException {
        Map<String, String> found = new LinkedHashMap<>();
        try (ResultSet rows = connection.statement(query).query()) {
            while (rows.next()) {
                found.put(
                        String.valueOf(rows.getString(1)).strip(),
                        String.valueOf(rows.getString(2)).strip());
            }
        }
        return found;
    }

    /** Sets a row of bmsql_config in the transaction under way. */
    public static void put(WorkerConnection connection, String name, String value) throws SQLException {
        for (StatementId id : new StatementId[] {StatementId.CONFIG_UPDATE, StatementId.CONFIG_WRITE}) {
            BoundStatement statement = connection.statement(id);
            statement.setString(1, name);
            statement.setString(2, value);
            if (statement.update() > 0) {
                return;
            }
        }
    }
}
