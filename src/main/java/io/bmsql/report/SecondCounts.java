package io.bmsql.report;

import io.bmsql.result.SeriesRow;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.util.List;

/**
 * The per-second series added up over all types, second by second without gaps: what stalls and the driver's lateness are
 * read from. A second without rows is one in which nothing was completed.
 */
final class SecondCounts {
    private final int first;
    private final double[] foreground;
    private final double[] coveredMs;
    private final double[] serviceMs;
    private final double[] delayMs;
    private final double[] delayed;
    private final boolean[] measured;
    private final boolean[] seen;

    private SecondCounts(int first, int seconds) {
        this.first = first;
        foreground = new double[seconds];
        coveredMs = new double[seconds];
        serviceMs = new double[seconds];
        delayMs = new double[seconds];
        delayed = new double[seconds];
        measured = new boolean[seconds];
        seen = new boolean[seconds];
    }

    /**
     * @param fromSecond where the interval begins that counts
     * @param untilSecond where it ends
     */
    static SecondCounts of(List<SeriesRow> rows, int fromSecond, double untilSecond) {
        int first = rows.stream().mapToInt(SeriesRow::second).min().orElse(0);
        int last = rows.stream().mapToInt(SeriesRow::second).max().orElse(-1);
        SecondCounts counts = new SecondCounts(first, last - first + 1);
        double[][] covered = new double[TransactionType.values().length][last - first + 1];
        for (SeriesRow row : rows) {
            int at = row.second() - first;
            counts.add(row, at);
            covered[row.type().ordinal()][at] += row.intervalMs();
            counts.coveredMs[at] =
                    Math.max(counts.coveredMs[at], covered[row.type().ordinal()][at]);
        }
        for (int i = 0; i < counts.coveredMs.length; i++) {
            counts.coveredMs[i] = counts.coveredMs[i] == 0 ? 1000 : Math.min(1000, counts.coveredMs[i]);
            counts.measured[i] |= !counts.seen[i] && first + i >= fromSecond && first + i + 1 <= untilSecond;
        }
        return counts;
    }

    private void add(SeriesRow row, int at) {
        serviceMs[at] += row.completed() * row.times().serviceMeanMs();
        seen[at] = true;
        measured[at] |= row.phase() == RunPhase.MEASURE;
        // The deferred part of a delivery waits in a queue on purpose: its delay says nothing of the driver.
        if (row.type().isForeground()) {
            foreground[at] += row.completed();
            delayMs[at] += row.completed() * row.times().startDelayMeanMs();
            delayed[at] += row.completed();
        }
    }

    int size() {
        return foreground.length;
    }

    /** The second, from the start of the window. */
    int second(int at) {
        return first + at;
    }

    /** True inside the window for a second that is long enough to have a rate. */
    boolean counts(int at) {
        return measured[at] && coveredMs[at] >= 500;
    }

    /** Foreground transactions completed, as of a whole second. */
    double rate(int at) {
        return foreground[at] / coveredMs[at] * 1000;
    }

    /** Share of the connections' time that was spent in transactions, percent; above 100 where long ones end together. */
    double busyPercent(int at, int connections) {
        return serviceMs[at] / coveredMs[at] / Math.max(1, connections) * 100;
    }

    /** Mean time from due to start, milliseconds; NaN where nothing was completed. */
    double delayMeanMs(int at) {
        return delayed[at] == 0 ? Double.NaN : delayMs[at] / delayed[at];
    }
}
