package io.bmsql.collector;

import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.config.CollectorConfig;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.ResultDirectory;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that is watched beside a run: a thread a host, one for the CPU speed probe, one for the load generator itself and for silent hosts. */
public final class Collectors implements AutoCloseable {
    /** A host may miss this many samples, and a network this many seconds, before it counts as gone. */
    private static final long SILENT_INTERVALS = 5;

    private static final long SILENT_SECS = 15;
    private static final double BYTES_PER_MB = 1 << 20;
    private static final long STOP_MILLIS = 2000;
    private static final long TRIAL_MILLIS = 3000;

    private final RunClock clock;
    private final long intervalNanos;
    private final TimedFile generator;
    private final List<GarbageCollectorMXBean> garbageCollectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final @Nullable CpuSpeedProbe probe;
    private final List<HostCollector> hosts;
    private final Thread watch = ParallelWork.daemon("collector-watch", this::watch);
    private final StopFlag stop;

    private Collectors(
            RunClock clock,
            int intervalSecs,
            TimedFile generator,
            @Nullable CpuSpeedProbe probe,
            List<HostCollector> hosts) {
        this.clock = clock;
        this.stop = new StopFlag(clock);
        this.intervalNanos = intervalSecs * RunWindow.SECOND_NANOS;
        this.generator = generator;
        this.probe = probe;
        this.hosts = List.copyOf(hosts);
    }

    /** Begins to collect. Throws when the user's own script cannot be read, which is said before the run. */
    public static Collectors start(
            CollectorConfig config,
            CollectorScripts scripts,
            ResultDirectory directory,
            int runId,
            RunClock clock,
            RunWindow window)
            throws IOException {
        List<HostCollector> hosts = new ArrayList<>();
        for (CollectorScripts.Command command : scripts.commands(config, runId)) {
            Path folder = hosts.isEmpty() ? directory.data() : directory.hostData(command.host());
            HostFiles files = new HostFiles(directory, folder, runId);
            HostCollector.Feed feed = scripts.isBuiltIn(config)
                    ? new ProbeFeed(files, new DeviceChoice(config.devices()), window, clock)
                    : new ScriptFeed(files, config.devices(), window, clock);
            hosts.add(new HostCollector(command, feed, files, clock, window));
        }
        TimedFile generator = new TimedFile(
                directory.append(directory.loadGenerator()), window, CollectorCsv.LOAD_GENERATOR_HEADER + "\n");
        CpuSpeedProbe probe = config.cpuSpeedProbe()
                ? new CpuSpeedProbe(clock, window, directory.append(directory.cpuSpeedProbe()))
                : null;
        Collectors collectors = new Collectors(clock, config.intervalSecs(), generator, probe, hosts);
        if (probe != null) {
            probe.start();
        }
        hosts.forEach(HostCollector::start);
        collectors.watch.start();
        return collectors;
    }

    /** Asks each host for one sample, some seconds at most: by host why there was none, empty for one that sent it. */
    public static Map<String, String> tryOut(CollectorConfig config, CollectorScripts scripts)
            throws IOException, InterruptedException {
        return HostCollector.askAll(
                scripts.commands(config, 0),
                (command, asked) -> HostCollector.tryOut(command, scripts.isBuiltIn(config), asked),
                TRIAL_MILLIS,
                host -> "it sent nothing for " + TRIAL_MILLIS / 1000 + " s");
    }

    /** The load generator's own CPU, garbage collection and heap, whether it was the bottleneck; and which hosts are silent. */
    private void watch() {
        long silentNanos = Math.max(SILENT_SECS * RunWindow.SECOND_NANOS, SILENT_INTERVALS * intervalNanos);
        long dueNanos = clock.nanoTime();
        long lastNanos = dueNanos;
        long lastCpuNanos = cpuNanos();
        long lastGcMillis = gcMillis();
        CpuThrottling throttling = new CpuThrottling(KernelFiles.ofThisHost());
        CompilerTime compiler = new CompilerTime();
        long lastCompilerNanos = compiler.nanos();
        while (!stop.isSet()) {
            dueNanos = RunClock.nextDueNanos(dueNanos, intervalNanos, clock.nanoTime());
            stop.await(dueNanos);
            long nowNanos = clock.nanoTime();
            // A short one, such as the last of a run, says nothing by itself.
            if (nowNanos - lastNanos > intervalNanos / 5) {
                long cpuNanos = cpuNanos();
                long gcMillis = gcMillis();
                double cpuPercent = (cpuNanos - lastCpuNanos) * 100.0 / (nowNanos - lastNanos);
                double heapMb =
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_MB;
                long compilerNanos = compiler.nanos();
                double compilerPercent = (compilerNanos - lastCompilerNanos) * 100.0 / (nowNanos - lastNanos);
                generator.append(
                        nowNanos,
                        CollectorCsv.line(List.of(
                                cpuPercent,
                                (double) (gcMillis - lastGcMillis),
                                heapMb,
                                compilerPercent,
                                throttling.percentSinceLastCall())));
                lastCompilerNanos = compilerNanos;
                lastNanos = nowNanos;
                lastCpuNanos = cpuNanos;
                lastGcMillis = gcMillis;
            }
            hosts.forEach(host -> host.checkSilence(silentNanos));
        }
    }

    /** What this program took of the processors so far; 0 where the JVM does not report it. */
    static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean known
                ? known.getProcessCpuTime()
                : 0;
    }

    private long gcMillis() {
        return garbageCollectors.stream()
                .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
                .sum();
    }

    /** Ends all collecting, whose files are whole then, and says what became of each host. */
    public List<CollectorCsv.Summary> stop() throws InterruptedException {
        close();
        watch.join(STOP_MILLIS);
        generator.close();
        if (probe != null) {
            probe.stop(STOP_MILLIS);
        }
        List<CollectorCsv.Summary> summaries = new ArrayList<>();
        for (HostCollector host : hosts) {
            summaries.add(host.stop());
        }
        return summaries;
    }

    /** Lets the threads end without waiting for them. */
    @Override
    public void close() {
        stop.set();
        if (probe != null) {
            probe.close();
        }
    }
}
