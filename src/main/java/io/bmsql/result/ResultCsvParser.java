package io.bmsql.result;

import io.bmsql.result.ResultCsv.Column;
import io.bmsql.tpcc.TransactionType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Parses rows straight from bytes: a string a field would cost ten times the time. Used once, by one thread. */
final class ResultCsvParser {
    private static final int BUFFER = 1 << 18;
    private static final int MOST_DIGITS = 18;
    private static final TransactionType[] TYPES = TransactionType.values();
    private static final byte[][] TYPE_NAMES = Arrays.stream(TYPES)
            .map(type -> type.name().getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);
    private static final int MEANINGS = Column.values().length;
    private static final int TYPE = Column.TYPE.ordinal();
    private static final int LATENCY = Column.LATENCY.ordinal();
    private static final int SERVICE = Column.SERVICE.ordinal();
    private static final int DELAY = Column.DELAY.ordinal();
    private static final int IGNORED = Column.IGNORED.ordinal();

    private final ResultCsv.RowHandler rows;
    private final int[] columns;
    private final boolean hasDelay;
    private final byte[] buffer = new byte[BUFFER];
    private final double[] values = new double[MEANINGS];
    private boolean insideLongLine;
    private int position;
    private int type;
    private long rowCount;
    private long damagedLines;

    ResultCsvParser(ResultCsv.Layout layout, ResultCsv.RowHandler rows) {
        this.rows = rows;
        this.columns = layout.columns();
        this.hasDelay = Arrays.stream(columns).anyMatch(column -> column == DELAY);
    }

    /** Parses all that the stream has left, which begins with a row. */
    ResultCsv.ReadCount parse(InputStream in) throws IOException {
        int filled = 0;
        for (int count = in.read(buffer, filled, BUFFER - filled);
                count >= 0;
                count = in.read(buffer, filled, BUFFER - filled)) {
            filled = keepTail(wholeLines(filled + count), filled + count);
        }
        if (filled > 0) {
            line(0, filled);
        }
        return new ResultCsv.ReadCount(rowCount, damagedLines);
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
                rowCount++;
                handOver();
            } else {
                damagedLines++;
            }
        }
    }

    private void handOver() {
        double latency = values[LATENCY];
        rows.row(
                (long) values[Column.ELAPSED.ordinal()],
                latency,
                hasDelay ? latency - values[DELAY] : values[SERVICE],
                TYPES[type],
                values[Column.ROLLED_BACK.ordinal()] > 0,
                (int) values[Column.SKIPPED.ordinal()],
                (int) values[Column.ERROR.ordinal()]);
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
                && count <= MOST_DIGITS
                && (meaning == LATENCY || meaning == SERVICE || meaning == DELAY || value == Math.rint(value));
    }

    private boolean type(int end) {
        int from = position;
        skip(end);
        for (int known = 0; known < TYPE_NAMES.length; known++) {
            byte[] name = TYPE_NAMES[known];
            if (position - from == name.length && Arrays.equals(buffer, from, position, name, 0, name.length)) {
                type = known;
                return true;
            }
        }
        return false;
    }
}
