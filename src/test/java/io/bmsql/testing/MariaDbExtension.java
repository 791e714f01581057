package io.bmsql.testing;

import io.bmsql.common.Secret;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.db.ScriptRunner;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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

    /** Its database, which is empty, becomes a copy of one that a build of 1 or 2 warehouses left. */
    public void becomeLoaded(int warehouses) throws Exception {
        copyTablesOf(TestServers.loaded(warehouses));
        try (Connection connection = connect()) {
            new ScriptRunner(connection, statement -> {})
                    .run(dialect()
                            .script("storedProcedureCreates")
                            .orElseThrow()
                            .script()
                            .statements());
        }
    }

    /** Its database, which is empty, gets the tables of another one with keys and rows. */
    public void copyTablesOf(MariaDbExtension other) throws Exception {
        copyTablesOf(other.name);
    }

    /** The tables' files are copied: a tenth of the work of a second load. */
    private void copyTablesOf(String other) throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET foreign_key_checks = 0");
            List<String> tables = tablesOf(other, statement);
            for (String table : tables) {
                statement.execute(texts(statement, 2, "SHOW CREATE TABLE " + other + "." + table)
                        .get(0));
                statement.execute("ALTER TABLE " + table + " DISCARD TABLESPACE");
            }
            copyFilesOf(other, tables);
            for (String table : tables) {
                statement.execute("ALTER TABLE " + table + " IMPORT TABLESPACE");
            }
            copyStatisticsOf(other, statement);
        }
    }

    private static List<String> tablesOf(String database, Statement statement) throws SQLException {
        return texts(
                statement,
                1,
                "SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema = '"
                        + database + "'");
    }

    private void copyFilesOf(String other, List<String> tables) throws SQLException, IOException {
        try (Connection connection = Shared.SERVER.connect(other);
                Statement statement = connection.createStatement()) {
            statement.execute("FLUSH TABLES " + String.join(", ", tables) + " FOR EXPORT");
            for (String table : tables) {
                for (String file : List.of(table + ".ibd", table + ".cfg")) {
                    Files.copy(
                            Shared.SERVER.files(other).resolve(file),
                            Shared.SERVER.files(name).resolve(file));
                }
            }
            statement.execute("UNLOCK TABLES");
        }
    }

    private void copyStatisticsOf(String other, Statement statement) throws SQLException {
        statement.execute(
                "REPLACE INTO mysql.innodb_table_stats SELECT '" + name + "', table_name, last_update, n_rows,"
                        + " clustered_index_size, sum_of_other_index_sizes FROM mysql.innodb_table_stats WHERE database_name = '"
                        + other + "'");
        statement.execute("REPLACE INTO mysql.innodb_index_stats SELECT '" + name + "', table_name, index_name,"
                + " last_update, stat_name, stat_value, sample_size, stat_description FROM mysql.innodb_index_stats"
                + " WHERE database_name = '" + other + "'");
        statement.execute("FLUSH TABLES");
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
        return shippedDialect();
    }

    private static Dialect shippedDialect() throws Exception {
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

    /** A pool on a database of any MariaDB. */
    static Database open(String url, int maxConnections) throws Exception {
        return open(config(null, url, IsolationLevel.SERVER_DEFAULT), shippedDialect(), maxConnections);
    }

    public Database open(ConnectionConfig config, int maxConnections) throws Exception {
        return open(config, dialect(), maxConnections);
    }

    private static Database open(ConnectionConfig config, Dialect dialect, int maxConnections) throws Exception {
        return Database.open(
                config, dialect, new DriverFolders(List.of(Path.of("").toAbsolutePath())), maxConnections);
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
                MariaDbServer server = MariaDbServer.startLoaded();
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
