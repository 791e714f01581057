package io.bmsql.testing;

import io.bmsql.common.Secret;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.embedded.EmbeddedServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a test class a fresh, empty database on a real PostgreSQL that all classes of the JVM share:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final PostgresExtension POSTGRES = new PostgresExtension();
 * }</pre>
 */
public final class PostgresExtension implements BeforeAllCallback {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private String name = "";
    private String url = "";

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        EmbeddedServer server = TestServer.running();
        name = "test_" + DATABASES.incrementAndGet();
        server.createDatabase(name);
        url = server.jdbcUrl(name);
    }

    /** Its rows, indexes and statistics are from now on those of a build of so many warehouses. */
    void becomeLoaded(int warehouses) throws Exception {
        EmbeddedServer server = TestServer.running();
        try (Connection connection = DriverManager.getConnection(
                        server.jdbcUrl("postgres"), EmbeddedServer.USER, EmbeddedServer.PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + name);
            // The pages as files: the log would take them all.
            statement.execute(
                    "CREATE DATABASE " + name + " TEMPLATE " + TestServers.loaded(warehouses) + " STRATEGY file_copy");
        }
    }

    /** JDBC URL of the class's database; the user is {@code postgres}, without password. */
    public String url() {
        return url;
    }

    /** The repository's own SQL folders. */
    public static DialectFolders folders() {
        return new DialectFolders(List.of(Path.of("").toAbsolutePath()));
    }

    public Dialect dialect() throws Exception {
        return folders().load("postgres", "");
    }

    public ConnectionConfig connectionConfig(IsolationLevel isolation) {
        return connectionConfig(url, isolation);
    }

    private static ConnectionConfig connectionConfig(String url, IsolationLevel isolation) {
        return new ConnectionConfig("postgres", null, url, EmbeddedServer.USER, new Secret(""), isolation, "");
    }

    /** A pool on the class's database with the default dialect. */
    public Database open(int maxConnections) throws Exception {
        return open(IsolationLevel.READ_COMMITTED, maxConnections);
    }

    public Database open(IsolationLevel isolation, int maxConnections) throws Exception {
        return open(isolation, dialect(), maxConnections);
    }

    /** A pool on the class's database with another dialect. */
    public Database open(IsolationLevel isolation, Dialect dialect, int maxConnections) throws Exception {
        return open(url, isolation, dialect, maxConnections);
    }

    /** A pool on any database with the default dialect. */
    static Database open(String url, int maxConnections) throws Exception {
        return open(url, IsolationLevel.READ_COMMITTED, folders().load("postgres", ""), maxConnections);
    }

    private static Database open(String url, IsolationLevel isolation, Dialect dialect, int maxConnections)
            throws Exception {
        DriverFolders drivers = new DriverFolders(List.of(Path.of("").toAbsolutePath()));
        return Database.open(connectionConfig(url, isolation), dialect, drivers, maxConnections);
    }

    /** A plain connection, auto-commit on. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, EmbeddedServer.USER, EmbeddedServer.PASSWORD);
    }

    /** The server of the JVM: started by the first class that asks, stopped when the JVM ends. */
    private static final class TestServer {
        private static final EmbeddedServer SERVER = TestServers.start();

        static EmbeddedServer running() {
            return SERVER;
        }
    }
}
