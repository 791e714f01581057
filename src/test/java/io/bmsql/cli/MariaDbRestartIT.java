package io.bmsql.cli;

import io.bmsql.common.Secret;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.testing.MariaDbServer;
import io.bmsql.tpcc.Table;
import java.sql.Connection;
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
    String db() {
        return "mariadb";
    }

    @Override
    ConnectionConfig config(String database) {
        String url = server.jdbcUrl(database);
        return new ConnectionConfig(
                "mariadb", null, url, MariaDbServer.USER, new Secret(""), IsolationLevel.SERVER_DEFAULT, "");
    }

    @Override
    Connection connect(String database) throws SQLException {
        return server.connect(database);
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
