package io.bmsql.cli;

import io.bmsql.testing.MariaDbServer;
import io.bmsql.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("long")
class MariaDbRestartIT extends RestartContract {
    private static MariaDbServer server;

    @BeforeAll
    static void start() throws Exception {
        server = MariaDbServer.startLoaded();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    TestDatabase database(String name) {
        return server.database(name);
    }

    @Override
    void killServer() throws InterruptedException {
        server.kill();
    }

    @Override
    void startServerAgain() throws Exception {
        server.startAgain();
    }
}
