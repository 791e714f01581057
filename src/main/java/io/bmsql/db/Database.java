package io.bmsql.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretMask;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import java.lang.reflect.Proxy;
import java.net.SocketException;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The database under test, opened: the source of every connection. Workers own theirs; all others come from
 * the side pool, HikariCP's, since they come and go. All have auto-commit off and the isolation level of the props file. Threads: any.
 */
public final class Database implements AutoCloseable {
    private static final long CONNECTION_TIMEOUT_MILLIS = 30_000;
    /** In a URL. */
    private static final String SOCKET = "socket";
    /** The pool waits this long, when it is closed, for its own thread that opens connections. */
    private static final int CLOSING_SECONDS = 5;
    /** Of more sessions the numbers are not kept. */
    private static final int MAX_SESSIONS = 20_000;

    private final ConnectionConfig config;
    private final Dialect dialect;
    private final Driver driver;
    private final int fetchRows;
    private final HikariDataSource sidePool;
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    /** Name and version of the server in its own words, from the first connection. */
    private String says = "";
    /** Null before somebody asks. */
    private volatile @Nullable Boolean sharesSessions;
    /** Leads to the same server. */
    private volatile @Nullable Database other;

    private volatile boolean isKeptToOneSchema;

    private Database(ConnectionConfig config, Dialect dialect, Driver driver, int sideConnections) {
        this.config = config;
        this.dialect = dialect;
        this.driver = driver;
        this.fetchRows = Integer.parseInt(
                meant(config.url(), dialect.properties().fetchRows()).getOrDefault("fetchRows", "0"));
        this.sidePool = new HikariDataSource(pool(sideConnections));
    }

    /** The same with the drivers that the program finds. */
    public static Database open(
            ProgramContext program, ConnectionConfig connection, Dialect dialect, int sideConnections)
            throws CannotConnectException {
        return open(connection, dialect, DriverFolders.of(program), sideConnections);
    }

    /** Connects once to see that it works; {@code sideConnections} bounds those that are not workers', at least 1. */
    public static Database open(
            ConnectionConfig connection, Dialect dialect, DriverFolders drivers, int sideConnections)
            throws CannotConnectException {
        Driver driver = drivers.driver(connection, dialect);
        Database database = new Database(connection, dialect, driver, sideConnections);
        try {
            try (WorkerConnection first = database.worker()) {
                DatabaseMetaData server = first.connection().getMetaData();
                database.says = server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
            }
            Dialect other = dialect.ofServer(database.says);
            if (!dialect.isRelatedTo(other)) {
                throw new CannotConnectException("the server says that it is "
                        + other.properties().serverName(database.says) + ", for which db=" + dialect.name()
                        + " is not made; write db=" + other.name());
            }
            return database;
        } catch (SQLException e) {
            database.close();
            throw cannotConnect(connection, dialect.errors(), e);
        } catch (CannotConnectException e) {
            database.close();
            throw e;
        }
    }

    private HikariConfig pool(int sideConnections) {
        HikariConfig pool = new HikariConfig();
        pool.setPoolName("bmsql-side");
        // Answers the two questions that the pool asks; what it sets has no effect.
        pool.setDataSource((DataSource) Proxy.newProxyInstance(
                Database.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "getConnection" -> own(dialect.properties().ownConnection());
                    case "getLoginTimeout" -> CLOSING_SECONDS;
                    default -> null;
                }));
        pool.setAutoCommit(false);
        pool.setMaximumPoolSize(sideConnections);
        pool.setMinimumIdle(0);
        // It would look for a second whether a server is there that has refused the connection.
        pool.setInitializationFailTimeout(-1);
        pool.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
        // The collector of database figures keeps one for the whole run; nothing may retire it in between.
        pool.setMaxLifetime(0);
        pool.setIdleTimeout(0);
        // Hikari's own list keeps lost Oracle and DM connections and throws away good ones after "not supported".
        pool.setExceptionOverride(new SQLExceptionOverride() {
            @java.lang.Override
            public Override adjudicate(SQLException exception) {
                boolean isLost = dialect.errors().classify(exception) == ErrorClass.CONNECTION;
                return isLost ? Override.MUST_EVICT : Override.DO_NOT_EVICT;
            }
        });
        if (config.isolationLevel() != IsolationLevel.SERVER_DEFAULT) {
            pool.setTransactionIsolation(
                    "TRANSACTION_" + config.isolationLevel().name());
        }
        return pool;
    }

    /** Straight from the driver: DriverManager would not see one of another class loader. */
    private Connection connect(Map<String, String> ofFolder) throws SQLException {
        Properties properties = new Properties();
        String url = config.url();
        String socket = socket();
        if (!socket.isEmpty()) {
            url = without(url, SOCKET);
        }
        for (Map.Entry<String, String> each : meant(url, ofFolder).entrySet()) {
            String name = each.getKey();
            boolean isFixed = each.getValue().startsWith("!");
            String value = each.getValue().substring(isFixed ? 1 : 0);
            if (isFixed) {
                url = without(url, name);
            }
            if (isFixed ? !value.isEmpty() : !sets(url, name)) {
                properties.setProperty(name, value);
            }
        }
        if (!socket.isEmpty()) {
            meant(url, dialect.properties().socketConnection())
                    .forEach((name, value) -> properties.setProperty(name, value.replace("{socket}", socket)));
        }
        if (!config.user().isEmpty()) {
            properties.setProperty("user", config.user());
        }
        if (!config.password().reveal().isEmpty()) {
            properties.setProperty("password", config.password().reveal());
        }
        Connection connection;
        try {
            connection = driver.connect(url, properties);
        } catch (RuntimeException e) {
            // MariaDB's does so where it lacks the library for Unix sockets.
            throw new SQLException(
                    "the driver " + driver.getClass().getName() + " failed (" + e.getMessage() + ")"
                            + (socket.isEmpty() ? "" : "; for a socket it may need further jars in the program's lib/"),
                    e);
        }
        if (connection == null) {
            throw new SQLException("the driver " + driver.getClass().getName() + " does not take a URL like "
                    + SecretText.hideIn(config.url()));
        }
        remember(connection);
        return connection;
    }

    private void remember(Connection opened) {
        for (String method : sessions.size() > MAX_SESSIONS
                ? List.<String>of()
                : dialect.properties().sessionNumber()) {
            try {
                sessions.add(String.valueOf(opened.getClass().getMethod(method).invoke(opened)));
                return;
            } catch (ReflectiveOperationException e) {
                LoggerFactory.getLogger(Database.class).debug("{} has no {}", opened.getClass(), method);
            }
        }
    }

    /** The server's numbers of all sessions that were opened so far, as the driver heard them; empty where they are not known, or too many. */
    public Set<String> sessionNumbers() {
        if (sessions.size() > MAX_SESSIONS) {
            return Set.of();
        }
        Database joined = other;
        if (joined == null) {
            return sessions;
        }
        Set<String> all = new HashSet<>(sessions);
        all.addAll(joined.sessionNumbers());
        return all;
    }

    /** Counts the sessions of another one as the run's as well, where both lead to one server. */
    public void join(Database another) throws SQLException {
        if (dialect.has(StatementId.SERVER_IDENTITY) && identity().equals(another.identity())) {
            other = another;
        }
    }

    private List<String> identity() throws SQLException {
        try (Connection connection = connection()) {
            String query = dialect.statement(StatementId.SERVER_IDENTITY).sql();
            List<String> identity = PlainSql.query(connection, query, row -> row.getString(1));
            connection.rollback();
            return identity;
        }
    }

    /** A connection that is no worker's of a run, without what the user sets for sessions and it cannot live with. */
    private Connection own(Map<String, String> ofFolder) throws SQLException {
        Connection opened = connect(ofFolder);
        try {
            PlainSql.execute(opened, dialect.statement(StatementId.SESSION_OWN));
            if (isKeptToOneSchema) {
                PlainSql.execute(opened, dialect.statement(StatementId.SESSION_ONE_SCHEMA));
            }
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    /** The Unix socket that the URL names by {@code socket=}, where the folder knows how to take it; empty for TCP. */
    public String socket() {
        Matcher named = Pattern.compile("[?&]" + SOCKET + "=([^&]+)").matcher(config.url());
        return named.find()
                        && !meant(config.url(), dialect.properties().socketConnection())
                                .isEmpty()
                ? URLDecoder.decode(named.group(1).replace("+", "%2B"), StandardCharsets.UTF_8)
                : "";
    }

    /** True when the URL itself sets a driver property, in whatever notation the driver uses. */
    static boolean sets(String url, String property) {
        return Pattern.compile("[?&;:,(]" + setting(property)).matcher(url).find();
    }

    /** Gives the URL without what it sets a driver property to. */
    static String without(String url, String property) {
        String set = setting(property);
        return url.replaceAll(
                "(?<=\\?)" + set + "[^&]*&?|&" + set + "[^&]*|(?<=[;:])" + set + "[^;&]*;?" + "|\\(" + set
                        + "[^,)&]*\\)|,\\s*" + set + "[^,)&]*|(?<=\\()" + set + "[^,)&]*,?",
                "");
    }

    /** What sets a property in a URL, also with letters as %XX, which Connector/J takes. */
    private static String setting(String property) {
        return property.chars()
                .mapToObj(letter -> "(?:" + Pattern.quote(Character.toString(letter)) + "|%"
                        + Integer.toHexString(Character.toLowerCase(letter)) + "|%"
                        + Integer.toHexString(Character.toUpperCase(letter)) + ")")
                .collect(Collectors.joining("", "(?i:\\s*", "\\s*=)"));
    }

    /**
     * The driver properties of a folder that are meant for the URL: a name such as {@code jdbc:mariadb:useCompression} is for URLs that
     * begin so, and goes before the plain name.
     */
    static Map<String, String> meant(String url, Map<String, String> ofFolder) {
        Map<String, String> meant = new HashMap<>(ofFolder);
        meant.keySet().removeIf(name -> name.startsWith("jdbc:"));
        ofFolder.forEach((name, value) -> {
            int end = name.lastIndexOf(':') + 1;
            if (name.startsWith("jdbc:") && url.startsWith(name.substring(0, end))) {
                meant.put(name.substring(end), value);
            }
        });
        return meant;
    }

    private static CannotConnectException cannotConnect(
            ConnectionConfig connection, SqlErrors errors, SQLException cause) {
        SecretMask secrets = SecretMask.of(
                List.of(connection.url()),
                List.of(connection.password().reveal()),
                List.of(connection.db(), connection.user()));
        String shown = SecretText.hideIn(connection.url());
        String reason = withoutQuotedSecrets(secrets.hide(message(cause)).strip(), connection.url(), shown);
        // The driver's exception stays out of the chain: its message may hold what was cleaned away here.
        return new CannotConnectException("cannot connect to " + shown + ": " + reason
                + (errors.is(SqlErrors.NO_DATABASE, cause)
                        ? " (create this database on the server, or correct its name in conn)"
                        : errors.is(SqlErrors.WRONG_LOGIN, cause)
                                ? " (check user and password in the props file, and that the server lets this user in)"
                                : " (check conn, user and password in the props file, and that the server runs)"));
    }

    /** A driver that cannot read a URL quotes what it stumbled over, which may be a part of a password, with quotes of its own in it. */
    static String withoutQuotedSecrets(String text, String url, String shown) {
        int open = text.indexOf('\'');
        int close = text.lastIndexOf('\'');
        while (open >= 0 && open < close) {
            String quoted = text.substring(open + 1, close);
            if (quoted.length() > 1 && url.contains(quoted) && !shown.contains(quoted)) {
                text = text.substring(0, open + 1) + SecretText.STARS + text.substring(close);
                close = open;
            } else {
                close = text.lastIndexOf('\'', close - 1);
            }
            if (close <= open) {
                open = text.indexOf('\'', open + 1);
                close = text.lastIndexOf('\'');
            }
        }
        return text;
    }

    /** What the driver says, on one line, and what the network said to the driver where that is the whole point. */
    private static String message(Throwable failure) {
        StringBuilder message = new StringBuilder(SqlErrors.line(failure));
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException) {
                message.append(" Unknown host: ").append(cause.getMessage());
            } else if (cause instanceof SocketException
                    && !message.toString().contains(String.valueOf(cause.getMessage()))) {
                message.append(' ').append(cause.getMessage()).append('.');
            }
        }
        return message.toString();
    }

    /** A connection from the side pool, auto-commit off; close it to give it back. */
    public Connection connection() throws SQLException {
        return sidePool.getConnection();
    }

    /** The same with auto-commit, for what refuses a transaction. */
    public Connection autoCommitConnection() throws SQLException {
        Connection connection = connection();
        try {
            connection.setAutoCommit(true);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Ends the connections of the side pool that nobody uses. After a failover they lead to a server that is gone, and the pool trusts
     * one that was given back a moment ago without a question.
     */
    public void endIdle() {
        sidePool.getHikariPoolMXBean().softEvictConnections();
    }

    public WorkerConnection sideWorker() throws SQLException {
        return new WorkerConnection(connection(), dialect, fetchRows);
    }

    /** A connection that one worker keeps, with its prepared statements; it waits for the server as long as need be. */
    public WorkerConnection worker() throws SQLException {
        return worker(own(dialect.properties().ownConnection()));
    }

    /** The same for one that writes rows in bulk. */
    public WorkerConnection loader() throws SQLException {
        return worker(own(dialect.properties().loadConnection()));
    }

    /** The same, but it breaks when the server keeps silent for longer than the dialect says. */
    public WorkerConnection runWorker() throws SQLException {
        return worker(connect(dialect.properties().runConnection()));
    }

    /** The side pool would open them one by one, wait between failures and keep the driver's errors to itself. */
    private WorkerConnection worker(Connection opened) throws SQLException {
        try {
            opened.setAutoCommit(false);
            if (config.isolationLevel() != IsolationLevel.SERVER_DEFAULT) {
                opened.setTransactionIsolation(config.isolationLevel().jdbcLevel());
            }
            return new WorkerConnection(opened, dialect, fetchRows);
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * From now on a name is looked for in the schema alone where a table is made, not in another one of the search path. Gives that
     * schema's name; empty where nothing tells.
     */
    public String keepToOneSchema() throws SQLException, UsageException {
        NamedStatement query = dialect.statement(StatementId.SESSION_SCHEMAS);
        if (query.isEmpty()) {
            return "";
        }
        List<String> schemas;
        try (WorkerConnection connection = worker()) {
            schemas = PlainSql.query(
                    connection.connection(), query.sql(), row -> Objects.requireNonNullElse(row.getString(1), ""));
            connection.rollback();
        }
        if (schemas.size() > 1) {
            UsageException.throwIf(
                    sharesSessions(),
                    "the search path holds the schemas " + String.join(", ", schemas)
                            + ", and behind a pooler that shares"
                            + " sessions it cannot be narrowed to the first: connect to the server itself");
            isKeptToOneSchema = true;
            endIdle();
        }
        return schemas.isEmpty() ? "" : schemas.get(0);
    }

    /**
     * True behind a pooler that hands sessions of the server on after each transaction: a lock of such a session would stay when its
     * taker is gone, and its sequences go on with numbers from before. False where nothing tells.
     */
    public boolean sharesSessions() throws SQLException {
        Boolean known = sharesSessions;
        if (known == null) {
            known = dialect.has(StatementId.SESSION_NUMBER) && areSessionsShared();
            sharesSessions = known;
        }
        return known;
    }

    /** Two connections on one session, or one on two: asked twice, for a pooler that hands two out in turn. */
    private boolean areSessionsShared() throws SQLException {
        try (WorkerConnection one = worker();
                WorkerConnection other = worker()) {
            List<String> number = sessionNumber(one);
            return number.equals(sessionNumber(other))
                    || !number.equals(sessionNumber(one))
                    || !number.equals(sessionNumber(one));
        }
    }

    private List<String> sessionNumber(WorkerConnection connection) throws SQLException {
        String query = dialect.statement(StatementId.SESSION_NUMBER).sql();
        List<String> number = PlainSql.query(connection.connection(), query, each -> each.getString(1));
        connection.rollback();
        return number;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** True when a command that changes it takes its lock. */
    public boolean isLocked() {
        return config.lock();
    }

    public DatabaseFacts facts() throws SQLException {
        try (Connection connection = connection()) {
            DatabaseMetaData meta = connection.getMetaData();
            String name = dialect.ofServer(says).properties().serverName(says);
            return new DatabaseFacts(
                    name == null ? meta.getDatabaseProductName() : name.replaceFirst(" .*", ""),
                    name == null ? meta.getDatabaseProductVersion() : name.replaceFirst("^\\S+ ?", ""),
                    meta.getDriverName(),
                    meta.getDriverVersion(),
                    isolationName(connection.getTransactionIsolation()));
        }
    }

    /** Why another folder than that of the settings is the one for this server; empty when it is the right one. */
    public Optional<String> betterFolder() {
        Dialect other = dialect.ofServer(says);
        return other == dialect
                ? Optional.empty()
                : Optional.of("the server says that it is " + other.properties().serverName(says) + ": write db="
                        + other.name() + " instead of db=" + dialect.name());
    }

    /** The name of one of {@link Connection}'s levels, such as READ_COMMITTED. */
    public static String isolationName(int level) {
        return switch (level) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ_UNCOMMITTED";
            case Connection.TRANSACTION_READ_COMMITTED -> "READ_COMMITTED";
            case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE_READ";
            case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
            default -> "level " + level;
        };
    }

    @Override
    public void close() {
        sidePool.close();
    }

    /** What driver and server say about themselves; the isolation is that of new connections, such as READ_COMMITTED. */
    public record DatabaseFacts(
            String product, String productVersion, String driver, String driverVersion, String isolation) {}
}
