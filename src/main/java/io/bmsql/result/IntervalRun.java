package io.bmsql.result;

import io.bmsql.result.IntervalCsv.Edge;
import io.bmsql.result.IntervalCsv.Row;
import io.bmsql.result.IntervalCsv.Total;
import io.bmsql.result.RunSummary.Latency;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * A run of BenchmarkSQL 6.0 from what it added up. Counts, means and maxima are those of {@code summary.csv}, which a
 * killed run lacks: then those of the intervals inside the measured time. Percentiles are edges of {@code histogram.csv},
 * as its own report shows them. What none of these files tells is {@link RunSummary#UNKNOWN}.
 */
final class IntervalRun {
    private static final int DEFAULT_INTERVAL_SECONDS = 10;
    private static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, 0);

    private final List<Row> rows;
    private final List<Total> totals;
    private final Map<TransactionType, List<Edge>> edges = new EnumMap<>(TransactionType.class);
    private final int rampup;
    private final double seconds;

    IntervalRun(ResultDirectory directory, int rampup, double seconds) {
        this.rampup = rampup;
        this.seconds = seconds;
        this.rows = IntervalCsv.read(directory.result());
        Path summary = directory.data().resolve("summary.csv");
        this.totals = Files.exists(summary) ? IntervalCsv.readSummary(summary) : List.of();
        Path histogram = directory.data().resolve("histogram.csv");
        if (Files.exists(histogram)) {
            for (Edge edge : IntervalCsv.readHistogram(histogram)) {
                edges.computeIfAbsent(edge.type(), type -> new ArrayList<>()).add(edge);
            }
            edges.values().forEach(list -> list.sort(Comparator.comparingDouble(Edge::edgeMs)));
        }
    }

    /** One entry a type, shares not yet worked out. */
    List<TypeSummary> types(List<SeriesRow> series) {
        List<TypeSummary> types = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            TypeSummary measured = Recovery.fromSeries(series, Map.of(), Map.of(), type);
            Total total = totals.stream()
                    .filter(known -> known.type() == type)
                    .findFirst()
                    .orElse(new Total(
                            type,
                            measured.count(),
                            measured.response().meanMs(),
                            measured.response().maxMs(),
                            RunSummary.UNKNOWN,
                            RunSummary.UNKNOWN));
            types.add(new TypeSummary(
                    type.name(),
                    total.count(),
                    0,
                    total.rollbacks(),
                    total.errors(),
                    0,
                    0,
                    type.isForeground() ? 0 : RunSummary.UNKNOWN,
                    response(type, total),
                    service(series, type),
                    measured.maxAtSeconds()));
        }
        return types;
    }

    private Latency response(TransactionType type, Total total) {
        return new Latency(
                total.meanMs(),
                percentile(type, 0.5),
                percentile(type, 0.9),
                percentile(type, 0.95),
                percentile(type, 0.99),
                percentile(type, 0.999),
                total.maxMs());
    }

    private double percentile(TransactionType type, double share) {
        List<Edge> list = edges.getOrDefault(type, List.of());
        long all = list.stream().mapToLong(Edge::count).sum();
        long seen = 0;
        for (Edge edge : list) {
            seen += edge.count();
            if (all > 0 && seen >= share * all) {
                return edge.edgeMs();
            }
        }
        return RunSummary.UNKNOWN;
    }

    /** Intervals tell the sum of the delays, so the mean alone is known. */
    static Latency service(List<SeriesRow> series, TransactionType type) {
        long count = 0;
        double sumMs = 0;
        for (SeriesRow row : series) {
            if (row.type() == type && row.phase() == RunPhase.MEASURE) {
                count += row.completed();
                sumMs += row.completed() * row.serviceMeanMs();
            }
        }
        return count == 0 ? NONE : Latency.ofMeanAndMax(sumMs / count, RunSummary.UNKNOWN);
    }

    /** The histograms as the report draws them. */
    Map<TransactionType, Histogram> histograms() {
        Map<TransactionType, Histogram> histograms = new EnumMap<>(TransactionType.class);
        edges.forEach((type, list) -> {
            Histogram histogram = new Histogram(3);
            histogram.setAutoResize(true);
            list.stream()
                    .filter(edge -> edge.count() > 0)
                    .forEach(edge -> histogram.recordValueWithCount(
                            Math.max(0, Math.round(edge.edgeMs() * 1000)), edge.count()));
            histograms.put(type, histogram);
        });
        return histograms;
    }

    /** All threads' rows of a type and interval added up, and laid evenly on the interval's seconds. */
    List<SeriesRow> series() {
        int interval = interval();
        List<SeriesRow> series = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            TreeMap<Integer, List<Row>> byEnd = new TreeMap<>();
            rows.stream()
                    .filter(row -> row.type() == type
                            && row.endSecond() >= 0
                            && row.endSecond() < SeriesRow.MOST_SECONDS / 2.0)
                    .forEach(row -> byEnd.computeIfAbsent((int) Math.round(row.endSecond()), end -> new ArrayList<>())
                            .add(row));
            byEnd.forEach((end, ofInterval) -> spread(series, type, end - interval - rampup, interval, ofInterval));
        }
        return series;
    }

    private void spread(List<SeriesRow> series, TransactionType type, int first, int interval, List<Row> added) {
        long count = added.stream().mapToLong(Row::count).sum();
        double latencyMs = added.stream().mapToDouble(Row::sumLatencyMs).sum();
        double delayMs = added.stream().mapToDouble(Row::sumDelayMs).sum();
        double maxMs = added.stream().mapToDouble(Row::maxLatencyMs).max().orElse(0);
        for (int i = 0; i < interval; i++) {
            long share = count * (i + 1) / interval - count * i / interval;
            double mean = count == 0 ? 0 : (latencyMs - delayMs) / count;
            double delay = count == 0 ? 0 : delayMs / count;
            int second = first + i;
            RunPhase phase = second < 0 ? RunPhase.RAMPUP : second < seconds ? RunPhase.MEASURE : RunPhase.DRAIN;
            series.add(new SeriesRow(
                    second, type, phase, share, 0, 0, 0, 0, 0, 0, 0, 0, share == 0 ? 0 : maxMs, mean, delay, 1000));
        }
    }

    /** The shortest distance of two ends. */
    private int interval() {
        int[] ends = rows.stream()
                .mapToInt(row -> (int) Math.round(row.endSecond()))
                .distinct()
                .sorted()
                .toArray();
        int shortest = Integer.MAX_VALUE;
        for (int i = 1; i < ends.length; i++) {
            shortest = Math.min(shortest, ends[i] - ends[i - 1]);
        }
        return shortest > 3600 ? DEFAULT_INTERVAL_SECONDS : shortest;
    }
}
