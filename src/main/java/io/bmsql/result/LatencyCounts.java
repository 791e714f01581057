package io.bmsql.result;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts each latency, exact to the microsecond: an array of whole milliseconds, pages for values between them, a
 * tree for the rest. When it is full, new ones count at the nearest known value below.
 */
final class LatencyCounts {
    private static final int MICROS = 1000;
    private static final int DENSE_MS = 60_000;

    private static final int MOST_PAGES = 4000;

    private static final int MOST_ODD = 50_000;

    private final long[] wholeMs = new long[DENSE_MS];
    private final Map<Integer, int[]> pages = new HashMap<>();
    private final TreeMap<Long, Long> odd = new TreeMap<>();

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
            Long known = odd.size() < MOST_ODD ? null : odd.floorKey(micros);
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

    private int @Nullable [] page(int ms) {
        return pages.size() < MOST_PAGES ? pages.computeIfAbsent(ms, first -> new int[MICROS]) : pages.get(ms);
    }

    boolean isWholeMillis() {
        return pages.isEmpty() && odd.keySet().stream().allMatch(micros -> micros % MICROS == 0);
    }

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

    /** Gives a quantile as R does by default (its type 7), milliseconds: linear between two values. */
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
