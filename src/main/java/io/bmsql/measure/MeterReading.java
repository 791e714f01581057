package io.bmsql.measure;

import org.HdrHistogram.Histogram;

/**
 * What one type did in one interval.
 *
 * @param response of completed transactions, microseconds; reused by the next reading
 * @param service likewise
 */
record MeterReading(Histogram response, Histogram service, MeterCounts counts) {

    /** Committed or rolled back as planned. */
    long completed() {
        return response.getTotalCount();
    }

    boolean isEmpty() {
        return completed() == 0 && counts.equals(MeterCounts.NONE);
    }
}
