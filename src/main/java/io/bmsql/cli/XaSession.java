package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.StorageConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.XaBranch;
import io.bmsql.db.XaNode;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Finds left-over branches on the storage nodes, and rolls them back when nobody is at work. */
final class XaSession {
    private final Surroundings surroundings;
    private final ConnectionConfig database;
    private final StorageConfig storage;
    private final Dialect dialect;
    private final Dialect nodeDialect;
    private final PrintStream out;

    XaSession(Surroundings surroundings, BenchmarkConfig config) throws DialectException, RefusedException {
        this.surroundings = surroundings;
        this.database = config.connection();
        this.storage = config.storage();
        this.dialect = surroundings.dialect(database);
        if (dialect.storage().isEmpty()) {
            throw new RefusedException("db=" + database.db() + ": sql." + database.db()
                    + "/dialect.properties names no storage= behind it; this command is for db=klustron");
        }
        this.nodeDialect = DialectFolders.of(surroundings.workingDirectory(), surroundings.programRoot())
                .load(dialect.storage(), "");
        this.out = surroundings.console().out();
    }

    /** A branch, where it was found, and whether it may be rolled back. */
    record Found(String node, XaBranch branch, boolean old) {}

    /** Lists and prints all branches of all nodes. */
    List<Found> list(long minAgeSecs) throws CannotConnectException, SQLException, RefusedException {
        List<Found> found = new ArrayList<>();
        out.println(line("node", "age_secs", "branch"));
        for (String node : nodes()) {
            try (Database opened = open(node);
                    Connection connection = opened.connection()) {
                for (XaBranch branch : new XaNode(connection, nodeDialect).prepared()) {
                    OptionalLong age = branch.ageSecs(surroundings.clock().epochMillis());
                    boolean old = age.isPresent() && age.getAsLong() >= minAgeSecs;
                    found.add(new Found(node, branch, old));
                    out.println(line(node, age.isPresent() ? Long.toString(age.getAsLong()) : "?", branch.xid()));
                }
            }
        }
        return found;
    }

    private static String line(String node, String age, String branch) {
        return String.format("%-24s %10s  %s", node, age, branch);
    }

    void summarize(List<Found> found) {
        long old = found.stream().filter(Found::old).count();
        out.println(
                "# " + found.size() + " branches, " + old + " of them old enough for --rollback; nothing was changed");
    }

    /**
     * Rolls the old ones back.
     *
     * @return how many the nodes refused
     * @throws RefusedException while others are at work
     */
    int rollback(List<Found> found) throws CannotConnectException, SQLException, RefusedException {
        requireQuiet();
        int failed = 0;
        int done = 0;
        for (Found each : found) {
            if (!each.old()) {
                continue;
            }
            try (Database opened = open(each.node());
                    Connection connection = opened.connection()) {
                new XaNode(connection, nodeDialect).rollback(each.branch());
                done++;
                out.println(
                        "# rolled back on " + each.node() + ": " + each.branch().xid());
            } catch (SQLException e) {
                failed++;
                surroundings
                        .console()
                        .err()
                        .println(surroundings
                                .shield()
                                .hide("not rolled back on " + each.node() + ": "
                                        + each.branch().xid() + ": " + e.getMessage()));
            }
        }
        out.println("# " + done + " rolled back, " + failed + " refused by their node, "
                + (found.size() - done - failed) + " left alone: too young, or not named by Klustron");
        return failed;
    }

    /** A run can be under way from any machine, so the server is asked who is at work, not a file here. */
    private void requireQuiet() throws CannotConnectException, SQLException, RefusedException {
        NamedStatement runs = dialect.statements().get(StatementId.XA_RUNS);
        if (runs.isEmpty()) {
            throw new RefusedException(runs.place() + ": " + runs.id().sqlName()
                    + " has no text, so nobody can tell whether a run is under way");
        }
        try (Database opened = surroundings.open(database, dialect, 1);
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
            try (Database opened = surroundings.open(database, dialect, 1);
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
        String url = dialect.storageUrl().replace("{node}", node);
        ConnectionConfig connection = new ConnectionConfig(
                dialect.storage(), null, url, storage.user(), storage.password(), IsolationLevel.SERVER_DEFAULT, "");
        return surroundings.open(connection, nodeDialect, 1);
    }
}
