package io.bmsql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bmsql.testing.Sql;
import io.bmsql.testing.TestServers;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerIT {
    @TempDir
    private Path folder;

    @Test
    void keepsItsDataAndItsPromisesOnDisk() throws Exception {
        Path data = folder.resolve("data");
        try (EmbeddedServer server = EmbeddedServer.start(data, Map.of())) {
            assertThat(server.setting("fsync")).isEqualTo("on");
            assertThat(server.setting("synchronous_commit")).isEqualTo("on");
            assertThat(server.setting("listen_addresses")).isEqualTo("127.0.0.1");
            server.createDatabase("kept");
            execute(server, "CREATE TABLE t AS SELECT 42 AS answer");
        }
        try (EmbeddedServer server = EmbeddedServer.start(data, Map.of("work_mem", "9MB"))) {
            server.createDatabase("kept");
            assertThat(server.setting("work_mem")).isEqualTo("9MB");
            try (Connection connection = connect(server);
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT answer FROM t")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(42);
            }
        }
    }

    @Test
    void initialisesAgainWhatAnInterruptedFirstStartLeft() throws Exception {
        Path data = folder.resolve("data");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LeavesAnOrphan.class.getName(),
                        data.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(data.resolve("postgresql.conf")));
        program.descendants().forEach(ProcessHandle::destroyForcibly);
        program.destroyForcibly().waitFor();
        try (EmbeddedServer server = EmbeddedServer.start(data, Map.of())) {
            assertThat(server.setting("fsync")).isEqualTo("on");
        }
        assertThat(folder.resolve("data.first-start")).doesNotExist();
    }

    @Test
    void refusesADirectoryThatALivingProgramUses() throws Exception {
        Path data = TestServers.initialised(folder.resolve("data"));
        try (EmbeddedServer server = EmbeddedServer.start(data, Map.of())) {
            assertThatThrownBy(() -> EmbeddedServer.start(data, Map.of()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is in use")
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
            assertThat(server.setting("fsync")).isEqualTo("on");
        }
    }

    @Test
    void stopsTheServerThatAKilledProgramLeftBehind() throws Exception {
        Path data = TestServers.initialised(folder.resolve("data"));
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LeavesAnOrphan.class.getName(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String orphanUrl;
        try (BufferedReader output = program.inputReader()) {
            orphanUrl = output.lines()
                    .filter(line -> line.startsWith("jdbc:"))
                    .findFirst()
                    .orElseThrow();
            program.destroyForcibly().waitFor();
        }
        try (Connection stillThere = DriverManager.getConnection(orphanUrl, "postgres", "")) {
            assertThat(stillThere.isValid(5)).isTrue();
        }
        try (EmbeddedServer server = EmbeddedServer.start(data, Map.of())) {
            assertThat(server.setting("fsync")).isEqualTo("on");
            assertThatThrownBy(() -> DriverManager.getConnection(orphanUrl, "postgres", ""))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void leavesNoServerWhenItCannotNoteWhoseItIs() throws Exception {
        Path data = folder.resolve("data");
        Files.createDirectories(folder.resolve("data.owner"));
        assertThatThrownBy(() -> EmbeddedServer.start(data, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("data.owner")
                .hasMessageContaining("was not started");
        assertThat(data.resolve("postmaster.pid")).doesNotExist();
    }

    @Test
    void refusesADirectoryOnWhichALivingProgramIsAboutToStartItsServer() throws Exception {
        Path owner = folder.resolve("data.owner");
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            String started = other.info().startInstant().orElseThrow().toString();
            Files.writeString(owner, other.pid() + "\n" + started + "\n");
            assertThatThrownBy(() -> EmbeddedServer.start(folder.resolve("data"), Map.of())
                            .close())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is in use")
                    .hasMessageContaining("process " + other.pid());
            assertThat(owner).as("still the other program's").hasContent(other.pid() + "\n" + started + "\n");
        } finally {
            other.destroy();
        }
    }

    @Test
    void leavesNoServerWhenItsDatabaseCannotBeMade() throws Exception {
        Path data = TestServers.initialised(folder.resolve("postgres"));
        Files.writeString(data.resolve("postgresql.auto.conf"), "default_transaction_read_only = on\n");
        assertThatThrownBy(() -> OwnServer.single(folder))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("read-only");
        assertThat(data.resolve("postmaster.pid")).doesNotExist();
        assertThat(folder.resolve("postgres.owner")).doesNotExist();
    }

    /** A program that starts a server and then waits to be killed. */
    static final class LeavesAnOrphan {
        private LeavesAnOrphan() {}

        public static void main(String[] arguments) throws Exception {
            EmbeddedServer server = EmbeddedServer.start(Path.of(arguments[0]), Map.of());
            System.out.println(server.jdbcUrl("postgres"));
            Thread.sleep(Duration.ofMinutes(5).toMillis());
        }
    }

    @Test
    void saysWhyItDidNotStart() {
        assertThatThrownBy(() -> EmbeddedServer.start(
                        TestServers.initialised(folder.resolve("data")),
                        Map.of("shared_buffers", "none"),
                        Duration.ofSeconds(3)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("did not start")
                .hasMessageContaining("shared_buffers");
    }

    private static void execute(EmbeddedServer server, String sql) throws SQLException {
        Sql.execute(connect(server), sql);
    }

    private static Connection connect(EmbeddedServer server) throws SQLException {
        return connect(server, "kept");
    }

    private static Connection connect(EmbeddedServer server, String database) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(database), EmbeddedServer.USER, EmbeddedServer.PASSWORD);
    }
}
