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

    /** Of a file that holds counts and means by time, and nothing else. */
    public static SeriesRow ofMeans(
            int second,
            TransactionType type,
            RunPhase phase,
            long completed,
            double responseMaxMs,
            double serviceMeanMs,
            double startDelayMeanMs,
            double intervalMs) {
        return new SeriesRow(
                second,
                type,
                phase,
                completed,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                responseMaxMs,
                serviceMeanMs,
                startDelayMeanMs,
                intervalMs);
    }

    /** The same row in another phase. */
    SeriesRow in(RunPhase other) {
        return new SeriesRow(
                second,
                type,
                other,
                completed,
                rolledBack,
                failed,
                unknown,
                retries,
                skippedDeliveries,
                responseP50Ms,
                responseP90Ms,
                responseP99Ms,
                responseMaxMs,
                serviceMeanMs,
                startDelayMeanMs,
                intervalMs);
    }
}
