package io.bmsql.result;

import java.util.List;
import java.util.Locale;

/**
 * The files of host figures: {@code data/sys_info.csv} and, one for each device, {@code data/blk_*.csv} and {@code
 * data/net_*.csv}. Columns as BenchmarkSQL 5.x wrote them (contract 6.2), ours at the end; {@code elapsed} is milliseconds
 * from the start of the measurement window, the clock of {@code result.csv}.
 */
public final class HostCsv {
    /** CPU columns are shares of all CPUs, 0 to 1; {@code vm_nr_dirty} is pages. */
    public static final String SYSTEM_HEADER =
            "run,elapsed,cpu_user,cpu_nice,cpu_system,cpu_idle,cpu_iowait,cpu_irq,cpu_softirq,cpu_steal,cpu_guest,"
                    + "cpu_guest_nice,vm_nr_dirty,run_queue,ctx_switches_s,mem_total_kb,mem_available_kb,dirty_kb,"
                    + "writeback_kb";

    /** Per second; kB of 1,024 bytes. Await is milliseconds an operation, utilisation percent of the time. */
    public static final String BLOCK_HEADER =
            "run,elapsed,device,rdiops,rdmerges,rdkbps,wriops,wrmerges,wrkbps,read_await_ms,write_await_ms,util_pct";

    /** Per second; kB of 1,024 bytes. */
    public static final String NETWORK_HEADER = "run,elapsed,device,rxpktsps,rxkbps,txpktsps,txkbps";

    /** {@code data/driver_info.csv}: the driver's own process; one busy core is 100 percent. */
    public static final String DRIVER_HEADER = "elapsed_s,cpu_pct,gc_ms,heap_mb";

    private HostCsv() {}

    /** The first line of {@code sys_info.csv} for a host of so many NUMA nodes; a single node has no column of its own. */
    public static String systemHeader(int numaNodes) {
        StringBuilder header = new StringBuilder(SYSTEM_HEADER);
        for (int node = 0; node < numaNodes; node++) {
            header.append(",numa").append(node).append("_busy_pct");
        }
        return header.append('\n').toString();
    }

    /** A line of {@code sys_info.csv}, of a run and a moment. */
    public static String line(int runId, long elapsedMillis, List<Double> values) {
        return numbers(new StringBuilder().append(runId).append(',').append(elapsedMillis), values);
    }

    /** A line of a device's file. */
    public static String line(int runId, long elapsedMillis, String device, List<Double> values) {
        return numbers(
                new StringBuilder()
                        .append(runId)
                        .append(',')
                        .append(elapsedMillis)
                        .append(',')
                        .append(device),
                values);
    }

    /** A line of {@code driver_info.csv}. */
    public static String driverLine(double elapsedSecs, List<Double> values) {
        return numbers(new StringBuilder(String.format(Locale.ROOT, "%.3f", elapsedSecs)), values);
    }

    private static String numbers(StringBuilder line, List<Double> values) {
        values.forEach(value -> line.append(',').append(number(value)));
        return line.append('\n').toString();
    }

    /** Whole numbers without a point; others with six digits behind it, as the original's script wrote them. */
    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.6f", value);
    }
}
