package io.bmsql.cli;

import io.bmsql.testing.MariaDbServer;
import io.bmsql.testing.TestDatabase;
import io.bmsql.tpcc.Table;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MariaDbRestartIT extends RestartContract {
    private static MariaDbServer server;

    @BeforeAll
    static void start() throws Exception {
        server = MariaDbServer.start();
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
    void createDatabase(String name) throws SQLException {
        server.createDatabase(name);
    }

    @Override
    void killServer() throws InterruptedException {
        server.kill();
    }

    @Override
    void startServerAgain() throws Exception {
        server.startAgain();
    }

    @Override
    String checksum(Table table) {
        return "checksum table " + table.sqlName();
    }

    @Override
    int checksumColumn() {
        return 2;
    }
}
