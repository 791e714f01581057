package io.bmsql.testing;

import io.bmsql.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL of a test's own, to be hurt and brought back; it keeps what it promised: fsync is on. */
public final class FaultyPostgres implements AutoCloseable {
    private static final String DATABASE = "faults";
    private static final long PATIENCE_SECONDS = 60;

    private final Path data;
    private final int port;
    private EmbeddedServer server;

    private FaultyPostgres(Path data, EmbeddedServer server) {
        this.data = data;
        this.server = server;
        this.port = server.port();
    }

    /** Starts one on a directory that does not exist yet. */
    public static FaultyPostgres create(Path data) throws IOException, SQLException {
        return start(TestServers.initialised(data));
    }

    /** Starts one whose database holds what a build of a warehouse leaves, on a directory that does not exist yet. */
    public static FaultyPostgres createLoaded(Path data) throws IOException, SQLException {
        EmbeddedServer server = EmbeddedServer.start(TestServers.loaded(data, 1), TestServers.QUICK);
        try (Connection connection = DriverManager.getConnection(
                        server.jdbcUrl("postgres"), EmbeddedServer.USER, EmbeddedServer.PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER DATABASE " + TestServers.loaded(1) + " RENAME TO " + DATABASE);
        }
        return new FaultyPostgres(data, server);
    }

    /** Starts one on a data directory. */
    public static FaultyPostgres start(Path data) throws IOException, SQLException {
        EmbeddedServer server = EmbeddedServer.start(data, TestServers.QUICK);
        server.createDatabase(DATABASE);
        return new FaultyPostgres(data, server);
    }

    /** Of its only database. */
    public String url() {
        return server.jdbcUrl(DATABASE);
    }

    public int port() {
        return port;
    }

    /** A plain connection of the administrator, auto-commit on. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), EmbeddedServer.USER, EmbeddedServer.PASSWORD);
    }

    /** The process that all others descend from. */
    public ProcessHandle postmaster() throws IOException {
        String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    /** Ends all its processes at once. Returns when they are gone. */
    public void killDashNine() throws Exception {
        ProcessHandle postmaster = postmaster();
        List<ProcessHandle> all = new ArrayList<>();
        all.add(postmaster);
        postmaster.descendants().forEach(all::add);
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle process : all) {
            process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** {@code pg_ctl stop -m fast}: transactions are rolled back, clients are told. */
    public void stop() throws Exception {
        signal("INT");
    }

    /** {@code pg_ctl stop -m immediate}: all processes quit at once; the next start replays the log. */
    public void stopImmediately() throws Exception {
        signal("QUIT");
    }

    private void signal(String name) throws Exception {
        ProcessHandle postmaster = postmaster();
        new ProcessBuilder("kill", "-" + name, Long.toString(postmaster.pid()))
                .start()
                .waitFor();
        postmaster.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Starts it on what its end left behind, on the same port. */
    public void start() throws Exception {
        // Gives up the old one's lock on the directory.
        server.close();
        server = EmbeddedServer.start(data, TestServers.quick(Map.of("port", Integer.toString(port))));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
