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
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database of a test, whatever the server: looks into it, changes of it, and the program's settings for it. */
public interface TestDatabase {
    /** The word after {@code db=}. */
    String db();

    /** Its JDBC URL. */
    String url();

    String user();

    default String password() {
        return TestServers.password();
    }

    /** A plain connection, auto-commit on. */
    default Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), user(), password());
    }

    /** One of a server that the test has started itself. */
    record Named(String db, String url, String user, String password) implements TestDatabase {
        public Named(String db, String url, String user) {
            this(db, url, user, TestServers.password());
        }
    }

    /** The repository's own SQL folders. */
    static DialectFolders folders() {
        return new DialectFolders(List.of(Path.of("").toAbsolutePath()));
    }

    /** The dialect of a user's own folder, which holds these files: name and text one behind the other. */
    static Dialect own(Path folder, String db, String... filesAndTexts) throws Exception {
        Path own = Files.createDirectories(folder.resolve("sql." + db));
        for (int at = 0; at < filesAndTexts.length; at += 2) {
            Files.writeString(own.resolve(filesAndTexts[at]), filesAndTexts[at + 1]);
        }
        return new DialectFolders(List.of(folder, Path.of("").toAbsolutePath())).load(db, "");
    }

    /** The server's folder as it is shipped. */
    default Dialect dialect() throws Exception {
        return folders().load(db(), "");
    }

    default ConnectionConfig connectionConfig(IsolationLevel isolation) {
        return new ConnectionConfig(db(), null, url(), user(), new Secret(password()), isolation, "", true);
    }

    /** A pool with the shipped folder. */
    default Database open(IsolationLevel isolation, int maxConnections) throws Exception {
        return open(connectionConfig(isolation), maxConnections);
    }

    default Database open(ConnectionConfig config, int maxConnections) throws Exception {
        return open(config, dialect(), maxConnections);
    }

    static Database open(ConnectionConfig config, Dialect dialect, int maxConnections) throws Exception {
        DriverFolders drivers = new DriverFolders(List.of(Path.of("").toAbsolutePath()));
        return Database.open(config, dialect, drivers, maxConnections);
    }

    default void execute(String... texts) throws SQLException {
        Sql.execute(connect(), texts);
    }

    /** Runs scripts of the shipped folder. */
    default void scripts(String... names) throws Exception {
        try (Connection connection = connect()) {
            for (String name : names) {
                new ScriptRunner(connection, statement -> {})
                        .run(dialect().script(name).orElseThrow().script().statements());
            }
        }
    }

    /** The first column of the first row. */
    default long number(String query) throws SQLException {
        return Sql.number(connect(), query);
    }

    /** The first column of the first row. */
    default String text(String query) throws SQLException {
        return texts(query).get(0);
    }

    /** The columns of the first row, a null as {@code null}. */
    default List<String> row(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            List<String> columns = new ArrayList<>();
            for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                columns.add(row.getString(column));
            }
            return columns;
        }
    }

    /** The first column. */
    default List<String> texts(String query) throws SQLException {
        return Sql.texts(connect(), query);
    }

    /**
     * Writes a props file for this database; its runs write no report at their end, which takes a second.
     *
     * @param settings {@code key=value} of values without blanks, one behind the other with blanks between them
     * @param more whole lines
     */
    default void props(Path file, String settings, String... more) throws IOException {
        List<String> lines =
                new ArrayList<>(List.of("db=" + db(), "conn=" + url(), "user=" + user(), "password=" + password()));
        lines.add("reportAfterRun=false");
        lines.addAll(List.of(settings.split(" ")));
        lines.addAll(List.of(more));
        Files.write(file, lines);
    }
}
