package io.bmsql.result;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How often each latency occurred, exact to the microsecond as R computes quantiles: an array of whole milliseconds,
 * pages of a thousand for values in between, a tree for the rest. Bounded: then new ones count at the millisecond or
 * the nearest known value below.
 */
final class LatencyCounts {
    private static final int MICROS = 1000;
    private static final int DENSE_MS = 60_000;

    /** About 4 kB each. */
    private static final int MAX_PAGES = 4000;

    private static final int MAX_ODD = 50_000;

    private final long[] wholeMs = new long[DENSE_MS];
    private final Map<Integer, int[]> pages = new HashMap<>();
    private final TreeMap<Long, Long> odd = new TreeMap<>();

    /** Counts a latency; a fraction of a microsecond is rounded. */
    void add(double ms) {
        int whole = (int) ms;
        if (whole == ms && whole >= 0 && whole < DENSE_MS) {
            wholeMs[whole]++;
        } else {
            addMicros(Math.round(ms * MICROS));
        }
    }

    private void addMicros(long micros) {
        long ms = Math.floorDiv(micros, MICROS);
        int rest = (int) Math.floorMod(micros, (long) MICROS);
        if (ms < 0 || ms >= DENSE_MS) {
            Long known = odd.size() < MAX_ODD ? null : odd.floorKey(micros);
            odd.merge(known == null ? micros : known, 1L, Long::sum);
        } else {
            int[] page = rest == 0 ? null : page((int) ms);
            if (page == null || page[rest] == Integer.MAX_VALUE) {
                wholeMs[(int) ms]++;
            } else {
                page[rest]++;
            }
        }
    }

    /** Null when there are as many as there may be. */
    private int @Nullable [] page(int ms) {
        return pages.size() < MAX_PAGES ? pages.computeIfAbsent(ms, first -> new int[MICROS]) : pages.get(ms);
    }

    /** True when no latency had a fraction of a millisecond. */
    boolean isWholeMillis() {
        return pages.isEmpty() && odd.keySet().stream().allMatch(micros -> micros % MICROS == 0);
    }

    /** Counts by microsecond, in ascending order. */
    TreeMap<Long, Long> all() {
        TreeMap<Long, Long> all = new TreeMap<>(odd);
        for (int ms = 0; ms < DENSE_MS; ms++) {
            put(all, ms * (long) MICROS, wholeMs[ms]);
        }
        pages.forEach((ms, page) -> {
            for (int rest = 0; rest < MICROS; rest++) {
                put(all, ms * (long) MICROS + rest, page[rest]);
            }
        });
        return all;
    }

    private static void put(TreeMap<Long, Long> all, long micros, long count) {
        if (count > 0) {
            all.merge(micros, count, Long::sum);
        }
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
