package io.bmsql.result;

import java.util.Map;
import java.util.TreeMap;

/**
 * How often each latency occurred, exact to the microsecond as R computes quantiles: an array of whole milliseconds, as BenchmarkSQL and
 * this program write them, and a tree for the rest. Bounded: a further one counts at the nearest known value below.
 */
final class LatencyCounts {
    private static final int MICROS = 1000;
    private static final int DENSE_MS = 60_000;
    private static final int MAX_ODD = 50_000;

    private final long[] wholeMs = new long[DENSE_MS];
    private final TreeMap<Long, Long> odd = new TreeMap<>();

    /** Counts a latency; a fraction of a microsecond is rounded. */
    void add(double ms) {
        int whole = (int) ms;
        if (whole == ms && whole >= 0 && whole < DENSE_MS) {
            wholeMs[whole]++;
        } else {
            long micros = Math.round(ms * MICROS);
            Long known = odd.size() < MAX_ODD ? null : odd.floorKey(micros);
            odd.merge(known == null ? micros : known, 1L, Long::sum);
        }
    }

    /** True when no latency had a fraction of a millisecond. */
    boolean isWholeMillis() {
        return odd.keySet().stream().allMatch(micros -> micros % MICROS == 0);
    }

    /** Counts by microsecond, in ascending order. */
    TreeMap<Long, Long> all() {
        TreeMap<Long, Long> all = new TreeMap<>(odd);
        for (int ms = 0; ms < DENSE_MS; ms++) {
            if (wholeMs[ms] > 0) {
                all.merge(ms * (long) MICROS, wholeMs[ms], Long::sum);
            }
        }
        return all;
    }

    /** Quantiles as R computes them by default (its type 7), milliseconds: linear between two values. */
    static double quantileMs(Map<Long, Long> counts, long total, double quantile) {
        if (total == 0) {
            return 0;
        }
        double position = (total - 1) * quantile;
        long below = (long) Math.floor(position);
        double low = Double.NaN;
        long seen = 0;
        for (Map.Entry<Long, Long> entry : counts.entrySet()) {
            seen += entry.getValue();
            double ms = entry.getKey() / (double) MICROS;
            if (Double.isNaN(low) && seen > below) {
                low = ms;
            }
            if (seen > below + 1 || seen == total) {
                return low + (position - below) * (ms - low);
            }
        }
        return low;
    }
}
