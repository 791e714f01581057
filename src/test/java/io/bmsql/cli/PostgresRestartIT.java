package io.bmsql.cli;

import io.bmsql.common.Secret;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.testing.TestServers;
import io.bmsql.tpcc.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class PostgresRestartIT extends RestartContract {
    @TempDir
    static Path directory;

    private static EmbeddedServer server;

    @BeforeAll
    static void start() throws IOException {
        // The kernel lives on when the server is killed.
        server = EmbeddedServer.start(
                TestServers.initialised(directory.resolve("data")), TestServers.quick(Map.of("fsync", "off")));
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Override
    String db() {
        return "postgres";
    }

    @Override
    ConnectionConfig config(String database) {
        String url = server.jdbcUrl(database);
        return new ConnectionConfig(
                "postgres", null, url, EmbeddedServer.USER, new Secret(""), IsolationLevel.SERVER_DEFAULT, "");
    }

    @Override
    Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(database), EmbeddedServer.USER, EmbeddedServer.PASSWORD);
    }

    @Override
    void createDatabase(String name) throws SQLException {
        server.createDatabase(name);
    }

    /** The postmaster first, so that it sees nobody die, then its sessions. */
    @Override
    void killServer() throws Exception {
        long pid = Long.parseLong(Files.readAllLines(server.dataDirectory().resolve("postmaster.pid"))
                .get(0));
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle process : all) {
            process.onExit().get(1, TimeUnit.MINUTES);
        }
    }

    /** The dead server is closed first: its object holds the lock of the directory. The new one has another port. */
    @Override
    void startServerAgain() throws IOException {
        server.close();
        start();
    }

    @Override
    String checksum(Table table) {
        return "select sum(hash_record_extended(t, 0)::numeric) from " + table.sqlName() + " t";
    }

    @Override
    int checksumColumn() {
        return 1;
    }
}
