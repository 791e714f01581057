package io.bmsql.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.benchmark.Finding;
import io.bmsql.benchmark.Finding.State;
import io.bmsql.collector.HostLook;
import io.bmsql.collector.HostLook.Shares;
import io.bmsql.collector.KernelFiles;
import io.bmsql.preflight.HostChecks.Jvm;
import io.bmsql.testing.TestRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each finding about a host, on files as its kernel writes them. */
class HostChecksTest {
    private static final Jvm USUAL = new Jvm(17, "17.0.15, OpenJDK", 8, 4_000_000_000L);

    @TempDir
    private Path host;

    @TempDir
    private Path folder;

    private void write(String file, String text) throws IOException {
        Path path = host.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Finding finding(String check, Jvm jvm, String... settings) throws Exception {
        return new HostChecks(
                        new KernelFiles.Folder(host),
                        jvm,
                        new SettingChecks(DoctorSettings.of(folder, settings), DoctorSettings.ENGLISH))
                .all().stream()
                        .filter(finding -> finding.check().equals(check))
                        .findFirst()
                        .orElseThrow();
    }

    private Finding finding(String check) throws Exception {
        return finding(check, USUAL);
    }

    @Test
    void aHostThatShowsNothingIsNotKnownButNoMistake() throws Exception {
        HostChecks checks = new HostChecks(
                new KernelFiles.Folder(host),
                USUAL,
                new SettingChecks(DoctorSettings.of(folder), DoctorSettings.ENGLISH));

        assertThat(checks.all())
                .extracting(Finding::state)
                .containsOnly(State.OK, State.UNKNOWN)
                .contains(State.UNKNOWN);
        assertThat(HostLook.at(new KernelFiles.Folder(host))).isEmpty();
    }

    @Test
    void aHeapThatIsTooSmallForTheConnectionsStopsTheRun() throws Exception {
        Finding small = finding("java", new Jvm(17, "17", 8, 256_000_000L), "terminals=1000", "warehouses=100");

        assertThat(small.state()).isEqualTo(State.PROBLEM);
        assertThat(small.sentence(DoctorSettings.ENGLISH))
                .isEqualTo("Java 17, heap limit 256 MB, the run takes about 463 MB: export BMSQL_JAVA_OPTS=-Xmx926m");
        assertThat(finding("java").state()).isEqualTo(State.OK);
        assertThat(finding("java", USUAL, "terminals=1000", "warehouses=100").advice())
                .contains("virtualThreads=true");
        assertThat(finding("java", new Jvm(21, "21", 8, 4_000_000_000L), "terminals=1000", "warehouses=100")
                        .state())
                .isEqualTo(State.OK);
    }

    /**
     * What the kernel's files say of memory, of limits of control groups, which are found in the group or above it and in both versions of
     * them, and of the governor of each processor. Files are parted by semicolons, their lines by tildes.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "proc/meminfo: MemTotal: 32000000 kB~MemFree: 100 kB~MemAvailable: 16000000 kB | memory | OK | 16.4 GB of 32.8 GB are available",
                "proc/meminfo: MemTotal: 32000000 kB~MemAvailable: 50000 kB | memory | WARNING | 51 MB of 32.8 GB are available, the run takes about 66 MB",
                "proc/meminfo: SwapTotal: 0 kB~SwapFree: 0 kB | swap | OK | none",
                "proc/meminfo: SwapTotal: 8000000 kB~SwapFree: 7990000 kB | swap | OK | hardly used",
                "proc/meminfo: SwapTotal: 8000000 kB~SwapFree: 7000000 kB | swap | WARNING | 1.0 GB of memory are",
                "proc/self/cgroup: 0::/system.slice/bench.service; sys/fs/cgroup/system.slice/bench.service/cpu.max: max 100000;"
                        + " sys/fs/cgroup/system.slice/bench.service/memory.max: 2000000000; sys/fs/cgroup/system.slice/cpu.max: 150000 100000"
                        + " | container | WARNING | a control group allows 1.5 processors, 2.0 GB of memory",
                "sys/fs/cgroup/memory.max: 9000000000 | container | OK | a control group allows 9.0 GB of memory",
                "sys/fs/cgroup/memory.max: 100000000 | container | WARNING | a control group allows 100 MB of memory, the run takes about 66 MB",
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us: 50000; sys/fs/cgroup/cpu/cpu.cfs_period_us: 100000;"
                        + " sys/fs/cgroup/memory/memory.limit_in_bytes: 9223372036854771712 | container | WARNING | a control group allows 0.5 processors",
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us: -1; sys/fs/cgroup/cpu/cpu.cfs_period_us: 100000 | container | OK | ''",
                "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor: performance; sys/devices/system/cpu/cpufreq/boost: 0"
                        + " | frequency | OK | governor performance, turbo off",
                "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor: performance; sys/devices/system/cpu/cpu11/cpufreq/scaling_governor: powersave"
                        + " | frequency | WARNING | governor performance, powersave"
            })
    void theKernelsFilesAreFindings(String files, String check, State state, String text) throws Exception {
        for (String file : files.split("; ")) {
            write(file.split(": ", 2)[0], file.split(": ", 2)[1].replace('~', '\n') + "\n");
        }

        assertThat(finding(check).state()).isEqualTo(state);
        assertThat(finding(check).text()).startsWith(text);
        if (check.equals("frequency") && state == State.WARNING) {
            assertThat(finding(check).sentence(DoctorSettings.ENGLISH))
                    .contains("cpupower frequency-set -g performance");
        }
    }

    @ParameterizedTest
    @CsvSource({"1024, 10, OK", "1024, 1000, PROBLEM", "unlimited, 1000, OK"})
    void openFilesAreHeldAgainstTheConnections(String limit, int terminals, State state) throws Exception {
        write(
                "proc/self/limits",
                "Limit                     Soft Limit           Hard Limit           Units     \n"
                        + "Max open files            " + limit + "                 1048576              files     \n");

        Finding found = finding("open files", USUAL, "terminals=" + terminals, "warehouses=100");

        assertThat(found.state()).isEqualTo(state);
        if (state == State.PROBLEM) {
            assertThat(found.sentence(DoctorSettings.ENGLISH))
                    .isEqualTo("up to 1024, the run opens about 1155: ulimit -n 2310 before the start");
        }
    }

    @Test
    void oneProcessorIsFewerThanTheAgentNeeds() throws Exception {
        assertThat(finding("processors", new Jvm(17, "17", 1, 4_000_000_000L)).state())
                .isEqualTo(State.WARNING);
        assertThat(finding("processors").text()).isEqualTo("8 processors for 10 terminals on 10 connections");
    }

    /** Ticks of one processor: 200 pass, of which others had 60, guests of this host 30 of them, and the hypervisor 4. */
    @Test
    void whatOthersDoMeanwhileIsReadFromTheCounters() throws Exception {
        write("proc/uptime", "100.00 50.00\n");
        write("proc/stat", "cpu  1000 0 0 5000 0 0 0 0 0 0\ncpu0 1000 0 0 5000 0 0 0 0 0 0\n");
        HostLook before = HostLook.at(new KernelFiles.Folder(host)).orElseThrow();
        write("proc/uptime", "102.00 51.00\n");
        write("proc/stat", "cpu  1040 0 20 5130 6 0 0 4 30 0\ncpu0 1040 0 20 5130 6 0 0 4 30 0\n");

        Shares shares = HostLook.at(new KernelFiles.Folder(host))
                .orElseThrow()
                .since(before)
                .orElseThrow();

        assertThat(shares.seconds()).isEqualTo(2);
        assertThat(shares.busy()).isCloseTo(0.3, within(1e-9));
        assertThat(shares.steal()).isCloseTo(0.02, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "0.30, 0.00, 0.25, OK, 'others use 5% of the processors, 0% are stolen'",
        "0.30, 0.00, 0.10, WARNING, 'others use 20% of the processors, 0% are stolen'",
        "0.30, 0.02, 0.30, WARNING, 'others use 0% of the processors, 2% are stolen'",
        "0.10, 0.00, 0.30, OK, 'others use 0% of the processors, 0% are stolen'"
    })
    void theProgramsOwnWorkIsNoOtherLoad(double busy, double steal, double own, State state, String text) {
        Finding found = HostChecks.load(Optional.of(new Shares(1, busy, steal, own)), 1, DoctorSettings.ENGLISH);

        assertThat(found.state()).isEqualTo(state);
        assertThat(found.text()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.60, 0.02, end what does not belong", "0.30, 0.02, other guests", "0.50, 0.25, other guests"})
    void theAdviceIsAboutTheLargerShare(double busy, double steal, String advice) {
        Finding found = HostChecks.load(Optional.of(new Shares(1, busy, steal, 0.3)), 1, DoctorSettings.ENGLISH);

        assertThat(found.advice()).startsWith(advice);
    }

    @Test
    void findingsAreInTheLanguageOfTheTexts() throws Exception {
        SettingChecks settings = new SettingChecks(
                DoctorSettings.of(folder, "rampupMins=0", "resultDirectory="), DoctorSettings.CHINESE);
        List<Finding> found = new ArrayList<>(settings.all());
        found.add(settings.resultDisk(TestRuns.program(folder)));
        found.addAll(new HostChecks(new KernelFiles.Folder(host), USUAL, settings).all());
        write("proc/meminfo", "MemTotal: 8000000 kB\nMemAvailable: 1000 kB\nSwapTotal: 900000 kB\nSwapFree: 1 kB\n");
        found.addAll(new HostChecks(new KernelFiles.Folder(host), new Jvm(17, "17", 1, 1_000_000L), settings).all());
        found.add(HostChecks.load(Optional.of(new Shares(1, 0.5, 0.2, 0.1)), 1, DoctorSettings.CHINESE));
        found.add(HostChecks.clock(List.of("echo", "no"), DoctorSettings.CHINESE));
        assertThat(found).hasSizeGreaterThan(15).allSatisfy(DoctorSettings::isChinese);
    }
}
