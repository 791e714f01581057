package io.bmsql.result;

import io.bmsql.spec.TransactionType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Parses {@code result.csv} straight from bytes: files of several gigabytes are common, and a string a field would cost
 * ten times the time. Used once, by one thread.
 */
final class ResultCsvParser {
    private static final int BUFFER = 1 << 16;
    private static final int COLUMNS = 8;
    private static final TransactionType[] TYPES = TransactionType.values();
    private static final byte[][] TYPE_NAMES = Arrays.stream(TYPES)
            .map(type -> type.name().getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    private final Path path;
    private final ResultCsv.RowHandler rows;
    private final byte[] buffer = new byte[BUFFER];
    private final int[] fieldStart = new int[COLUMNS + 1];
    private boolean headerSeen;
    private boolean insideLongLine;
    private boolean wellFormed;
    private long rowCount;
    private long damagedLines;

    ResultCsvParser(Path path, ResultCsv.RowHandler rows) {
        this.path = path;
        this.rows = rows;
    }

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
        if (!headerSeen) {
            throw new ResultReadException(path + " is empty: the run ended before it started to measure");
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
        if (!headerSeen) {
            header(new String(buffer, start, end - start, StandardCharsets.ISO_8859_1));
        } else if (end > start) {
            row(start, end);
        }
    }

    private void header(String line) {
        headerSeen = true;
        if (line.equals(ResultCsv.HEADER) || line.startsWith(ResultCsv.HEADER + ",")) {
            return;
        }
        if (line.startsWith("run,ttype") || line.startsWith("ttype,second")) {
            throw new ResultReadException(
                    path
                            + " was written by BenchmarkSQL 6: only directories of BenchmarkSQL 5 and of this program are read");
        }
        throw new ResultReadException(path + " does not start with the header " + ResultCsv.HEADER);
    }

    private void row(int start, int end) {
        wellFormed = splitFields(start, end);
        if (!wellFormed) {
            damagedLines++;
            return;
        }
        long elapsed = whole(1);
        double latency = decimal(2);
        double dbLatency = decimal(3);
        int type = type(4);
        long rolledBack = whole(5);
        long skipped = whole(6);
        long error = whole(7);
        if (wellFormed) {
            rowCount++;
            rows.row(elapsed, latency, dbLatency, TYPES[type], rolledBack > 0, (int) skipped, (int) error);
        } else {
            damagedLines++;
        }
    }

    /** Finds the eight columns; more are left out. */
    private boolean splitFields(int start, int end) {
        int column = 1;
        fieldStart[0] = start;
        for (int i = start; i < end && column <= COLUMNS; i++) {
            if (buffer[i] == ',') {
                fieldStart[column++] = i + 1;
            }
        }
        if (column == COLUMNS) {
            fieldStart[column++] = end + 1;
        }
        return column > COLUMNS;
    }

    private long whole(int column) {
        double value = decimal(column);
        wellFormed &= value == Math.rint(value);
        return (long) value;
    }

    /** A plain decimal number; fifteen digits are exact in a double, more than any time needs. */
    private double decimal(int column) {
        int from = fieldStart[column];
        int to = fieldStart[column + 1] - 1;
        boolean negative = from < to && buffer[from] == '-';
        long digits = 0;
        double scale = 0;
        int count = 0;
        for (int i = negative ? from + 1 : from; i < to; i++) {
            int digit = buffer[i] - '0';
            if (digit >= 0 && digit <= 9 && count < 18) {
                digits = digits * 10 + digit;
                scale *= 10;
                count++;
            } else if (buffer[i] == '.' && scale == 0) {
                scale = 1;
            } else {
                count = 0;
                break;
            }
        }
        wellFormed &= count > 0;
        double value = scale > 1 ? digits / scale : digits;
        return negative ? -value : value;
    }

    private int type(int column) {
        int from = fieldStart[column];
        int to = fieldStart[column + 1] - 1;
        for (int type = 0; type < TYPE_NAMES.length; type++) {
            byte[] name = TYPE_NAMES[type];
            if (Arrays.equals(buffer, from, to, name, 0, name.length)) {
                return type;
            }
        }
        wellFormed = false;
        return 0;
    }
}
