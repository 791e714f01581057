package io.bmsql.result;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * A run of BenchmarkSQL 6.0 (benchmarksql-formats.md, Version 6): {@code result.csv} has a row a type, thread and interval, {@code
 * summary.csv} the whole run unless it was killed, {@code histogram.csv} the edges of percentiles. What none of them
 * holds is {@link RunSummary#UNKNOWN}.
 */
final class IntervalRun implements IntervalFigures {
    private static final int DEFAULT_INTERVAL_SECONDS = 10;
    private static final String FIRST_COLUMNS = "ttype,second,";

    private final Map<TransactionType, List<Row>> rows;
    private final Map<TransactionType, List<Total>> totals;

    /** Counts by edge, milliseconds, how many took at most so long, and longer than the edge before. */
    private final Map<TransactionType, TreeMap<Double, Long>> edges = TransactionTypes.map();

    private final int rampup;
    private final double seconds;

    /** What one thread collected of one type in one interval; the end counts from the start of the program. */
    private record Row(double endSecond, long count, double sumLatencyMs, double maxLatencyMs, double sumDelayMs) {}

    private record Total(long count, double meanMs, double maxMs, long rollbacks, long errors) {
        /** Takes what intervals tell. */
        static Total of(TypeSummary seen) {
            long unknown = RunSummary.UNKNOWN;
            return new Total(
                    seen.count(), seen.response().meanMs(), seen.response().maxMs(), unknown, unknown);
        }
    }

    /** True when a {@code result.csv} has this form. */
    static boolean isAt(Path result) {
        return ResultCsv.firstLine(result).startsWith(FIRST_COLUMNS);
    }

    IntervalRun(ResultDirectory directory, int rampup, double seconds) {
        this.rampup = rampup;
        this.seconds = seconds;
        rows = read(
                directory.result(),
                row -> new Row(
                        decimal(row, "second"),
                        (long) decimal(row, "numtrans"),
                        decimal(row, "sumlatencyms"),
                        decimal(row, "maxlatencyms"),
                        decimal(row, "sumdelayms")));
        totals = read(
                directory.data().resolve("summary.csv"),
                row -> new Total(
                        (long) decimal(row, "count"),
                        decimal(row, "mean") * 1000,
                        decimal(row, "max") * 1000,
                        (long) decimal(row, "rollbacks"),
                        (long) decimal(row, "errors")));
        read(
                        directory.data().resolve("histogram.csv"),
                        row -> Map.entry(decimal(row, "edge") * 1000, (long) decimal(row, "numtrans")))
                .forEach((type, counts) -> counts.forEach(edge -> edges.computeIfAbsent(type, first -> new TreeMap<>())
                        .merge(edge.getKey(), edge.getValue(), Long::sum)));
    }

    /** True when the run came to its end. */
    boolean hasTotals() {
        return !totals.isEmpty();
    }

    /** Groups rows by type; those of other types are left out. Empty without the file. */
    private static <T> Map<TransactionType, List<T>> read(Path path, Function<NamedCsvRecord, T> make) {
        Map<TransactionType, List<T>> all = TransactionTypes.map();
        if (Files.exists(path)) {
            CsvTable.rows(path, row -> Arrays.stream(TpccTransaction.values())
                    .filter(type -> type.name().equals(row.getField("ttype")))
                    .forEach(type -> all.computeIfAbsent(type, first -> new ArrayList<>())
                            .add(make.apply(row))));
        }
        return all;
    }

    private static double decimal(NamedCsvRecord row, String column) {
        return CsvTable.decimal(column, row.getField(column));
    }

    @Override
    public String note() {
        return "window.intervals";
    }

    /** Histograms are those of the whole run. */
    @Override
    public Map<TransactionType, Histogram> responses() {
        return Map.of();
    }

    /** Intervals hold counts, means and maxima, and nothing else. */
    @Override
    public TypeSummary type(TransactionType type, List<SeriesRow> series) {
        return summary(type, series, false);
    }

    /** One entry for each type over the whole measured time, shares not yet worked out. */
    List<TypeSummary> wholeTypes(List<SeriesRow> series) {
        return TpccTransaction.TYPES.stream()
                .map(type -> summary(type, series, true))
                .toList();
    }

    private TypeSummary summary(TransactionType type, List<SeriesRow> series, boolean isWhole) {
        TypeSummary seen = new IntervalFigures.FromSeconds(Map.of(), Map.of()).type(type, series);
        List<Total> known = isWhole ? totals.getOrDefault(type, List.of()) : List.of();
        Total total = known.isEmpty() ? Total.of(seen) : known.get(0);
        return new TypeSummary(
                type.name(),
                total.count,
                0,
                new SeriesRow.Counts(
                        total.rollbacks,
                        total.errors,
                        isWhole ? 0 : RunSummary.UNKNOWN,
                        RunSummary.UNKNOWN,
                        type.isForeground() ? 0 : RunSummary.UNKNOWN),
                isWhole
                        ? Latency.of(total.meanMs, share -> percentile(type, share), total.maxMs)
                        : Latency.ofMeanAndMax(total.meanMs, total.maxMs),
                seen.service(),
                seen.maxAtSeconds(),
                0);
    }

    private double percentile(TransactionType type, double share) {
        TreeMap<Double, Long> counts = edges.getOrDefault(type, new TreeMap<>());
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        long seen = 0;
        for (Map.Entry<Double, Long> edge : counts.entrySet()) {
            seen += edge.getValue();
            if (all > 0 && seen >= share * all) {
                return edge.getKey();
            }
        }
        return RunSummary.UNKNOWN;
    }

    Map<TransactionType, Histogram> histograms() {
        Map<TransactionType, Histogram> histograms = TransactionTypes.map();
        edges.forEach((type, counts) -> {
            Histogram histogram = new Histogram(3);
            counts.forEach((ms, count) ->
                    histogram.recordValueWithCount(Math.max(0, Math.round(ms * 1000)), Math.max(0, count)));
            histograms.put(type, histogram);
        });
        return histograms;
    }

    /** All threads' rows of a type and interval added up, and laid evenly on the interval's seconds. */
    List<SeriesRow> series() {
        int[] ends = rows.values().stream()
                .flatMap(List::stream)
                .mapToInt(row -> (int) Math.round(row.endSecond))
                .distinct()
                .sorted()
                .toArray();
        int shortest = IntStream.range(1, ends.length)
                .map(i -> ends[i] - ends[i - 1])
                .min()
                .orElse(Integer.MAX_VALUE);
        int interval = shortest > 3600 ? DEFAULT_INTERVAL_SECONDS : shortest;
        List<SeriesRow> series = new ArrayList<>();
        rows.forEach((type, ofType) -> ofType.stream()
                .filter(row -> row.endSecond >= 0 && row.endSecond < SeriesRow.MAX_SECONDS / 2.0)
                .collect(Collectors.groupingBy(
                        row -> (int) Math.round(row.endSecond), TreeMap::new, Collectors.toList()))
                .forEach((end, added) -> spread(series, type, end - interval - rampup, interval, added)));
        return series;
    }

    private void spread(List<SeriesRow> series, TransactionType type, int first, int interval, Collection<Row> added) {
        long count = added.stream().mapToLong(Row::count).sum();
        double latencyMs = added.stream().mapToDouble(Row::sumLatencyMs).sum();
        double delayMs = added.stream().mapToDouble(Row::sumDelayMs).sum();
        double maxMs = added.stream().mapToDouble(Row::maxLatencyMs).max().orElse(0);
        double divisor = Math.max(1, count);
        for (int i = 0; i < interval; i++) {
            long share = count * (i + 1) / interval - count * i / interval;
            SeriesRow.Times times = new SeriesRow.Times(
                    0, 0, 0, share == 0 ? 0 : maxMs, (latencyMs - delayMs) / divisor, delayMs / divisor);
            RunPhase phase = BenchmarkSqlReader.phase(first + i, seconds);
            series.add(new SeriesRow(first + i, type, phase, share, SeriesRow.Counts.NONE, times, 1000));
        }
    }
}
