package io.bmsql.measure;

/** The counts of a meter beside its histograms. */
record MeterCounts(
        long rolledBack, long failed, long unknown, long retries, long skippedDeliveries, long startDelayMicros) {

    static final MeterCounts NONE = new MeterCounts(0, 0, 0, 0, 0, 0);

    MeterCounts plus(MeterCounts other) {
        return new MeterCounts(
                rolledBack + other.rolledBack,
                failed + other.failed,
                unknown + other.unknown,
                retries + other.retries,
                skippedDeliveries + other.skippedDeliveries,
                startDelayMicros + other.startDelayMicros);
    }

    MeterCounts minus(MeterCounts other) {
        return new MeterCounts(
                rolledBack - other.rolledBack,
                failed - other.failed,
                unknown - other.unknown,
                retries - other.retries,
                skippedDeliveries - other.skippedDeliveries,
                startDelayMicros - other.startDelayMicros);
    }
}
