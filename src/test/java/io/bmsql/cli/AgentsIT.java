package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.agents.AgentKey;
import io.bmsql.agents.GroupChannel;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.Background;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.LocalSshServer;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Three agents, each a JVM of its own, for all tests in turn: they wait for the next run after each. Two more over ssh. */
@Tag("long")
class AgentsIT {
    /** The console's last digit. */
    private static final double ROUNDED_MS = 0.06;

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    static Path folder;

    private static final List<ChildProgram> AGENTS = new ArrayList<>();
    private static String port;
    private static Path key;

    @BeforeAll
    static void startAgents() throws Exception {
        key = AgentKey.ofUser(folder).file();
        port = Integer.toString(TestFiles.freePorts(GroupChannel.Place.PORTS));
        for (int number = 1; number <= 3; number++) {
            AGENTS.add(startAgent(number));
        }
        // While they start.
        POSTGRES.becomeLoaded(1);
        // A stopped agent would keep its locks, and the others wait for them, for a minute.
        String url = POSTGRES.url() + "?options=-c%20idle_in_transaction_session_timeout=3000";
        new TestDatabase.Named("postgres", url, "postgres")
                .props(
                        folder.resolve("p"),
                        "warehouses=1 terminals=6 limitTxnsPerMin=1200 agents=3 agentsWaitSecs=600 agentsPort=" + port,
                        "agentsKey=" + key);
    }

    private static ChildProgram startAgent(int number) throws IOException {
        Path own = Files.createDirectories(folder.resolve("agent" + number));
        String ahead = number == 3 ? "120" : "0";
        return ChildProgram.start(own, "agent", "--port", port, "--key", key.toString(), "--clock-ahead-secs", ahead);
    }

    @AfterAll
    static void endAgents() {
        AGENTS.forEach(ChildProgram::close);
        // A test that is run once more has agents of its own.
        AGENTS.clear();
    }

    private static ChildProgram run(String directory, double minutes, String... options) throws IOException {
        String words = "run p --progress=plain -DresultDirectory=" + directory + " -DrunMins=" + minutes;
        return ChildProgram.start(folder, Stage.words(options, words.split(" ")));
    }

    /** A run asks for more than there are beside another one, which does not mind. */
    @Test
    void theirSumIsWhatTheDatabaseCounted() throws Exception {
        long before = POSTGRES.number("SELECT sum(d_next_o_id) FROM bmsql_district");
        Stage tooMany = new Stage(folder);
        CompletableFuture<Integer> refused = Background.call(() ->
                tooMany.run("run", "p", "-DresultDirectory=none", "-DrunMins=1", "--agents=5", "-DagentsWaitSecs=2"));
        ChildProgram run = run("whole", 0.05, "-DlimitTxnsPerMin=6000", "-DcheckAfterRun=true");
        if (run.exitStatus() != 0) {
            throw new AssertionError(withAgents(run.output()));
        }

        long stored = POSTGRES.number("SELECT sum(d_next_o_id) FROM bmsql_district") - before;
        ResultDirectory answer = ResultDirectory.open(folder.resolve("whole"));
        long counted = SeriesRow.CSV.list(answer).stream()
                .filter(row -> row.type() == TpccTransaction.NEW_ORDER)
                .mapToLong(row -> row.completed() - row.counts().rolledBack())
                .sum();
        assertThat(counted).isEqualTo(stored).isPositive();
        assertThat(run.out()).contains("Ledger d_next_o_id  ok", "nothing of what the run committed is missing");
        Matcher clock = Pattern.compile("\\+(1[12]\\d{4}\\.\\d) ms, known to (\\d+\\.\\d+) ms")
                .matcher(run.out());
        assertThat(clock.find()).as(run.out()).isTrue();
        assertThat(Double.parseDouble(clock.group(1)))
                .isCloseTo(120_000, within(Double.parseDouble(clock.group(2)) + ROUNDED_MS));
        assertThat(SummaryJson.read(answer.summary()).ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
        for (int number = 1; number <= 3; number++) {
            String copy = copy("whole", number).orElseThrow().toString();
            assertThat(TestFiles.command(
                            "diff", "-r", copy, only("whole_agent" + number).toString()))
                    .isZero();
        }
        assertThat(refused.get()).as(() -> tooMany.out() + tooMany.err()).isEqualTo(3);
        assertThat(tooMany.err())
                .containsPattern("After 2 s [0123] of 5 agents are there")
                .contains("Start `bmsql agent`");
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void oneWhoseDiskIsFullIsLostAndTheOthersStopWhenThatIsWanted() throws Exception {
        ChildProgram run = run("full", 5, "--on-loss=stop");
        awaitBegin(run, "full");
        AGENTS.get(1).limitFiles("1");
        int status = run.exitStatus();
        AGENTS.get(1).limitFiles("unlimited");
        assertThat(status).as(run.output()).isEqualTo(5);
        assertThat(run.out()).containsPattern("is lost \\(its result files cannot be written: .*; the run ends");
        RunSummary summary = Stage.summary(folder, "full");
        assertThat(summary.run().size().lostAgents()).hasSize(1).allSatisfy(agent -> {
            assertThat(agent.lost().reason()).contains("cannot be written", "File too large");
            assertThat(agent.lost().atSeconds()).isBetween(0.0, 300.0);
        });
        assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.INTERRUPTED);
        assertThat(summary.ending().statusReason()).containsPattern("because agent . .* was lost");
    }

    @Test
    void withoutTheirCoordinatorAllEndInGoodOrderAndWaitAgain() throws Exception {
        ChildProgram run = run("orphaned", 5);
        awaitBegin(run, "orphaned");
        run.kill();
        for (ChildProgram agent : AGENTS) {
            await(() -> agent.out()
                    .contains("interrupted, Stopped before its planned end because the coordinator was lost"));
            // A thread that spins takes a processor from every later run. What it still had to do is over in some
            // second.
            AtomicLong beforeMillis = new AtomicLong(agent.cpuMillis());
            await().pollInterval(Duration.ofSeconds(1))
                    .atMost(ChildProgram.PATIENCE)
                    .until(() -> agent.cpuMillis() - beforeMillis.getAndSet(agent.cpuMillis()) < 300);
        }
        for (int number = 1; number <= 3; number++) {
            Path own = only("orphaned_agent" + number);
            assertThat(SummaryJson.read(own.resolve("summary.json")).ending().status())
                    .isEqualTo(RunSummary.Status.INTERRUPTED);
        }
    }

    @Test
    void oneIsKilledAndOneStoppedAndTheThirdGoesOn() throws Exception {
        // Shorter than it takes to notice the stopped one: the third one is done by then, and is waited for no more.
        ChildProgram run = run("lossy", 0.12, "-DcheckAfterRun=true");
        awaitBegin(run, "lossy");
        AGENTS.get(0).kill();
        assertThat(folder.resolve("agent1").toFile().list())
                .as("no settings are left behind")
                .noneMatch(name -> name.endsWith(".properties"));
        AGENTS.get(1).signal("STOP");
        assertThat(run.exitStatus()).as(run.output()).isEqualTo(5);
        AGENTS.get(1).signal("CONT");
        assertThat(run.out()).containsPattern("Verdict: Incomplete");
        RunSummary summary = Stage.summary(folder, "lossy");
        assertThat(summary.run().size().lostAgents())
                .hasSize(2)
                .allSatisfy(agent -> assertThat(agent.lost().atSeconds()).isBetween(0.0, 7.2));
        assertThat(AGENTS.get(2).out()).contains("complete; its results are in");
        await(() -> AGENTS.get(1).out().strip().endsWith("Waiting for a run."));
        AGENTS.set(0, startAgent(1));
    }

    @Test
    void theFirstErrorOfAKindIsShownWhileTheRunLasts() throws Exception {
        Files.writeString(folder.resolve("none.sql"), "insert into no_such_table values (:client_id);\n");
        ChildProgram run = run("failing", 5, "-f", "none.sql");
        run.awaitWhileAlive(() -> run.out().contains("no_such_table"));
        run.signal("INT");
        run.exitStatus();
        assertThat(run.out().lines().filter(line -> line.contains("WARN") && line.contains("no_such_table")))
                .singleElement()
                .asString()
                .containsPattern("agent [123] \\(.*\\): Error in none \\(.*, SQL state 42P01\\): ");
    }

    /** On a host whose home and temporary folder are the test's own. */
    @Test
    void overSshTheProgramIsCopiedOnceAndOnlyResultsOfLostRunsStay() throws Exception {
        assumeTrue(LocalSshServer.isInstalled(), "no sshd and ssh here");
        assumeTrue(ChildProgram.isPacked(), "only the packed program is copied");
        Path home = Files.createDirectory(folder.resolve("home"));
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path programs = Files.createDirectory(folder.resolve("bin"));
        try (LocalSshServer server = LocalSshServer.start(
                folder.resolve("sshd"),
                "SetEnv HOME=" + home + " TMPDIR=" + temporary
                        + " \"BMSQL_JAVA_OPTS=-XX:TieredStopAtLevel=1 -XX:-UsePerfData\"")) {
            Path ssh = programs.resolve("ssh");
            Files.writeString(ssh, "#!/bin/sh\nexec " + String.join(" ", server.sshCommand()) + " \"$@\"\n");
            assertThat(ssh.toFile().setExecutable(true)).isTrue();
            POSTGRES.props(
                    folder.resolve("ssh.props"),
                    "warehouses=1 terminals=4 limitTxnsPerMin=1200",
                    "agentsPort=" + TestFiles.freePorts(GroupChannel.Place.PORTS),
                    "agentsKey=" + key);
            List<String> withSsh = List.of("env", "PATH=" + programs + ":" + System.getenv("PATH"));
            String host = server.user() + "@127.0.0.1:" + server.port();
            String words = "run ssh.props --progress=plain -DresultDirectory=";

            String both = "-DagentsSsh=" + host + " " + host.replace("127.0.0.1", "localhost");
            String[] whole = (words + "far -DrunMins=0.1").split(" ");
            ChildProgram run = ChildProgram.start(folder, withSsh, Stage.words(new String[] {both}, whole));
            assertThat(run.exitStatus()).as(run.output()).isZero();
            assertThat(run.out()).contains(host + ": sending ").contains("all 2 agents have connected");
            assertThat(Stage.summary(folder, "far").ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
            assertThat(TestFiles.names(folder.resolve("far/agents"))).hasSize(2);
            assertThat(temporary).isEmptyDirectory();
            assertThat(running(home)).isEmpty();
            assertThat(TestFiles.names(home)).containsExactly(".cache");
            assertThat(TestFiles.names(home.resolve(".cache/bmsql/agents"))).hasSize(1);

            String[] lost = (words + "alone -DrunMins=5 -DagentsSsh=" + host).split(" ");
            ChildProgram alone = ChildProgram.start(folder, withSsh, lost);
            alone.awaitWhileAlive(() -> seconds(1, "alone"));
            alone.kill();
            await().atMost(ChildProgram.PATIENCE).untilAsserted(() -> {
                for (String work : TestFiles.names(temporary)) {
                    assertThat(TestFiles.names(temporary.resolve(work))).containsExactly("results");
                }
                assertThat(running(home)).isEmpty();
            });
            assertThat(alone.out()).doesNotContain(": sending ");
            List<String> work = TestFiles.names(temporary);
            assertThat(work).hasSize(1);
            assertThat(TestFiles.names(temporary.resolve(work.get(0)).resolve("results")))
                    .containsExactly("alone_agent1");
        }
    }

    /** Programs of the far host, which have its home in their command lines. */
    private static List<String> running(Path home) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(home.toString()))
                .toList();
    }

    private static void awaitBegin(ChildProgram run, String directory) throws Exception {
        try {
            run.awaitWhileAlive(() -> seconds(1, directory) && seconds(2, directory) && seconds(3, directory));
        } catch (AssertionError e) {
            throw new AssertionError(withAgents(String.valueOf(e.getMessage())), e);
        }
    }

    /** What was said, and what the agents said and do: those that are not found must be doing something else. */
    private static String withAgents(String said) throws Exception {
        StringBuilder all = new StringBuilder(said);
        for (ChildProgram agent : AGENTS) {
            all.append("\nan agent:\n").append(agent.output()).append(agent.stacks());
        }
        return all.toString();
    }

    /** True when the agent's copy holds seconds of the window. */
    private static boolean seconds(int number, String directory) throws IOException {
        Path series = copy(directory, number).orElse(folder).resolve("data/series.csv");
        return Files.exists(series) && Files.readString(series).contains("MEASURE");
    }

    private static Optional<Path> copy(String directory, int number) throws IOException {
        Path agents = folder.resolve(directory).resolve("agents");
        List<Path> all = Files.isDirectory(agents) ? TestFiles.in(agents) : List.of();
        return all.stream()
                .filter(path -> path.getFileName().toString().startsWith(number + "_"))
                .findFirst();
    }

    /** Which agent got which number is theirs to say. */
    private static Path only(String name) throws IOException {
        try (Stream<Path> found = Files.walk(folder, 2)) {
            return found.filter(path -> path.getFileName().toString().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
