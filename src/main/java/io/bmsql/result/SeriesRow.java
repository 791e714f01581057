package io.bmsql.result;

import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;

/**
 * A row of {@code data/series.csv}: what one transaction type did in one second. Rows of the same second, type and phase add
 * up (counts) where a file has several.
 *
 * @param second from the start of the measurement window; negative during ramp-up
 * @param intervalMs how much time the row covers: rates are {@code count / intervalMs}, as the first and last rows of a
 *     phase are often short
 */
public record SeriesRow(
        int second,
        TransactionType type,
        RunPhase phase,
        long completed,
        Counts counts,
        Times times,
        double intervalMs) {
    public static final CsvTable<SeriesRow> CSV = new CsvTable<>(SeriesRow.class);

    /** Eleven days: later seconds are left out, so that no number in a file asks for all memory. */
    public static final int MOST_SECONDS = 1_000_000;

    /** What became of transactions beside being completed; negative where unknown. */
    public record Counts(long rolledBack, long failed, long unknown, long retries, long skippedDeliveries) {
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

        Counts plus(Counts other) {
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
        /** From the due moment on. */
        public double responseMeanMs() {
            return serviceMeanMs + startDelayMeanMs;
        }
    }

    SeriesRow in(RunPhase other) {
        return new SeriesRow(second, type, other, completed, counts, times, intervalMs);
    }
}
