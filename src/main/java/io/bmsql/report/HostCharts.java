package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.chart.Series;
import io.bmsql.chart.TimeChart;
import io.bmsql.chart.TimeChart.Form;
import io.bmsql.page.Words;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.SampleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The charts of one host, from the files of BenchmarkSQL 5's collector and the columns that ours adds to them. What a file
 * does not have is left out.
 */
final class HostCharts {
    /** More devices than this of a kind are not drawn; the busiest are. */
    private static final int MOST_DEVICES = 6;

    private static final double KIB_A_MIB = 1024;
    private static final double PERCENT = 100;

    private final Words words;
    private final String prefix;
    private final List<TimeChart> charts = new ArrayList<>();

    private HostCharts(CollectedFigures.Host files, Words words) {
        this.words = words;
        this.prefix = files.name().isEmpty() ? "" : files.name() + ": ";
    }

    static List<TimeChart> of(CollectedFigures.Host files, Words words) {
        HostCharts host = new HostCharts(files, words);
        if (files.system() != null && !files.system().isEmpty()) {
            host.addSystem(files.system());
        }
        busiest(files.disks(), "rdkbps", "wrkbps").forEach(host::addDisk);
        busiest(files.networks(), "rxkbps", "txkbps").forEach(host::addNetwork);
        return List.copyOf(host.charts);
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
        double[] values = table.column(column);
        return values == null
                ? 0
                : Series.of(column, "", table.seconds(), values).statistics().getSum();
    }

    private void addSystem(SampleTable system) {
        addProcessors(system);
        add("host.runqueue", "axis.processes", series(system, "run_queue", "host.runqueue", "", 1));
        add("host.switches", "axis.switches", series(system, "ctx_switches_s", "host.switches", "/s", 1));
        addMemory(system);
        List<Series> dirty = new ArrayList<>(series(system, "dirty_kb", "host.dirty", "MiB", 1 / KIB_A_MIB));
        dirty.addAll(series(system, "writeback_kb", "host.writeback", "MiB", 1 / KIB_A_MIB));
        if (dirty.isEmpty()) {
            add("host.dirtypages", "axis.pages", series(system, "vm_nr_dirty", "host.dirtypages", "", 1));
        } else {
            add("host.dirtypages", "axis.mib", dirty);
        }
    }

    /** Guest time is part of user time in Linux's counters and idle is the rest: neither is drawn. */
    private void addProcessors(SampleTable system) {
        List<Series> states = Stream.of("user", "nice", "system", "iowait", "irq", "softirq", "steal")
                .flatMap(state -> {
                    String label = words.text("cpu." + state);
                    String name = prefix + words.text("cpu.name", label);
                    return series(system, "cpu_" + state, label, name, "%", PERCENT).stream();
                })
                .filter(series -> Arrays.stream(series.y()).anyMatch(value -> value > 0))
                .toList();
        if (!states.isEmpty()) {
            charts.add(new TimeChart(words.text("host.cpu"), words.text("axis.cpu"), Form.STACK, PERCENT, states));
        }
        List<Series> nodes = new TreeSet<>(system.columns().keySet())
                .stream()
                        .filter(column -> column.matches("numa\\d+_busy_pct"))
                        .flatMap(column -> {
                            String node = words.text("host.node", column.replaceAll("\\D", ""));
                            return series(system, column, node, node, "%", 1).stream();
                        })
                        .toList();
        if (nodes.size() > 1) {
            charts.add(new TimeChart(words.text("host.numa"), words.text("axis.busy"), Form.LINES, PERCENT, nodes));
        }
    }

    private void addMemory(SampleTable system) {
        double[] total = system.column("mem_total_kb");
        double[] available = system.column("mem_available_kb");
        if (total == null || available == null) {
            return;
        }
        double kibAGib = KIB_A_MIB * KIB_A_MIB;
        double[] used = new double[total.length];
        Arrays.setAll(used, i -> (total[i] - available[i]) / kibAGib);
        double limit = Arrays.stream(total).filter(value -> value > 0).max().orElse(0) / kibAGib;
        String name = words.text("host.memused");
        charts.add(new TimeChart(
                name,
                words.text("axis.memory", NumberText.trimmed(limit, 1)),
                Form.STACK,
                limit,
                List.of(Series.sampled(name, prefix + name, "GiB", system.seconds(), used))));
    }

    private void addDisk(SampleTable disk) {
        String device = disk.name().replaceFirst("^blk_", "");
        addPair(disk, words.text("disk.iops", device), "axis.ops", "/s", 1, "rdiops", "wriops");
        addPair(disk, words.text("disk.throughput", device), "axis.mibs", "MiB/s", 1 / KIB_A_MIB, "rdkbps", "wrkbps");
        addPair(disk, words.text("disk.await", device), "axis.ms", "ms", 1, "read_await_ms", "write_await_ms");
        String busy = words.text("disk.util", device);
        List<Series> series = series(disk, "util_pct", busy, prefix + busy, "%", 1);
        if (!series.isEmpty()) {
            charts.add(new TimeChart(busy, words.text("axis.busy"), Form.LINES, PERCENT, series));
        }
    }

    private void addNetwork(SampleTable network) {
        String device = network.name().replaceFirst("^net_", "");
        addPair(network, words.text("net.throughput", device), "axis.mibs", "MiB/s", 1 / KIB_A_MIB, "rxkbps", "txkbps");
        addPair(network, words.text("net.packets", device), "axis.packets", "/s", 1, "rxpktsps", "txpktsps");
    }

    /** What went in and what went out of a device. */
    private void addPair(
            SampleTable table, String title, String axisKey, String unit, double factor, String in, String out) {
        boolean isNetwork = in.startsWith("rx");
        List<Series> both = new ArrayList<>();
        for (String column : List.of(in, out)) {
            String label = words.text(
                    "dir." + (column.equals(in) ? isNetwork ? "received" : "read" : isNetwork ? "sent" : "write"));
            both.addAll(series(table, column, label, prefix + title + " (" + label + ")", unit, factor));
        }
        if (!both.isEmpty()) {
            charts.add(TimeChart.lines(title, words.text(axisKey), both));
        }
    }

    private void add(String titleKey, String axisKey, List<Series> series) {
        if (!series.isEmpty()) {
            charts.add(TimeChart.lines(words.text(titleKey), words.text(axisKey), series));
        }
    }

    private List<Series> series(SampleTable table, String column, String labelKey, String unit, double factor) {
        String label = words.text(labelKey);
        return series(table, column, label, prefix + label, unit, factor);
    }

    /** The column as a series; none when the file does not have it. */
    private static List<Series> series(
            SampleTable table, String column, String label, String name, String unit, double factor) {
        double[] values = table.column(column);
        return values == null
                ? List.of()
                : List.of(Series.sampled(label, name, unit, table.seconds(), values)
                        .times(factor));
    }

    /** How many devices of the files are not drawn. */
    static long devicesLeftOut(CollectedFigures.Host files) {
        return Math.max(0, files.disks().size() - MOST_DEVICES)
                + Math.max(0, files.networks().size() - MOST_DEVICES);
    }
}
