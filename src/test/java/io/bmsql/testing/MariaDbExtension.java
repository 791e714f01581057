package io.bmsql.testing;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.secret.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a test class a fresh, empty database on a real MariaDB that all classes of the JVM share. Nothing is skipped: a machine
 * without MariaDB fails the tests, with the mend in the message.
 */
public final class MariaDbExtension implements BeforeAllCallback {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private String name = "";

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        name = "test_" + DATABASES.incrementAndGet();
        Shared.SERVER.createDatabase(name);
    }

    /** Its database, which is empty, gets the tables of another one with keys and rows: quicker than a second load. */
    public void copyTablesOf(MariaDbExtension other) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            // Together they let an empty table be filled in bulk.
            statement.execute("SET foreign_key_checks = 0, unique_checks = 0");
            for (String table : texts(
                    statement,
                    1,
                    "SELECT table_name FROM information_schema.tables"
                            + " WHERE table_type = 'BASE TABLE' AND table_schema = '" + other.name + "'")) {
                String from = other.name + "." + table;
                statement.execute(
                        texts(statement, 2, "SHOW CREATE TABLE " + from).get(0));
                statement.execute("INSERT INTO " + table + " SELECT * FROM " + from);
            }
        }
    }

    private static List<String> texts(Statement statement, int column, String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(column));
            }
        }
        return texts;
    }

    /** JDBC URL for Connector/J; the user is {@code root}, without password. */
    public String url() {
        return Shared.SERVER.jdbcUrl(name);
    }

    /** JDBC URL for MariaDB's driver. */
    public String mariadbUrl() {
        return Shared.SERVER.mariadbUrl(name);
    }

    public Dialect dialect() throws Exception {
        return new DialectFolders(List.of(Path.of("").toAbsolutePath())).load("mariadb", "");
    }

    /** The class's database through Connector/J. */
    public ConnectionConfig connectionConfig(IsolationLevel isolation) {
        return config(null, url(), isolation);
    }

    /** The class's database through MariaDB's own driver. */
    public ConnectionConfig mariadbDriverConfig(IsolationLevel isolation) {
        return config("org.mariadb.jdbc.Driver", mariadbUrl(), isolation);
    }

    private static ConnectionConfig config(String driver, String url, IsolationLevel isolation) {
        return new ConnectionConfig("mariadb", driver, url, MariaDbServer.USER, new Secret(""), isolation, "");
    }

    public Database open(ConnectionConfig config, int maxConnections) throws Exception {
        return Database.open(
                config, dialect(), new DriverFolders(List.of(Path.of("").toAbsolutePath())), maxConnections);
    }

    /** A plain connection, auto-commit on. */
    public Connection connect() throws SQLException {
        return Shared.SERVER.connect(name);
    }

    /** The server of the JVM: started by the first class that asks, stopped when the JVM ends. */
    private static final class Shared {
        static final MariaDbServer SERVER = start();

        private static MariaDbServer start() {
            try {
                MariaDbServer server = MariaDbServer.start();
                Runtime.getRuntime().addShutdownHook(new Thread(server::close));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while MariaDB started", e);
            }
        }
    }
}
