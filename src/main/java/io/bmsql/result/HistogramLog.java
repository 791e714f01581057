package io.bmsql.result;

import io.bmsql.spec.TransactionType;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * {@code data/*.hlog}: HdrHistogram interval logs that its own tools read as well. Values are microseconds, the
 * column of the maximum is in milliseconds, the tag is the transaction type. Time stamps count from the base time, the
 * start of the run; a comment says where the measurement window begins. No interval crosses the window's edges.
 */
public final class HistogramLog {
    private static final double MICROS_PER_MILLI = 1000;
    private static final double MILLIS_PER_SECOND = 1000;
    private static final String WINDOW = "#[WindowStart: ";
    private static final String TAG = "Tag=";

    private HistogramLog() {}

    /**
     * One line of a log.
     *
     * @param startSeconds from the start of the measurement window, negative during ramp-up
     * @param histogram of completed transactions, microseconds
     */
    public record Interval(TransactionType type, double startSeconds, double endSeconds, Histogram histogram) {}

    /** Appends intervals to a log; used by one thread. */
    public static final class Writer {
        private final AppendedFile file;
        private final HistogramTail tail;
        private final LongSupplier baseEpochMillis;
        private final double windowStartSeconds;
        private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        private final HistogramLogWriter log = new HistogramLogWriter(buffer);
        private boolean isBegun;

        /**
         * @param baseEpochMillis the start of the run, asked when the first line is written
         * @param windowStartSeconds from there to the start of the measurement window
         */
        public Writer(AppendedFile file, LongSupplier baseEpochMillis, double windowStartSeconds) {
            this.file = file;
            this.tail = file.tail();
            this.baseEpochMillis = baseEpochMillis;
            this.windowStartSeconds = windowStartSeconds;
        }

        private void begin() {
            if (!isBegun) {
                isBegun = true;
                writeHead(log);
            }
        }

        private void writeHead(HistogramLogWriter log) {
            long startEpochMillis = baseEpochMillis.getAsLong();
            log.outputComment("[bmsql latencies in microseconds, one line an interval and transaction type]");
            log.outputLogFormatVersion();
            log.outputStartTime(startEpochMillis);
            log.outputBaseTime(startEpochMillis);
            log.outputComment(WINDOW.substring(1) + windowStartSeconds + " seconds after the base time]");
            log.outputLegend();
        }

        /** Adds a line; seconds count from the start of the measurement window. */
        public void write(TransactionType type, double startSeconds, double endSeconds, Histogram histogram) {
            begin();
            write(log, new Interval(type, startSeconds, endSeconds, histogram));
        }

        private void write(HistogramLogWriter log, Interval interval) {
            interval.histogram().setTag(interval.type().name());
            log.outputIntervalHistogram(
                    windowStartSeconds + interval.startSeconds(),
                    windowStartSeconds + interval.endSeconds(),
                    interval.histogram(),
                    MICROS_PER_MILLI);
        }

        /**
         * Keeps intervals that are still growing in a file beside the log, in place of those of the call before: what a
         * killed run has of them. Does not add them to the log.
         */
        public void keep(List<Interval> growing) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            HistogramLogWriter kept = new HistogramLogWriter(text);
            writeHead(kept);
            growing.forEach(interval -> write(kept, interval));
            tail.replace(text.toByteArray());
        }

        /** Takes away what was kept, once all of it is in the log. */
        public void forgetKept() {
            tail.delete();
        }

        /** Hands all lines so far to the operating system. */
        public void flush() {
            begin();
            if (buffer.size() > 0) {
                file.append(buffer.toByteArray(), buffer.size());
                buffer.reset();
            }
        }
    }

    /**
     * Reads a log line by line, and of a killed run what was kept of the interval after its last line; a cut last line is
     * left out.
     *
     * @throws ResultReadException with one sentence when it is missing or damaged
     */
    public static void read(Path path, Consumer<Interval> intervals) {
        Map<TransactionType, Double> ends = new EnumMap<>(TransactionType.class);
        readLines(path, interval -> {
            ends.merge(interval.type(), interval.endSeconds(), Math::max);
            intervals.accept(interval);
        });
        Path tail = HistogramTail.of(path);
        if (Files.exists(tail)) {
            readLines(tail, interval -> {
                // Otherwise the log has gone on since, and one of its lines covers this one.
                if (interval.endSeconds() > ends.getOrDefault(interval.type(), Double.NEGATIVE_INFINITY)) {
                    intervals.accept(interval);
                }
            });
        }
    }

    private static void readLines(Path path, Consumer<Interval> intervals) {
        try (BufferedReader lines = new BufferedReader(WholeLines.open(path))) {
            double windowStartSeconds = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(WINDOW)) {
                    windowStartSeconds = windowStart(line);
                } else if (line.startsWith(TAG)) {
                    intervals.accept(interval(line, windowStartSeconds));
                }
            }
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        } catch (DataFormatException | RuntimeException e) {
            throw e instanceof ResultReadException known
                    ? known
                    : new ResultReadException(path + " is damaged (" + e.getMessage() + ")", e);
        }
    }

    private static double windowStart(String line) {
        return Double.parseDouble(line.substring(WINDOW.length(), line.indexOf(' ', WINDOW.length())));
    }

    private static Interval interval(String line, double windowStartSeconds) throws DataFormatException {
        String[] fields = line.split(",", -1);
        double startSeconds = millisExact(Double.parseDouble(fields[1]) - windowStartSeconds);
        double endSeconds = millisExact(startSeconds + Double.parseDouble(fields[2]));
        ByteBuffer payload = ByteBuffer.wrap(Base64.getDecoder().decode(fields[4]));
        return new Interval(
                TransactionType.valueOf(fields[0].substring(TAG.length())),
                startSeconds,
                endSeconds,
                Histogram.decodeFromCompressedByteBuffer(payload, 0));
    }

    /** The log holds milliseconds; sums of its decimals do not. */
    private static double millisExact(double seconds) {
        return Math.rint(seconds * MILLIS_PER_SECOND) / MILLIS_PER_SECOND;
    }
}
