package io.bmsql.testing;

import io.bmsql.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL of a test's own, to be hurt and brought back. It keeps what it promised: synchronous_commit is on, and the kernel,
 * which has the rest, lives on when a server is killed.
 */
public final class FaultyPostgres implements AutoCloseable, TestDatabase {
    private static final String DATABASE = "faults";
    private static final long PATIENCE_SECONDS = 300;
    private static final Map<String, String> SETTINGS = TestServers.quick(Map.of("fsync", "off"));

    private final Path data;
    private final Map<String, String> settings;
    private EmbeddedServer server;

    private FaultyPostgres(Path data, Map<String, String> settings, EmbeddedServer server) {
        this.data = data;
        this.server = server;
        this.settings = new HashMap<>(settings);
        this.settings.put("port", Integer.toString(server.port()));
    }

    /** Starts one on a directory that does not exist yet. */
    public static FaultyPostgres create(Path data) throws IOException, SQLException {
        return start(TestServers.initialised(data));
    }

    /** Starts one whose database holds what a build of a warehouse leaves, on a directory that does not exist yet. */
    public static FaultyPostgres createLoaded(Path data) throws IOException, SQLException {
        EmbeddedServer server = EmbeddedServer.start(TestServers.loaded(data, 1), SETTINGS);
        TestServers.database(server, "postgres")
                .execute("ALTER DATABASE " + TestServers.loaded(1) + " RENAME TO " + DATABASE);
        return new FaultyPostgres(data, SETTINGS, server);
    }

    /** Starts one on a data directory. */
    public static FaultyPostgres start(Path data) throws IOException, SQLException {
        return start(data, SETTINGS);
    }

    /** Starts one with settings of its own. */
    public static FaultyPostgres start(Path data, Map<String, String> settings) throws IOException, SQLException {
        EmbeddedServer server = EmbeddedServer.start(data, settings);
        server.createDatabase(DATABASE);
        return new FaultyPostgres(data, settings, server);
    }

    @Override
    public String db() {
        return "postgres";
    }

    /** Of its only database. */
    @Override
    public String url() {
        return server.jdbcUrl(DATABASE);
    }

    /** Another one of the same server. */
    public TestDatabase database(String name) {
        return TestServers.database(server, name);
    }

    @Override
    public String user() {
        return EmbeddedServer.USER;
    }

    public int port() {
        return server.port();
    }

    /** The process that all others descend from. */
    public ProcessHandle postmaster() throws IOException {
        String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    /** Ends all its processes at once, the postmaster first, so that it sees nobody die. Returns when they are gone. */
    public void killDashNine() throws Exception {
        List<ProcessHandle> all = new ArrayList<>(List.of(postmaster()));
        all.get(0).descendants().forEach(all::add);
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
        TestFiles.command("kill", "-" + name, Long.toString(postmaster.pid()));
        postmaster.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Starts it on what its end left behind, on the same port. */
    public void start() throws Exception {
        // Gives up the old one's lock on the directory.
        server.close();
        server = EmbeddedServer.start(data, settings);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
