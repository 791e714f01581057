package io.bmsql.testing;

import io.bmsql.embedded.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.io.FileUtils;

/** PostgreSQL servers of the tests: what they are set to, and data directories that are ready to be started. */
public final class TestServers {
    /**
     * What costs time in every build and changes no row: statistics from a tenth of the rows (sorting texts takes longer than
     * loading them), workers and compilers for queries that are over at once, and vacuums that repeat the build's own.
     */
    public static final Map<String, String> QUICK = Map.of(
            "default_statistics_target", "10",
            "jit", "off",
            "autovacuum", "off",
            "max_parallel_workers_per_gather", "0",
            "max_parallel_maintenance_workers", "0",
            "shared_buffers", "256MB");

    /** The same on a server that nobody kills: tests lose nothing by a power cut, and a build's indexes need no log. */
    public static final Map<String, String> CARELESS =
            quick(Map.of("fsync", "off", "synchronous_commit", "off", "wal_level", "minimal", "max_wal_senders", "0"));

    /** And no more log in the data directory than must be: it is copied many times. */
    private static final Map<String, String> LOADING = quick(Map.of(
            "fsync", "off",
            "synchronous_commit", "off",
            "full_page_writes", "off",
            "wal_level", "minimal",
            "max_wal_senders", "0",
            "max_wal_size", "64MB",
            "min_wal_size", "32MB"));

    /** The largest database that classes on the shared server ask for. */
    private static final int SHARED_WAREHOUSES = 2;

    private TestServers() {}

    /** Of the superusers of all servers of the tests, PostgreSQL and MariaDB: drawn once in each run of Maven. */
    public static String password() {
        return Password.TEXT;
    }

    private static final class Password {
        static final String TEXT = initialisedPassword();
    }

    private static String initialisedPassword() {
        try {
            return read(initialised().resolve("bmsql-password"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@link #QUICK} and these. */
    public static Map<String, String> quick(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(QUICK);
        all.putAll(more);
        return Map.copyOf(all);
    }

    /** What initdb makes, as a copy in a directory that does not exist yet. */
    public static Path initialised(Path directory) throws IOException {
        TestFiles.copy(initialised(), directory);
        return directory;
    }

    /**
     * A copy, in a directory that does not exist yet, of a data directory with a database {@link #loaded(int)} of so many
     * warehouses, and of each smaller number.
     */
    public static Path loaded(Path directory, int warehouses) throws IOException {
        TestFiles.copy(loadedDirectory(warehouses), directory);
        return directory;
    }

    /** The name of a database that holds what a build of so many warehouses leaves; for copies only, or on a copied server. */
    public static String loaded(int warehouses) {
        return "loaded_" + warehouses;
    }

    /** A database of a server that the test has started. */
    public static TestDatabase database(EmbeddedServer server, String name) {
        return new TestDatabase.Named(
                "postgres", server.jdbcUrl(name), EmbeddedServer.USER, read(server.passwordFile()));
    }

    private static Path initialised() throws IOException {
        return MadeOnce.directory(
                "postgres", data -> EmbeddedServer.start(data, CARELESS).close());
    }

    private static Path loadedDirectory(int warehouses) throws IOException {
        return MadeOnce.directory("postgres-" + warehouses, data -> {
            TestFiles.copy(warehouses == 1 ? initialised() : loadedDirectory(warehouses - 1), data);
            try (EmbeddedServer server = EmbeddedServer.start(data, LOADING)) {
                server.createDatabase(loaded(warehouses));
                LoadedDatabase.build(database(server, loaded(warehouses)), warehouses);
            }
        });
    }

    /** A server that is stopped and removed when the JVM ends. */
    static EmbeddedServer start() {
        try {
            Path directory = Files.createTempDirectory("bmsql-test");
            Path data = loaded(directory.resolve("data"), SHARED_WAREHOUSES);
            Map<String, String> settings = new HashMap<>(CARELESS);
            settings.put("unix_socket_directories", data.toString());
            EmbeddedServer server = EmbeddedServer.start(data, settings);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, directory)));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void stop(EmbeddedServer server, Path directory) {
        try (server) {
            server.close();
            FileUtils.deleteDirectory(directory.toFile());
        } catch (IOException e) {
            System.err.println("the test server on " + directory + " was not stopped cleanly: " + e);
        }
    }
}
