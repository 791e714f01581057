package io.bmsql.testing;

import io.bmsql.common.Secret;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A database on the JVM's MariaDB. A machine without one fails the tests, with the mend in the message. */
public final class MariaDbExtension extends SharedServer {
    @Override
    void create(String database) throws SQLException {
        Shared.SERVER.createDatabase(database);
    }

    @Override
    public void becomeLoaded(int warehouses) throws Exception {
        copyTablesOf(loaded(warehouses));
        scripts("storedProcedureCreates");
    }

    /** The name of a database of 1 or 2 warehouses, loaded when a test of the JVM first asks for it; for reading only. */
    public static String loaded(int warehouses) throws Exception {
        String name = TestServers.loaded(warehouses);
        synchronized (Shared.SERVER) {
            if (!Files.exists(Shared.SERVER.files(name))) {
                Shared.SERVER.createDatabase(name);
                LoadedDatabase.build(Shared.SERVER.database(name), warehouses);
            }
        }
        return name;
    }

    /** Its database, which is empty, gets the tables of another one as files: a tenth of the work of a second load. */
    public void copyTablesOf(String other) throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET foreign_key_checks = 0");
            List<String> tables = texts(
                    "SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema = '"
                            + other + "'");
            for (String table : tables) {
                try (ResultSet create = statement.executeQuery("SHOW CREATE TABLE " + other + "." + table)) {
                    create.next();
                    statement.execute(create.getString(2));
                }
                statement.execute("ALTER TABLE " + table + " DISCARD TABLESPACE");
            }
            copyFilesOf(other, tables);
            for (String table : tables) {
                statement.execute("ALTER TABLE " + table + " IMPORT TABLESPACE");
            }
            copyStatisticsOf(other, statement);
        }
    }

    private void copyFilesOf(String other, List<String> tables) throws SQLException, IOException {
        try (Connection connection = Shared.SERVER.connect(other);
                Statement statement = connection.createStatement()) {
            statement.execute("FLUSH TABLES " + String.join(", ", tables) + " FOR EXPORT");
            for (String table : tables) {
                for (String file : List.of(table + ".ibd", table + ".cfg")) {
                    Files.copy(
                            Shared.SERVER.files(other).resolve(file),
                            Shared.SERVER.files(name()).resolve(file));
                }
            }
            statement.execute("UNLOCK TABLES");
        }
    }

    private void copyStatisticsOf(String other, Statement statement) throws SQLException {
        statement.execute(
                "REPLACE INTO mysql.innodb_table_stats SELECT '" + name() + "', table_name, last_update, n_rows,"
                        + " clustered_index_size, sum_of_other_index_sizes FROM mysql.innodb_table_stats WHERE database_name = '"
                        + other + "'");
        statement.execute("REPLACE INTO mysql.innodb_index_stats SELECT '" + name() + "', table_name, index_name,"
                + " last_update, stat_name, stat_value, sample_size, stat_description FROM mysql.innodb_index_stats"
                + " WHERE database_name = '" + other + "'");
        statement.execute("FLUSH TABLES");
    }

    @Override
    public String db() {
        return "mariadb";
    }

    /** Through Connector/J. */
    @Override
    public String url() {
        return Shared.SERVER.jdbcUrl(name());
    }

    @Override
    public String user() {
        return MariaDbServer.USER;
    }

    /** JDBC URL for MariaDB's driver. */
    public String mariadbUrl() {
        return Shared.SERVER.mariadbUrl(name());
    }

    /** The class's database through MariaDB's own driver. */
    public ConnectionConfig mariadbDriverConfig(IsolationLevel isolation) {
        return new ConnectionConfig(
                db(), "org.mariadb.jdbc.Driver", mariadbUrl(), user(), new Secret(password()), isolation, "", true);
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
