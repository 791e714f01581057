package io.bmsql.measure;

import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;

/**
 * What all types did in one stretch of one phase. Moments are nanoseconds from the start of the measurement window.
 *
 * @param second that the interval belongs to: the one of its start; for stragglers the last one of their phase
 * @param untilNanos equal to {@code fromNanos} for stragglers, recorded after their phase was read for the last time
 * @param readings by ordinal of the type; valid until the next interval of the phase
 */
record PhaseInterval(RunPhase phase, int second, long fromNanos, long untilNanos, TransactionMeter.Reading[] readings) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    TransactionMeter.Reading reading(TransactionType type) {
        return readings[type.ordinal()];
    }

    boolean isEmpty() {
        for (TransactionMeter.Reading reading : readings) {
            if (!reading.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    boolean isStragglers() {
        return untilNanos == fromNanos;
    }

    double fromSeconds() {
        return fromNanos / NANOS_PER_SECOND;
    }

    double untilSeconds() {
        return untilNanos / NANOS_PER_SECOND;
    }

    double millis() {
        return (untilNanos - fromNanos) / NANOS_PER_MILLI;
    }
}
