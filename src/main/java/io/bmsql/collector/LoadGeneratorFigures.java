package io.bmsql.collector;

import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectorCsv;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/** The load generator's own CPU, garbage collection and heap: whether the program that measures was the bottleneck. */
final class LoadGeneratorFigures implements AutoCloseable {
    private static final double PERCENT = 100;
    private static final double BYTES_PER_MB = 1 << 20;

    private final TimedFile file;
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private long lastNanos;
    private long lastCpuNanos;
    private long lastGcMillis;

    LoadGeneratorFigures(AppendedFile file, CollectorWindow window, long nowNanos) {
        this.file = new TimedFile(file, window, CollectorCsv.DRIVER_HEADER + "\n");
        this.lastNanos = nowNanos;
        this.lastCpuNanos = cpuNanos();
        this.lastGcMillis = gcMillis();
    }

    void sample(long nowNanos) {
        if (nowNanos - lastNanos <= 0) {
            return;
        }
        long cpuNanos = cpuNanos();
        long gcMillis = gcMillis();
        double cpuPercent = (cpuNanos - lastCpuNanos) * PERCENT / (nowNanos - lastNanos);
        double heapMb = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_MB;
        file.append(nowNanos, CollectorCsv.line(List.of(cpuPercent, (double) (gcMillis - lastGcMillis), heapMb)));
        lastNanos = nowNanos;
        lastCpuNanos = cpuNanos;
        lastGcMillis = gcMillis;
    }

    /** What this program took of the processors so far; 0 where the JVM does not report it. */
    static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean known
                ? known.getProcessCpuTime()
                : 0;
    }

    private long gcMillis() {
        return collectors.stream()
                .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
                .sum();
    }

    @Override
    public void close() {
        file.close();
    }
}
