package io.bmsql.report;

import io.bmsql.common.NumberText;
import io.bmsql.report.ReportModel.HostPart;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.report.chart.TimeChart.Form;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.RunData;
import io.bmsql.result.SampleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The charts of one host from the files of BenchmarkSQL 5's collector and our columns, as far as they are there. */
record HostCharts(Words words, String prefix, List<TimeChart> charts) {
    /** More devices than this of a kind are not drawn; the busiest are. */
    private static final int MAX_DEVICES = 6;

    private static final double KIB_A_MIB = 1024;
    private static final double PERCENT = 100;

    private static final List<Panel> SYSTEM = List.of(
            new Panel("host.frequency", "axis.mhz", "MHz", 1, "cpu_mhz"),
            new Panel("host.runqueue", "axis.processes", "", 1, "run_queue"),
            new Panel("host.switches", "axis.switches", "/s", 1, "ctx_switches_s"));
    private static final Panel DIRTY = new Panel(
            "host.dirtypages", "axis.mib", "MiB", 1 / KIB_A_MIB, "dirty_kb:host.dirty", "writeback_kb:host.writeback");
    private static final Panel DIRTY_PAGES = new Panel("host.dirtypages", "axis.pages", "", 1, "vm_nr_dirty");
    private static final List<Panel> DISK = List.of(
            new Panel("disk.iops", "axis.ops", "/s", 1, "rdiops:dir.read", "wriops:dir.write"),
            new Panel("disk.throughput", "axis.mibs", "MiB/s", 1 / KIB_A_MIB, "rdkbps:dir.read", "wrkbps:dir.write"),
            new Panel("disk.await", "axis.ms", "ms", 1, "read_await_ms:dir.read", "write_await_ms:dir.write"),
            new Panel("disk.util", "axis.busy", "%", 1, "util_pct"));
    private static final List<Panel> NETWORK = List.of(
            new Panel("net.throughput", "axis.mibs", "MiB/s", 1 / KIB_A_MIB, "rxkbps:dir.received", "txkbps:dir.sent"),
            new Panel("net.packets", "axis.packets", "/s", 1, "rxpktsps:dir.received", "txpktsps:dir.sent"));

    /** Lines of one chart: columns as {@code column:label key}, the only one without a key, times the factor. */
    private record Panel(String titleKey, String axisKey, String unit, double factor, String... columns) {}

    static HostPart of(CollectedFigures.Host files, RunData input, RunSeconds seconds, Words words) {
        HostCharts host = new HostCharts(words, files.name().isEmpty() ? "" : files.name() + ": ", new ArrayList<>());
        SampleTable system = files.system();
        List<String> notes = new ArrayList<>();
        if (system != null && !system.isEmpty()) {
            host.addProcessors(system);
            SYSTEM.forEach(panel -> host.add(system, panel));
            host.addMemory(system);
            host.add(system, system.columns().containsKey("dirty_kb") ? DIRTY : DIRTY_PAGES);
            if (seconds.fromSecond() < 0 && system.seconds()[0] >= 0) {
                notes.add(words.text("host.window"));
            }
        }
        busiest(files.disks(), "rdkbps", "wrkbps").forEach(disk -> DISK.forEach(panel -> host.add(disk, panel)));
        busiest(files.networks(), "rxkbps", "txkbps").forEach(net -> NETWORK.forEach(panel -> host.add(net, panel)));
        long left = Math.max(0, files.disks().size() - MAX_DEVICES)
                + Math.max(0, files.networks().size() - MAX_DEVICES);
        if (left > 0) {
            notes.add(words.text("host.leftout", left));
        }
        String name = files.name().isEmpty() ? input.summary().run().firstWatchedHost() : files.name();
        return new HostPart(name, List.copyOf(host.charts), String.join(" ", notes));
    }

    private static List<SampleTable> busiest(List<SampleTable> devices, String in, String out) {
        return devices.stream()
                .filter(device -> !device.isEmpty())
                .sorted(Comparator.comparingDouble((SampleTable device) -> -(sum(device, in) + sum(device, out))))
                .limit(MAX_DEVICES)
                .sorted(Comparator.comparing(SampleTable::name))
                .toList();
    }

    private static double sum(SampleTable table, String column) {
        double[] values = table.column(column);
        return values == null
                ? 0
                : Arrays.stream(values).filter(value -> !Double.isNaN(value)).sum();
    }

    /** Guest time is part of user time in Linux's counters and idle is the rest: neither is drawn. */
    private void addProcessors(SampleTable system) {
        List<Series> states = Stream.of("user", "nice", "system", "iowait", "irq", "softirq", "steal")
                .flatMap(state -> {
                    String label = words.text("cpu." + state);
                    String name = prefix + words.text("cpu.name", label);
                    return series(system, "cpu_" + state, label, name, "%", PERCENT);
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
                            return series(system, column, node, node, "%", 1);
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
        String axis = words.text("axis.memory", NumberText.trimmed(limit, 1));
        Series memory = Series.sampled(name, prefix + name, "GiB", system.seconds(), used);
        charts.add(new TimeChart(name, axis, Form.STACK, limit, List.of(memory)));
    }

    private void add(SampleTable table, Panel panel) {
        String title = words.text(panel.titleKey(), table.name().replaceFirst("^(blk|net)_", ""));
        List<Series> lines = Stream.of(panel.columns())
                .flatMap(column -> {
                    String key = column.replaceFirst("^[^:]*:?", "");
                    String label = key.isEmpty() ? title : words.text(key);
                    String name = prefix + (key.isEmpty() ? title : title + " (" + label + ")");
                    return series(table, column.replaceFirst(":.*", ""), label, name, panel.unit(), panel.factor());
                })
                .toList();
        if (!lines.isEmpty()) {
            double limit = panel.unit().equals("%") ? PERCENT : Double.NaN;
            charts.add(new TimeChart(title, words.text(panel.axisKey()), Form.LINES, limit, lines));
        }
    }

    /** The column as a series; none when the file does not have it. */
    static Stream<Series> series(
            SampleTable table, String column, String label, String name, String unit, double factor) {
        return Stream.ofNullable(table.column(column))
                .map(values -> Series.sampled(label, name, unit, table.seconds(), values)
                        .times(factor));
    }
}
