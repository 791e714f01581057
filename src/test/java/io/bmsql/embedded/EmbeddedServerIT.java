package io.bmsql.embedded;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bmsql.testing.Sql;
import io.bmsql.testing.TestServers;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerIT {
    @TempDir
    private Path folder;

    @Test
    void keepsItsDataAndItsPromisesOnDiskAndLetsNobodyInWithoutItsPassword() throws Exception {
        Path data = folder.resolve("data");
        try (EmbeddedServer server = EmbeddedServer.start(data, Map.of())) {
            assertThat(server.setting("fsync")).isEqualTo("on");
            assertThat(server.setting("synchronous_commit")).isEqualTo("on");
            assertThat(server.setting("listen_addresses")).isEqualTo("127.0.0.1");
            server.createDatabase("kept");
            TestServers.database(server, "kept").execute("CREATE TABLE t AS SELECT 42 AS answer");
            assertNobodyComesInWithoutThePasswordThatOnlyItsOwnerCanRead(server, data);
        }
        try (EmbeddedServer server = EmbeddedServer.start(data, Map.of("work_mem", "9MB"))) {
            server.createDatabase("kept");
            assertThat(server.setting("work_mem")).isEqualTo("9MB");
            assertThat(TestServers.database(server, "kept").number("SELECT answer FROM t"))
                    .isEqualTo(42);
            assertNobodyComesInWithoutThePasswordThatOnlyItsOwnerCanRead(server, data);
        }
        assertThat(folder.resolve("data.first-start")).doesNotExist();
    }

    /** Others could start programs as the server's owner: COPY ... FROM PROGRAM. */
    private static void assertNobodyComesInWithoutThePasswordThatOnlyItsOwnerCanRead(EmbeddedServer server, Path data)
            throws Exception {
        String url = server.jdbcUrl("postgres");
        for (String wrong : List.of("", "postgres")) {
            assertThatThrownBy(() -> DriverManager.getConnection(url, EmbeddedServer.USER, wrong))
                    .isInstanceOf(SQLException.class);
        }
        try (Connection own =
                DriverManager.getConnection(url, EmbeddedServer.USER, Files.readString(server.passwordFile()))) {
            assertThat(Sql.textsOn(own, "SELECT DISTINCT auth_method FROM pg_hba_file_rules"))
                    .containsExactly("scram-sha-256");
        }
        assertThat(mode(data)).isEqualTo("rwx------");
        assertThat(mode(server.passwordFile())).isEqualTo("rw-------");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void aDirectoryFromBeforeThereWerePasswordsIsNotServedAgain() throws Exception {
        Path data = TestServers.initialised(folder.resolve("data"));
        Files.delete(data.resolve("bmsql-password"));
        assertThrown(
                IOException.class, () -> EmbeddedServer.start(data, Map.of()), "without a password", "rm -r " + data);
        assertThat(data.resolve("postmaster.pid")).doesNotExist();
    }

    @Test
    @Tag("long")
    void initialisesAgainWhatAnInterruptedFirstStartLeft() throws Exception {
        Path data = folder.resolve("data");
        Process program = program(LeavesAnOrphan.class, data)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        await().atMost(Duration.ofMinutes(2)).until(() -> Files.exists(data.resolve("postgresql.conf")));
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
                    .hasMessageContainingAll(
                            "is in use", "process " + ProcessHandle.current().pid());
            assertThat(server.setting("fsync")).isEqualTo("on");
        }
    }

    @Test
    @Tag("long")
    void stopsTheServerThatAKilledProgramLeftBehind() throws Exception {
        Path data = TestServers.initialised(folder.resolve("data"));
        Process program = program(LeavesAnOrphan.class, data).start();
        String orphanUrl;
        try (BufferedReader output = program.inputReader()) {
            orphanUrl = output.lines()
                    .filter(line -> line.startsWith("jdbc:"))
                    .findFirst()
                    .orElseThrow();
            program.destroyForcibly().waitFor();
        }
        try (Connection stillThere = DriverManager.getConnection(orphanUrl, "postgres", TestServers.password())) {
            assertThat(stillThere.isValid(5)).isTrue();
        }
        try (EmbeddedServer server = EmbeddedServer.start(data, Map.of())) {
            assertThat(server.setting("fsync")).isEqualTo("on");
            assertThatThrownBy(() -> DriverManager.getConnection(orphanUrl, "postgres", TestServers.password()))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void leavesNoServerWhenItCannotNoteWhoseItIs() throws Exception {
        Path data = folder.resolve("data");
        Files.createDirectories(folder.resolve("data.owner"));
        assertThrown(IOException.class, () -> EmbeddedServer.start(data, Map.of()), "data.owner", "was not started");
        assertThat(data.resolve("postmaster.pid")).doesNotExist();
    }

    @Test
    void refusesADirectoryOnWhichALivingProgramIsAboutToStartItsServer() throws Exception {
        Path owner = folder.resolve("data.owner");
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            String started = other.info().startInstant().orElseThrow().toString();
            Files.writeString(owner, other.pid() + "\n" + started + "\n");
            assertThatThrownBy(() -> EmbeddedServer.start(folder.resolve("data"), Map.of())
                            .close())
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("is in use", "process " + other.pid());
            assertThat(owner).as("still the other program's").hasContent(other.pid() + "\n" + started + "\n");
        } finally {
            other.destroy();
        }
    }

    @Test
    void leavesNoServerWhenItsPasswordCannotBeKept() {
        Path data = folder.resolve("data");
        Map<String, String> inTheWay =
                Map.of("external_pid_file", data.resolve("bmsql-password").toString());
        assertThrown(
                IOException.class, () -> EmbeddedServer.start(data, inTheWay), "bmsql-password", "was stopped again");
        assertThat(data.resolve("postmaster.pid")).doesNotExist();
        assertThat(folder.resolve("data.owner")).doesNotExist();
    }

    @Test
    void leavesNoServerThatWasNotWaitedForLongEnough() throws Exception {
        Path data = TestServers.initialised(folder.resolve("data"));
        assertThrown(
                IOException.class, () -> EmbeddedServer.start(data, Map.of(), Duration.ofNanos(1)), "did not start");
        await().atMost(Duration.ofMinutes(2)).until(() -> ProcessHandle.allProcesses()
                .noneMatch(process -> process.info().commandLine().orElse("").contains(data.toString())));
        assertThat(data.resolve("postmaster.pid")).doesNotExist();
    }

    @Test
    @Tag("long")
    void ofProgramsThatStartAtOnceOneHasTheDirectory() throws Exception {
        List<Process> programs = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        try {
            for (int number = 0; number < 4; number++) {
                programs.add(program(Claims.class, folder.resolve("data")).start());
            }
            for (Process program : programs) {
                assertThat(program.inputReader().readLine()).isEqualTo("ready");
            }
            for (Process program : programs) {
                program.outputWriter().append('\n').flush();
            }
            for (Process program : programs) {
                answers.add(program.inputReader().readLine());
            }
        } finally {
            programs.forEach(Process::destroyForcibly);
        }
        assertThat(answers)
                .filteredOn(answer -> answer.contains(" is in use: PostgreSQL was started on it by process "))
                .hasSize(3);
        assertThat(answers).filteredOn("mine"::equals).hasSize(1);
    }

    /** Claims a directory when it is told to, and lives on. */
    static final class Claims {
        private Claims() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println("ready");
            System.in.read();
            try {
                DataDirectoryOwner.claim(Path.of(arguments[0]));
                System.out.println("mine");
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
            System.in.read();
        }
    }

    @Test
    void leavesNoServerWhenItsDatabaseCannotBeMade() throws Exception {
        Path data = TestServers.initialised(folder.resolve("postgres"));
        Files.writeString(data.resolve("postgresql.auto.conf"), "default_transaction_read_only = on\n");
        assertThrown(SQLException.class, () -> EmbeddedServer.start(data, "bmsql"), "read-only");
        assertThat(data.resolve("postmaster.pid")).doesNotExist();
        assertThat(folder.resolve("postgres.owner")).doesNotExist();
    }

    private static ProcessBuilder program(Class<?> main, Path data) {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
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
        assertThrown(
                IOException.class,
                () -> EmbeddedServer.start(
                        TestServers.initialised(folder.resolve("data")),
                        Map.of("shared_buffers", "none"),
                        Duration.ofSeconds(10)),
                "did not start",
                "shared_buffers");
    }
}
