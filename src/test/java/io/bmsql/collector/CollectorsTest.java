package io.bmsql.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.common.RunClock;
import io.bmsql.config.CollectorConfig;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.testing.LocalSshServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The collectors for real: this host near and over ssh, scripts, and hosts that fail. The tests wait most of the time: the
 * build runs them at once.
 */
@Execution(ExecutionMode.CONCURRENT)
class CollectorsTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int RUN_ID = 7;

    @TempDir
    private Path folder;

    private final RunClock clock = RunClock.SYSTEM;
    private ResultDirectory directory;

    @BeforeEach
    void makeDirectory() {
        directory = ResultDirectory.create(folder.resolve("my_result"));
    }

    private static RunWindow window(long fromNanos) {
        return new RunWindow(fromNanos, 0, 0, Long.MAX_VALUE);
    }

    private Collectors start(CollectorConfig config, List<String> ssh) throws IOException {
        RunWindow window = window(clock.nanoTime());
        CollectorScripts scripts = new CollectorScripts(folder, "python3", ssh);
        return Collectors.start(config, scripts, directory, RUN_ID, clock, window);
    }

    private static CollectorConfig local(String script, String... devices) {
        return config(script, 0, List.of(), devices);
    }

    private static CollectorConfig config(@Nullable String script, int sshPort, List<String> hosts, String... devices) {
        return new CollectorConfig(script, 1, hosts, sshPort, List.of(devices), true, true, true);
    }

    private List<String> lines(String file) {
        Path path = directory.data().resolve(file);
        try {
            return Files.exists(path) ? Files.readAllLines(path) : List.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitLines(String file, int count) {
        await().atMost(LIMIT).until(() -> lines(file).size() >= count);
    }

    /** With them it looks for a host of that name. */
    @Test
    void sshGetsAnAddressOfIpv6WithoutBrackets() throws Exception {
        CollectorConfig config = config("builtin", 22, List.of("root@[fe80::1%eth0]"));
        List<CollectorScripts.Command> commands =
                new CollectorScripts(folder, "python3", List.of("ssh")).commands(config, RUN_ID);
        assertThat(commands.get(0).arguments()).containsSequence("-p", "22", "--", "root@fe80::1%eth0");
    }

    /** What bmsql doctor asks before a run. */
    @Test
    void aHostIsAskedForOneSampleAndSaysWhyThereIsNone() throws Exception {
        CollectorScripts scripts = new CollectorScripts(folder, "python3", List.of("ssh"));

        assertThat(Collectors.tryOut(local("builtin"), scripts)).containsExactly(Map.entry("local", ""));
        assertThat(Collectors.tryOut(
                        config("builtin", 1, List.of("nobody@127.0.0.1")),
                        new CollectorScripts(folder, "python3", List.of("/no/such/ssh"))))
                .hasEntrySatisfying("nobody@127.0.0.1", why -> assertThat(why).contains("/no/such/ssh"));
        assertThat(Collectors.tryOut(
                        config("builtin", 0, List.of("a@127.0.0.1")),
                        new CollectorScripts(folder, "python3", List.of("sh", "-c", "echo refused >&2; exit 1"))))
                .containsExactly(Map.entry("a@127.0.0.1", "refused"));
    }

    @Test
    void whatDoesNotAnswerIsEnded() throws Exception {
        Path process = folder.resolve("process");
        List<String> silent = List.of("sh", "-c", "echo $$ >" + process + "; exec sleep 600");

        assertThat(Collectors.tryOut(
                        config("builtin", 0, List.of("a@127.0.0.1")), new CollectorScripts(folder, "python3", silent)))
                .containsExactly(Map.entry("a@127.0.0.1", "it sent nothing for 3 s"));

        long number = Long.parseLong(Files.readString(process).strip());
        await().atMost(LIMIT)
                .until(() ->
                        ProcessHandle.of(number).filter(ProcessHandle::isAlive).isEmpty());
    }

    /** A path is text for the far shell, whatever is in it. */
    @Test
    void aHostOverSshAnswersOnceAboutItsDisksAndItsClock() throws Exception {
        assumeTrue(LocalSshServer.isInstalled());
        Path odd = Files.createDirectory(folder.resolve("it's $(exit 1)"));
        try (LocalSshServer server = LocalSshServer.start(folder.resolve("ssh"))) {
            String here = server.user() + "@127.0.0.1";
            CollectorConfig config = config(null, server.port(), List.of(here));
            CollectorScripts scripts = new CollectorScripts(folder, "python3", server.sshCommand());

            HostAnswer answer = HostAnswer.ofHosts(config, scripts, clock, odd.toString(), "/no such/log")
                    .get(here);

            assertThat(answer.problem()).isEmpty();
            assertThat(answer.first().lines("place/data"))
                    .contains("path " + odd)
                    .anyMatch(line -> line.startsWith("device "));
            assertThat(answer.first().lines("place/log"))
                    .contains("path /no such/log")
                    .anyMatch(line -> line.startsWith("problem "));
            assertThat(answer.first().number("proc/meminfo", "MemTotal:")).isPresent();
            assertThat(answer.first().lines("processes")).isNotEmpty();
            assertThat(HostLook.at(answer.second())).isPresent();
            assertThat(Math.abs(answer.clock().wallNanos()))
                    .isLessThanOrEqualTo(answer.clock().wallErrorNanos());
        }
    }

    /** Whom a probe finds that listens on the run's port. @param first what its shell does before */
    private Set<String> listeners(int port, String first) throws IOException {
        assumeTrue(Files.isReadable(Path.of("/proc/net/tcp")));
        CollectorScripts.Command probe = new CollectorScripts(folder, "python3", List.of("ssh"))
                .watching(List.of("java"), port)
                .commands(local("builtin"), RUN_ID)
                .get(0);
        Process process = new ProcessBuilder(probe.arguments()).start();
        try (BufferedReader answer = process.inputReader();
                Writer script = process.outputWriter()) {
            script.write(first + probe.input());
            script.flush();
            return Objects.requireNonNull(ProbeFrame.next(answer)).facts().listeners();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String ownProcess() {
        return Long.toString(ProcessHandle.current().pid());
    }

    @Test
    void theProbeTellsWhoListensOnTheRunsPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            // A program that another test starts has this one's files open for a moment.
            assertThat(listeners(socket.getLocalPort(), "")).contains(ownProcess());
            assertThat(listeners(0, "")).isEmpty();
        }
    }

    /** Looking at every file of every process takes seconds on a large host. */
    @Test
    void theProbeLooksAtAllProcessesOnceForSeveralSockets() throws Exception {
        Path looks = folder.resolve("looks");
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                ServerSocket other = new ServerSocket(one.getLocalPort(), 1, InetAddress.getByName("127.0.0.2"))) {
            String noted = "ls() { echo \"$*\" >>" + looks + "; command ls \"$@\"; }\n";
            assertThat(listeners(other.getLocalPort(), noted)).contains(ownProcess());
        }
        assertThat(Files.readAllLines(looks))
                .filteredOn(look -> look.contains("/fd"))
                .hasSize(1);
    }

    @Test
    void theOriginalsPathCollectsWithoutAnyPython() throws Exception {
        Collectors collectors =
                start(local("./misc/os_collector_linux.py", "net_lo", "blk_nosuchdisk"), List.of("ssh"));
        awaitLines("sys_info.csv", 3);
        awaitLines("load_generator.csv", 2);
        List<CollectorCsv.Summary> summaries = collectors.stop();
        assertThat(summaries).hasSize(1);
        assertThat(summaries.get(0).source()).isEqualTo("local");
        assertThat(summaries.get(0).samples()).isGreaterThanOrEqualTo(2);
        assertThat(summaries.get(0).notes())
                .containsExactly("There is no device nosuchdisk for `blk_nosuchdisk` of osCollectorDevices");
        assertThat(lines("sys_info.csv").get(0)).startsWith(CollectorCsv.SYSTEM_HEADER);
        String[] row = lines("sys_info.csv").get(1).split(",", -1);
        assertThat(row).hasSize(lines("sys_info.csv").get(0).split(",", -1).length);
        assertThat(Integer.parseInt(row[0])).isEqualTo(RUN_ID);
        assertThat(Arrays.stream(row, 2, 12).mapToDouble(Double::parseDouble).sum())
                .isBetween(0.99, 1.01);
        assertThat(lines("net_lo.csv")).hasSizeGreaterThanOrEqualTo(3).first().isEqualTo(CollectorCsv.NETWORK_HEADER);
        assertThat(directory.data().resolve("blk_nosuchdisk.csv")).doesNotExist();
        assertThat(lines("load_generator.csv").get(0)).isEqualTo(CollectorCsv.LOAD_GENERATOR_HEADER);
    }

    @Test
    void aUsersOwnScriptIsFedAndReadAsTheOriginalWas() throws Exception {
        assumePython();
        Files.writeString(
                folder.resolve("mine.py"),
                """
                import sys, time
                run, interval, devices = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
                sys.stderr.write("a complaint\\n")
                print("run,elapsed,cpu_user,vm_nr_dirty")
                for d in devices: print("run,elapsed,device,rxkbps")
                elapsed = 0
                while True:
                    elapsed += 100000
                    print("%s,%d,0.25,3" % (run, elapsed))
                    for d in devices: print("%s,%d,%s,1.5" % (run, elapsed, d))
                    sys.stdout.flush()
                    time.sleep(interval / 10)
                """);
        Collectors collectors = start(local("mine.py", "net_eth0", "net_eth1"), List.of("ssh"));
        awaitLines("net_eth1.csv", 4);
        List<CollectorCsv.Summary> summaries = collectors.stop();
        assertThat(summaries.get(0).notes()).isEmpty();
        assertThat(lines("sys_info.csv").get(0)).isEqualTo("run,elapsed,cpu_user,vm_nr_dirty");
        assertThat(lines("sys_info.csv").get(1)).matches("7,\\d{1,5},0.25,3");
        assertThat(lines("net_eth1.csv").get(1)).matches("7,\\d{1,5},net_eth1,1.5");
    }

    @Test
    void overSshWithNothingInstalledThere() throws Exception {
        assumeTrue(LocalSshServer.isInstalled(), "no sshd and ssh here");
        try (LocalSshServer server = LocalSshServer.start(folder.resolve("ssh"))) {
            String here = server.user() + "@127.0.0.1";
            CollectorConfig config =
                    config("builtin", server.port(), List.of(here, server.user() + "@localhost"), "net_lo");
            Collectors collectors = start(config, server.sshCommand());
            awaitLines("net_lo.csv", 3);
            awaitLines("localhost/sys_info.csv", 3);
            List<CollectorCsv.Summary> summaries = collectors.stop();
            assertThat(summaries)
                    .extracting(CollectorCsv.Summary::source)
                    .containsExactly(here, server.user() + "@localhost");
            assertThat(summaries).allSatisfy(host -> assertThat(host.notes()).isEmpty());
        }
    }

    @Test
    void aHostThatCannotBeReachedCostsANote() throws Exception {
        assumeTrue(LocalSshServer.isInstalled(), "no sshd and ssh here");
        CollectorConfig config = config("builtin", 1, List.of("nobody@127.0.0.1"));
        Path starts = folder.resolve("starts");
        String counted = "echo >>" + starts + "; exec ssh -o StrictHostKeyChecking=no \"$@\"";
        Collectors collectors = start(config, List.of("sh", "-c", counted, "ssh"));
        // The first failure is noted before the second start.
        await().atMost(LIMIT).until(() -> Files.exists(starts) && Files.size(starts) > 1);
        CollectorCsv.Summary summary = collectors.stop().get(0);
        assertThat(summary.samples()).isZero();
        assertThat(summary.notes()).hasSize(1);
        assertThat(summary.notes().get(0))
                .startsWith("No figures from nobody@127.0.0.1 (ssh: connect to host 127.0.0.1 port 1")
                .contains(" from 0:")
                .endsWith(" to the end");
    }

    @Test
    void aScriptThatPrintsSomethingElseEndsWithoutShiftingColumns() throws Exception {
        assumePython();
        Files.writeString(
                folder.resolve("broken.py"),
                """
                import os, time
                if os.path.exists('%1$s/first'):
                    open('%1$s/second', 'w')
                    time.sleep(600)
                open('%1$s/first', 'w')
                print('run,elapsed,cpu_user')
                print('7,1000,0.5')
                print('Traceback, most recent')
                """
                        .formatted(folder));
        Collectors collectors = start(local("broken.py"), List.of("ssh"));
        // The end of the first process is noted before the second one starts.
        await().atMost(LIMIT).until(() -> Files.exists(folder.resolve("second")));
        CollectorCsv.Summary summary = collectors.stop().get(0);
        assertThat(summary.notes()).hasSize(1).first().asString().contains("none of sys_info.csv: Traceback");
        assertThat(lines("sys_info.csv")).hasSizeGreaterThanOrEqualTo(2).noneMatch(line -> line.contains("Traceback"));
    }

    @Test
    void aHostThatFallsSilentIsStartedAnew() throws Exception {
        Path marker = folder.resolve("second");
        String probe = "if [ -e " + marker + " ]; then cat "
                + Path.of("src/test/resources/collector/x86-3.10.txt").toAbsolutePath() + "; fi; touch " + marker
                + "; exec sleep 600";
        RunWindow window = window(clock.nanoTime());
        HostCollector host = host(probe, window);
        host.start();
        await().atMost(LIMIT).until(() -> Files.exists(marker));
        host.checkSilence(0);
        awaitLines("blk_sda.csv", 2);
        CollectorCsv.Summary summary = host.stop();
        assertThat(summary.samples()).isEqualTo(1);
        assertThat(summary.notes()).hasSize(1);
        assertThat(summary.notes().get(0)).contains("it sent nothing for too long", " to 0:");
    }

    private HostCollector host(String probe, RunWindow window) {
        HostFiles files = new HostFiles(directory, directory.data(), RUN_ID);
        return new HostCollector(
                new CollectorScripts.Command("local", List.of("sh", "-s"), probe),
                new ProbeFeed(files, new DeviceChoice(List.of("blk_sda")), window, clock),
                files,
                clock,
                window);
    }

    /** It would hold the output open, and print into the files of a run that is over. */
    @Test
    void whatAScriptHasStartedEndsWithIt() throws Exception {
        Path child = folder.resolve("child");
        HostCollector host = host(
                "sleep 600 & echo $! >" + child + ".new; mv " + child + ".new " + child + "; wait",
                window(clock.nanoTime()));
        host.start();
        await().atMost(LIMIT).until(() -> Files.exists(child));
        host.stop();
        long number = Long.parseLong(Files.readString(child).strip());
        await().atMost(LIMIT)
                .until(() ->
                        ProcessHandle.of(number).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void aProcessThatEndsTogetherWithTheRunIsNotMissed() throws Exception {
        RunWindow window = new RunWindow(clock.nanoTime() - 5_000_000_000L, 0, 0, 5_000_000_000L);
        HostCollector host = host("exit 130", window);
        host.start();
        await().atMost(LIMIT).until(() -> !host.thread.isAlive());
        assertThat(host.stop().notes()).isEmpty();
    }

    @Test
    void aProcessThatEndsBeforeTheRunIsMissed() throws Exception {
        RunWindow window = window(clock.nanoTime());
        Path marker = folder.resolve("ended");
        HostCollector host = host("echo start >>" + marker + "; exit 130", window);
        host.start();
        await().atMost(LIMIT)
                .until(() -> Files.exists(marker) && Files.readAllLines(marker).size() > 1);
        assertThat(host.stop().notes()).hasSize(1).first().asString().contains("its process ended");
    }

    private static void assumePython() {
        boolean isThere = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
        assumeTrue(isThere, "no Python here to run a user's script");
    }

    /** A terminal sends it to every process, and the run still wants figures while it ends. */
    @Test
    void ctrlCEndsNoCollector() {
        CollectorScripts.Command command =
                new CollectorScripts.Command("local", List.of("sh", "-s"), "kill -INT $$\nsleep 0.1\necho a sample\n");
        assertThat(HostCollector.tryOut(command, false, asked -> {})).isEmpty();
    }
}
