package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.agents.AgentKey;
import io.bmsql.agents.GroupChannel;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.LocalSshServer;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two agents over a real ssh, on a host whose home and temporary folder are the test's own. */
@Tag("long")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AgentsSshIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    static Path folder;

    private static LocalSshServer server;
    private static Path home;
    private static Path temporary;

    @BeforeAll
    static void startServer() throws Exception {
        assumeTrue(LocalSshServer.isInstalled(), "no sshd and ssh here");
        assumeTrue(ChildProgram.isPacked(), "only the packed program is copied");
        POSTGRES.becomeLoaded(1);
        home = Files.createDirectory(folder.resolve("home"));
        temporary = Files.createDirectory(folder.resolve("tmp"));
        server = LocalSshServer.start(
                folder.resolve("sshd"),
                "SetEnv HOME=" + home + " TMPDIR=" + temporary
                        + " \"BMSQL_JAVA_OPTS=-XX:TieredStopAtLevel=1 -XX:-UsePerfData\"");
        Path ssh = Files.createDirectory(folder.resolve("bin")).resolve("ssh");
        Files.writeString(ssh, "#!/bin/sh\nexec " + String.join(" ", server.sshCommand()) + " \"$@\"\n");
        assertThat(ssh.toFile().setExecutable(true)).isTrue();
        String port = Integer.toString(TestFiles.freePorts(GroupChannel.Place.PORTS));
        POSTGRES.props(
                folder.resolve("p"),
                "warehouses=1 terminals=4 limitTxnsPerMin=1200",
                "agentsPort=" + port,
                "agentsKey=" + AgentKey.ofUser(folder).file());
    }

    @AfterAll
    static void stopServer() throws InterruptedException {
        if (server != null) {
            server.close();
        }
    }

    private static ChildProgram run(String hosts, String directory, double minutes) throws IOException {
        return ChildProgram.start(
                folder,
                List.of("env", "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH")),
                "run",
                "p",
                "--progress=plain",
                "-DagentsSsh=" + hosts,
                "-DresultDirectory=" + directory,
                "-DrunMins=" + minutes);
    }

    private static String host(String name) {
        return server.user() + "@" + name + ":" + server.port();
    }

    @Test
    @Order(1)
    void theProgramIsCopiedAndNothingElseIsLeft() throws Exception {
        ChildProgram run = run(host("127.0.0.1") + " " + host("localhost"), "whole", 0.05);
        assertThat(run.exitStatus()).as(run.output()).isZero();
        assertThat(run.out()).contains(host("127.0.0.1") + ": sending ").contains("all 2 agents have connected");
        ResultDirectory answer = ResultDirectory.open(folder.resolve("whole"));
        assertThat(SummaryJson.read(answer.summary()).ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
        assertThat(TestFiles.names(folder.resolve("whole/agents"))).hasSize(2);
        assertThat(temporary).isEmptyDirectory();
        assertThat(running()).isEmpty();
        assertThat(TestFiles.names(home)).containsExactly(".cache");
        assertThat(TestFiles.names(home.resolve(".cache/bmsql/agents"))).hasSize(1);
    }

    @Test
    @Order(2)
    void withoutItsCoordinatorAnAgentEndsAndOnlyResultsStay() throws Exception {
        ChildProgram run = run(host("127.0.0.1"), "orphaned", 5);
        await(() -> measuring("orphaned") == 1);
        run.kill();
        await().atMost(ChildProgram.PATIENCE).untilAsserted(() -> {
            for (String work : TestFiles.names(temporary)) {
                assertThat(TestFiles.names(temporary.resolve(work))).containsExactly("results");
            }
        });
        assertThat(running()).isEmpty();
        assertThat(run.out()).doesNotContain(": sending ");
        List<String> work = TestFiles.names(temporary);
        assertThat(work).hasSize(1);
        assertThat(TestFiles.names(temporary.resolve(work.get(0)).resolve("results")))
                .containsExactly("orphaned_agent1");
    }

    @Test
    @Order(3)
    void aHostThatCannotBeReachedIsNamedBeforeAnythingBegins() throws Exception {
        ChildProgram run = run(host("127.0.0.1") + " nobody@127.0.0.1:1", "none", 5);
        assertThat(run.exitStatus()).isEqualTo(3);
        assertThat(run.err())
                .contains("agentsSsh: nobody@127.0.0.1:1 cannot be an agent: ssh: connect to host 127.0.0.1 port 1:");
        assertThat(folder.resolve("none")).doesNotExist();
        assertThat(running()).isEmpty();
    }

    /** How many agents' copies hold seconds of the window. */
    private static int measuring(String directory) throws IOException {
        Path agents = folder.resolve(directory).resolve("agents");
        int count = 0;
        for (String copy : Files.isDirectory(agents) ? TestFiles.names(agents) : List.<String>of()) {
            Path series = agents.resolve(copy).resolve("data/series.csv");
            count += Files.exists(series) && Files.readString(series).contains("MEASURE") ? 1 : 0;
        }
        return count;
    }

    /** Programs of the far host, which have its home in their command lines. */
    private static List<String> running() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(home.toString()))
                .toList();
    }
}
