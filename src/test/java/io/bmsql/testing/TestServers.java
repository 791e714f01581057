package io.bmsql.testing;

import io.bmsql.embedded.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** Servers on temporary directories that are stopped and removed when the JVM ends. */
final class TestServers {
    private TestServers() {}

    static EmbeddedServer start() {
        try {
            Path directory = Files.createTempDirectory("bmsql-test");
            // Tests lose nothing by a power cut.
            EmbeddedServer server = EmbeddedServer.start(
                    directory.resolve("data"), Map.of("fsync", "off", "synchronous_commit", "off"));
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
}
