package io.bmsql.collector;

import io.bmsql.collector.HostSample.HostFacts;
import io.bmsql.result.CollectorCsv;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a host did between two samples, by the time that really passed there, in the columns of its files. */
record HostRates(HostSample before, HostSample after) {
    private static final double KB_PER_SECTOR = 0.5;
    private static final double BYTES_PER_KB = 1024;

    // Fields of a sample. Sectors are 512 bytes, times milliseconds.
    static final int IDLE = 3;
    static final int IOWAIT = 4;
    static final int GUEST = 8;
    private static final int READS = 0;
    private static final int READ_MERGES = 1;
    private static final int READ_SECTORS = 2;
    private static final int READ_MILLIS = 3;
    private static final int WRITES = 4;
    private static final int WRITE_MERGES = 5;
    private static final int WRITE_SECTORS = 6;
    private static final int WRITE_MILLIS = 7;
    private static final int BUSY_MILLIS = 9;
    private static final int RX_BYTES = 0;
    private static final int RX_PACKETS = 1;
    private static final int TX_BYTES = 8;
    private static final int TX_PACKETS = 9;

    private double seconds() {
        return after.uptimeSecs() - before.uptimeSecs();
    }

    /** False when the host was restarted between the samples, or no time has passed. */
    boolean isValid() {
        return seconds() > 0 && total(before.cpu()) <= total(after.cpu());
    }

    /** What every host shows, beginning with the shares of its states. */
    List<Double> system() {
        List<Double> values = new ArrayList<>();
        long[] ticks = passed(before.cpu(), after.cpu());
        double all = total(ticks);
        for (long state : ticks) {
            // In a time without a tick they are not known: what is not idle would count as busy.
            values.add(all == 0 ? Double.NaN : state / all);
        }
        values.add((double) after.dirtyPages());
        values.add((double) after.count("procs_running"));
        values.add(Math.max(0, after.count("ctxt") - before.count("ctxt")) / seconds());
        values.add(memory("MemTotal"));
        values.add(available());
        values.add(memory("Dirty"));
        values.add(memory("Writeback"));
        return values;
    }

    /** By column, what some hosts do not show. */
    Map<String, Double> further(HostFacts facts) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (Set<Integer> node : facts.numaNodes().size() > 1 ? facts.numaNodes() : List.<Set<Integer>>of()) {
            values.put("numa" + values.size() + "_busy_pct", busyPercent(node));
        }
        if (before.megahertz() > 0 && after.megahertz() > 0) {
            values.put(CollectorCsv.MEGAHERTZ, after.megahertz());
        }
        if (!facts.server().isEmpty()) {
            double all = total(passed(before.cpu(), after.cpu()));
            values.putAll(new ProcessShares(before.processes(), after.processes(), all, facts).byOwner());
            values.put(CollectorCsv.SERVER_THROTTLED, CpuThrottling.percent(before.counts(), after.counts()));
        }
        // All together are one more.
        values.put(CollectorCsv.PROCESSORS, after.cpus().size() - 1.0);
        return values;
    }

    /** The values of a line of a block device's file; zeros when the device is gone. */
    List<Double> disk(String name) {
        long[] n = growth(before.disks(), after.disks(), name, HostSample.DISK_FIELDS);
        return List.of(
                n[READS] / seconds(),
                n[READ_MERGES] / seconds(),
                n[READ_SECTORS] / seconds() * KB_PER_SECTOR,
                n[WRITES] / seconds(),
                n[WRITE_MERGES] / seconds(),
                n[WRITE_SECTORS] / seconds() * KB_PER_SECTOR,
                ratio(n[READ_MILLIS], n[READS]),
                ratio(n[WRITE_MILLIS], n[WRITES]),
                Math.min(100, n[BUSY_MILLIS] / seconds() / 1e3 * 100));
    }

    /** The values of a line of a network interface's file; zeros when the interface is gone. */
    List<Double> network(String name) {
        long[] n = growth(before.networks(), after.networks(), name, HostSample.NETWORK_FIELDS);
        return List.of(
                n[RX_PACKETS] / seconds(),
                n[RX_BYTES] / seconds() / BYTES_PER_KB,
                n[TX_PACKETS] / seconds(),
                n[TX_BYTES] / seconds() / BYTES_PER_KB);
    }

    double diskOperations(String name) {
        List<Double> values = disk(name);
        return values.get(0) + values.get(3);
    }

    double packets(String name) {
        List<Double> values = network(name);
        return values.get(0) + values.get(2);
    }

    private static <K> long[] growth(Map<K, long[]> before, Map<K, long[]> after, K name, int fields) {
        long[] then = before.get(name);
        long[] now = after.get(name);
        return then == null || now == null ? new long[fields] : passed(then, now);
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
            long[] ticks = growth(before.cpus(), after.cpus(), cpu, HostSample.CPU_STATES);
            all += total(ticks);
            busy += total(ticks) - ticks[IDLE] - ticks[IOWAIT];
        }
        return all == 0 ? Double.NaN : busy / all * 100;
    }

    private static double ratio(long millis, long operations) {
        return operations == 0 ? 0 : millis / (double) operations;
    }

    /** Some counters step back by a tick now and then, and those of a replaced device to 0; that counts as nothing. */
    private static long[] passed(long[] then, long[] now) {
        long[] ticks = new long[now.length];
        Arrays.setAll(ticks, i -> Math.max(0, now[i] - then[i]));
        return ticks;
    }

    /** Time of guests is in user and nice already. */
    private static long total(long[] ticks) {
        return Arrays.stream(ticks, 0, GUEST).sum();
    }

    /**
     * Whose processes used a host's processors. Several servers of one kind may run there, each a process with its children: the one that listens on
     * the run's port is the run's. Where that is not seen it is the one that works; where more than one works, nobody knows which.
     *
     * @param before what each process had done since it began, a sample earlier
     * @param allTicks of all processors between the samples
     */
    private record ProcessShares(
            Map<HostSample.Process, HostSample.Work> before,
            Map<HostSample.Process, HostSample.Work> after,
            double allTicks,
            HostFacts facts) {
        /** Servers that use less of all processors do their own housekeeping: no sentence speaks of others' work below that. */
        private static final double IDLE_SHARE = 0.03;

        /** Shares of all processors by the columns of the host's file; NaN for what is not known. */
        Map<String, Double> byOwner() {
            Map<String, Double> shares = new LinkedHashMap<>();
            shares.put(CollectorCsv.CPU_SERVER, 0.0);
            shares.put(CollectorCsv.CPU_LOAD_GENERATOR, 0.0);
            shares.put(CollectorCsv.CPU_OTHERS, 0.0);
            Map<String, String> parents = facts.server().parents(after);
            Map<String, Double> servers = new HashMap<>();
            after.forEach((process, work) -> {
                if (facts.server().hasWhole(process.name())) {
                    servers.put(ServerProcesses.topmost(process.number(), parents), 0.0);
                }
            });
            after.forEach((process, work) -> {
                double used = used(process, work);
                String server =
                        parents.containsKey(process.number()) ? ServerProcesses.topmost(process.number(), parents) : "";
                if (servers.containsKey(server)) {
                    servers.merge(server, used, Double::sum);
                } else if (!server.isEmpty()) {
                    shares.merge(CollectorCsv.CPU_SERVER, used, Double::sum);
                } else {
                    boolean isGenerator = facts.generators().contains(process.number());
                    shares.merge(
                            isGenerator ? CollectorCsv.CPU_LOAD_GENERATOR : CollectorCsv.CPU_OTHERS, used, Double::sum);
                }
            });
            double sum = servers.values().stream().mapToDouble(used -> used).sum();
            Optional<Double> listening = ServerProcesses.listening(facts.listeners(), parents)
                    .filter(servers::containsKey)
                    .map(servers::get);
            double own = listening.orElseGet(() ->
                    servers.values().stream().mapToDouble(used -> used).max().orElse(0));
            // What a server is made of besides may belong to any of several.
            double ofAny = servers.size() > 1 ? shares.get(CollectorCsv.CPU_SERVER) : 0;
            double unknown = (listening.isPresent() ? 0 : sum - own) + ofAny < IDLE_SHARE ? 0 : Double.NaN;
            shares.merge(CollectorCsv.CPU_SERVER, own + unknown, Double::sum);
            shares.merge(CollectorCsv.CPU_OTHERS, sum - own + unknown, Double::sum);
            return shares;
        }

        /** One that is new began since the sample before. */
        private double used(HostSample.Process process, HostSample.Work now) {
            long began = before.getOrDefault(process, HostSample.Work.NONE).ticks();
            return allTicks == 0 ? Double.NaN : Math.max(0, now.ticks() - began) / allTicks;
        }
    }
}
