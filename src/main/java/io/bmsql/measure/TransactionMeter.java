package io.bmsql.measure;

import io.bmsql.result.SeriesRow;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Counts one transaction type in one phase. {@link #record} is for any number of threads and allocates nothing;
 * {@link #read} is for the one sampling thread.
 */
final class TransactionMeter {
    /** Longer ones are recorded as this. */
    static final long MAX_MICROS = 3_600_000_000L;

    static final int SIGNIFICANT_DIGITS = 3;

    private static final long NANOS_PER_MICRO = 1_000;

    private final Recorder response = new Recorder(MAX_MICROS, SIGNIFICANT_DIGITS);
    private final Recorder service = new Recorder(MAX_MICROS, SIGNIFICANT_DIGITS);
    private final LongAdder rolledBack = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder skippedDeliveries = new LongAdder();
    private final LongAdder startDelayMicros = new LongAdder();
    private volatile long longestNanos = -1;
    private long longestEndNanos;
    private @Nullable Histogram stillResponse;
    private @Nullable Histogram stillService;
    private Counts seen = Counts.NONE;

    void record(EndedTransaction ended) {
        switch (ended.outcome) {
            case COMMITTED -> latencies(ended);
            case ROLLED_BACK -> {
                rolledBack.increment();
                latencies(ended);
            }
            case FAILED -> failed.increment();
            case UNKNOWN -> unknown.increment();
        }
        if (ended.attempts > 1) {
            retries.add(ended.attempts - 1L);
        }
        if (ended.skippedDistricts > 0) {
            skippedDeliveries.add(ended.skippedDistricts);
        }
    }

    private void latencies(EndedTransaction ended) {
        long responseNanos = Math.max(0, ended.endNanos - ended.dueNanos);
        long responseMicros = micros(responseNanos);
        long serviceMicros = micros(Math.max(0, ended.endNanos - ended.beginNanos));
        if (responseMicros > serviceMicros) {
            startDelayMicros.add(responseMicros - serviceMicros);
        }
        service.recordValue(serviceMicros);
        response.recordValue(responseMicros);
        if (responseNanos > longestNanos) {
            offerLongest(responseNanos, ended.endNanos);
        }
    }

    private synchronized void offerLongest(long responseNanos, long endNanos) {
        if (responseNanos > longestNanos) {
            longestEndNanos = endNanos;
            longestNanos = responseNanos;
        }
    }

    /** The longest response, exact; -1 when there was none. */
    long longestNanos() {
        return longestNanos;
    }

    /** When the longest response ended. */
    synchronized long longestEndNanos() {
        return longestEndNanos;
    }

    private static long micros(long nanos) {
        return Math.min((nanos + NANOS_PER_MICRO / 2) / NANOS_PER_MICRO, MAX_MICROS);
    }

    /** What came in since the last reading; its histograms are valid until the next one. */
    Reading read() {
        Histogram responses = response.getIntervalHistogram(stillResponse);
        Histogram services = service.getIntervalHistogram(stillService);
        stillResponse = responses;
        stillService = services;
        // Differences of growing sums lose nothing, as a reset that races with an addition could.
        Counts now = new Counts(
                rolledBack.sum(),
                failed.sum(),
                unknown.sum(),
                retries.sum(),
                skippedDeliveries.sum(),
                startDelayMicros.sum());
        Reading reading = new Reading(responses, services, now.minus(seen));
        seen = now;
        return reading;
    }

    /** The counts of a meter beside its histograms. */
    record Counts(
            long rolledBack, long failed, long unknown, long retries, long skippedDeliveries, long startDelayMicros) {

        static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

        /** As the result files have them. */
        SeriesRow.Counts forSeries() {
            return new SeriesRow.Counts(rolledBack, failed, unknown, retries, skippedDeliveries);
        }

        Counts plus(Counts other) {
            return new Counts(
                    rolledBack + other.rolledBack,
                    failed + other.failed,
                    unknown + other.unknown,
                    retries + other.retries,
                    skippedDeliveries + other.skippedDeliveries,
                    startDelayMicros + other.startDelayMicros);
        }

        Counts minus(Counts other) {
            return new Counts(
                    rolledBack - other.rolledBack,
                    failed - other.failed,
                    unknown - other.unknown,
                    retries - other.retries,
                    skippedDeliveries - other.skippedDeliveries,
                    startDelayMicros - other.startDelayMicros);
        }
    }

    /**
     * What one type did in one interval.
     *
     * @param response of completed transactions, microseconds; reused by the next reading
     * @param service likewise
     */
    record Reading(Histogram response, Histogram service, Counts counts) {

        /** Committed or rolled back as planned. */
        long completed() {
            return response.getTotalCount();
        }

        boolean isEmpty() {
            return completed() == 0 && counts.equals(Counts.NONE);
        }
    }

    /** The sum of one type's readings over a phase or an interval; used by the sampling thread. */
    static final class Totals {
        private final Histogram response = new Histogram(TransactionMeter.SIGNIFICANT_DIGITS);
        private final Histogram service = new Histogram(TransactionMeter.SIGNIFICANT_DIGITS);
        private Counts counts = Counts.NONE;

        void add(Reading reading) {
            if (reading.completed() > 0) {
                response.add(reading.response());
                service.add(reading.service());
            }
            counts = counts.plus(reading.counts());
        }

        void clear() {
            response.reset();
            service.reset();
            counts = Counts.NONE;
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

        Counts counts() {
            return counts;
        }
    }
}
