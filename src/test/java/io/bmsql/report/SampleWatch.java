package io.bmsql.report;

import io.bmsql.result.CollectedFigures;
import io.bmsql.result.CollectedFigures.WarehouseCounts;
import io.bmsql.result.MetricSeries;
import io.bmsql.result.RunData;
import io.bmsql.result.SampleTable;
import io.bmsql.testing.Records;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * What collectors would have left of {@link SampleRun}: a host whose disk is slow while the run stalls, a load generator and a
 * database. The same settings give the same numbers.
 */
final class SampleWatch {
    private final int from;
    private final int to;
    private final double stallFrom;
    private final double stallTo;

    private SampleWatch(int rampupSeconds, int windowSeconds) {
        from = -rampupSeconds + 1;
        to = windowSeconds;
        stallFrom = windowSeconds * 0.40;
        stallTo = windowSeconds * 0.43;
    }

    /** The run with everything that can be collected. */
    static RunData watched(int rampupSeconds, int windowSeconds) {
        RunData run = SampleRun.of(rampupSeconds, windowSeconds);
        return Records.with(run, "collected", collected(rampupSeconds, windowSeconds));
    }

    /** Everything, for a run of that length. */
    static CollectedFigures collected(int rampupSeconds, int windowSeconds) {
        return new SampleWatch(rampupSeconds, windowSeconds).collected();
    }

    private CollectedFigures collected() {
        return new CollectedFigures(
                loadGenerator(), null, List.of(host()), database(), warehouses(), notes(), List.of(), List.of());
    }

    private boolean stalls(double second) {
        return second > stallFrom && second <= stallTo + 1;
    }

    private SampleTable loadGenerator() {
        Map<String, double[]> columns = new LinkedHashMap<>();
        columns.put("cpu_pct", values(t -> stalls(t) ? 30 : 110 + t % 7));
        columns.put("gc_ms", values(t -> t % 10 == 0 ? 12 : 0));
        columns.put("heap_mb", values(t -> 60 + t % 40));
        return new SampleTable("load_generator", seconds(), columns);
    }

    private CollectedFigures.Host host() {
        Map<String, double[]> system = new LinkedHashMap<>();
        system.put("cpu_user", values(t -> stalls(t) ? 0.1 : 0.52 + t % 5 / 100));
        system.put("cpu_nice", values(t -> 0));
        system.put("cpu_system", values(t -> 0.14));
        system.put("cpu_idle", values(t -> 0.3));
        system.put("cpu_iowait", values(t -> stalls(t) ? 0.4 : 0.02));
        system.put("cpu_softirq", values(t -> 0.01));
        system.put("vm_nr_dirty", values(t -> 4000 + t % 60 * 50));
        system.put("run_queue", values(t -> 9 + t % 3));
        system.put("ctx_switches_s", values(t -> 61_000 + t % 9 * 800));
        system.put("mem_total_kb", values(t -> 32 << 20));
        system.put("mem_available_kb", values(t -> 20 << 20));
        system.put("dirty_kb", values(t -> 16_000 + t % 60 * 200));
        system.put("writeback_kb", values(t -> t % 60 == 0 ? 4000 : 0));
        system.put("numa0_busy_pct", values(t -> 70));
        system.put("numa1_busy_pct", values(t -> 61));
        Map<String, double[]> disk = new LinkedHashMap<>();
        disk.put("rdiops", values(t -> 35));
        disk.put("rdkbps", values(t -> 700));
        disk.put("wriops", values(t -> stalls(t) ? 90 : 1300 + t % 11 * 9));
        disk.put("wrkbps", values(t -> stalls(t) ? 4000 : 42_000 + t % 13 * 300));
        disk.put("read_await_ms", values(t -> 0.4));
        disk.put("write_await_ms", values(t -> stalls(t) ? 180 : 2 + t % 3 / 10));
        disk.put("util_pct", values(t -> stalls(t) ? 100 : 38 + t % 4));
        Map<String, double[]> network = new LinkedHashMap<>();
        network.put("rxpktsps", values(t -> stalls(t) ? 4000 : 31_000));
        network.put("rxkbps", values(t -> stalls(t) ? 900 : 7400));
        network.put("txpktsps", values(t -> stalls(t) ? 4100 : 30_000));
        network.put("txkbps", values(t -> stalls(t) ? 1200 : 9900));
        return new CollectedFigures.Host(
                "",
                new SampleTable("sys_info", seconds(), system),
                List.of(new SampleTable("blk_nvme0n1", seconds(), disk)),
                List.of(new SampleTable("net_enp4s0", seconds(), network)));
    }

    private CollectedFigures.Database database() {
        List<MetricSeries> metrics = List.of(
                metric("sessions by wait", "running", "sessions", t -> stalls(t) ? 1 : 6),
                metric("sessions by wait", "IO: WALSync", "sessions", t -> stalls(t) ? 9 : 2),
                metric("WAL", "written", "MB/s", t -> stalls(t) ? 0 : 24),
                metric("checkpoints", "running", "", t -> stalls(t) ? 1 : 0),
                metric("cache hits", "shared buffers", "%", t -> 99.3));
        List<Map<String, String>> settings = List.of(
                Map.of("name", "shared_buffers", "value", "1048576", "default", "16384", "unit", "8kB"),
                Map.of("name", "fsync", "value", "on", "default", "on", "unit", ""));
        List<Map<String, String>> statements = List.of(
                Map.of("statement", "COMMIT", "calls", "331000", "total_ms", "22000.1", "mean_ms", "0.0665"),
                Map.of(
                        "statement",
                        "UPDATE bmsql_stock SET s_quantity = $1 WHERE s_w_id = $2 AND s_i_id = $3",
                        "calls",
                        "1438000",
                        "total_ms",
                        "94210.2",
                        "mean_ms",
                        "0.0655",
                        "rows",
                        "1438000"));
        return new CollectedFigures.Database(metrics, settings, statements, List.of(), List.of());
    }

    private static List<Map<String, String>> notes() {
        return List.of(
                Map.of("source", "local", "samples", "600", "note", ""),
                Map.of("source", "database", "samples", "600", "note", "pg_stat_statements is not installed"));
    }

    private List<WarehouseCounts> warehouses() {
        return IntStream.rangeClosed(1, 50)
                .mapToObj(id -> new WarehouseCounts(id, 2000 + id * 7 % 97, 2050, id == 7 ? 12 : 0))
                .toList();
    }

    private MetricSeries metric(String chart, String series, String unit, DoubleUnaryOperator value) {
        return new MetricSeries(chart, series, unit, seconds(), values(value));
    }

    private double[] seconds() {
        return values(second -> second);
    }

    private double[] values(DoubleUnaryOperator value) {
        return IntStream.rangeClosed(from, to).asDoubleStream().map(value).toArray();
    }
}
