package io.bmsql.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.measure.RunWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.SampleTable;
import io.bmsql.testing.ManualClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The probe's text of kernels old and new, of x86 and aarch64, with the same reader. */
class ProbeFrameTest {
    private static final String OLD = "x86-3.10.txt";
    private static final String NEW = "aarch64-6.6.txt";

    /** A probe's text from the test resources: the host's facts and the samples behind them. */
    private record Recorded(HostSample.HostFacts facts, List<HostSample> samples) {

        private static Recorded read(String name) throws IOException {
            try (InputStream text =
                            Objects.requireNonNull(ProbeFrameTest.class.getResourceAsStream("/collector/" + name));
                    BufferedReader lines = new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8))) {
                HostSample.HostFacts facts =
                        Objects.requireNonNull(ProbeFrame.next(lines)).facts();
                List<HostSample> samples = new ArrayList<>();
                for (ProbeFrame frame = ProbeFrame.next(lines); frame != null; frame = ProbeFrame.next(lines)) {
                    samples.add(frame.sample().orElseThrow());
                }
                return new Recorded(facts, samples);
            }
        }

        HostSample first() {
            return samples.get(0);
        }

        HostSample second() {
            return samples.get(1);
        }

        HostRates rates() {
            return new HostRates(first(), second());
        }
    }

    private static BufferedReader reader(String text) {
        return new BufferedReader(new StringReader(text));
    }

    private static ProbeFrame frame(String text) throws IOException {
        return Objects.requireNonNull(ProbeFrame.next(reader(text)));
    }

    private static List<Double> cells(HostRates rates, HostSample.HostFacts facts) {
        List<Double> cells = new ArrayList<>(rates.system());
        cells.addAll(rates.further(facts).values());
        return cells;
    }

    @Test
    void cpuSharesOfAnIntervalAndPages() throws IOException {
        Recorded host = Recorded.read(OLD);
        assertThat(host.facts().numaNodes()).containsExactly(Set.of(0, 2), Set.of(1, 3));
        List<Double> system = cells(host.rates(), host.facts());
        assertThat(system).hasSize(17 + 2 + 1);
        assertThat(system.get(0)).as("user").isCloseTo(120 / 400.0, within(1e-9));
        assertThat(system.get(2)).as("system").isCloseTo(60 / 400.0, within(1e-9));
        assertThat(system.get(3)).as("idle").isCloseTo(200 / 400.0, within(1e-9));
        assertThat(system.get(10)).as("dirty pages").isEqualTo(512);
        assertThat(system.get(11)).as("run queue").isEqualTo(5);
        assertThat(system.get(12)).as("switches a second").isEqualTo(25_000);
        assertThat(system.get(14))
                .as("free, buffers and cached, as this kernel has no MemAvailable")
                .isEqualTo(3_000_000);
        assertThat(system.get(17)).as("node 0 busy").isCloseTo(80, within(1e-9));
        assertThat(system.get(18)).as("node 1 busy").isCloseTo(10, within(1e-9));
        assertThat(system.get(19)).as("processors").isEqualTo(4);
    }

    /** Of a group and the one above it, which has the limit. */
    @Test
    void theServersControlGroupIsThrottled() throws IOException {
        HostSample before = throttled(100, 10);
        HostRates rates = new HostRates(before, throttled(120, 19));
        HostSample.HostFacts facts =
                frame("@server\npostgres\n@running\npostgres\n@end\n").facts();
        assertThat(rates.further(facts)).containsEntry("server_throttled_pct", 45.0);
        assertThat(new HostRates(before, throttled(0, 0)).further(facts))
                .as("a group that is new")
                .containsEntry("server_throttled_pct", 0.0);
    }

    private static HostSample throttled(int periods, int throttled) throws IOException {
        return frame("@uptime\n" + periods + ".0 1\n@stat\ncpu 1 1 1 1\n@throttling\n"
                        + "/sys/fs/cgroup/cpu.stat:nr_periods " + periods + "\n"
                        + "/sys/fs/cgroup/cpu.stat:nr_throttled " + throttled + "\n"
                        + "/sys/fs/cgroup/a/cpu.stat:nr_periods 0\n/sys/fs/cgroup/a/cpu.stat:nr_throttled 0\n@end\n")
                .sample()
                .orElseThrow();
    }

    @Test
    void devicesPerSecondAndKilobytesOf1024Bytes() throws IOException {
        Recorded host = Recorded.read(OLD);
        assertThat(host.rates().disk("sda")).containsExactly(50.0, 5.0, 400.0, 100.0, 10.0, 1600.0, 2.0, 4.0, 75.0);
        assertThat(host.rates().network("eth0")).containsExactly(1000.0, 100.0, 500.0, 200.0);
        assertThat(host.rates().disk("sdz")).as("a device that is not there").containsOnly(0.0);
        assertThat(host.rates().isValid()).isTrue();
        assertThat(new HostRates(host.second(), host.first()).isValid())
                .as("of a restarted host")
                .isFalse();
    }

    @Test
    void aNewKernelOfAarch64() throws IOException {
        Recorded host = Recorded.read(NEW);
        assertThat(host.facts().numaNodes()).hasSize(4);
        assertThat(host.facts().numaNodes().get(3)).containsExactlyInAnyOrder(6, 7);
        List<Double> system = cells(host.rates(), host.facts());
        assertThat(system.stream().limit(10).mapToDouble(share -> share).sum()).isCloseTo(1, within(1e-9));
        assertThat(system.get(14)).as("MemAvailable").isEqualTo(240_000_000);
        assertThat(host.second().disks()).containsKeys("nvme0n1", "nvme0n1p1", "dm-0");
        assertThat(host.second().networks()).containsKeys("lo", "enp125s0f0");
        assertThat(new DeviceChoice(List.of()).after(host.rates(), host.facts()))
                .as("those that carry the load: no partition of a disk, no idle disk, no quiet interface")
                .containsExactlyInAnyOrder("blk_nvme0n1", "blk_dm-0", "net_enp125s0f0");
    }

    @Test
    void namedDevicesAreTakenAndMissingOnesNamed() throws IOException {
        Recorded host = Recorded.read(OLD);
        DeviceChoice choice = new DeviceChoice(List.of("net_enp4s0", "blk_sda"));
        assertThat(choice.missing(host.second())).containsExactly("net_enp4s0");
        assertThat(choice.after(host.rates(), host.facts()))
                .as("a missing one has no file of zeros")
                .containsExactly("blk_sda");
        DeviceChoice busiest = new DeviceChoice(List.of());
        assertThat(busiest.after(host.rates(), host.facts())).isNotEmpty();
        assertThat(busiest.missing(frame("@uptime\n1 1\n@stat\ncpu 1 2 3 4\n@end\n")
                        .sample()
                        .orElseThrow()))
                .as("no setting has named what is gone when the host is asked anew")
                .isEmpty();
    }

    @Test
    void aGreetingOfTheFarShellIsSkippedAndACutFrameDropped() throws IOException {
        BufferedReader reader =
                reader("Welcome to host\n@host\nLinux 5.4 x86_64\n@end\n@uptime\n12.5 3\n@stat\ncpu 1 2");
        assertThat(Objects.requireNonNull(ProbeFrame.next(reader)).sections())
                .isEqualTo(Map.of("host", List.of("Linux 5.4 x86_64")));
        assertThat(ProbeFrame.next(reader)).isNull();
    }

    @Test
    void aHostileHostCannotNameAFile() throws IOException {
        String text = "@uptime\n1.0 1\n@stat\ncpu 1 2 3 4\n@disks\n"
                + "8 0 ../../etc/x 1 2 3 4 5 6 7 8 9 10 11\n8 0 cciss/c0d0 1 2 3 4 5 6 7 8 9 10 11\n"
                + "@net\n a,b: 1 2 3 4 5 6 7 8 9 10 11\n@end\n";
        HostSample sample = sample(text);
        assertThat(sample.disks()).containsOnlyKeys("cciss!c0d0");
        assertThat(sample.networks()).isEmpty();
    }

    @Test
    void theFrequencyIsTheMeanOfAllProcessors() throws IOException {
        String stat = "@uptime\n1.0 1\n@stat\ncpu 1 2 3 4\n@frequency\n";
        assertThat(sample(stat + "2000000\n3000000\n@end\n").megahertz()).isEqualTo(2500);
        assertThat(sample(stat + "cpu MHz\t\t: 2899.998\ncpu MHz\t\t: 2900.002\n@end\n")
                        .megahertz())
                .isEqualTo(2900);
        assertThat(sample(stat + "cat: no such file\n@end\n").megahertz()).isZero();
    }

    /** Linux counts the time of guests in user and nice as well: of a host of virtual machines half of it came twice. */
    @Test
    void theTimeOfGuestsCountsOnce() throws IOException {
        HostSample before = sample("@uptime\n1 1\n@stat\ncpu 0 0 0 0 0 0 0 0 0 0\n@end\n");
        HostSample after = sample("@uptime\n2 1\n@stat\ncpu 100 0 0 100 0 0 0 0 80 0\n@end\n");
        assertThat(new HostRates(before, after).system())
                .startsWith(0.5, 0.0, 0.0, 0.5)
                .element(8)
                .isEqualTo(0.4);
    }

    @Test
    void aSystemWithoutProcGivesNoSample() throws IOException {
        assertThat(frame("@uptime\n@stat\n@memory\n@end\n").sample()).isEmpty();
        assertThat(frame("@uptime\nNaN\n@stat\ncpu 1 2 3 4\n@end\n").sample()).isEmpty();
    }

    @Test
    void aSampleHeldUpOnItsWayStandsWhereItWasTaken() {
        ProbeFeed.RemoteClock clock = new ProbeFeed.RemoteClock();
        assertThat(clock.nanos(100, 5_000_000_000L)).isEqualTo(5_000_000_000L);
        assertThat(clock.nanos(101, 9_000_000_000L)).isEqualTo(6_000_000_000L);
        assertThat(clock.nanos(102, 6_900_000_000L))
                .as("a faster one tells better")
                .isEqualTo(6_900_000_000L);
        assertThat(clock.nanos(103, 8_000_000_000L)).isEqualTo(7_900_000_000L);
    }

    /** A clock that runs faster or slower than the load generator's by a thousandth is 3.6 seconds off after an hour. */
    @Test
    void aClockThatDriftsIsFollowedBothWays() {
        for (double speed : new double[] {0.999, 1.001}) {
            ProbeFeed.RemoteClock clock = new ProbeFeed.RemoteClock();
            long placed = 0;
            long seconds = 3600;
            for (long second = 1; second <= seconds; second++) {
                placed = clock.nanos(second * speed, second * 1_000_000_000L);
            }
            assertThat(placed)
                    .as("an uptime that passes %s times as fast", speed)
                    .isBetween((seconds * 1000 - 100) * 1_000_000L, seconds * 1_000_000_000L);
        }
    }

    private static HostSample sample(String text) throws IOException {
        return frame(text).sample().orElseThrow();
    }

    @Test
    void processesAreTheServersLoadGeneratorsAndOthers() throws IOException {
        String stat = "%d (%s) S 1 1 1 0 -1 0 0 0 0 0 %d %d 0 0 20 0 1 0 5 0 0%n";
        HostSample.HostFacts facts = frame(
                        "@server\npostgres\n@generators\n30\n/proc/40/cmdline\n" + "@running\nsh\npostgres\n@end\n")
                .facts();
        HostSample before = sample("@uptime\n1.0 1\n@stat\ncpu 0 0 0 100\n@processes\n"
                + stat.formatted(20, "postgres", 10, 0)
                + stat.formatted(40, "java", 50, 0)
                + "@end\n");
        HostSample after = sample("@uptime\n2.0 1\n@stat\ncpu 80 0 20 200\n@processes\n"
                + stat.formatted(20, "postgres", 20, 20)
                + stat.formatted(21, "postgres", 5, 5).replace(" S 1 ", " S 20 ")
                + stat.formatted(40, "java", 55, 5)
                + stat.formatted(50, "a (b) c", 10, 10)
                + "@end\n");
        assertThat(new HostRates(before, after).further(facts))
                .containsEntry("cpu_server", 0.2)
                .containsEntry("cpu_load_generator", 0.05)
                .containsEntry("cpu_others", 0.1);
        assertThat(new HostRates(before, after).further(HostSample.HostFacts.UNKNOWN))
                .as("where the server's processes are not seen")
                .doesNotContainKey("cpu_others");
    }

    /** Two samples may be so close together that no tick has passed. */
    @Test
    void withoutATickNobodyKnowsHowBusyAHostWas() throws IOException {
        HostSample.HostFacts facts =
                frame("@server\npostgres\n@running\npostgres\n@end\n").facts();
        String process = "@processes\n20 (postgres) S 1 1 1 0 -1 0 0 0 0 0 10 0 0 0 20 0 1 0 5 0 0\n@end\n";
        HostSample before = sample("@uptime\n1.00 1\n@stat\ncpu 10 0 0 100\n" + process);
        HostRates rates = new HostRates(before, sample("@uptime\n1.01 1\n@stat\ncpu 10 0 0 100\n" + process));
        assertThat(rates.system().subList(0, HostSample.CPU_STATES)).containsOnly(Double.NaN);
        assertThat(rates.further(facts)).containsEntry("cpu_server", Double.NaN);
    }

    /** What a second of 256 ticks shows; each process is "number name parent ticks". */
    private static Map<String, Double> shares(String names, String... processes) throws IOException {
        return sharesWhere("", names, processes);
    }

    /** @param listeners on the run's port, as the probe prints them */
    private static Map<String, Double> sharesWhere(String listeners, String names, String... processes)
            throws IOException {
        HostSample.HostFacts facts = frame("@server\n" + names.replace(", ", "\n") + "\n@generators\n30\n@listeners\n"
                        + listeners + "\n@running\n"
                        + processes[0].split(" ")[1] + "\n@end\n")
                .facts();
        List<HostSample> samples = new ArrayList<>();
        for (int second : List.of(0, 1)) {
            StringBuilder text = new StringBuilder(
                    "@uptime\n" + (1 + second) + ".0 1\n@stat\ncpu " + 256 * second + " 0 0 0\n@processes\n");
            for (String process : processes) {
                String[] words = process.split(" ");
                text.append("%s (%s) S %s 1 1 0 -1 0 0 0 0 0 %d 0 0 0 20 0 1 0 5 0 0%n"
                        .formatted(words[0], words[1], words[2], 7 + second * Integer.parseInt(words[3])));
            }
            samples.add(sample(text + "@end\n"));
        }
        return new HostRates(samples.get(0), samples.get(1)).further(facts);
    }

    /** Of two servers with their children one may work beside the other's housekeeping; where both do, nobody knows whose the run is. */
    @Test
    void whichOfTwoServersThatWorkIsTheRunsIsNotKnown() throws IOException {
        for (int other : List.of(0, 1, 7, 8, 40)) {
            String housekeeping = " " + other;
            List.of(
                            shares(
                                    "postgres, postmaster",
                                    "10 postgres 1 0",
                                    "11 postgres 10 70",
                                    "12 postgres 10 26",
                                    "20 postgres 1 0",
                                    "21 postgres 20" + housekeeping,
                                    "30 java 1 64"),
                            // A wrapper script, and one in a container whose parent is not seen.
                            shares(
                                    "mysqld, mariadbd",
                                    "10 mysqld_safe 1 0",
                                    "11 mysqld 10 96",
                                    "20 mariadbd 0" + housekeeping,
                                    "30 java 1 64"))
                    .forEach(found -> {
                        boolean isKnown = other < 8;
                        assertThat(found)
                                .as("other at " + other)
                                .containsEntry("cpu_load_generator", 0.25)
                                .containsEntry("cpu_server", isKnown ? 0.375 : Double.NaN)
                                .containsEntry("cpu_others", isKnown ? other / 256.0 : Double.NaN);
                    });
        }
    }

    @Test
    void theServerOnTheRunsPortIsTheRunsHoweverBusyAnotherIs() throws IOException {
        String[] processes = {
            "9 postgres 1 0", "10 postgres 1 0", "11 postgres 10 64", "20 postgres 1 0", "21 postgres 20 128"
        };
        // Both sockets of a server, or one of its children that has them too.
        for (String listeners : List.of("/proc/10/fd:\n/proc/10/fd:", "/proc/10/fd:\n/proc/11/fd:")) {
            assertThat(sharesWhere(listeners, "postgres", processes))
                    .containsEntry("cpu_server", 0.25)
                    .containsEntry("cpu_others", 0.5);
        }
        // It has ended, is no server but a pooler, or two of them share the port.
        for (String listeners : List.of("", "/proc/77/fd:", "/proc/10/fd:\n/proc/20/fd:")) {
            assertThat(sharesWhere(listeners, "postgres", processes))
                    .containsEntry("cpu_server", Double.NaN)
                    .containsEntry("cpu_others", Double.NaN);
        }
        // What belongs to any of several stays unknown.
        assertThat(sharesWhere(
                        "/proc/10/fd:",
                        "tidb-server, +tikv-server",
                        "10 tidb-server 1 64",
                        "20 tidb-server 1 9",
                        "21 tikv-server 1 64"))
                .containsEntry("cpu_server", Double.NaN);
    }

    /** Oracle's processes are children of process 1, and a store beside the server is a part of it. */
    @Test
    void aServerOfSeveralProcessesIsOne() throws IOException {
        String oracle = "ora_pmon, +ora_, +oracle, +tnslsnr";
        List<String> one = List.of("10 ora_pmon_A 1 0", "11 ora_lgwr_A 1 30", "12 oracle_12_a 1 78", "13 tnslsnr 1 20");
        assertThat(shares(oracle, one.toArray(new String[0])))
                .containsEntry("cpu_server", 0.5)
                .containsEntry("cpu_others", 0.0);
        List<String> two = new ArrayList<>(one);
        two.add("20 ora_pmon_B 1 0");
        assertThat(shares(oracle, two.toArray(new String[0]))).containsEntry("cpu_server", Double.NaN);
        assertThat(shares("tidb-server, +tikv-server", "10 tidb-server 5 64", "11 tikv-server 5 64"))
                .containsEntry("cpu_server", 0.5);
        assertThat(shares("tidb-server, +tikv-server", "11 tikv-server 5 64"))
                .as("the rest of it elsewhere")
                .containsEntry("cpu_server", 0.25);
    }

    private final ManualClock clock = new ManualClock(0);

    /** Reads what a probe prints from its start on: two samples, a second after each other. */
    private void read(ProbeFeed feed, double uptimeSecs, String processes) throws IOException {
        StringBuilder text = new StringBuilder("@server\npostgres\n@running\n" + processes + "\n@end\n");
        for (int sample = 1; sample <= 2; sample++) {
            text.append("@uptime\n" + (uptimeSecs + sample) + " 1\n@stat\ncpu " + 100 * sample
                    + " 0 0 100\ncpu0 1 2 3 4\n@end\n");
        }
        BufferedReader lines = new BufferedReader(new StringReader(text.toString())) {
            @Override
            public String readLine() throws IOException {
                String line = super.readLine();
                if ("@uptime".equals(line)) {
                    clock.advance(1 * RunWindow.SECOND_NANOS);
                }
                return line;
            }
        };
        feed.read(lines, nanos -> {});
    }

    /** The server's host is started anew in a run of a minute or more: its uptime begins again, and the server is not there yet. */
    @Test
    void figuresOfAHostThatWasStartedAnewStandInTheirSecondsAndColumns(@TempDir Path folder) throws IOException {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("result"));
        HostFiles files = new HostFiles(directory, directory.data(), 7);
        RunWindow window = new RunWindow(clock.nanoTime(), 0, 0, Long.MAX_VALUE);
        ProbeFeed feed = new ProbeFeed(files, new DeviceChoice(List.of()), window, clock);
        read(feed, 1_000, "postgres");
        clock.advance(10 * RunWindow.SECOND_NANOS);
        read(feed, 20, "sh");
        files.close();
        SampleTable table = SampleTable.read(directory.data().resolve("sys_info.csv"));
        assertThat(table.seconds()).containsExactly(2, 14);
        assertThat(table.columns().get("processors")).containsExactly(1, 1);
        assertThat(table.columns().get("cpu_server")).containsExactly(0, Double.NaN);
    }
}
