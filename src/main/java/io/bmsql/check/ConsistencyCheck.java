package io.bmsql.check;

import io.bmsql.check.ConditionPieces.Finding;
import io.bmsql.check.ConditionPieces.Piece;
import io.bmsql.common.RunClock;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.SharedWork;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedSql;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.ViolationsFile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The consistency conditions of clause 3.3.2, from {@code checks.sql}, on one snapshot: several at a time where the
 * database can share it between connections, else one after the other in one transaction. A condition that the dialect asks by
 * warehouse is cut into pieces, so that neither side holds much of it at a time.
 */
public final class ConsistencyCheck {
    /** Holds after the load only: every order of a run breaks it. */
    private static final String AFTER_LOAD_ONLY = "3.3.2.11";

    private final Database database;
    private final List<NamedSql> conditions;
    private final int warehouses;
    private final int connections;
    private final RunClock clock;
    private final ViolationsFile violations;
    private volatile @Nullable SharedWork<Piece> work;

    /** Counts violations without keeping more than the first ones. */
    public ConsistencyCheck(Database database, int warehouses, int connections, RunClock clock) {
        this(database, database.dialect().conditions(), warehouses, connections, clock, new ViolationsFile(null));
    }

    /**
     * @param conditions those of the dialect, or of another workload
     * @param warehouses that are loaded, at least 1
     * @param violations takes all violations; the caller closes it
     */
    public ConsistencyCheck(
            Database database,
            List<NamedSql> conditions,
            int warehouses,
            int connections,
            RunClock clock,
            ViolationsFile violations) {
        this.violations = violations;
        this.database = database;
        this.conditions = conditions;
        this.warehouses = warehouses;
        this.connections = connections;
        this.clock = clock;
    }

    /**
     * Checks all conditions, 11 only when nothing ran since the load; each result comes in the order of the clauses.
     */
    public List<CheckResult> run(boolean afterLoad, Consumer<CheckResult> finished)
            throws SQLException, InterruptedException {
        ConditionPieces results = new ConditionPieces(
                conditions.stream()
                        .filter(sql -> afterLoad || !sql.clause().equals(AFTER_LOAD_ONLY))
                        .toList(),
                warehouses,
                database.dialect().layout().isOn(PropertyKey.FOREIGN_KEYS),
                violations,
                finished);
        try (Snapshot snapshot = new Snapshot(database)) {
            int workers = snapshot.sessions(Math.min(connections, results.count()));
            SharedWork<Piece> all = new SharedWork<>(results.inOrderFor(workers));
            work = all;
            all.run(workers, snapshot::open, (connection, piece) -> results.add(piece, check(connection, piece)));
        }
        return results.passedOn();
    }

    /** How much of the work is done, from 0 to 1; from any thread. */
    public double share() {
        SharedWork<Piece> now = work;
        return now == null ? 0 : now.share();
    }

    private Map<String, Finding> check(WorkerConnection worker, Piece piece) throws SQLException {
        NamedSql sql = piece.condition();
        long start = clock.nanoTime();
        Map<String, Finding> found = new HashMap<>();
        try (PreparedStatement statement = worker.connection().prepareStatement(sql.text())) {
            // A thoroughly broken database must not fill the memory.
            statement.setFetchSize(worker.fetchRows());
            for (int at = 0; at < sql.parameters().size(); at++) {
                boolean isFirst = sql.parameters().get(at).equals(NamedSql.FIRST_WAREHOUSE);
                statement.setInt(at + 1, isFirst ? piece.first() : piece.last());
            }
            try (ResultSet rows = statement.executeQuery()) {
                boolean namesClauses = !piece.others().isEmpty();
                if (namesClauses) {
                    requireClauses(rows, piece);
                }
                while (rows.next()) {
                    count(rows, namesClauses ? rows.getString(NamedSql.CLAUSES) : sql.clause(), piece, found);
                }
            }
        } catch (SQLException e) {
            throw new SQLException(
                    sql.place() + ": " + sql.name() + ": " + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
        }
        found.merge(sql.clause(), new Finding(0, List.of(), clock.secondsSince(start)), Finding::and);
        return found;
    }

    /** Without the column all rows would count for one condition, and the others would seem to hold. */
    private static void requireClauses(ResultSet rows, Piece piece) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        for (int column = 1; column <= meta.getColumnCount(); column++) {
            if (meta.getColumnLabel(column).equalsIgnoreCase(NamedSql.CLAUSES)) {
                return;
            }
        }
        NamedSql other = piece.others().get(0);
        throw new SQLException("its rows need a column \"" + NamedSql.CLAUSES + "\", since " + other.name() + " ("
                + other.place() + ") is asked with it; add the column, or write an own query for " + other.name());
    }

    private void count(ResultSet row, @Nullable String broken, Piece piece, Map<String, Finding> found)
            throws SQLException {
        String text = describe(row);
        for (String clause : String.valueOf(broken).split(" ")) {
            if (!piece.answers(clause)) {
                throw new SQLException("a row breaks \"" + broken + "\", which is not asked here");
            }
            violations.add(clause, text);
            found.merge(clause, new Finding(1, List.of(text), 0), Finding::and);
        }
    }

    private static String describe(ResultSet row) throws SQLException {
        ResultSetMetaData meta = row.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= meta.getColumnCount(); column++) {
            if (!meta.getColumnLabel(column).equalsIgnoreCase(NamedSql.CLAUSES)) {
                columns.add(meta.getColumnLabel(column) + "=" + row.getString(column));
            }
        }
        return String.join(", ", columns);
    }

    /** The one moment that all connections look at. */
    private static final class Snapshot implements AutoCloseable {
        private final Database database;
        private final NamedStatement hold;
        private final NamedStatement export;
        private final NamedStatement join;
        private String name = "";
        private @Nullable WorkerConnection holder;
        private int unopened;

        Snapshot(Database database) {
            this.database = database;
            this.hold = database.dialect().statement(StatementId.SNAPSHOT_HOLD);
            this.export = database.dialect().statement(StatementId.SNAPSHOT_EXPORT);
            this.join = database.dialect().statement(StatementId.SNAPSHOT_IMPORT);
        }

        /** How many sessions can look at one moment; nobody writes until they are all open, where they cannot join each other's. */
        int sessions(int wanted) throws SQLException {
            unopened = isNamed() || wanted > 1 && !hold.isEmpty() && isHeld() ? wanted : 1;
            return unopened;
        }

        private boolean isNamed() {
            return !export.isEmpty() && !join.isEmpty();
        }

        /** On a connection beside those of the pool, which are all wanted for the work. */
        private boolean isHeld() throws SQLException {
            WorkerConnection connection = database.worker();
            try {
                PlainSql.execute(connection.connection(), hold);
                holder = connection;
                return true;
            } catch (SQLException e) {
                connection.close();
                LoggerFactory.getLogger(ConsistencyCheck.class)
                        .info("conditions are checked one after the other: {}", e.getMessage());
                return false;
            }
        }

        @Override
        public void close() {
            if (holder != null) {
                holder.close();
                holder = null;
            }
        }

        /** A connection in a transaction on the snapshot; the first one makes it, and lives as long as the others. */
        WorkerConnection open() throws SQLException {
            WorkerConnection worker = database.sideWorker();
            Connection connection = worker.connection();
            try {
                worker.beginSnapshot();
                if (isNamed()) {
                    share(connection);
                }
                PlainSql.execute(connection, database.dialect().statement(StatementId.SESSION_CHECK));
                if (--unopened == 0) {
                    close();
                }
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
