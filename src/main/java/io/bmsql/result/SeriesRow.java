package io.bmsql.result;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import java.util.List;
import java.util.function.Predicate;

/**
 * A row of {@code data/series.csv}: one type in one second of the window, negative in the ramp-up; several rows add up.
 * Rates divide by {@code intervalMs}, as first and last rows are often short.
 */
public record SeriesRow(
        int second,
        TransactionType type,
        RunPhase phase,
        long completed,
        Counts counts,
        Times times,
        double intervalMs) {
    /** Serves writers, and readers of a run of TPC-C. */
    public static final CsvTable<SeriesRow> CSV = new CsvTable<>("series.csv", SeriesRow.class);

    /** Serves readers of a run of these types. */
    public static CsvTable<SeriesRow> csv(TransactionTypes types) {
        return new CsvTable<>("series.csv", SeriesRow.class, types);
    }

    /** Eleven days: later seconds are left out, so that no number in a file asks for all memory. */
    public static final int MAX_SECONDS = 1_000_000;

    private static final int MIN_MOST = 600;

    /** Seconds; a reading may be late once in a while. */
    private static final int LONGEST_MEAN_INTERVAL = 4;

    /** What became of transactions beside being completed; negative where unknown. */
    public record Counts(long rolledBack, long failed, long unknown, long retries, long skippedDeliveries) {
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

        public Counts plus(Counts other) {
            return new Counts(
                    rolledBack + other.rolledBack,
                    failed + other.failed,
                    unknown + other.unknown,
                    retries + other.retries,
                    skippedDeliveries + other.skippedDeliveries);
        }
    }

    /** Over the completed transactions of a row, 0 without any; the start delay is begin minus due. */
    public record Times(
            double responseP50Ms,
            double responseP90Ms,
            double responseP99Ms,
            double responseMaxMs,
            double serviceMeanMs,
            double startDelayMeanMs) {
        /** Counts from the due moment on. */
        public double responseMeanMs() {
            return serviceMeanMs + startDelayMeanMs;
        }
    }

    /** Transactions of these types completed in each whole second of a window that begins at {@code fromSecond}. */
    public static double[] perSecond(
            List<SeriesRow> rows, Predicate<TransactionType> types, int fromSecond, double windowSeconds) {
        // No window is much longer than its rows: a length that somebody wrote there must not ask for all memory.
        double most = Math.min(MAX_SECONDS, MIN_MOST + LONGEST_MEAN_INTERVAL * (double) rows.size());
        double[] counts = new double[(int) Math.floor(Math.max(0, Math.min(most, windowSeconds)) + 1e-6)];
        for (SeriesRow row : rows) {
            if (row.phase() == RunPhase.MEASURE && types.test(row.type())) {
                // A late reading has the transactions of several seconds.
                long seconds = Math.max(1, Math.round(row.intervalMs() / 1000));
                long first = (long) row.second() - fromSecond;
                long end = Math.min(counts.length, first + seconds);
                for (long at = Math.max(0, first); at < end; at++) {
                    counts[(int) at] += row.completed() / (double) seconds;
                }
            }
        }
        return counts;
    }

    public SeriesRow at(int otherSecond) {
        return new SeriesRow(otherSecond, type, phase, completed, counts, times, intervalMs);
    }

    SeriesRow in(RunPhase other) {
        return new SeriesRow(second, type, other, completed, counts, times, intervalMs);
    }
}
