package io.bmsql.collector;

import java.util.Map;

/**
 * What a kernel had counted at one moment. Counters only grow, until the host is restarted.
 *
 * @param uptimeSecs of the host, its own clock
 * @param cpus ticks by state, in the order of {@link #CPU_STATES}: of each CPU by its number, of all under {@link #ALL_CPUS}
 * @param contextSwitches since the host's start
 * @param runQueue tasks running or ready to run
 * @param memory kB by the kernel's own names, such as {@code MemTotal}
 * @param dirtyPages pages that wait to be written
 * @param disks by device name, fields in the order of {@code /proc/diskstats} behind the name
 * @param networks by interface name, fields in the order of {@code /proc/net/dev}
 */
record HostSample(
        double uptimeSecs,
        Map<Integer, long[]> cpus,
        long contextSwitches,
        long runQueue,
        Map<String, Long> memory,
        long dirtyPages,
        Map<String, long[]> disks,
        Map<String, long[]> networks) {

    static final int ALL_CPUS = -1;

    /** user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice. */
    static final int CPU_STATES = 10;

    static final int IDLE = 3;
    static final int IOWAIT = 4;

    /** Sectors are 512 bytes, times milliseconds. */
    static final int READS = 0;

    static final int READ_MERGES = 1;
    static final int READ_SECTORS = 2;
    static final int READ_MILLIS = 3;
    static final int WRITES = 4;
    static final int WRITE_MERGES = 5;
    static final int WRITE_SECTORS = 6;
    static final int WRITE_MILLIS = 7;
    static final int BUSY_MILLIS = 9;
    static final int DISK_FIELDS = 10;

    static final int RX_BYTES = 0;
    static final int RX_PACKETS = 1;
    static final int TX_BYTES = 8;
    static final int TX_PACKETS = 9;
    static final int NETWORK_FIELDS = 10;

    /** Ticks of all CPUs together. */
    long[] cpu() {
        return cpus.getOrDefault(ALL_CPUS, new long[CPU_STATES]);
    }
}
