package io.bmsql.report;

import io.bmsql.result.ResultCsv;
import io.bmsql.result.RunSummary.Latency;
import io.bmsql.spec.TransactionType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code result.csv} counted in one pass with bounded memory: each latency value is counted, not kept, so that quantiles
 * are exact, as R gives them.
 */
final class Tally implements ResultCsv.RowHandler {
    /** Whole milliseconds below this are counted in an array, anything else in a tree. */
    private static final int DENSE_MS = 60_000;

    /** Distinct odd latencies that are kept apart; further ones count as the nearest one below. */
    private static final int MOST_ODD_LATENCIES = 200_000;

    private final Type[] types = new Type[TransactionType.values().length];

    private Tally() {
        Arrays.setAll(types, i -> new Type());
    }

    /** Counts a file; a cut last line and lines that are no rows are left out. */
    static Tally of(Path resultCsv) {
        Tally tally = new Tally();
        ResultCsv.read(resultCsv, tally);
        return tally;
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
        Type counts = types[type.ordinal()];
        counts.skippedDeliveries += skippedDeliveries;
        counts.errors += error;
        if (error == 0) {
            counts.add(elapsedMs, latencyMs, dbLatencyMs, rolledBack);
        }
    }

    Type type(TransactionType type) {
        return types[type.ordinal()];
    }

    /** Completed transactions, the deferred part of Delivery left out. */
    long foreground() {
        long count = 0;
        for (TransactionType type : TransactionType.values()) {
            count += type.isForeground() ? type(type).count : 0;
        }
        return count;
    }

    /** The last end of a transaction, seconds from the start of the window. */
    double lastSecond() {
        return Arrays.stream(types).mapToDouble(type -> type.lastMs).max().orElse(0) / 1000;
    }

    /** What was counted of one transaction type. */
    static final class Type {
        private final long[] dense = new long[DENSE_MS];
        private final TreeMap<Double, Long> sparse = new TreeMap<>();
        private long[] perSecond = new long[64];
        private double[] responseMsPerSecond = new double[64];
        private double[] serviceMsPerSecond = new double[64];
        private long count;
        private long rolledBack;
        private long errors;
        private long skippedDeliveries;
        private double responseMs;
        private double maxMs;
        private double maxAtMs;
        private double lastMs;

        private void add(long elapsedMs, double latencyMs, double dbLatencyMs, boolean isRolledBack) {
            count++;
            rolledBack += isRolledBack ? 1 : 0;
            responseMs += latencyMs;
            if (latencyMs > maxMs) {
                maxMs = latencyMs;
                maxAtMs = elapsedMs;
            }
            if (latencyMs >= 0 && latencyMs < DENSE_MS && latencyMs == Math.rint(latencyMs)) {
                dense[(int) latencyMs]++;
            } else {
                Double known = sparse.size() < MOST_ODD_LATENCIES ? null : sparse.floorKey(latencyMs);
                sparse.merge(known == null ? latencyMs : known, 1L, Long::sum);
            }
            if (elapsedMs >= 0 && elapsedMs / 1000 < SeriesBins.MOST_SECONDS) {
                lastMs = Math.max(lastMs, elapsedMs);
                addSecond((int) (elapsedMs / 1000), latencyMs, dbLatencyMs);
            }
        }

        private void addSecond(int second, double latencyMs, double dbLatencyMs) {
            if (second >= perSecond.length) {
                int length = Math.max(second + 1, perSecond.length * 2);
                perSecond = Arrays.copyOf(perSecond, length);
                responseMsPerSecond = Arrays.copyOf(responseMsPerSecond, length);
                serviceMsPerSecond = Arrays.copyOf(serviceMsPerSecond, length);
            }
            perSecond[second]++;
            responseMsPerSecond[second] += latencyMs;
            serviceMsPerSecond[second] += dbLatencyMs;
        }

        long count() {
            return count;
        }

        long rolledBack() {
            return rolledBack;
        }

        long errors() {
            return errors;
        }

        long skippedDeliveries() {
            return skippedDeliveries;
        }

        double meanMs() {
            return count == 0 ? 0 : responseMs / count;
        }

        double maxMs() {
            return maxMs;
        }

        /** When the longest response ended, seconds from the start of the window. */
        double maxAtSeconds() {
            return maxAtMs / 1000;
        }

        /** Completed in a second of the window. */
        long inSecond(int second) {
            return second < perSecond.length ? perSecond[second] : 0;
        }

        /** Mean response time of those, milliseconds. */
        double responseMsIn(int second) {
            return inSecond(second) == 0 ? 0 : responseMsPerSecond[second] / perSecond[second];
        }

        /** Mean service time of those, milliseconds. */
        double serviceMsIn(int second) {
            return inSecond(second) == 0 ? 0 : serviceMsPerSecond[second] / perSecond[second];
        }

        /** Counts by response time, milliseconds, in ascending order. */
        Map<Double, Long> responses() {
            TreeMap<Double, Long> all = new TreeMap<>(sparse);
            for (int ms = 0; ms < DENSE_MS; ms++) {
                if (dense[ms] > 0) {
                    all.merge((double) ms, dense[ms], Long::sum);
                }
            }
            return all;
        }

        Latency response() {
            return new Latency(
                    meanMs(),
                    quantileMs(0.5),
                    quantileMs(0.9),
                    quantileMs(0.95),
                    quantileMs(0.99),
                    quantileMs(0.999),
                    maxMs);
        }

        /** The quantile that R computes by default (its type 7): linear between the two values around it. */
        double quantileMs(double quantile) {
            if (count == 0) {
                return 0;
            }
            double position = (count - 1) * quantile;
            long below = (long) Math.floor(position);
            double low = Double.NaN;
            long seen = 0;
            for (Map.Entry<Double, Long> entry : responses().entrySet()) {
                seen += entry.getValue();
                if (Double.isNaN(low) && seen > below) {
                    low = entry.getKey();
                }
                if (seen > below + 1 || seen == count) {
                    double high = entry.getKey();
                    return low + (position - below) * (high - low);
                }
            }
            return low;
        }
    }
}
