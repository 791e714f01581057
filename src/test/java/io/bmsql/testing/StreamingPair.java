package io.bmsql.testing;

import io.bmsql.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A loaded PostgreSQL of a test's own and the copy that it streams to, both careless. */
public final class StreamingPair implements AutoCloseable {
    private static final Map<String, String> SETTINGS =
            TestServers.quick(Map.of("wal_level", "replica", "fsync", "off", "full_page_writes", "off"));

    private final EmbeddedServer primary;
    private final EmbeddedServer copy;

    /** Makes {@code primary} and {@code copy} in the folder. @param first statements that the copy begins with as well */
    public StreamingPair(Path folder, String... first) throws Exception {
        Path data = TestServers.loaded(folder.resolve("primary"), 1);
        // A copy can only follow a log that says enough from its beginning on.
        try (EmbeddedServer server = EmbeddedServer.start(data, SETTINGS)) {
            TestServers.database(server, "postgres").execute(first);
        }
        Path copied = folder.resolve("copy");
        TestFiles.copy(data, copied);
        primary = EmbeddedServer.start(data, SETTINGS);
        Files.createFile(copied.resolve("standby.signal"));
        Files.writeString(
                copied.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=" + primary.port() + " user=postgres password="
                        + TestServers.password() + "'\n");
        copy = EmbeddedServer.start(copied, SETTINGS);
    }

    public EmbeddedServer primary() {
        return primary;
    }

    public EmbeddedServer copy() {
        return copy;
    }

    @Override
    public void close() throws IOException {
        copy.close();
        primary.close();
    }
}
