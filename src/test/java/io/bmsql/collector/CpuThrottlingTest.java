package io.bmsql.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Made-up counters of control groups of both versions. */
class CpuThrottlingTest {
    @TempDir
    private Path folder;

    private Path groups;
    private Path root;

    @BeforeEach
    void aHost() throws IOException {
        groups = Files.createDirectories(folder.resolve("proc/self")).resolve("cgroup");
        root = folder.resolve("sys/fs/cgroup");
    }

    private CpuThrottling throttling() {
        return new CpuThrottling(new KernelFiles.Folder(folder));
    }

    private void counts(String group, long periods, long throttled) throws IOException {
        Files.createDirectories(root.resolve(group));
        Files.writeString(
                root.resolve(group).resolve("cpu.stat"),
                "usage_usec 5\nnr_periods " + periods + "\nnr_throttled " + throttled + "\nthrottled_usec 77\n");
    }

    @Test
    void ofVersionTwoTheGroupAboveMayHaveTheLimit() throws IOException {
        Files.writeString(groups, "0::/pods/one\n");
        counts("pods/one", 0, 0);
        counts("pods", 100, 10);
        counts("", 0, 0);
        CpuThrottling throttling = throttling();
        assertThat(throttling.percentSinceLastCall()).isZero();
        counts("pods", 110, 14);
        assertThat(throttling.percentSinceLastCall()).isEqualTo(40);
        counts("pods", 120, 14);
        assertThat(throttling.percentSinceLastCall()).isZero();
    }

    @Test
    void ofVersionOneInAContainerItsOwnGroupIsTheRoot() throws IOException {
        Files.writeString(groups, "5:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n0::/docker/abc\n");
        counts("cpu,cpuacct", 10, 0);
        CpuThrottling throttling = throttling();
        counts("cpu,cpuacct", 20, 10);
        assertThat(throttling.percentSinceLastCall()).isEqualTo(100);
    }

    @Test
    void aHostWithoutGroupsOrLimitsStopsNobody() throws IOException {
        assertThat(throttling().percentSinceLastCall()).isZero();
        Files.writeString(groups, "nonsense\n1:cpu:/x\n0::/../../etc\n");
        Files.createDirectories(root.resolve("cpu/x"));
        Files.writeString(root.resolve("cpu/x/cpu.stat"), "nr_periods many\nnr_throttled\n\n");
        assertThat(throttling().percentSinceLastCall()).isZero();
    }
}
