package io.bmsql.embedded;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;

/**
 * A running PostgreSQL server on a data directory that survives it. It listens on loopback only, on a free port unless the
 * settings name one, and keeps its promises on disk: fsync and synchronous_commit are on unless the caller says otherwise.
 * Whoever connects gives the password that initdb was given; it lies in a file of the data directory.
 *
 * <p>No shutdown hook stops it: a run that is interrupted still wants to finish its transactions, so the caller closes the
 * server when it is done. A server whose program was killed is found and stopped by the next start on its directory.
 */
public final class EmbeddedServer implements AutoCloseable {
    /** The superuser that initdb makes: it could start programs as the owner of the server. */
    public static final String USER = "postgres";

    private static final int PASSWORD_BYTES = 24;

    /** It is long, because a server that was cut off first replays its log. */
    private static final Duration STARTUP_WAIT = Duration.ofSeconds(60);

    private static final int TAIL_LINES = 8;

    /** The library itself would switch the last two off. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "listen_addresses", "127.0.0.1", "unix_socket_directories", "", "fsync", "on", "synchronous_commit", "on");

    private final EmbeddedPostgres server;
    private final Path dataDirectory;

    private EmbeddedServer(EmbeddedPostgres server, Path dataDirectory) {
        this.server = server;
        this.dataDirectory = dataDirectory;
    }

    /**
     * Starts a server; an empty or missing directory is initialised first. Its log goes beside it, into a {@code .log}.
     */
    public static EmbeddedServer start(Path dataDirectory, Map<String, String> settings) throws IOException {
        return start(dataDirectory, settings, STARTUP_WAIT);
    }

    public static EmbeddedServer start(Path dataDirectory, String database) throws IOException, SQLException {
        EmbeddedServer server = start(dataDirectory, Map.of());
        try {
            server.createDatabase(database);
            return server;
        } catch (SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    static EmbeddedServer start(Path dataDirectory, Map<String, String> settings, Duration startupWait)
            throws IOException {
        Path directory = dataDirectory.toAbsolutePath().normalize();
        Files.createDirectories(Objects.requireNonNull(directory.getParent(), "a data directory lies in another one"));
        DataDirectoryOwner.claim(directory);
        try {
            return startOwned(directory, settings, startupWait);
        } catch (IOException | RuntimeException e) {
            // One that replays its log for longer than anybody waits is at it still.
            DataDirectoryOwner.stopOwn(directory);
            DataDirectoryOwner.release(directory);
            throw e;
        }
    }

    private static EmbeddedServer startOwned(Path directory, Map<String, String> settings, Duration startupWait)
            throws IOException {
        Path log = directory.resolveSibling(directory.getFileName() + ".log");
        // Each start begins a new file, so that its end explains a failed start.
        Files.deleteIfExists(log);
        ProcessBuilder.Redirect intoLog = ProcessBuilder.Redirect.appendTo(log.toFile());
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(directory)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                // The user's own may not be installed, and would decide how texts are compared.
                .setLocaleConfig("locale", "C")
                .setOverrideWorkingDirectory(binariesFolder(System.getProperty("user.home", ""), directory)
                        .toFile())
                .setPGStartupWait(startupWait)
                .setOutputRedirector(intoLog)
                .setErrorRedirector(intoLog);
        Map<String, String> all = new LinkedHashMap<>(DEFAULTS);
        all.putAll(settings);
        String port = all.remove("port");
        if (port != null) {
            builder.setPort(Integer.parseInt(port));
        }
        all.forEach(builder::setServerConfig);
        Path firstStart = directory.resolveSibling(directory.getFileName() + ".first-start");
        Path password = beginFirstStart(directory, firstStart) ? firstStart : passwordFile(directory);
        // What follows goes to initdb, after the "trust" of the library.
        builder.setLocaleConfig("auth", "scram-sha-256").setLocaleConfig("pwfile", firstStart.toString());
        builder.setConnectConfig("password", Files.readString(password));
        EmbeddedPostgres server;
        try {
            server = builder.start();
        } catch (IOException | RuntimeException e) {
            throw new IOException(
                    "the embedded PostgreSQL on " + directory + " did not start: " + e.getMessage() + tail(log), e);
        }
        try {
            if (password.equals(firstStart)) {
                Files.move(firstStart, passwordFile(directory));
            }
            return new EmbeddedServer(server, directory);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "the embedded PostgreSQL on " + directory + " was stopped again: its password cannot be kept (" + e
                            + ")",
                    e);
        }
    }

    /**
     * Marks a new directory until its server runs, after removing what an interrupted initdb left in a marked one. The mark is a
     * file with the password of the server to be.
     *
     * @throws IOException also when the directory has no password: servers of its first versions let every local user in
     */
    private static boolean beginFirstStart(Path directory, Path mark) throws IOException {
        String[] names = directory.toFile().list();
        boolean isNew = names == null || names.length == 0;
        if (Files.exists(mark) && !isNew) {
            try (Stream<Path> files = Files.walk(directory.toRealPath()).skip(1).sorted(Comparator.reverseOrder())) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        } else if (!isNew) {
            if (Files.exists(passwordFile(directory))) {
                return false;
            }
            throw new IOException("the data directory " + directory + " has no "
                    + passwordFile(directory).getFileName()
                    + ": its server let in every user of this host without a password, and is not started again; delete it,"
                    + " and the next start makes it anew: rm -r " + directory);
        }
        byte[] password = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(password);
        Files.deleteIfExists(mark);
        Files.createFile(mark, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(mark, HexFormat.of().formatHex(password));
        return true;
    }

    private static Path passwordFile(Path directory) {
        return directory.resolve("bmsql-password");
    }

    /** The last lines of the server's log for an error message, starting on a new line; empty when there are none. */
    private static String tail(Path log) {
        try {
            // Not readAllLines: a server may write bytes that are no UTF-8.
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            int from = Math.max(0, lines.size() - TAIL_LINES);
            return lines.isEmpty() ? "" : "\n" + String.join("\n", lines.subList(from, lines.size()));
        } catch (IOException e) {
            return " (and its log " + log + " cannot be read: " + e.getMessage() + ")";
        }
    }

    /**
     * Where the server's programs are unpacked: once for each user, or beside the data of one who has no home. The library's own
     * choice, one folder under {@code /tmp}, fails for the second user.
     */
    static Path binariesFolder(String home, Path dataDirectory) throws IOException {
        Path own = Path.of(home, ".cache", "bmsql");
        Path cache = own.resolve("postgres");
        IOException unusable = new IOException(cache + " is not writable");
        try {
            Files.createDirectories(cache);
            closeToOthers(own);
            if (cache.isAbsolute() && Files.isWritable(cache)) {
                return cache;
            }
        } catch (IOException e) {
            unusable = e;
        }
        try {
            Path beside = dataDirectory.resolveSibling(dataDirectory.getFileName() + ".programs");
            Files.createDirectories(beside);
            closeToOthers(beside);
            return beside;
        } catch (IOException e) {
            e.addSuppressed(unusable);
            throw e;
        }
    }

    /** The library opens its own folder to all users; its parent must not let them in. */
    private static void closeToOthers(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + database;
    }

    public int port() {
        return server.getPort();
    }

    /** Holds the password of {@link #USER}; only its owner can read it. */
    public Path passwordFile() {
        return passwordFile(dataDirectory);
    }

    /** Makes a database unless it is there. The name is a plain lower-case word. */
    public void createDatabase(String name) throws SQLException {
        if (!name.matches("[a-z_][a-z0-9_]*")) {
            throw new IllegalArgumentException("not a plain database name: " + name);
        }
        try (Connection connection = connect("postgres")) {
            try (ResultSet known = connection.getMetaData().getCatalogs()) {
                while (known.next()) {
                    if (known.getString(1).equals(name)) {
                        return;
                    }
                }
            }
            execute(connection, "sql.postgres/ownServer/createDatabase.sql", Map.of("database", name));
        }
    }

    static void execute(Connection connection, String file, Map<String, String> values) throws SQLException {
        String sql = sql(file);
        for (Map.Entry<String, String> value : values.entrySet()) {
            sql = sql.replace("{" + value.getKey() + "}", value.getValue());
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String sql(String file) {
        try {
            return IOUtils.resourceToString("/dialects/" + file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the program's own " + file, e);
        }
    }

    public String setting(String name) throws SQLException {
        try (Connection connection = connect("postgres");
                PreparedStatement show = connection.prepareStatement(sql("sql.postgres/ownServer/setting.sql"))) {
            show.setString(1, name);
            try (ResultSet rows = show.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    Connection connect(String database) throws SQLException {
        return server.getDatabase(USER, database).getConnection();
    }

    @Override
    public void close() throws IOException {
        server.close();
        DataDirectoryOwner.release(dataDirectory);
    }
}
