package io.bmsql.result;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * {@code result.csv} counted in one pass with bounded memory; quantiles are exact, as R gives them.
 *
 * @param hasSkipped the rows say how many deliveries were skipped
 */
public record ResultCsvAggregator(
        TransactionTypes known,
        List<Type> types,
        int fromSecond,
        int untilSecond,
        @Nullable LatencyBuckets buckets,
        boolean hasSkipped)
        implements ResultCsv.RowHandler {
    /** The tag of a histogram whose values are whole milliseconds: nothing finer can be drawn. */
    public static final String WHOLE_MILLIS = "whole ms";

    private static final int COMPLETED = 0;
    private static final int RESPONSE_MS = 1;
    private static final int SERVICE_MS = 2;
    private static final int SUMS = 3;

    /**
     * Counts what ended from a second up to before another, in the file's own time; seconds are counted for all of it. {@code
     * isOverTime} keeps response times over time and service times too, for a directory that has them nowhere else.
     */
    public static ResultCsvAggregator of(
            Path resultCsv, TransactionTypes types, int fromSecond, int untilSecond, boolean isOverTime) {
        boolean hasSkipped = ResultCsv.firstLine(resultCsv).startsWith(ResultCsv.HEADER);
        ResultCsvAggregator sums = new ResultCsvAggregator(
                types,
                types.stream().map(type -> new Type()).toList(),
                fromSecond,
                untilSecond,
                isOverTime ? new LatencyBuckets(types) : null,
                hasSkipped);
        ResultCsv.read(resultCsv, types, sums);
        return sums;
    }

    @Override
    public void row(
            long elapsedMs,
            double latencyMs,
            double dbLatencyMs,
            TransactionType type,
            boolean rolledBack,
            int skippedDeliveries,
            int error) {
        Type counts = type(type);
        if (error == 0 && elapsedMs >= 0 && elapsedMs / 1000 < SeriesRow.MAX_SECONDS) {
            counts.addSecond(elapsedMs, latencyMs, dbLatencyMs);
            if (buckets != null) {
                buckets.add(type, elapsedMs, latencyMs);
            }
        }
        long second = Math.floorDiv(elapsedMs, 1000L);
        if (second >= fromSecond && second < untilSecond) {
            counts.skippedDeliveries += skippedDeliveries;
            counts.errors += error;
            if (error == 0) {
                counts.add(elapsedMs, latencyMs, dbLatencyMs, rolledBack);
            }
        }
    }

    public Type type(TransactionType type) {
        return types.get(type.ordinal());
    }

    /** Response times over time; empty unless they were asked for. The window starts at a second of the file's own time. */
    public LatencyLines latencies(double startSecond) {
        return buckets == null ? new LatencyLines() : buckets.lines(startSecond, lastSecond());
    }

    /** Rows of completed transactions in all of the file, the deferred part of Delivery left out. */
    public long foreground() {
        return known.foreground()
                .mapToLong(type ->
                        (long) Arrays.stream(type(type).seconds[COMPLETED]).sum())
                .sum();
    }

    /** The last end of a transaction, seconds from the start of the window. */
    public double lastSecond() {
        return types.stream().mapToDouble(type -> type.lastMs).max().orElse(0) / 1000;
    }

    public static final class Type {
        private final LatencyCounts latencies = new LatencyCounts();
        private final LatencyCounts serviceTimes = new LatencyCounts();

        private @Nullable TreeMap<Long, Long> sorted;
        /** Completed by second, and the sums of their response and service times. */
        private double[][] seconds = new double[SUMS][64];

        private long count;
        private long rolledBack;
        private long errors;
        private long skippedDeliveries;
        private double responseMs;
        private double maxMs;
        private double maxAtMs;
        private double lastMs;

        private void add(long elapsedMs, double latencyMs, double serviceMs, boolean isRolledBack) {
            count++;
            rolledBack += isRolledBack ? 1 : 0;
            responseMs += latencyMs;
            if (count == 1 || latencyMs > maxMs) {
                maxMs = latencyMs;
                maxAtMs = elapsedMs;
            }
            latencies.add(latencyMs);
            serviceTimes.add(serviceMs);
        }

        private void addSecond(long elapsedMs, double latencyMs, double dbLatencyMs) {
            lastMs = Math.max(lastMs, elapsedMs);
            int second = (int) (elapsedMs / 1000);
            if (second >= seconds[0].length) {
                int length = Math.max(second + 1, seconds[0].length * 2);
                seconds = Arrays.stream(seconds)
                        .map(sums -> Arrays.copyOf(sums, length))
                        .toArray(double[][]::new);
            }
            seconds[COMPLETED][second]++;
            seconds[RESPONSE_MS][second] += latencyMs;
            seconds[SERVICE_MS][second] += dbLatencyMs;
        }

        public long count() {
            return count;
        }

        public long rolledBack() {
            return rolledBack;
        }

        public long errors() {
            return errors;
        }

        public long skippedDeliveries() {
            return skippedDeliveries;
        }

        /** When the longest response ended, seconds from the start of the window. */
        public double maxAtSeconds() {
            return maxAtMs / 1000;
        }

        /** Completed in a second of the window. */
        public long inSecond(int second) {
            return second < seconds[COMPLETED].length ? (long) seconds[COMPLETED][second] : 0;
        }

        /** Mean response time of those, milliseconds. */
        public double responseMsIn(int second) {
            return mean(RESPONSE_MS, second);
        }

        /** Mean service time of those, milliseconds. */
        public double serviceMsIn(int second) {
            return mean(SERVICE_MS, second);
        }

        private double mean(int sum, int second) {
            return inSecond(second) == 0 ? 0 : seconds[sum][second] / seconds[COMPLETED][second];
        }

        /** Counts by response time, microseconds, in ascending order. */
        public Map<Long, Long> responses() {
            if (sorted == null) {
                sorted = latencies.all();
            }
            return sorted;
        }

        /** Counts by service time, microseconds, in ascending order. */
        public Map<Long, Long> serviceTimes() {
            return serviceTimes.all();
        }

        /** The same as the report draws them; BenchmarkSQL writes whole milliseconds. */
        Histogram histogram() {
            Histogram histogram = histogram(responses());
            histogram.setTag(latencies.isWholeMillis() ? WHOLE_MILLIS : null);
            return histogram;
        }

        private static Histogram histogram(Map<Long, Long> counts) {
            Histogram histogram = new Histogram(3);
            counts.forEach((micros, count) -> histogram.recordValueWithCount(Math.max(0, micros), count));
            return histogram;
        }

        /** Gives the service times, within a thousandth. */
        Latency service() {
            return Latency.of(histogram(serviceTimes()));
        }

        public Latency response() {
            return Latency.of(count == 0 ? 0 : responseMs / count, this::quantileMs, maxMs);
        }

        /** The quantile that R computes by default (its type 7), milliseconds. */
        public double quantileMs(double quantile) {
            return LatencyCounts.quantileMs(responses(), count, quantile);
        }
    }
}
