package io.bmsql.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;

/**
 * A real MariaDB on a temporary directory: the installed one, else the one of the Maven artifact. It listens on the loopback
 * address; the user is {@code root}.
 */
public final class MariaDbServer implements AutoCloseable {
    public static final String USER = "root";

    private static final long START_SECONDS = 300;

    private final Path directory;
    private final Path data;
    private final int port;
    private final List<String> command;
    private Process process;

    private MariaDbServer(Path directory, Path data, int port, List<String> command) throws IOException {
        this.directory = directory;
        this.data = data;
        this.port = port;
        this.command = command;
        this.process = launch(directory, command);
    }

    private static Process launch(Path directory, List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(directory))
                .start();
    }

    private static File log(Path directory) {
        return directory.resolve("server.log").toFile();
    }

    /**
     * Starts a server without databases.
     *
     * @param options such as {@code --local-infile=OFF}
     * @throws IllegalStateException when there is no MariaDB on this machine, with the mend
     */
    public static MariaDbServer start(String... options) throws IOException, InterruptedException {
        return onCopyOf(installed(), options);
    }

    /** Starts one with a database {@link TestServers#loaded(int)} of one warehouse. */
    public static MariaDbServer startLoaded(String... options) throws IOException, InterruptedException {
        return onCopyOf(loaded(), options);
    }

    private static MariaDbServer onCopyOf(Path made, String... options) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("bmsql-mariadb");
        Path data = directory.resolve("data");
        TestFiles.copy(made, data);
        return start(directory, data, options);
    }

    private static Path installed() throws IOException {
        return MadeOnce.directory("mariadb", data -> {
            List<String> install = new ArrayList<>(MariaDbBinaries.find().installCommand());
            install.addAll(List.of(user(), "--datadir=" + data, "--auth-root-authentication-method=normal"));
            Path closed = data.resolveSibling("mariadb-passwords.sql");
            Files.deleteIfExists(closed);
            Files.createFile(
                    closed, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(
                    closed,
                    "UPDATE mysql.global_priv SET priv = JSON_SET(priv, '$.plugin', 'mysql_native_password',"
                            + " '$.authentication_string', PASSWORD('" + TestServers.password()
                            + "')) WHERE user = 'root';\n");
            install.addAll(List.of("--skip-test-db", "--extra-file=" + closed));
            run(install, data.resolveSibling("mariadb-install.log").toFile());
        });
    }

    private static Path loaded() throws IOException {
        return MadeOnce.directory("mariadb-loaded", data -> {
            TestFiles.copy(installed(), data);
            try (MariaDbServer server = start(Files.createTempDirectory("bmsql-mariadb"), data)) {
                server.createDatabase(TestServers.loaded(1));
                LoadedDatabase.build(server.database(TestServers.loaded(1)), 1);
                // The build filled it, and it is copied with the rest.
                Sql.execute(server.connect("mysql"), "set global innodb_log_file_size = 16777216");
            }
        });
    }

    private static String user() {
        return "--user=" + System.getProperty("user.name");
    }

    private static MariaDbServer start(Path directory, Path data, String... options)
            throws IOException, InterruptedException {
        int port = TestFiles.freePort();
        List<String> serve = new ArrayList<>(MariaDbBinaries.find().serverCommand());
        serve.addAll(List.of(
                user(),
                "--datadir=" + data,
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + directory.resolve("s"),
                "--local-infile=ON",
                "--skip-name-resolve",
                "--skip-log-bin",
                "--performance-schema=OFF",
                // Room for the pages and the log of a build: a fifth of its work is writing pages again and again.
                "--innodb-buffer-pool-size=512M",
                "--innodb-log-file-size=512M",
                // Tests lose nothing by a power cut.
                "--innodb-flush-log-at-trx-commit=0",
                "--innodb-flush-method=nosync",
                "--innodb-doublewrite=OFF"));
        serve.addAll(List.of(options));
        MariaDbServer server = new MariaDbServer(directory, data, port, serve);
        server.awaitStart(log(directory));
        return server;
    }

    /** The files of the tables of a database. */
    Path files(String database) {
        return data.resolve(database);
    }

    /** SIGKILL. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM: it cuts its clients off and stops. */
    public void stop() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }

    /** After {@link #kill} or {@link #stop}: on the same data and port. */
    public void startAgain() throws IOException, InterruptedException {
        process = launch(directory, command);
        awaitStart(log(directory));
    }

    private static void run(List<String> command, File log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + " failed:\n" + Files.readString(log.toPath()));
        }
    }

    private void awaitStart(File log) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            try (Connection connection = connect("mysql")) {
                if (connection.isValid(2)) {
                    return;
                }
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() > deadlineNanos) {
                    throw new IllegalStateException("MariaDB did not start:\n" + Files.readString(log.toPath()), e);
                }
            }
            Thread.sleep(50);
        }
    }

    /** The one that was started last. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    public int port() {
        return port;
    }

    /** URL for Connector/J. */
    public String jdbcUrl(String database) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + database;
    }

    /** URL for MariaDB's own driver. */
    public String mariadbUrl(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    public TestDatabase database(String name) {
        return new TestDatabase.Named("mariadb", jdbcUrl(name), USER);
    }

    /** Makes an empty database. */
    public void createDatabase(String name) throws SQLException {
        Sql.execute(connect("mysql"), "create database " + name);
    }

    /** A plain connection through Connector/J, auto-commit on. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), USER, TestServers.password());
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            FileUtils.deleteDirectory(directory.toFile());
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
