package io.bmsql.collector;

import io.bmsql.collector.HostSample.DiskCounters;
import io.bmsql.collector.HostSample.NetworkCounters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a host did between two samples, in the columns of {@link io.bmsql.result.HostCsv}. Rates divide by the time that
 * really passed on the host, not by the interval that was asked for.
 */
final class HostRates {
    private static final double KB_PER_SECTOR = 0.5;
    private static final double BYTES_PER_KB = 1024;
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double PERCENT = 100;

    private final HostSample before;
    private final HostSample after;
    private final double seconds;

    private HostRates(HostSample before, HostSample after) {
        this.before = before;
        this.after = after;
        this.seconds = after.uptimeSecs() - before.uptimeSecs();
    }

    /** Between two samples of one host, the second of which is later. */
    static HostRates between(HostSample before, HostSample after) {
        return new HostRates(before, after);
    }

    /** False when the host was started again between the samples, or no time has passed. */
    boolean isValid() {
        return seconds > 0 && total(before.cpu()) <= total(after.cpu());
    }

    /** The values of a line of {@code sys_info.csv}. */
    List<Double> system(HostFacts facts) {
        List<Double> values = new ArrayList<>();
        long[] ticks = passed(before.cpu(), after.cpu());
        double all = total(ticks);
        for (long state : ticks) {
            values.add(all == 0 ? 0 : state / all);
        }
        values.add((double) after.dirtyPages());
        values.add((double) after.runQueue());
        values.add(perSecond(after.contextSwitches() - before.contextSwitches()));
        values.add(memory("MemTotal"));
        values.add(available());
        values.add(memory("Dirty"));
        values.add(memory("Writeback"));
        if (facts.numaNodes().size() > 1) {
            facts.numaNodes().forEach(node -> values.add(busyPercent(node)));
        }
        return values;
    }

    /** The values of a line of a block device's file; zeros when the device is gone. */
    List<Double> disk(String name) {
        DiskCounters then = before.disks().get(name);
        DiskCounters now = after.disks().get(name);
        if (then == null || now == null) {
            return zeros(9);
        }
        long reads = now.reads() - then.reads();
        long writes = now.writes() - then.writes();
        return List.of(
                perSecond(reads),
                perSecond(now.readMerges() - then.readMerges()),
                perSecond(now.readSectors() - then.readSectors()) * KB_PER_SECTOR,
                perSecond(writes),
                perSecond(now.writeMerges() - then.writeMerges()),
                perSecond(now.writeSectors() - then.writeSectors()) * KB_PER_SECTOR,
                ratio(now.readMillis() - then.readMillis(), reads),
                ratio(now.writeMillis() - then.writeMillis(), writes),
                Math.min(PERCENT, perSecond(now.busyMillis() - then.busyMillis()) / MILLIS_PER_SECOND * PERCENT));
    }

    /** The values of a line of a network interface's file; zeros when the interface is gone. */
    List<Double> network(String name) {
        NetworkCounters then = before.networks().get(name);
        NetworkCounters now = after.networks().get(name);
        if (then == null || now == null) {
            return zeros(4);
        }
        return List.of(
                perSecond(now.rxPackets() - then.rxPackets()),
                perSecond(now.rxBytes() - then.rxBytes()) / BYTES_PER_KB,
                perSecond(now.txPackets() - then.txPackets()),
                perSecond(now.txBytes() - then.txBytes()) / BYTES_PER_KB);
    }

    /** Operations a second of a block device, reads and writes. */
    double diskOperations(String name) {
        List<Double> values = disk(name);
        return values.get(0) + values.get(3);
    }

    /** Packets a second of an interface, both ways. */
    double packets(String name) {
        List<Double> values = network(name);
        return values.get(0) + values.get(2);
    }

    private static List<Double> zeros(int count) {
        Double[] zeros = new Double[count];
        Arrays.fill(zeros, 0.0);
        return List.of(zeros);
    }

    /** Kernels before 3.14 do not report what is available. */
    private double available() {
        Map<String, Long> memory = after.memory();
        Long available = memory.get("MemAvailable");
        return available == null ? memory("MemFree") + memory("Buffers") + memory("Cached") : available;
    }

    private double memory(String name) {
        return after.memory().getOrDefault(name, 0L);
    }

    private double busyPercent(Set<Integer> cpus) {
        double busy = 0;
        double all = 0;
        for (int cpu : cpus) {
            long[] then = before.cpus().get(cpu);
            long[] now = after.cpus().get(cpu);
            if (then != null && now != null) {
                long[] ticks = passed(then, now);
                all += total(ticks);
                busy += total(ticks) - ticks[HostSample.IDLE] - ticks[HostSample.IOWAIT];
            }
        }
        return all == 0 ? 0 : busy / all * PERCENT;
    }

    private double perSecond(long count) {
        return Math.max(0, count) / seconds;
    }

    private static double ratio(long millis, long operations) {
        return operations <= 0 ? 0 : Math.max(0, millis) / (double) operations;
    }

    /** Some states step back by a tick now and then; that counts as no time. */
    private static long[] passed(long[] then, long[] now) {
        long[] ticks = new long[now.length];
        Arrays.setAll(ticks, i -> Math.max(0, now[i] - then[i]));
        return ticks;
    }

    private static long total(long[] ticks) {
        return Arrays.stream(ticks).sum();
    }
}
