package io.bmsql.result;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogScanner;
import org.HdrHistogram.HistogramLogWriter;

/**
 * {@code data/*.hlog}: HdrHistogram interval logs that its own tools read as well. Values are microseconds, the
 * column of the maximum is in milliseconds, the tag is the transaction type. Time stamps count from the base time, the
 * start of the run; a comment says where the measurement window begins. No interval crosses the window's edges.
 */
public final class HistogramLog {
    private static final double MILLIS_PER_SECOND = 1000;
    private static final String WINDOW = "#[WindowStart:";

    private HistogramLog() {}

    /** One line of a log, microseconds; seconds count from the start of the window and are negative during ramp-up. */
    public record Interval(TransactionType type, double startSeconds, double endSeconds, Histogram histogram) {}

    /** Appends intervals to a log; used by one thread. */
    public static final class Writer {
        private final AppendedFile file;
        private final LongSupplier baseEpochMillis;
        private final DoubleSupplier windowStart;
        private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        private final HistogramLogWriter log = new HistogramLogWriter(buffer);
        private boolean isBegun;

        /** Both are asked for when the first line is written; the window starts so many seconds after the base time. */
        public Writer(AppendedFile file, LongSupplier baseEpochMillis, DoubleSupplier windowStart) {
            this.file = file;
            this.baseEpochMillis = baseEpochMillis;
            this.windowStart = windowStart;
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
            log.outputComment(WINDOW.substring(1) + " " + windowStart.getAsDouble() + " seconds after the base time]");
            log.outputLegend();
        }

        /** Adds a line; its seconds count from the start of the measurement window. */
        public void write(Interval line) {
            begin();
            write(log, line);
        }

        private void write(HistogramLogWriter log, Interval interval) {
            interval.histogram().setTag(interval.type().name());
            log.outputIntervalHistogram(
                    windowStart.getAsDouble() + interval.startSeconds(),
                    windowStart.getAsDouble() + interval.endSeconds(),
                    interval.histogram(),
                    Latency.MICROS_PER_MILLI);
        }

        /** Keeps intervals that still grow in a file beside the log, in place of those of the call before. */
        public void keep(List<Interval> growing) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            HistogramLogWriter kept = new HistogramLogWriter(text);
            writeHead(kept);
            growing.forEach(interval -> write(kept, interval));
            file.replaceTail(text.toByteArray());
        }

        public void forgetKept() {
            file.deleteTail();
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

    /** Reads a log line by line, and of a killed run what was kept after its last line; a cut last line is left out. */
    public static void read(Path path, TransactionTypes types, Consumer<Interval> intervals) {
        Map<TransactionType, Double> ends = TransactionTypes.map();
        readLines(path, types, interval -> {
            ends.merge(interval.type(), interval.endSeconds(), Math::max);
            intervals.accept(interval);
        });
        Path tail = AppendedFile.tailOf(path);
        if (Files.exists(tail)) {
            readLines(tail, types, interval -> {
                // Otherwise the log was written since, and one of its lines covers this one.
                if (interval.endSeconds() > ends.getOrDefault(interval.type(), Double.NEGATIVE_INFINITY)) {
                    intervals.accept(interval);
                }
            });
        }
    }

    private static void readLines(Path path, TransactionTypes types, Consumer<Interval> intervals) {
        try (LineScanner log = new LineScanner(path, types, ResultFile.wholeLines(path), intervals)) {
            log.process(log);
        } catch (IOException e) {
            throw ResultReadException.unreadable(path, e);
        } catch (NoSuchElementException e) {
            // The library's scanner does not hand over what it meets between the lines.
            throw ResultReadException.damaged(path, e);
        }
    }

    /** HdrHistogram's own scanner: its readers count from the base time, and only to the millisecond below. */
    private static final class LineScanner extends HistogramLogScanner implements HistogramLogScanner.EventHandler {
        private final Path path;
        private final TransactionTypes types;
        private final Consumer<Interval> intervals;
        private double windowStartSeconds;

        LineScanner(Path path, TransactionTypes types, InputStream in, Consumer<Interval> intervals) {
            super(in);
            this.types = types;
            this.path = path;
            this.intervals = intervals;
        }

        @Override
        public boolean onComment(String firstWord) {
            if (firstWord.equals(WINDOW)) {
                windowStartSeconds = scanner.nextDouble();
            }
            return false;
        }

        @Override
        public boolean onHistogram(String tag, double logSeconds, double length, EncodableHistogramSupplier histogram) {
            double startSeconds = millisExact(logSeconds - windowStartSeconds);
            try {
                intervals.accept(
                        new Interval(types.named(tag), startSeconds, millisExact(startSeconds + length), (Histogram)
                                histogram.read()));
            } catch (DataFormatException | RuntimeException | OutOfMemoryError e) {
                // A compressed histogram of a few bytes may ask for all memory.
                return onException(e);
            }
            return false;
        }

        @Override
        public boolean onException(Throwable e) {
            throw e instanceof ResultReadException known ? known : ResultReadException.damaged(path, e);
        }

        @Override
        public boolean onBaseTime(double secondsSinceEpoch) {
            return false;
        }

        @Override
        public boolean onStartTime(double secondsSinceEpoch) {
            return false;
        }
    }

    /** The log holds milliseconds; sums of its decimals do not. */
    private static double millisExact(double seconds) {
        return Math.rint(seconds * MILLIS_PER_SECOND) / MILLIS_PER_SECOND;
    }
}
