package io.bmsql.cli;

import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.testing.FaultyPostgres;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class PostgresRestartIT extends RestartContract {
    @TempDir
    static Path directory;

    private static EmbeddedServer server;

    @BeforeAll
    static void startLoaded() throws IOException {
        TestServers.loaded(directory.resolve("data"), 1);
        start();
    }

    private static void start() throws IOException {
        // The kernel lives on when the server is killed.
        server = EmbeddedServer.start(directory.resolve("data"), TestServers.quick(Map.of("fsync", "off")));
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Override
    TestDatabase database(String name) {
        return TestServers.database(server, name);
    }

    @Override
    void createDatabase(String name) throws SQLException {
        server.createDatabase(name);
    }

    @Override
    void killServer() throws Exception {
        FaultyPostgres.killDashNine(server.dataDirectory());
    }

    /** The dead server is closed first: its object holds the lock of the directory. The new one has another port. */
    @Override
    void startServerAgain() throws IOException {
        server.close();
        start();
    }

    @Override
    String hash(List<String> expressions) {
        return "hash_record_extended(row(" + String.join(", ", expressions) + "), 0)";
    }
}
