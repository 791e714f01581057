package io.bmsql.testing;

import io.bmsql.embedded.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

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

    /** The same on a server that nobody kills: tests lose nothing by a power cut. */
    public static final Map<String, String> CARELESS = quick(Map.of("fsync", "off", "synchronous_commit", "off"));

    private TestServers() {}

    /** {@link #QUICK} and these. */
    public static Map<String, String> quick(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(QUICK);
        all.putAll(more);
        return Map.copyOf(all);
    }

    /** What initdb makes, as a copy in a directory that does not exist yet; it runs once in each JVM. */
    public static Path initialised(Path directory) throws IOException {
        Files.createDirectories(directory.getParent());
        try {
            Process copy = new ProcessBuilder("cp", "-a", Fresh.DATA.toString(), directory.toString())
                    .inheritIO()
                    .start();
            if (copy.waitFor() != 0) {
                throw new IOException("cannot copy " + Fresh.DATA + " to " + directory);
            }
            return directory;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + directory + " was copied", e);
        }
    }

    /** A server that is stopped and removed when the JVM ends. */
    static EmbeddedServer start() {
        try {
            Path directory = Files.createTempDirectory("bmsql-test");
            EmbeddedServer server = EmbeddedServer.start(initialised(directory.resolve("data")), CARELESS);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, directory)));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void stop(EmbeddedServer server, Path directory) {
        try (server) {
            server.close();
            remove(directory);
        } catch (IOException e) {
            System.err.println("the test server on " + directory + " was not stopped cleanly: " + e);
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** A data directory that was started once and is never started again. */
    private static final class Fresh {
        static final Path DATA = initialise();

        private static Path initialise() {
            try {
                Path directory = Files.createTempDirectory("bmsql-initdb");
                Path data = directory.resolve("data");
                EmbeddedServer.start(data, CARELESS).close();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    try {
                        remove(directory);
                    } catch (IOException e) {
                        System.err.println(directory + " was not removed: " + e);
                    }
                }));
                return data;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
