package io.bmsql.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real MariaDB on a temporary directory: the installed one, else the one of the Maven artifact. It listens on the loopback
 * address; the user is {@code root}, without password.
 */
public final class MariaDbServer implements AutoCloseable {
    public static final String USER = "root";

    private static final long START_SECONDS = 60;

    private final Path directory;
    private final int port;
    private final List<String> command;
    private Process process;

    private MariaDbServer(Path directory, int port, List<String> command) throws IOException {
        this.directory = directory;
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
     * Starts a server.
     *
     * @param options such as {@code --local-infile=OFF}
     * @throws IllegalStateException when there is no MariaDB on this machine, with the mend
     */
    public static MariaDbServer start(String... options) throws IOException, InterruptedException {
        MariaDbBinaries binaries = MariaDbBinaries.find();
        Path directory = Files.createTempDirectory("bmsql-mariadb");
        String user = "--user=" + System.getProperty("user.name");
        Path data = directory.resolve("data");
        List<String> install = new ArrayList<>(binaries.installCommand());
        install.addAll(List.of(user, "--datadir=" + data, "--auth-root-authentication-method=normal"));
        install.add("--skip-test-db");
        run(install, directory.resolve("install.log").toFile());
        int port = freePort();
        List<String> serve = new ArrayList<>(binaries.serverCommand());
        serve.addAll(List.of(
                user,
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
                "--innodb-doublewrite=OFF"));
        serve.addAll(List.of(options));
        MariaDbServer server = new MariaDbServer(directory, port, serve);
        server.awaitStart(log(directory));
        return server;
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

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
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

    /** Makes an empty database. */
    public void createDatabase(String name) throws SQLException {
        try (Connection connection = connect("mysql");
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
    }

    /** A plain connection through Connector/J, auto-commit on. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), USER, "");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            remove(directory);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
