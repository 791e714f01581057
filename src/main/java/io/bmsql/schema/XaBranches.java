package io.bmsql.schema;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.StorageConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.FailableFunction;
import org.jspecify.annotations.Nullable;

/** Finds left-over branches on the storage nodes, and rolls them back when no session is at work. Threads: one. */
public final class XaBranches {
    private final ProgramContext program;
    private final ConnectionConfig database;
    private final StorageConfig storage;
    private final Dialect dialect;
    private final Dialect nodeDialect;

    public XaBranches(ProgramContext program, BenchmarkConfig config) throws UsageException {
        this.program = program;
        this.database = config.connection();
        this.storage = config.storage();
        this.dialect = Dialect.of(program, database);
        if (dialect.properties().text("storage").isEmpty()) {
            throw UsageException.about(
                    "db",
                    "=" + database.db() + ": sql." + database.db()
                            + "/dialect.properties names no storage= behind it; this command is for db=klustron");
        }
        this.nodeDialect = DialectFolders.of(program).load(dialect.properties().text("storage"), "");
    }

    /** A branch and where it was found; an old one may be rolled back. Only Klustron's names show an age. */
    public record Found(String node, XaBranch branch, OptionalLong ageSecs, boolean old) {}

    public List<Found> list(long minAgeSecs, Consumer<Found> listener) throws SQLException, UsageException {
        List<Found> found = new ArrayList<>();
        for (String node : nodes()) {
            try (Database opened = open(node)) {
                for (XaBranch branch : query(opened, text(StatementId.XA_RECOVER), XaBranches::branch)) {
                    OptionalLong age = branch.ageSecs(program.clock().epochMillis());
                    found.add(new Found(node, branch, age, age.isPresent() && age.getAsLong() >= minAgeSecs));
                    listener.accept(found.get(found.size() - 1));
                }
            }
        }
        return found;
    }

    private static XaBranch branch(ResultSet row) throws SQLException {
        return XaBranch.of(
                row.getLong("formatID"), row.getInt("gtrid_length"), row.getInt("bqual_length"), row.getBytes("data"));
    }

    private static <T> List<T> query(Database database, String sql, FailableFunction<ResultSet, T, SQLException> reader)
            throws SQLException {
        try (Connection connection = database.autoCommitConnection()) {
            return PlainSql.query(connection, sql, reader);
        }
    }

    /**
     * Rolls the old ones back, unless others are at work. The server refuses while a branch's owner is connected
     * (MariaDB) or when it is gone: the listener gets its refusal, or null.
     */
    public void rollback(List<Found> found, BiConsumer<Found, @Nullable SQLException> listener)
            throws SQLException, UsageException {
        requireQuiet();
        for (Found each : found) {
            if (!each.old()) {
                continue;
            }
            try (Database opened = open(each.node());
                    Connection connection = opened.autoCommitConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(text(StatementId.XA_ROLLBACK)
                        .replace("{xid}", each.branch().xid()));
                listener.accept(each, null);
            } catch (SQLException e) {
                listener.accept(each, e);
            }
        }
    }

    /** A run can be under way from any machine, so the server is asked who is at work, not a file here. */
    private void requireQuiet() throws SQLException, UsageException {
        NamedStatement runs = dialect.statement(StatementId.XA_RUNS);
        if (runs.isEmpty()) {
            throw new UsageException(
                    runs.place() + ": " + runs.id().sqlName() + " has no text, so a run under way cannot be detected");
        }
        try (Database opened = Database.open(program, database, dialect, 1)) {
            long sessions = query(opened, runs.sql(), row -> row.getLong(1)).get(0);
            if (sessions > 0) {
                throw new UsageException("nothing was rolled back: " + sessions
                        + " other session(s) of bmsql, or in a transaction, are on the database; end them first");
            }
        }
    }

    private List<String> nodes() throws SQLException, UsageException {
        NamedStatement ask = dialect.statement(StatementId.XA_NODES);
        if (!storage.nodes().isEmpty()) {
            return storage.nodes();
        }
        List<String> nodes = new ArrayList<>();
        if (!ask.isEmpty()) {
            try (Database opened = Database.open(program, database, dialect, 1)) {
                nodes.addAll(query(opened, ask.sql(), row -> {
                    String host = row.getString(1);
                    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + row.getInt(2);
                }));
            }
        }
        if (nodes.isEmpty()) {
            throw new UsageException(
                    "the server names no storage nodes; add xaNodes=host:port,host:port to the props file");
        }
        return nodes;
    }

    private Database open(String node) throws CannotConnectException {
        String url = dialect.properties().text("storage.url").replace("{node}", node);
        ConnectionConfig connection = new ConnectionConfig(
                dialect.properties().text("storage"),
                null,
                url,
                storage.user(),
                storage.password(),
                IsolationLevel.SERVER_DEFAULT,
                "",
                false);
        return Database.open(program, connection, nodeDialect, 1);
    }

    private String text(StatementId id) throws SQLException {
        NamedStatement statement = nodeDialect.statement(id);
        if (statement.isEmpty()) {
            throw new SQLException(statement.place() + ": " + id.sqlName() + " has no text; add it to sql."
                    + nodeDialect.name() + "/statements.sql");
        }
        return statement.sql();
    }

    /**
     * A prepared branch, as {@code XA RECOVER} shows it: the global part of its name, and its own, often empty; up to
     * 64 bytes each, as characters 0 to 255.
     */
    public record XaBranch(long formatId, String gtrid, String bqual) {
        /** Klustron's names: compute node, seconds since 1970, number of the transaction. */
        private static final Pattern KLUSTRON = Pattern.compile(".+-([0-9]{9,11})-[0-9]+");

        private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:-]*");
        private static final long USUAL_FORMAT = 1;

        /** Splits the column {@code data} by the two lengths beside it, both in bytes. */
        static XaBranch of(long formatId, int gtridLength, int bqualLength, byte[] data) {
            String name = new String(data, StandardCharsets.ISO_8859_1);
            return new XaBranch(
                    formatId, name.substring(0, gtridLength), name.substring(gtridLength, gtridLength + bqualLength));
        }

        /** How long ago its transaction began, by the time inside its name if it is one of Klustron's. */
        public OptionalLong ageSecs(long epochMillis) {
            Matcher name = KLUSTRON.matcher(gtrid);
            return name.matches()
                    ? OptionalLong.of(Math.floorDiv(epochMillis, 1000) - Long.parseLong(name.group(1)))
                    : OptionalLong.empty();
        }

        /** The name as {@code XA ROLLBACK} wants it: both parts quoted, and the format where it is not the usual one. */
        public String xid() {
            return quoted(gtrid) + "," + quoted(bqual) + (formatId == USUAL_FORMAT ? "" : "," + formatId);
        }

        /** Anything but plain letters as hexadecimal bytes, so that no name can end its quotes. */
        private static String quoted(String part) {
            return PLAIN.matcher(part).matches()
                    ? "'" + part + "'"
                    : "X'" + HexFormat.of().formatHex(part.getBytes(StandardCharsets.ISO_8859_1)) + "'";
        }
    }
}
