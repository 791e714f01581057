package io.bmsql.measure;

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
    private MeterCounts seen = MeterCounts.NONE;

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
    MeterReading read() {
        Histogram responses = response.getIntervalHistogram(stillResponse);
        Histogram services = service.getIntervalHistogram(stillService);
        stillResponse = responses;
        stillService = services;
        // Differences of growing sums lose nothing, as a reset that races with an addition could.
        MeterCounts now = new MeterCounts(
                rolledBack.sum(),
                failed.sum(),
                unknown.sum(),
                retries.sum(),
                skippedDeliveries.sum(),
                startDelayMicros.sum());
        MeterReading reading = new MeterReading(responses, services, now.minus(seen));
        seen = now;
        return reading;
    }
}
