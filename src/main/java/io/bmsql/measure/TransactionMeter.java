package io.bmsql.measure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.bmsql.result.SeriesRow;
import io.bmsql.workload.EndedTransaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** Counts one type in one phase: {@link #record} is for any thread and allocates nothing, {@link #read} for one. */
final class TransactionMeter {
    /** Is what longer ones are recorded as. */
    static final long MAX_MICROS = 3_600_000_000L;

    static final int SIGNIFICANT_DIGITS = 3;

    private static final long NANOS_PER_MICRO = 1_000;

    /** Fewer writes that all touched no row may be chance: two of three deletes of TATP touch none. */
    private static final int MIN_WRITES = 20;

    private final Recorder response = new Recorder(MAX_MICROS, SIGNIFICANT_DIGITS);
    private final Recorder service = new Recorder(MAX_MICROS, SIGNIFICANT_DIGITS);
    private final LongAdder[] counts =
            Stream.generate(LongAdder::new).limit(Count.ALL.length).toArray(LongAdder[]::new);
    private final Histogram nothing = new Histogram(SIGNIFICANT_DIGITS);

    /** Set after recording, taken back before reading: what one reading misses is in the next. */
    private volatile boolean hasLatencies;

    private volatile long longestNanos = -1;
    private long longestEndNanos;
    private @Nullable Histogram stillResponse;
    private @Nullable Histogram stillService;
    private final long[] seen = new long[Count.ALL.length];

    enum Count {
        ROLLED_BACK,
        FAILED,
        UNKNOWN,
        RETRIES,
        SKIPPED_DELIVERIES,
        START_DELAY_MICROS,
        WRITES,
        WRITES_WITHOUT_ROW;

        private static final Count[] ALL = values();
    }

    void record(EndedTransaction ended) {
        switch (ended.outcome) {
            case COMMITTED -> latencies(ended);
            case ROLLED_BACK -> {
                add(Count.ROLLED_BACK, 1);
                latencies(ended);
            }
            case FAILED -> add(Count.FAILED, 1);
            case UNKNOWN -> add(Count.UNKNOWN, 1);
        }
        add(Count.RETRIES, ended.attempts - 1L);
        add(Count.SKIPPED_DELIVERIES, ended.skippedDistricts);
        add(Count.WRITES, ended.writes);
        add(Count.WRITES_WITHOUT_ROW, ended.writesWithoutRow);
    }

    private void add(Count count, long more) {
        if (more > 0) {
            counts[count.ordinal()].add(more);
        }
    }

    private void latencies(EndedTransaction ended) {
        long responseNanos = Math.max(0, ended.endNanos - ended.dueNanos);
        long responseMicros = micros(responseNanos);
        long serviceMicros = micros(Math.max(0, ended.endNanos - ended.beginNanos));
        add(Count.START_DELAY_MICROS, responseMicros - serviceMicros);
        service.recordValue(serviceMicros);
        response.recordValue(responseMicros);
        if (!hasLatencies) {
            hasLatencies = true;
        }
        if (responseNanos > longestNanos) {
            offerLongest(responseNanos, ended.endNanos);
        }
    }

    synchronized void offerLongest(long responseNanos, long endNanos) {
        if (responseNanos > longestNanos) {
            longestEndNanos = endNanos;
            longestNanos = responseNanos;
        }
    }

    /** The longest response, exact; -1 when there was none. */
    long longestNanos() {
        return longestNanos;
    }

    synchronized long longestEndNanos() {
        return longestEndNanos;
    }

    private static long micros(long nanos) {
        return Math.min((nanos + NANOS_PER_MICRO / 2) / NANOS_PER_MICRO, MAX_MICROS);
    }

    /** What came in since the last reading; its histograms are valid until the next one. */
    Totals read() {
        Totals reading = latencies();
        for (Count count : Count.ALL) {
            // Differences of growing sums lose nothing, as a reset that races with an addition could.
            int at = count.ordinal();
            long now = counts[at].sum();
            reading.counts[at] = now - seen[at];
            seen[at] = now;
        }
        return reading;
    }

    /** Clearing the histograms of all types costs more than all else of a reading: those without news are left alone. */
    private Totals latencies() {
        if (!hasLatencies) {
            return new Totals(nothing, nothing);
        }
        hasLatencies = false;
        stillResponse = response.getIntervalHistogram(stillResponse);
        stillService = service.getIntervalHistogram(stillService);
        return new Totals(stillResponse, stillService);
    }

    /** One reading, or the sum of readings over a phase or an interval; latencies of completed transactions in microseconds. */
    static final class Totals {
        private final Histogram response;
        private final Histogram service;

        @JsonProperty
        private final long[] counts = new long[Count.ALL.length];

        Totals() {
            this(new Histogram(SIGNIFICANT_DIGITS), new Histogram(SIGNIFICANT_DIGITS));
        }

        private Totals(Histogram response, Histogram service) {
            this.response = response;
            this.service = service;
        }

        /** Makes those of other times than responses. */
        static Totals of(Histogram micros) {
            return new Totals(micros, new Histogram(SIGNIFICANT_DIGITS));
        }

        void add(Totals reading) {
            // Adding an empty histogram costs as much as a full one. A reading may come between the two recordings of a
            // transaction, so each is looked at by itself.
            if (reading.completed() > 0) {
                response.add(reading.response);
            }
            if (reading.service.getTotalCount() > 0) {
                service.add(reading.service);
            }
            Arrays.setAll(counts, at -> counts[at] + reading.counts[at]);
        }

        /** Gives nothing for an empty histogram. */
        private static byte[] bytes(Histogram histogram) {
            ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            int length = histogram.getTotalCount() == 0 ? 0 : histogram.encodeIntoCompressedByteBuffer(buffer);
            return Arrays.copyOf(buffer.array(), length);
        }

        /** Is for a reader in another program. */
        @JsonProperty("response")
        private byte[] responseBytes() {
            return bytes(response);
        }

        @JsonProperty("service")
        private byte[] serviceBytes() {
            return bytes(service);
        }

        @JsonCreator
        static Totals of(
                @JsonProperty("counts") long[] counts,
                @JsonProperty("response") byte[] response,
                @JsonProperty("service") byte[] service)
                throws IOException {
            Totals totals = new Totals();
            // Older programs counted less.
            Arrays.setAll(totals.counts, at -> at < counts.length ? counts[at] : 0);
            add(response, totals.response);
            add(service, totals.service);
            return totals;
        }

        /** Adds what {@link #bytes} gave. */
        private static void add(byte[] bytes, Histogram histogram) throws IOException {
            if (bytes.length == 0) {
                return;
            }
            try {
                histogram.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), MAX_MICROS));
            } catch (DataFormatException e) {
                throw new IOException("a histogram is damaged", e);
            }
        }

        /** Committed or rolled back as planned. */
        long completed() {
            return response.getTotalCount();
        }

        long ended() {
            return completed() + count(Count.FAILED) + count(Count.UNKNOWN);
        }

        long count(Count count) {
            return counts[count.ordinal()];
        }

        SeriesRow.Counts counts() {
            return new SeriesRow.Counts(
                    count(Count.ROLLED_BACK),
                    count(Count.FAILED),
                    count(Count.UNKNOWN),
                    count(Count.RETRIES),
                    count(Count.SKIPPED_DELIVERIES));
        }

        /** How many writes there were when none of them touched a row; 0 for a few, which chance explains. */
        long writesWithoutRow() {
            long writes = count(Count.WRITES);
            return writes >= MIN_WRITES && writes == count(Count.WRITES_WITHOUT_ROW) ? writes : 0;
        }

        boolean isEmpty() {
            return completed() == 0
                    && service.getTotalCount() == 0
                    && Arrays.stream(counts).allMatch(count -> count == 0);
        }

        Histogram response() {
            return response;
        }

        Histogram service() {
            return service;
        }
    }
}
