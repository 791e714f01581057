package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ssh is asked for, and what its script does; here a shell of this host plays the far one. */
class SshHostTest {
    private static final String FOLDER = "0123456789abcdef";

    @TempDir
    private Path folder;

    private record Said(int status, String out, String err) {}

    @Test
    void sshGetsAddressAndPortBehindAllOptions() {
        List<String> command = new SshHost("bench@c1:2222").command("look", List.of(FOLDER));
        assertThat(command).containsSequence("-p", "2222", "--", "bench@c1");
        assertThat(command).contains("BatchMode=yes", "ConnectTimeout=10");
        assertThat(command.get(command.size() - 1))
                .endsWith("bmsql look " + FOLDER)
                .doesNotContain("\n");
        assertThat(new SshHost("bench@[fe80::1]:22").command("look", List.of()))
                .containsSequence("-p", "22", "--", "bench@fe80::1");
        assertThat(new SshHost("c1").command("look", List.of()))
                .containsSequence("--", "c1")
                .doesNotContain("-p");
    }

    @Test
    void whatAFarShellMightReadInItsOwnWayIsNoWord() {
        for (String hostile : List.of("a b", "$(id)", "a;b", "-x", "a'b", "", "a\nb")) {
            assertThatThrownBy(() -> new SshHost("c1").command("look", List.of(hostile)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void itLooksForJavaAndForTheProgram() throws Exception {
        Path there =
                Files.createDirectories(folder.resolve(".cache/bmsql/agents").resolve(FOLDER));
        Files.writeString(there.resolve("a"), "");
        Said said = there("", "10.0.0.1 50000 10.0.0.2 22", "look", FOLDER);
        assertThat(said.err()).isEmpty();
        assertThat(said.out().lines())
                .containsExactly(
                        "from 10.0.0.1",
                        "at 10.0.0.2",
                        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  ./a");
    }

    @Test
    void anOldJavaIsNamed() throws Exception {
        Path java = Files.createDirectories(folder.resolve("old/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"1.8.0_402\"' >&2\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Said said = there(folder.resolve("old").toString(), "10.0.0.1 50000 10.0.0.2 22", "look", FOLDER);
        assertThat(said.status()).isNotZero();
        assertThat(said.err()).isEqualTo(java + " is Java 1.8.0_402, and bmsql needs Java 17 or newer\n");
    }

    @Test
    void aScriptThatArrivesCutShortDoesNothing() throws Exception {
        String cut = script().substring(0, script().length() - 8);
        Said said = run("", "1 2 3 4", List.of("sh", "-c", cut, "bmsql", "look", "x"), "");
        assertThat(said.status()).isNotZero();
        assertThat(said.out()).isEmpty();
        assertThat(folder.resolve(".cache")).doesNotExist();
    }

    @Test
    void anAgentThatCannotStartLeavesNothing() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Said said = there("", "127.0.0.1 1 127.0.0.1 2", "agent", FOLDER, "7650", "0");
        assertThat(said.status()).isNotZero();
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void theThreeNewestCopiesStayAndThoseThatAnAgentUses() throws Exception {
        Files.createDirectory(folder.resolve("tmp"));
        Path copies = Files.createDirectories(folder.resolve(".cache/bmsql/agents"));
        Path start = Files.createDirectories(copies.resolve(FOLDER).resolve("program/run"));
        Files.writeString(start.resolve("bmsql"), "ls -a " + copies.resolve(FOLDER) + "\n");
        for (int age = 1; age <= 5; age++) {
            Path copy = Files.createDirectory(copies.resolve("000000000000000" + age));
            long user = age == 4 ? ProcessHandle.current().pid() : 999_999_999;
            Files.createFile(copy.resolve(".used." + user));
            Files.setLastModifiedTime(copy, FileTime.from(Instant.now().minusSeconds(3600L * age)));
        }
        Files.createDirectory(copies.resolve("mine"));

        Said said = there("", "127.0.0.1 1 127.0.0.1 2", "agent", FOLDER, "7650", "0");

        assertThat(said.err()).isEmpty();
        assertThat(said.out()).as("while the agent runs").contains(".used.");
        assertThat(copies.toFile().list())
                .containsExactlyInAnyOrder(FOLDER, "0000000000000001", "0000000000000002", "0000000000000004", "mine");
        assertThat(copies.resolve(FOLDER).toFile().list()).containsExactly("program");
    }

    private Said there(String javaHome, String connection, String verb, String... words) throws Exception {
        List<String> command = new SshHost("c1").command(verb, List.of(words));
        return run(javaHome, connection, List.of("sh", "-c", command.get(command.size() - 1)), script());
    }

    private static String script() throws IOException {
        return Files.readString(Path.of("src/main/resources/agents/host.sh"));
    }

    private Said run(String javaHome, String connection, List<String> command, String input)
            throws IOException, InterruptedException {
        Path err = folder.resolve("err");
        ProcessBuilder shell = new ProcessBuilder(command).redirectError(err.toFile());
        shell.environment().put("HOME", folder.toString());
        shell.environment().put("TMPDIR", folder.resolve("tmp").toString());
        shell.environment().put("JAVA_HOME", javaHome);
        shell.environment().put("SSH_CONNECTION", connection);
        Process process = shell.start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), out, Files.readString(err));
    }
}
