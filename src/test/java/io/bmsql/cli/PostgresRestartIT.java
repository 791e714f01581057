package io.bmsql.cli;

import io.bmsql.testing.FaultyPostgres;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class PostgresRestartIT extends RestartContract {
    @TempDir
    static Path directory;

    private static FaultyPostgres server;

    @BeforeAll
    static void startLoaded() throws Exception {
        server = FaultyPostgres.start(TestServers.loaded(directory.resolve("data"), 1));
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Override
    TestDatabase database(String name) {
        return server.database(name);
    }

    @Override
    void killServer() throws Exception {
        server.killDashNine();
    }

    @Override
    void startServerAgain() throws Exception {
        server.start();
    }
}
