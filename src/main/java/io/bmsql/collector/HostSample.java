package io.bmsql.collector;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds what a kernel had counted at one moment; counters grow until the host is restarted.
 *
 * @param cpus ticks by state, {@link #CPU_STATES} of them: of each CPU, of all under {@link #ALL_CPUS}
 * @param memory kB by the kernel's own names, such as {@code MemTotal}
 * @param disks by device, fields in the order of {@code /proc/diskstats} behind the name
 * @param networks by interface, fields in the order of {@code /proc/net/dev}
 * @param processes ticks by number and name; empty where the server's are not seen
 */
record HostSample(
        double uptimeSecs,
        Map<Integer, long[]> cpus,
        Map<String, Long> counts,
        Map<String, Long> memory,
        long dirtyPages,
        Map<String, long[]> disks,
        Map<String, long[]> networks,
        double megahertz,
        Map<String, Long> processes) {

    static final int ALL_CPUS = -1;

    /** user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice. */
    static final int CPU_STATES = 10;

    static final int DISK_FIELDS = 10;
    static final int NETWORK_FIELDS = 10;

    /**
     * Holds what does not change; {@code server} is empty when none of its processes was seen, generators are
     * numbers.
     */
    record HostFacts(
            String system,
            Set<String> wholeDisks,
            List<Set<Integer>> numaNodes,
            List<String> server,
            Set<String> generators) {
        static final HostFacts UNKNOWN = new HostFacts("", Set.of(), List.of(), List.of(), Set.of());
    }

    long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    long[] cpu() {
        return cpus.getOrDefault(ALL_CPUS, new long[CPU_STATES]);
    }
}
