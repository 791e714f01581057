package io.bmsql.measure;

import org.HdrHistogram.Histogram;

/** The sum of one type's readings over a phase or an interval; used by the sampling thread. */
final class TypeTotals {
    private final Histogram response = new Histogram(TransactionMeter.SIGNIFICANT_DIGITS);
    private final Histogram service = new Histogram(TransactionMeter.SIGNIFICANT_DIGITS);
    private MeterCounts counts = MeterCounts.NONE;

    void add(MeterReading reading) {
        if (reading.completed() > 0) {
            response.add(reading.response());
            service.add(reading.service());
        }
        counts = counts.plus(reading.counts());
    }

    void clear() {
        response.reset();
        service.reset();
        counts = MeterCounts.NONE;
    }

    long completed() {
        return response.getTotalCount();
    }

    /** Completed, failed and unknown ones. */
    long ended() {
        return completed() + counts.failed() + counts.unknown();
    }

    Histogram response() {
        return response;
    }

    Histogram service() {
        return service;
    }

    MeterCounts counts() {
        return counts;
    }
}
