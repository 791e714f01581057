package io.bmsql.collector;

import java.util.Map;

/**
 * What a kernel had counted at one moment. Counters only grow, but for a restart of the host.
 *
 * @param uptimeSecs of the host, its own clock
 * @param cpu ticks of all CPUs together by state, in the order of {@link #CPU_STATES}
 * @param cpus the same of each CPU by its number
 * @param contextSwitches since the host's start
 * @param runQueue tasks running or ready to run
 * @param memory kB by the kernel's own names, such as {@code MemTotal}
 * @param dirtyPages pages that wait to be written
 * @param disks by device name
 * @param networks by interface name
 */
record HostSample(
        double uptimeSecs,
        long[] cpu,
        Map<Integer, long[]> cpus,
        long contextSwitches,
        long runQueue,
        Map<String, Long> memory,
        long dirtyPages,
        Map<String, DiskCounters> disks,
        Map<String, NetworkCounters> networks) {

    /** user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice. */
    static final int CPU_STATES = 10;

    static final int IDLE = 3;
    static final int IOWAIT = 4;

    /** One line of {@code /proc/diskstats}; sectors are 512 bytes, times milliseconds. */
    record DiskCounters(
            long reads,
            long readMerges,
            long readSectors,
            long readMillis,
            long writes,
            long writeMerges,
            long writeSectors,
            long writeMillis,
            long busyMillis) {}

    /** One line of {@code /proc/net/dev}. */
    record NetworkCounters(long rxBytes, long rxPackets, long txBytes, long txPackets) {}
}
