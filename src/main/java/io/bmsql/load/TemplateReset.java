package io.bmsql.load;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.schema.DataState;
import io.bmsql.schema.LoadedData;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * The way by a kept copy: beside the database lies another one with the loaded state, {@code <name>_loaded}, and a reset replaces
 * the database by a copy of it. Nobody may be connected with either meanwhile. It takes the disk twice, and no time for what a
 * run changed. One use.
 *
 * <p>A copy has the tables, and not what is set on the database itself: that is set on the kept copy before the drop, and on the new
 * copy together with its name. So it survives an interruption at any place.
 */
public final class TemplateReset {
    private static final String SUFFIX = "_loaded";

    /** Ends the name of a copy that is not finished. */
    private static final String UNFINISHED = "_copying";

    /** The database's name follows the last slash before the parameters; escaped, it is another one in SQL. */
    private static final Pattern URL = Pattern.compile("([^?]*/)([^/?\"'%+]+)(\\?.*)?");

    private static final int MAX_NAMED = 3;
    private static final int LOOKS = 10;
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final ProgramContext program;
    private final Dialect dialect;
    private final ConnectionConfig config;
    private final String through;
    private final String name;
    private final RunClock clock;

    /**
     * @param through another database of the same server, to be connected with meanwhile
     * @throws UsageException when the database has no such way
     */
    public TemplateReset(
            ProgramContext program, Dialect dialect, ConnectionConfig config, String through, RunClock clock)
            throws UsageException {
        this.program = program;
        this.dialect = dialect;
        this.config = config;
        this.through = through;
        this.clock = clock;
        Matcher url = URL.matcher(config.url());
        if (!dialect.has(StatementId.TEMPLATE_COPY) || !url.matches()) {
            throw new UsageException("--way template: db=" + dialect.name()
                    + " cannot copy a database, or conn does not end in its plain name; leave it out");
        }
        this.name = url.group(2);
        if (name.equals(through)) {
            throw new UsageException(
                    "--way template: conn is the database " + name
                            + " itself, which cannot be replaced while this command is connected with it; name another with --through");
        }
    }

    /** The database that holds the loaded state. */
    public String kept() {
        return name + SUFFIX;
    }

    /** True when there is a copy already; refuses a name that leaves no room for that of a copy. */
    public boolean isKept() throws UsageException, SQLException {
        return databases().contains(kept());
    }

    /** Makes the copy; the database must be as loaded, and nobody connected with it. */
    public void keep() throws SQLException, UsageException {
        try (Database other = open(through);
                Connection connection = other.connection()) {
            requireNoSessions(connection);
            copy(connection, name, kept());
        }
    }

    /**
     * Replaces the database by its kept copy.
     *
     * @param moment of the note in the database
     * @throws UsageException when the copy is of another load, or somebody is connected, or this user may not
     */
    public void restore(int warehouses, String moment) throws SQLException, UsageException {
        boolean isThere = databases().contains(name);
        LoadedData loaded = read(kept());
        if (loaded.warehouses() != warehouses || isThere && !loaded.isSameLoad(read(name))) {
            throw new UsageException(
                    "the database " + kept() + " holds the copy of another load: drop it, and the next reset"
                            + " with --way template makes a new one");
        }
        try (Database other = open(through);
                Connection connection = other.connection()) {
            requireNoSessions(connection);
            if (databasesOf(connection).contains(name + UNFINISHED)) {
                drop(connection, name + UNFINISHED);
            }
            if (isThere) {
                String advice =
                        " has something that its copy cannot be given; nothing was changed. Reset by rows instead.";
                advised(advice, () -> carry(connection, name, kept(), ""));
                drop(connection, name);
            }
            String advice = " is gone until it is copied: remove the cause, then start the same command again.";
            advised(advice, () -> {
                copy(connection, kept(), name + UNFINISHED);
                String rename = named(StatementId.TEMPLATE_RENAME, name + UNFINISHED, name);
                carry(connection, kept(), name + UNFINISHED, rename);
            });
        }
        try (Database database = open(name)) {
            new DataState(database).noteReset(moment);
        }
    }

    /** The server would refuse the copy because of sessions only after the database is dropped. */
    private void requireNoSessions(Connection connection) throws SQLException, UsageException {
        NamedStatement sessions = dialect.statement(StatementId.TEMPLATE_SESSIONS);
        if (sessions.isEmpty()) {
            return;
        }
        String sql = named(StatementId.TEMPLATE_SESSIONS, kept(), name);
        List<String> found = List.of();
        // One that has just ended may still be in the server's list.
        for (int look = 0; look == 0 || look < LOOKS && !found.isEmpty(); look++) {
            clock.parkUntil(clock.nanoTime() + look * BETWEEN_LOOKS_NANOS);
            found = PlainSql.query(connection, sql, row -> row.getString(1) + " (" + row.getString(2) + ")");
            connection.rollback();
        }
        if (found.isEmpty()) {
            return;
        }
        throw new UsageException("--way template: sessions are connected with "
                + String.join(", ", found.subList(0, Math.min(MAX_NAMED, found.size())))
                + (found.size() > MAX_NAMED ? " and " + (found.size() - MAX_NAMED) + " more" : "")
                + "; nothing was changed. End them, then reset.");
    }

    /** Work on the server, which may refuse it. */
    private interface Change {
        void make() throws SQLException, UsageException;
    }

    /** What is refused says also what that means for the database. */
    private void advised(String advice, Change change) throws SQLException, UsageException {
        try {
            change.make();
        } catch (UsageException e) {
            throw new UsageException(e.getMessage() + ". The database " + name + advice, e);
        }
    }

    /** Owner, rights, settings and the like, then a last statement if there is one; all or nothing. */
    private void carry(Connection connection, String from, String to, String last) throws SQLException, UsageException {
        List<String> obstacles = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        connection.setAutoCommit(false);
        try {
            PlainSql.query(connection, named(StatementId.TEMPLATE_CARRY, from, to), row -> {
                String why = row.getString(1);
                return why == null ? statements.add(row.getString(2)) : obstacles.add(why);
            });
            if (!obstacles.isEmpty()) {
                throw new UsageException("--way template: " + String.join("; ", obstacles));
            }
            if (!last.isEmpty()) {
                statements.add(last);
            }
            for (String statement : statements) {
                execute(connection, statement);
            }
            connection.commit();
        } finally {
            connection.rollback();
        }
    }

    private String named(StatementId id, String from, String to) {
        return text(id).replace("{from}", from).replace("{to}", to);
    }

    private void drop(Connection connection, String database) throws SQLException, UsageException {
        send(connection, text(StatementId.TEMPLATE_DROP).replace("{name}", database));
    }

    private void copy(Connection connection, String from, String to) throws SQLException, UsageException {
        NamedStatement fast = dialect.statement(StatementId.TEMPLATE_COPY_FAST);
        if (!fast.isEmpty()) {
            try {
                trySession(connection);
                send(connection, named(StatementId.TEMPLATE_COPY_FAST, from, to));
                return;
            } catch (UsageException e) {
                // Of a server that does not know the words, rather than one that knows and cannot.
                boolean isUnknown = e.getCause() instanceof SQLException sql
                        && String.valueOf(sql.getSQLState()).startsWith("42");
                if (!isUnknown) {
                    throw e;
                }
                LoggerFactory.getLogger(TemplateReset.class).debug("the plain way follows: {}", e.getMessage());
            }
        }
        send(connection, named(StatementId.TEMPLATE_COPY, from, to));
    }

    private void trySession(Connection connection) throws SQLException {
        NamedStatement clone = dialect.statement(StatementId.TEMPLATE_CLONE);
        if (!clone.isEmpty()) {
            try {
                send(connection, clone.sql());
            } catch (UsageException e) {
                LoggerFactory.getLogger(TemplateReset.class).debug("files are copied: {}", e.getMessage());
            }
        }
    }

    private String text(StatementId id) {
        return dialect.statement(id).sql();
    }

    /** Databases are made and dropped outside transactions; the server refuses both while somebody is connected. */
    private static void send(Connection connection, String sql) throws SQLException, UsageException {
        connection.setAutoCommit(true);
        execute(connection, sql);
    }

    private static void execute(Connection connection, String sql) throws UsageException {
        try {
            PlainSql.execute(connection, sql);
        } catch (SQLException e) {
            throw new UsageException(
                    "--way template: " + String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " "), e);
        }
    }

    private Set<String> databases() throws UsageException, SQLException {
        try (Database other = open(through);
                Connection connection = other.connection()) {
            int longest = connection.getMetaData().getMaxCatalogNameLength() - UNFINISHED.length();
            UsageException.throwIf(
                    name.getBytes(StandardCharsets.UTF_8).length > longest,
                    "--way template: the server would cut the name of a copy of " + name + ": rename the database to "
                            + longest + " bytes at most, or reset by rows");
            return databasesOf(connection);
        }
    }

    private Set<String> databasesOf(Connection connection) throws SQLException {
        return Set.copyOf(PlainSql.query(connection, text(StatementId.TEMPLATE_DATABASES), row -> row.getString(1)));
    }

    private LoadedData read(String database) throws SQLException, UsageException {
        try (Database opened = open(database)) {
            return LoadedData.readWhole(opened);
        }
    }

    private Database open(String database) throws CannotConnectException {
        Matcher url = URL.matcher(config.url());
        String other = url.replaceFirst("$1" + Matcher.quoteReplacement(database) + "$3");
        return Database.open(program, config.at(other), dialect, 1);
    }
}
