package io.bmsql.result;

import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;

/**
 * What one transaction type did in one second. Rows of the same second, type and phase add up (counts) where a file has
 * several. Percentiles and means are over the completed transactions of the row, 0 without any.
 *
 * @param second from the start of the measurement window; negative during ramp-up
 * @param completed committed or rolled back as planned
 * @param startDelayMeanMs mean of begin minus due
 * @param intervalMs how much time the row covers: rates are {@code count / intervalMs}, as the first and last rows of a
 *     phase are often short
 */
public record SeriesRow(
        int second,
        TransactionType type,
        RunPhase phase,
        long completed,
        long rolledBack,
        long failed,
        long unknown,
        long retries,
        long skippedDeliveries,
        double responseP50Ms,
        double responseP90Ms,
        double responseP99Ms,
        double responseMaxMs,
        double serviceMeanMs,
        double startDelayMeanMs,
        double intervalMs) {
    /** Eleven days: later seconds are left out, so that no number in a file asks for all memory. */
    public static final int MOST_SECONDS = 1_000_000;
}
