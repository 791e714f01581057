package io.bmsql.result;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.tpcc.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

/**
 * {@code data/result.csv}: one row a transaction that ended inside the window (benchmarksql-formats.md, Result files). {@code elapsed} is
 * rounded down, to stay inside; latencies to the nearest millisecond, so that means and percentiles are not shifted.
 */
public final class ResultCsv {
    /** The header, byte for byte as BenchmarkSQL 5 writes it. */
    public static final String HEADER = "run,elapsed,latency,dblatency,ttype,rbk,dskipped,error";

    /** BenchmarkSQL 6.devel writes this one; its rows begin with the ramp-up (benchmarksql-formats.md, Version 6). */
    private static final String DEVEL_HEADER = "run,ttype,startts,endts,startms,endms,delayms,latencyms,rbk,error";

    private static final Map<String, Column> MEANINGS = Map.of(
            "elapsed", Column.ELAPSED,
            "endms", Column.ELAPSED,
            "latency", Column.LATENCY,
            "latencyms", Column.LATENCY,
            "dblatency", Column.SERVICE,
            "delayms", Column.DELAY,
            "ttype", Column.TYPE,
            "rbk", Column.ROLLED_BACK,
            "dskipped", Column.SKIPPED,
            "error", Column.ERROR);

    private enum Column {
        IGNORED,
        ELAPSED,
        LATENCY,
        SERVICE,
        DELAY,
        TYPE,
        ROLLED_BACK,
        SKIPPED,
        ERROR
    }

    private ResultCsv() {}

    @FunctionalInterface
    public interface RowHandler {
        /** The end from the window's start; end minus due, maybe a fraction; end minus start; 0 for no error. */
        void row(
                long elapsedMs,
                double latencyMs,
                double dbLatencyMs,
                TransactionType type,
                boolean rolledBack,
                int skippedDeliveries,
                int error);
    }

    /** Formats rows without a library, as there may be 100,000 a second; used by one thread. */
    public static final class Writer {
        private static final int LONGEST_NUMBERS = 80;
        private static final int LONGEST_NUMBER = 20;
        private static final byte COMMA = ',';
        private static final int ROLLED_BACK = Outcome.ROLLED_BACK.ordinal();
        private static final int[] ERRORS = Arrays.stream(Outcome.values())
                .mapToInt(outcome -> outcome.isCompleted() ? 0 : 1)
                .toArray();

        private final AppendedFile file;
        private final byte[] run;
        private final byte[] digits = new byte[LONGEST_NUMBER];
        private final byte[][] types;
        private final ByteBuffer out;

        public Writer(AppendedFile file, int runId, TransactionTypes runTypes) {
            types = names(runTypes);
            int longestName =
                    Arrays.stream(types).mapToInt(name -> name.length).max().orElse(0);
            out = ByteBuffer.allocate(ResultBatch.CAPACITY * (LONGEST_NUMBERS + longestName));
            this.file = file;
            this.run = Integer.toString(runId).getBytes(StandardCharsets.US_ASCII);
            file.append(HEADER + "\n");
        }

        /** Hands the rows of a batch to the operating system. */
        public void write(ResultBatch batch) {
            out.clear();
            for (int row = 0; row < batch.size(); row++) {
                int outcome = batch.outcomes[row];
                out.put(run).put(COMMA);
                number(batch.elapsedMillis[row]).put(COMMA);
                number(batch.latencyMillis[row]).put(COMMA);
                number(batch.serviceMillis[row]).put(COMMA);
                out.put(types[batch.types[row]]).put(COMMA);
                number(outcome == ROLLED_BACK ? 1 : 0).put(COMMA);
                number(batch.skipped[row]).put(COMMA);
                number(ERRORS[outcome]).put((byte) '\n');
            }
            file.append(out.array(), out.position());
        }

        /** Digits without making a string. */
        private ByteBuffer number(long number) {
            long rest = number;
            if (rest < 0) {
                out.put((byte) '-');
                rest = -rest;
            }
            int at = LONGEST_NUMBER;
            do {
                digits[--at] = (byte) ('0' + rest % 10);
                rest /= 10;
            } while (rest > 0);
            return out.put(digits, at, LONGEST_NUMBER - at);
        }
    }

    private static byte[][] names(TransactionTypes types) {
        return types.stream()
                .map(type -> type.name().getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    public static String firstLine(Path path) {
        try {
            return CsvTable.firstLine(path).strip();
        } catch (IOException e) {
            throw ResultReadException.unreadable(path, e);
        }
    }

    /**
     * Reads a file in one pass; columns beyond those of its header are left out. Lines that are no rows are left out, a
     * cut last one included, and their number is returned.
     */
    public static long read(Path path, TransactionTypes types, RowHandler rows) {
        String first = firstLine(path);
        if (first.isEmpty()) {
            throw new ResultReadException(
                    path + " is empty: the run ended before it started to measure, or its disk was full");
        }
        String header = Stream.of(HEADER, DEVEL_HEADER)
                .filter(known -> (first + ",").startsWith(known + ","))
                .findFirst()
                .orElseThrow(() -> new ResultReadException(
                        path + " does not start with the header " + HEADER + ": no version of BenchmarkSQL wrote it"));
        try (InputStream in = ResultFile.openText(path)) {
            for (int next = in.read(); next >= 0 && next != '\n'; ) {
                next = in.read();
            }
            return new Parser(header, types, rows).parse(in);
        } catch (IOException e) {
            throw ResultReadException.unreadable(path, e);
        }
    }

    /** Parses rows straight from bytes: a string a field would cost ten times the time. Used once, by one thread. */
    private static final class Parser {
        private static final int BUFFER = 1 << 18;
        private static final int MAX_DIGITS = 18;
        private static final int COLUMNS = Column.values().length;
        private static final int TYPE = Column.TYPE.ordinal();
        private static final int LATENCY = Column.LATENCY.ordinal();
        private static final int SERVICE = Column.SERVICE.ordinal();
        private static final int DELAY = Column.DELAY.ordinal();
        private static final int IGNORED = Column.IGNORED.ordinal();

        private final TransactionTypes types;
        private final byte[][] typeNames;
        private final RowHandler rows;
        private final int[] columns;
        private final boolean hasDelay;
        private final byte[] buffer = new byte[BUFFER];
        private final double[] values = new double[COLUMNS];
        private boolean insideLongLine;
        private int position;
        private int type;
        private long damagedLines;

        Parser(String header, TransactionTypes types, RowHandler rows) {
            this.types = types;
            this.typeNames = names(types);
            this.rows = rows;
            this.columns = Arrays.stream(header.split(","))
                    .mapToInt(
                            name -> MEANINGS.getOrDefault(name, Column.IGNORED).ordinal())
                    .toArray();
            this.hasDelay = Arrays.stream(columns).anyMatch(column -> column == DELAY);
        }

        /** Parses all that the stream has left, which begins with a row. */
        long parse(InputStream in) throws IOException {
            int filled = 0;
            for (int count = in.read(buffer, filled, BUFFER - filled);
                    count >= 0;
                    count = in.read(buffer, filled, BUFFER - filled)) {
                filled = keepTail(wholeLines(filled + count), filled + count);
            }
            if (filled > 0) {
                line(0, filled);
            }
            return damagedLines;
        }

        /** Handles all lines that end before this position and returns where the rest begins. */
        private int wholeLines(int filled) {
            int start = 0;
            for (int i = 0; i < filled; i++) {
                if (buffer[i] == '\n') {
                    if (!insideLongLine) {
                        line(start, i);
                    }
                    insideLongLine = false;
                    start = i + 1;
                }
            }
            return start;
        }

        /** Moves an unfinished line to the front of the buffer; one that fills it alone is dropped. */
        private int keepTail(int start, int filled) {
            int length = filled - start;
            if (insideLongLine || length == BUFFER) {
                damagedLines += insideLongLine ? 0 : 1;
                insideLongLine = true;
                return 0;
            }
            System.arraycopy(buffer, start, buffer, 0, length);
            return length;
        }

        private void line(int start, int newLine) {
            int end = newLine > start && buffer[newLine - 1] == '\r' ? newLine - 1 : newLine;
            if (end > start) {
                if (row(start, end)) {
                    double latency = values[LATENCY];
                    rows.row(
                            (long) values[Column.ELAPSED.ordinal()],
                            latency,
                            hasDelay ? latency - values[DELAY] : values[SERVICE],
                            types.list().get(type),
                            values[Column.ROLLED_BACK.ordinal()] > 0,
                            (int) values[Column.SKIPPED.ordinal()],
                            (int) values[Column.ERROR.ordinal()]);
                } else {
                    damagedLines++;
                }
            }
        }

        /** Reads the columns in one go; further ones are left out. False when this is no row. */
        private boolean row(int start, int end) {
            position = start;
            int last = columns.length - 1;
            for (int column = 0; column <= last; column++) {
                int meaning = columns[column];
                boolean isRead = meaning == IGNORED ? skip(end) : meaning == TYPE ? type(end) : number(end, meaning);
                boolean isEnd = position == end;
                if (!isRead || (column < last && isEnd) || (!isEnd && buffer[position] != ',')) {
                    return false;
                }
                position++;
            }
            return true;
        }

        private boolean skip(int end) {
            while (position < end && buffer[position] != ',') {
                position++;
            }
            return true;
        }

        /** A plain decimal number; fifteen digits are exact in a double, more than any time needs. */
        private boolean number(int end, int meaning) {
            boolean negative = position < end && buffer[position] == '-';
            int first = negative ? position + 1 : position;
            long digits = 0;
            int i = first;
            for (; i < end; i++) {
                int digit = buffer[i] - '0';
                if (digit < 0 || digit > 9) {
                    break;
                }
                digits = digits * 10 + digit;
            }
            double value = digits;
            int count = i - first;
            if (i < end && buffer[i] == '.') {
                double scale = 1;
                for (i++; i < end && buffer[i] >= '0' && buffer[i] <= '9'; i++) {
                    digits = digits * 10 + buffer[i] - '0';
                    scale *= 10;
                    count++;
                }
                value = digits / scale;
            }
            position = i;
            values[meaning] = negative ? -value : value;
            return count > 0
                    && count <= MAX_DIGITS
                    && (meaning == LATENCY || meaning == SERVICE || meaning == DELAY || value == Math.rint(value));
        }

        private boolean type(int end) {
            int from = position;
            skip(end);
            for (int known = 0; known < typeNames.length; known++) {
                byte[] name = typeNames[known];
                if (position - from == name.length && Arrays.equals(buffer, from, position, name, 0, name.length)) {
                    type = known;
                    return true;
                }
            }
            return false;
        }
    }
}
