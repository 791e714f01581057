package io.bmsql.collector;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a kernel had counted at one moment. Counters only grow, until the host is restarted.
 *
 * @param cpus ticks by state, {@link #CPU_STATES} of them: of each CPU by its number, of all under {@link #ALL_CPUS}
 * @param counts by the kernel's own names: {@code ctxt}, context switches, and {@code procs_running}, tasks ready to run; {@code FILE:nr_periods}
 *     and {@code FILE:nr_throttled} are those of the {@code cpu.stat} of a control group that the server is in
 * @param memory kB by the kernel's own names, such as {@code MemTotal}
 * @param disks by device name, fields in the order of {@code /proc/diskstats} behind the name
 * @param networks by interface name, fields in the order of {@code /proc/net/dev}
 * @param megahertz mean frequency of all CPUs; 0 where the kernel does not tell it
 * @param processes what each did since it began; empty where the server's are not seen
 */
public record HostSample(
        double uptimeSecs,
        Map<Integer, long[]> cpus,
        Map<String, Long> counts,
        Map<String, Long> memory,
        long dirtyPages,
        Map<String, long[]> disks,
        Map<String, long[]> networks,
        double megahertz,
        Map<Process, Work> processes) {

    static final int ALL_CPUS = -1;

    /** user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice. */
    static final int CPU_STATES = 10;

    static final int DISK_FIELDS = 10;
    static final int NETWORK_FIELDS = 10;

    /**
     * What does not change: disks without partitions, the CPUs of each NUMA node if known.
     *
     * @param server which processes are the server's; none where none was seen
     * @param generators numbers of load generators' processes
     * @param listeners those of the processes that listen on the run's port; none where that is not seen
     */
    record HostFacts(
            Set<String> wholeDisks,
            List<Set<Integer>> numaNodes,
            ServerProcesses server,
            Set<String> generators,
            Set<String> listeners) {
        static final HostFacts UNKNOWN = new HostFacts(Set.of(), List.of(), ServerProcesses.NONE, Set.of(), Set.of());
    }

    /** A number may be given to another program later. */
    public record Process(String number, String name) {}

    /** The number of the process that it is a child of now, and ticks. */
    public record Work(String parent, long ticks) {
        static final Work NONE = new Work("", 0);
    }

    long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    long[] cpu() {
        return cpus.getOrDefault(ALL_CPUS, new long[CPU_STATES]);
    }
}
