package io.bmsql.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.bmsql.common.ProgramContext;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import java.lang.reflect.Proxy;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * The database under test, opened: the source of every connection. Workers own theirs; all others come from
 * the side pool, HikariCP's, since they come and go. All have auto-commit off and the isolation level of the props file. Threads: any.
 */
public final class Database implements AutoCloseable {
    private static final long CONNECTION_TIMEOUT_MILLIS = 30_000;

    private final HikariDataSource sidePool;
    private final ConnectionConfig config;
    private final Dialect dialect;
    private final Driver driver;

    private Database(HikariDataSource sidePool, ConnectionConfig config, Dialect dialect, Driver driver) {
        this.sidePool = sidePool;
        this.config = config;
        this.dialect = dialect;
        this.driver = driver;
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
        HikariConfig config = new HikariConfig();
        config.setPoolName("bmsql-side");
        config.setDataSource(new Connector(
                        driver,
                        connection.url(),
                        properties(connection, dialect.access().connectionProperties()))
                .dataSource());
        config.setAutoCommit(false);
        config.setMaximumPoolSize(sideConnections);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
        // The collector of database figures keeps one for the whole run; nothing may retire it in between.
        config.setMaxLifetime(0);
        config.setIdleTimeout(0);
        config.setExceptionOverride(new EvictByDialect(dialect.errors()));
        if (connection.isolationLevel() != IsolationLevel.SERVER_DEFAULT) {
            config.setTransactionIsolation(
                    "TRANSACTION_" + connection.isolationLevel().name());
        }
        try {
            return new Database(new HikariDataSource(config), connection, dialect, driver);
        } catch (PoolInitializationException e) {
            throw cannotConnect(connection, e);
        }
    }

    private static Properties properties(ConnectionConfig connection, Map<String, String> ofDialect) {
        Properties properties = new Properties();
        ConnectionUrl.meant(connection.url(), ofDialect).forEach((name, value) -> {
            if (!ConnectionUrl.sets(connection.url(), name)) {
                properties.setProperty(name, value);
            }
        });
        if (!connection.user().isEmpty()) {
            properties.setProperty("user", connection.user());
        }
        if (!connection.password().reveal().isEmpty()) {
            properties.setProperty("password", connection.password().reveal());
        }
        return properties;
    }

    private static CannotConnectException cannotConnect(ConnectionConfig connection, PoolInitializationException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String clean = ConnectionUrl.withoutSecrets(
                message(cause), connection.url(), connection.password().reveal());
        // The driver's exception stays out of the chain: its message may hold what was cleaned away here.
        return new CannotConnectException("cannot connect to " + ConnectionUrl.shown(connection.url()) + ": "
                + clean.strip() + " (check conn, user and password in the props file, and that the server runs)");
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

    /** A connection from the side pool with its own statements. */
    public WorkerConnection sideWorker() throws SQLException {
        return new WorkerConnection(connection(), dialect);
    }

    /** A connection that one worker keeps, with its prepared statements; it waits for the server as long as need be. */
    public WorkerConnection worker() throws SQLException {
        return open(dialect.access().connectionProperties());
    }

    /** The same, but it breaks when the server keeps silent for longer than the dialect says. */
    public WorkerConnection runWorker() throws SQLException {
        Map<String, String> ofDialect = new HashMap<>(dialect.access().connectionProperties());
        ofDialect.putAll(dialect.access().runProperties());
        return open(ofDialect);
    }

    /** The side pool would open them one by one, wait between failures and keep the driver's errors to itself. */
    private WorkerConnection open(Map<String, String> ofDialect) throws SQLException {
        Connection opened = new Connector(driver, config.url(), properties(config, ofDialect)).connect();
        try {
            opened.setAutoCommit(false);
            if (config.isolationLevel() != IsolationLevel.SERVER_DEFAULT) {
                opened.setTransactionIsolation(config.isolationLevel().jdbcLevel());
            }
            return new WorkerConnection(opened, dialect);
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    public Dialect dialect() {
        return dialect;
    }

    public DatabaseFacts facts() throws SQLException {
        try (Connection connection = connection()) {
            DatabaseMetaData meta = connection.getMetaData();
            return new DatabaseFacts(
                    meta.getDatabaseProductName(),
                    meta.getDatabaseProductVersion(),
                    meta.getDriverName(),
                    meta.getDriverVersion(),
                    isolationName(connection.getTransactionIsolation()));
        }
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

    /** Hikari's own list keeps lost Oracle and DM connections and throws away good ones after "not supported". */
    @SuppressWarnings("SameNameButDifferent")
    private record EvictByDialect(SqlErrors errors) implements SQLExceptionOverride {
        // Spelt out: Override alone is the interface's enum here.
        @java.lang.Override
        public Override adjudicate(SQLException exception) {
            return errors.classify(exception) == ErrorClass.CONNECTION ? Override.MUST_EVICT : Override.DO_NOT_EVICT;
        }
    }

    /** What driver and server say about themselves; the isolation is that of new connections, such as READ_COMMITTED. */
    public record DatabaseFacts(
            String product, String productVersion, String driver, String driverVersion, String isolation) {}

    /** Opens connections straight from a driver object: DriverManager would not see drivers of another class loader. */
    private record Connector(Driver driver, String url, Properties properties) {
        /** The pool waits this long, when it is closed, for its own thread that opens connections. */
        private static final int CLOSING_SECONDS = 5;

        Connection connect() throws SQLException {
            // Some drivers write into the properties that they are given.
            Connection connection = driver.connect(url, (Properties) properties.clone());
            if (connection == null) {
                throw new SQLException("the driver " + driver.getClass().getName() + " does not take a URL like "
                        + ConnectionUrl.shown(url));
            }
            return connection;
        }

        /** Answers the two questions that the pool asks; what it sets is its own matter. */
        DataSource dataSource() {
            return (DataSource) Proxy.newProxyInstance(
                    Database.class.getClassLoader(),
                    new Class<?>[] {DataSource.class},
                    (self, method, arguments) -> switch (method.getName()) {
                        case "getConnection" -> connect();
                        case "getLoginTimeout" -> CLOSING_SECONDS;
                        default -> null;
                    });
        }
    }
}
