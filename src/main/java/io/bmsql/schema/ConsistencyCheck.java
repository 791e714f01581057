package io.bmsql.schema;

import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.SharedWork;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedSql;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.time.RunClock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The consistency conditions of clause 3.3.2, from {@code checks.sql}, on one snapshot: several at a time where the
 * database can share it between connections, else one after the other in one transaction.
 */
public record ConsistencyCheck(Database database, int connections, RunClock clock) {
    /** Holds after the load only: every order of a run breaks it. */
    private static final String AFTER_LOAD_ONLY = "3.3.2.11";

    private static final String NAME_PREFIX = "Check.";
    /** Rows fetched at a time, so that a thoroughly broken database does not fill the memory. */
    private static final int FETCH_ROWS = 1_000;

    /**
     * Checks all conditions, 11 only when nothing ran since the load; each result comes in the order of the clauses.
     */
    public List<CheckResult> run(boolean afterLoad, Consumer<CheckResult> finished)
            throws SQLException, InterruptedException {
        List<NamedSql> conditions =
                new ArrayList<>(database.dialect().statements().checks());
        conditions.removeIf(sql -> !afterLoad && clause(sql).equals(AFTER_LOAD_ONLY));
        InOrder results = new InOrder(conditions, finished, new HashMap<>(), new ArrayList<>());
        List<NamedSql> longestFirst = new ArrayList<>(conditions);
        // The conditions on customers and order lines come last in the clause and take longest.
        Collections.reverse(longestFirst);
        SharedWork<NamedSql> work = new SharedWork<>(longestFirst);
        Snapshot snapshot = new Snapshot(database);
        work.run(
                snapshot.isShared() ? connections : 1,
                snapshot::open,
                (connection, sql) -> results.add(sql, check(connection.connection(), sql)));
        return List.copyOf(results.passedOn());
    }

    private static String clause(NamedSql sql) {
        return sql.name().substring(NAME_PREFIX.length());
    }

    private CheckResult check(Connection connection, NamedSql sql) throws SQLException {
        long start = clock.nanoTime();
        long violations = 0;
        String sample = "";
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCH_ROWS);
            try (ResultSet rows = statement.executeQuery(sql.text())) {
                while (rows.next()) {
                    if (violations++ == 0) {
                        sample = describe(rows);
                    }
                }
            }
        } catch (SQLException e) {
            throw new SQLException(
                    sql.place() + ": " + sql.name() + ": " + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
        }
        return new CheckResult(
                clause(sql), sql.about(), violations == 0, violations, clock.secondsSince(start), sample);
    }

    private static String describe(ResultSet row) throws SQLException {
        ResultSetMetaData meta = row.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= meta.getColumnCount(); column++) {
            columns.add(meta.getColumnLabel(column) + "=" + row.getString(column));
        }
        return String.join(", ", columns);
    }

    /** Hands results on in the order of the conditions, whichever is finished first. */
    private record InOrder(
            List<NamedSql> conditions,
            Consumer<CheckResult> next,
            Map<NamedSql, CheckResult> finished,
            List<CheckResult> passedOn) {
        synchronized void add(NamedSql condition, CheckResult result) {
            finished.put(condition, result);
            while (passedOn.size() < conditions.size()) {
                CheckResult first = finished.get(conditions.get(passedOn.size()));
                if (first == null) {
                    return;
                }
                passedOn.add(first);
                next.accept(first);
            }
        }
    }

    /** The one moment that all connections look at. */
    private static final class Snapshot {
        private final Database database;
        private final NamedStatement export;
        private final NamedStatement join;
        private String name = "";

        Snapshot(Database database) {
            this.database = database;
            this.export = database.dialect().statement(StatementId.SNAPSHOT_EXPORT);
            this.join = database.dialect().statement(StatementId.SNAPSHOT_IMPORT);
        }

        boolean isShared() {
            return !export.isEmpty() && !join.isEmpty();
        }

        /** A connection in a transaction on the snapshot; the first one makes it, and lives as long as the others. */
        WorkerConnection open() throws SQLException {
            WorkerConnection worker = database.sideWorker();
            Connection connection = worker.connection();
            try {
                connection.setTransactionIsolation(WorkerConnection.snapshotLevel(connection));
                if (isShared()) {
                    share(connection);
                }
                PlainSql.execute(connection, database.dialect().statement(StatementId.SESSION_CHECK));
                return worker;
            } catch (SQLException e) {
                worker.close();
                throw e;
            }
        }

        private void share(Connection connection) throws SQLException {
            if (name.isEmpty()) {
                name = PlainSql.word(connection, export, "a snapshot name");
            } else {
                PlainSql.execute(connection, join.sql().replace("{snapshot}", name));
            }
        }
    }
}
