package io.bmsql.klustron;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.RefusedException;
import io.bmsql.config.StorageConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.ProgramContext;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds left-over branches on the storage nodes, and rolls them back when no session is at work. Threads: one. */
public final class XaBranches {
    private final ProgramContext program;
    private final ConnectionConfig database;
    private final StorageConfig storage;
    private final Dialect dialect;
    private final Dialect nodeDialect;

    public XaBranches(ProgramContext program, BenchmarkConfig config) throws DialectException, RefusedException {
        this.program = program;
        this.database = config.connection();
        this.storage = config.storage();
        this.dialect = program.dialect(database);
        if (dialect.access().storage().isEmpty()) {
            throw new RefusedException("db=" + database.db() + ": sql." + database.db()
                    + "/dialect.properties names no storage= behind it; this command is for db=klustron");
        }
        this.nodeDialect = program.dialects().load(dialect.access().storage(), "");
    }

    /**
     * A branch and where it was found.
     *
     * @param ageSecs unknown when the name is not one of Klustron's
     * @param old true when it may be rolled back
     */
    public record Found(String node, XaBranch branch, OptionalLong ageSecs, boolean old) {}

    /** Hears what became of a branch. */
    public interface RollbackListener {
        /** @param refusal of the node, null when the branch was rolled back */
        void ended(Found branch, @Nullable SQLException refusal);
    }

    /** All branches of all nodes, in the order of nodes and servers; each is also reported when it is found. */
    public List<Found> list(long minAgeSecs, Consumer<Found> listener)
            throws CannotConnectException, SQLException, RefusedException {
        List<Found> found = new ArrayList<>();
        for (String node : nodes()) {
            try (Database opened = open(node);
                    Connection connection = autoCommit(opened);
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(text(StatementId.XA_RECOVER))) {
                while (rows.next()) {
                    XaBranch branch = XaBranch.of(
                            rows.getLong("formatID"),
                            rows.getInt("gtrid_length"),
                            rows.getInt("bqual_length"),
                            rows.getBytes("data"));
                    OptionalLong age = branch.ageSecs(program.clock().epochMillis());
                    found.add(new Found(node, branch, age, age.isPresent() && age.getAsLong() >= minAgeSecs));
                    listener.accept(found.get(found.size() - 1));
                }
            }
        }
        return found;
    }

    /**
     * Rolls the old ones back. The server refuses while a branch's owner is connected (MariaDB) or when it is gone.
     *
     * @throws RefusedException while others are at work
     */
    public void rollback(List<Found> found, RollbackListener listener)
            throws CannotConnectException, SQLException, RefusedException {
        requireQuiet();
        for (Found each : found) {
            if (!each.old()) {
                continue;
            }
            try (Database opened = open(each.node());
                    Connection connection = autoCommit(opened);
                    Statement statement = connection.createStatement()) {
                statement.execute(text(StatementId.XA_ROLLBACK)
                        .replace("{xid}", each.branch().xid()));
                listener.ended(each, null);
            } catch (SQLException e) {
                listener.ended(each, e);
            }
        }
    }

    /** A run can be under way from any machine, so the server is asked who is at work, not a file here. */
    private void requireQuiet() throws CannotConnectException, SQLException, RefusedException {
        NamedStatement runs = dialect.statements().get(StatementId.XA_RUNS);
        if (runs.isEmpty()) {
            throw new RefusedException(
                    runs.place() + ": " + runs.id().sqlName() + " has no text, so a run under way cannot be detected");
        }
        try (Database opened = program.open(database, dialect, 1);
                Connection connection = opened.connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(runs.sql())) {
            row.next();
            long sessions = row.getLong(1);
            if (sessions > 0) {
                throw new RefusedException("nothing was rolled back: " + sessions
                        + " other session(s) of bmsql, or in a transaction, are on the database; end them first");
            }
        }
    }

    private List<String> nodes() throws CannotConnectException, SQLException, RefusedException {
        NamedStatement ask = dialect.statements().get(StatementId.XA_NODES);
        if (!storage.nodes().isEmpty()) {
            return storage.nodes();
        }
        List<String> nodes = new ArrayList<>();
        if (!ask.isEmpty()) {
            try (Database opened = program.open(database, dialect, 1);
                    Connection connection = opened.connection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(ask.sql())) {
                while (rows.next()) {
                    String host = rows.getString(1);
                    nodes.add((host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + rows.getInt(2));
                }
            }
        }
        if (nodes.isEmpty()) {
            throw new RefusedException(
                    "the server names no storage nodes; add xaNodes=host:port,host:port to the props file");
        }
        return nodes;
    }

    private Database open(String node) throws CannotConnectException {
        String url = dialect.access().storageUrl().replace("{node}", node);
        ConnectionConfig connection = new ConnectionConfig(
                dialect.access().storage(),
                null,
                url,
                storage.user(),
                storage.password(),
                IsolationLevel.SERVER_DEFAULT,
                "");
        return program.open(connection, nodeDialect, 1);
    }

    /** Statements about branches refuse a transaction. */
    private static Connection autoCommit(Database node) throws SQLException {
        Connection connection = node.connection();
        connection.setAutoCommit(true);
        return connection;
    }

    private String text(StatementId id) throws SQLException {
        NamedStatement statement = nodeDialect.statements().get(id);
        if (statement.isEmpty()) {
            throw new SQLException(statement.place() + ": " + id.sqlName() + " has no text; add it to sql."
                    + nodeDialect.name() + "/statements.sql");
        }
        return statement.sql();
    }
}
