package io.bmsql.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.benchmark.Finding;
import io.bmsql.benchmark.Finding.State;
import io.bmsql.collector.CollectorScripts;
import io.bmsql.collector.HostAnswer;
import io.bmsql.collector.ServerProcesses;
import io.bmsql.common.RunClock;
import io.bmsql.common.Texts;
import io.bmsql.config.CollectorConfig;
import io.bmsql.preflight.ServerHostChecks.Server;
import io.bmsql.testing.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each finding about a server's host, on recorded answers of made-up hosts: one where all is wrong, one where all is right or not shown. */
class ServerHostChecksTest {
    private static final CollectorConfig FAR =
            new CollectorConfig("builtin", 1, List.of("db1"), 0, List.of(), true, true, true);
    private static final String RECORDED = Path.of("src/test/resources/collector/server-host-")
            .toAbsolutePath()
            .toString();
    private static final ServerProcesses PROCESSES = new ServerProcesses(List.of("postgres", "postmaster"));

    /** A second after the recorded moment. */
    private final RunClock clock = new ManualClock(1_700_000_001_250L);

    @TempDir
    private Path folder;

    /** The answer comes by the way that ssh takes, from a program that only prints it. */
    private List<Finding> findings(String recorded, Server server) throws Exception {
        return findings(recorded, server, DoctorSettings.ENGLISH);
    }

    private List<Finding> findings(String recorded, Server server, Texts texts) throws Exception {
        CollectorScripts scripts =
                new CollectorScripts(folder, "python3", List.of("sh", "-c", "cat >/dev/null; cat " + recorded));
        List<Finding> found = new ArrayList<>();
        HostAnswer.ofHosts(FAR, scripts, clock, server.dataPath(), server.logPath())
                .forEach((host, answer) ->
                        new ServerHostChecks(host, answer, server, PROCESSES, false, texts).examine(found::add));
        return found;
    }

    private static List<String> lines(List<Finding> findings) {
        return findings.stream()
                .map(finding -> finding.state().words() + " " + finding.check() + " " + finding.text())
                .toList();
    }

    @Test
    void aHostWhereAllIsWrongIsToldSo() throws Exception {
        List<Finding> found = findings(
                RECORDED + "bad.txt",
                new Server("/data/pg", "/log/pg_wal", "shared_buffers", OptionalDouble.of(60_000)));

        assertThat(lines(found))
                .containsExactly(
                        "ok server host db1: Linux 5.10.0-136 aarch64, 16 processors on 2 NUMA nodes",
                        "warning frequency db1: governor powersave, turbo on: the frequency depends on the heat",
                        "warning huge pages db1: transparent ones: always, reserved: 0",
                        "warning numa db1: numa_balancing=1 on 2 nodes",
                        "warning irqbalance db1: it runs",
                        "warning interrupts db1: those of eth0 on NUMA node 1 go to processor 0",
                        "not known interrupts db1: eth1 shows no interrupts of its own",
                        "warning memory db1: 2.0 GB of 65.5 GB are available, shared_buffers is 60.0 GB",
                        "warning swappiness db1: vm.swappiness=60 with swap space",
                        "warning log disk db1: nvme0n1, scheduler bfq, no write cache to flush, on NUMA node 1; nvme1n1,"
                                + " scheduler none, write cache flushed at each commit, for /log/pg_wal",
                        "warning data disk db1: sda, scheduler deadline, write cache flushed at each commit, for"
                                + " /data/pg, mounted without barriers",
                        "warning clock db1: not set by NTP, 11,000 ms behind this host's, give or take 1 ms",
                        "warning other work db1: 50% of the processors are busy, 5% are stolen; processors of others: tar"
                                + " (backup) 0.9");
        assertThat(found)
                .filteredOn(finding -> finding.state() == State.WARNING)
                .allSatisfy(finding -> assertThat(finding.advice()).isNotEmpty());
        assertThat(found.get(found.size() - 1).advice())
                .as("0.9 of 16 processors")
                .contains("does not belong");
    }

    @Test
    void aGoodHostHasNothingToMendAndWhatItDoesNotShowHasAReason() throws Exception {
        Server server = new Server("/data/pg", "/data/pg/pg_wal", "shared_buffers", OptionalDouble.of(16_000));

        assertThat(lines(findings(RECORDED + "good.txt", server)))
                .containsExactly(
                        "ok server host db1: Linux 5.10.0-136 aarch64, 16 processors on 2 NUMA nodes",
                        "ok frequency db1: governor performance, turbo off",
                        "ok huge pages db1: transparent ones: madvise, reserved: 9000",
                        "ok numa db1: numa_balancing=0 on 2 nodes",
                        "ok irqbalance db1: it does not run",
                        "ok interrupts db1: those of eth0 on NUMA node 1 go to processors 0-3,15",
                        "not known interrupts db1: eth1 shows no interrupts of its own",
                        "ok memory db1: 41.0 GB of 65.5 GB are available, shared_buffers is 16.0 GB",
                        "ok swappiness db1: vm.swappiness=1 with swap space",
                        "not known log disk db1: bench cannot see /data/pg/pg_wal (cannot access '/data/pg/pg_wal':"
                                + " Permission denied)",
                        "not known data disk db1: /data/pg is on overlay, no disk that it shows",
                        "ok clock db1: set by NTP, 1,000 ms behind this host's, give or take 1 ms",
                        "ok other work db1: 1% of the processors are busy, 0% are stolen");
    }

    /** Where the port is not seen nobody knows which of them will be the run's. */
    @ParameterizedTest
    @CsvSource({"/proc/10/fd:, true", "/proc/20/fd:, false", "'', false"})
    void aSecondServerThatIsBusyIsOtherWork(String listeners, boolean isOther) throws Exception {
        StringBuilder text = new StringBuilder("@listeners\n" + listeners + "\n");
        String stat = "%d (postgres) S %d 1 1 0 -1 0 0 0 0 0 %d 0 0 0 20 0 1 0 5 0 0%n";
        for (int second : new int[] {0, 1}) {
            text.append(
                    "@proc/uptime\n" + (10 + second) + ".0 1\n@proc/stat\ncpu " + 50 * second + " 0 0 " + 150 * second
                            + " 0 0 0 0 0 0\n@processes\n" + stat.formatted(10, 1, 5) + stat.formatted(20, 1, 5)
                            + stat.formatted(21, 20, 50 * second) + "@end\n");
        }
        Path two = Files.writeString(folder.resolve("two"), text);

        assertThat(lines(findings(two.toString(), Server.UNKNOWN)))
                .contains(
                        isOther
                                ? "warning other work db1: 25% of the processors are busy, 0% are stolen; processors of others:"
                                        + " postgres 0.5"
                                : "ok other work db1: 25% of the processors are busy, 0% are stolen");
    }

    @Test
    void aHostThatShowsNothingIsNotKnownThroughout() throws Exception {
        Path bare = Files.writeString(folder.resolve("bare"), "@now\n@end\n@end\n");

        assertThat(findings(bare.toString(), Server.UNKNOWN))
                .filteredOn(
                        finding -> !List.of("server host", "numa", "irqbalance").contains(finding.check()))
                .extracting(Finding::state)
                .containsOnly(State.UNKNOWN);
    }

    @Test
    void findingsAreInTheLanguageOfTheTexts() throws Exception {
        Path bare = Files.writeString(folder.resolve("bare"), "@now\n@end\n@end\n");
        Server known = new Server("/data/pg", "/log/pg_wal", "shared_buffers", OptionalDouble.of(60_000));
        List<Finding> found = new ArrayList<>();
        for (String recorded : List.of(RECORDED + "bad.txt", bare.toString(), "/no/such/answer")) {
            found.addAll(findings(recorded, known, DoctorSettings.CHINESE));
        }
        assertThat(found).hasSizeGreaterThan(20).allSatisfy(DoctorSettings::isChinese);
    }

    @Test
    void aHostThatDoesNotAnswerIsOneLine() throws Exception {
        assertThat(lines(findings("/no/such/answer", Server.UNKNOWN)))
                .singleElement()
                .asString()
                .startsWith("not known server host db1: it does not answer (");
    }
}
