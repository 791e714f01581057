package io.bmsql.report;

import io.bmsql.result.CollectedFigures;
import io.bmsql.result.SampleTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The charts of one host, from the files of BenchmarkSQL 5's collector and the columns that ours adds to them. What a file
 * does not have is left out.
 */
final class HostPlans {
    /** More devices than this of a kind are not drawn; the busiest are. */
    private static final int MOST_DEVICES = 6;

    private static final double KIB_A_MIB = 1024;
    private static final double PERCENT = 100;

    private final Words words;
    private final String prefix;
    private final List<PanelPlan> plans = new ArrayList<>();

    private HostPlans(CollectedFigures.Host files, Words words) {
        this.words = words;
        this.prefix = files.name().isEmpty() ? "" : files.name() + ": ";
    }

    static List<PanelPlan> of(CollectedFigures.Host files, Words words) {
        HostPlans host = new HostPlans(files, words);
        if (files.system() != null && !files.system().isEmpty()) {
            host.addSystem(files.system());
        }
        busiest(files.disks(), "rdkbps", "wrkbps").forEach(host::addDisk);
        busiest(files.networks(), "rxkbps", "txkbps").forEach(host::addNetwork);
        return List.copyOf(host.plans);
    }

    private static List<SampleTable> busiest(List<SampleTable> devices, String in, String out) {
        return devices.stream()
                .filter(device -> !device.isEmpty())
                .sorted(Comparator.comparingDouble((SampleTable device) -> -(sum(device, in) + sum(device, out))))
                .limit(MOST_DEVICES)
                .sorted(Comparator.comparing(SampleTable::name))
                .toList();
    }

    private static double sum(SampleTable table, String column) {
        double sum = 0;
        double[] values = table.column(column);
        for (int i = 0; values != null && i < values.length; i++) {
            sum += Double.isNaN(values[i]) ? 0 : values[i];
        }
        return sum;
    }

    private void addSystem(SampleTable system) {
        addProcessors(system);
        add("host.runqueue", "axis.processes", lines(system, "run_queue", "host.runqueue", "", 1));
        add("host.switches", "axis.switches", lines(system, "ctx_switches_s", "host.switches", "/s", 1));
        addMemory(system);
        List<Measured> dirty = new ArrayList<>(lines(system, "dirty_kb", "host.dirty", "MiB", 1 / KIB_A_MIB));
        dirty.addAll(lines(system, "writeback_kb", "host.writeback", "MiB", 1 / KIB_A_MIB));
        if (dirty.isEmpty()) {
            add("host.dirtypages", "axis.pages", lines(system, "vm_nr_dirty", "host.dirtypages", "", 1));
        } else {
            add("host.dirtypages", "axis.mib", dirty);
        }
    }

    /** Guest time is part of user time in Linux's counters and idle is the rest: neither is drawn. */
    private void addProcessors(SampleTable system) {
        List<Measured> states = new ArrayList<>();
        for (String state : List.of("user", "nice", "system", "iowait", "irq", "softirq", "steal")) {
            for (Measured series : lines(system, "cpu_" + state, "cpu." + state, "%", PERCENT)) {
                if (series.isSomething()) {
                    states.add(series);
                }
            }
        }
        if (!states.isEmpty()) {
            plans.add(PanelPlan.stack(words.text("host.cpu"), words.text("axis.cpu"), PERCENT, states));
        }
        List<Measured> nodes = new ArrayList<>();
        for (String column : new TreeSet<>(system.columns().keySet())) {
            if (column.matches("numa\\d+_busy_pct")) {
                String node = column.replaceAll("\\D", "");
                nodes.add(
                        measured(system, column, words.text("host.node", node), words.text("host.node", node), "%", 1));
            }
        }
        if (nodes.size() > 1) {
            plans.add(new PanelPlan(words.text("host.numa"), words.text("axis.busy"), false, PERCENT, nodes));
        }
    }

    private void addMemory(SampleTable system) {
        double[] total = system.column("mem_total_kb");
        double[] available = system.column("mem_available_kb");
        if (total == null || available == null) {
            return;
        }
        double[] used = new double[total.length];
        double limit = 0;
        for (int i = 0; i < used.length; i++) {
            used[i] = (total[i] - available[i]) / KIB_A_MIB / KIB_A_MIB;
            limit = Double.isNaN(total[i]) ? limit : Math.max(limit, total[i] / KIB_A_MIB / KIB_A_MIB);
        }
        String name = words.text("host.memused");
        plans.add(PanelPlan.stack(
                name,
                words.text("axis.memory", io.bmsql.chart.NumberText.trimmed(limit, 1)),
                limit,
                List.of(new Measured(name, prefix + name, "GiB", system.seconds(), used))));
    }

    private void addDisk(SampleTable disk) {
        String device = disk.name().replaceFirst("^blk_", "");
        addPair(disk, device, "disk.iops", "axis.ops", "/s", List.of("rdiops", "wriops"), List.of("read", "write"), 1);
        addPair(
                disk,
                device,
                "disk.throughput",
                "axis.mibs",
                "MiB/s",
                List.of("rdkbps", "wrkbps"),
                List.of("read", "write"),
                1 / KIB_A_MIB);
        addPair(
                disk,
                device,
                "disk.await",
                "axis.ms",
                "ms",
                List.of("read_await_ms", "write_await_ms"),
                List.of("read", "write"),
                1);
        if (disk.column("util_pct") != null) {
            String title = words.text("disk.util", device);
            plans.add(new PanelPlan(
                    title,
                    words.text("axis.busy"),
                    false,
                    PERCENT,
                    List.of(measured(disk, "util_pct", title, prefix + title, "%", 1))));
        }
    }

    private void addNetwork(SampleTable network) {
        String device = network.name().replaceFirst("^net_", "");
        addPair(
                network,
                device,
                "net.throughput",
                "axis.mibs",
                "MiB/s",
                List.of("rxkbps", "txkbps"),
                List.of("received", "sent"),
                1 / KIB_A_MIB);
        addPair(
                network,
                device,
                "net.packets",
                "axis.packets",
                "/s",
                List.of("rxpktsps", "txpktsps"),
                List.of("received", "sent"),
                1);
    }

    private void addPair(
            SampleTable table,
            String device,
            String titleKey,
            String axisKey,
            String unit,
            List<String> columns,
            List<String> directions,
            double factor) {
        List<Measured> series = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            series.addAll(device(table, device, titleKey, columns.get(i), directions.get(i), unit, factor));
        }
        if (!series.isEmpty()) {
            plans.add(PanelPlan.lines(words.text(titleKey, device), words.text(axisKey), series));
        }
    }

    private List<Measured> device(
            SampleTable table,
            String device,
            String titleKey,
            String column,
            String direction,
            String unit,
            double factor) {
        if (table.column(column) == null) {
            return List.of();
        }
        String label = words.text("dir." + direction);
        String name = prefix + words.text(titleKey, device) + " (" + label + ")";
        return List.of(measured(table, column, label, name, unit, factor));
    }

    private void add(String titleKey, String axisKey, List<Measured> series) {
        if (!series.isEmpty()) {
            plans.add(PanelPlan.lines(words.text(titleKey), words.text(axisKey), series));
        }
    }

    private List<Measured> lines(SampleTable table, String column, String labelKey, String unit, double factor) {
        if (table.column(column) == null) {
            return List.of();
        }
        String label = words.text(labelKey);
        String name = labelKey.startsWith("cpu.") ? words.text("cpu.name", label) : label;
        return List.of(measured(table, column, label, prefix + name, unit, factor));
    }

    private static Measured measured(
            SampleTable table, String column, String label, String name, String unit, double factor) {
        double[] values = java.util.Objects.requireNonNull(table.column(column));
        Measured series = new Measured(label, name, unit, table.seconds(), values);
        return factor == 1 ? series : series.times(factor, unit);
    }

    /** How many devices of the files are not drawn. */
    static long devicesLeftOut(CollectedFigures.Host files) {
        return Math.max(0, files.disks().size() - MOST_DEVICES)
                + Math.max(0, files.networks().size() - MOST_DEVICES);
    }
}
