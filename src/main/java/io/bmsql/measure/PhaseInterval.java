package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.measure.TransactionMeter.Count;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * What all types did during a part of one phase, nanoseconds from the window's start. Stragglers, recorded after their
 * phase was read for the last time, have no length and the phase's last second. Readings are valid until the next
 * interval.
 */
record PhaseInterval(RunPhase phase, int second, long fromNanos, long untilNanos, TransactionMeter.Totals[] readings) {
    TransactionMeter.Totals reading(TransactionType type) {
        return readings[type.ordinal()];
    }

    /** Counts the transactions of the foreground that were completed. */
    long foreground(TransactionTypes types) {
        return types.foreground().mapToLong(type -> reading(type).completed()).sum();
    }

    boolean isEmpty() {
        return Arrays.stream(readings).allMatch(TransactionMeter.Totals::isEmpty);
    }

    boolean isStragglers() {
        return untilNanos == fromNanos;
    }

    double fromSeconds() {
        return RunWindow.seconds(fromNanos);
    }

    double untilSeconds() {
        return RunWindow.seconds(untilNanos);
    }

    SeriesRow row(TransactionType type) {
        TransactionMeter.Totals reading = reading(type);
        return new SeriesRow(
                second,
                type,
                phase,
                reading.completed(),
                reading.counts(),
                times(reading),
                (untilNanos - fromNanos) / 1e6);
    }

    /** An empty histogram is asked for nothing: each of its percentiles would look at all of its counts. */
    private static SeriesRow.Times times(TransactionMeter.Totals reading) {
        if (reading.completed() == 0) {
            return new SeriesRow.Times(0, 0, 0, 0, 0, 0);
        }
        Histogram response = reading.response();
        return new SeriesRow.Times(
                response.getValueAtPercentile(50) / 1e3,
                response.getValueAtPercentile(90) / 1e3,
                response.getValueAtPercentile(99) / 1e3,
                response.getMaxValue() / 1e3,
                reading.service().getMean() / 1e3,
                reading.count(Count.START_DELAY_MICROS) / 1e3 / reading.completed());
    }
}
