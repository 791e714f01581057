package io.bmsql.load;

import io.bmsql.tpcc.RowSink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.Locale;

/**
 * Rows as lines of text, handed on in whole rows when the buffer is full. A loader must not cost the CPU that the
 * server needs, so numbers are formatted here: four digits by one store from a table, the one time stamp once. One
 * thread; nothing is allocated per row.
 */
public final class TextRows<E extends Exception> implements RowSink<E> {
    /** A good size for a socket: fewer system calls than 8 kB, still inside the second-level cache. */
    private static final int FLUSH_BYTES = 64 * 1024;

    /** Any number, with a sign, a decimal point, and what a store from the table writes beyond it. */
    private static final int NUMBER_BYTES = 32;

    /** The widest row of TPC-C, a customer, has less than 900 bytes; one of a workload may have any number. */
    private static final int ROW_BYTES = 4 * 1024;

    private static final VarHandle INT_VIEW =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT_VIEW =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** 0..9999 without leading zeros, the first digit in the lowest byte, unused bytes zero. */
    private static final int[] SMALL = smallNumbers();

    /** 00..99, the first digit in the lower byte. */
    private static final short[] TWO_DIGITS = twoDigits();

    /** The form of {@code java.sql.Timestamp.toString()}, which BenchmarkSQL writes: no trailing zeros but one. */
    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.MILLI_OF_SECOND, 1, 3, true)
            .toFormatter(Locale.ROOT);

    private final byte separator;
    private final byte[] nullText;
    private final ZoneId zone;
    private byte[] buffer = new byte[FLUSH_BYTES + ROW_BYTES];
    private TextTarget<E> target = (bytes, length, rows) -> {};
    private int position;
    private int rows;
    private long epochMillis;
    private byte[] timestamp = {};

    private TextRows(char separator, String nullText, ZoneId zone) {
        this.separator = (byte) separator;
        this.nullText = nullText.getBytes(StandardCharsets.UTF_8);
        this.zone = zone;
    }

    /** PostgreSQL's COPY text form. Generated text holds letters and digits only, so nothing needs a backslash. */
    public static <E extends Exception> TextRows<E> copy(ZoneId zone) {
        return new TextRows<>('\t', "\\N", zone);
    }

    /** BenchmarkSQL's CSV form: commas, no header, no quotes (benchmarksql-formats.md, CSV files). */
    public static <E extends Exception> TextRows<E> csv(String nullText, ZoneId zone) {
        return new TextRows<>(',', nullText, zone);
    }

    private static int[] smallNumbers() {
        int[] numbers = new int[10_000];
        for (int number = 0; number < numbers.length; number++) {
            byte[] ascii = Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < ascii.length; i++) {
                numbers[number] |= ascii[i] << i * Byte.SIZE;
            }
        }
        return numbers;
    }

    private static short[] twoDigits() {
        short[] digits = new short[100];
        for (int number = 0; number < digits.length; number++) {
            digits[number] = (short) ('0' + number / 10 | '0' + number % 10 << Byte.SIZE);
        }
        return digits;
    }

    /** Where the following rows go. Rows that were not flushed are dropped. */
    public void redirect(TextTarget<E> newTarget) {
        target = newTarget;
        position = 0;
        rows = 0;
    }

    /** Hands on what is in the buffer; to be called after the last row. */
    public void flush() throws E {
        if (position > 0) {
            int length = position;
            int count = rows;
            position = 0;
            rows = 0;
            target.write(buffer, length, count);
        }
    }

    /** Makes room for so many bytes and a separator. */
    private void reserve(int length) {
        if (buffer.length - position <= length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length + length);
        }
    }

    @Override
    public void integer(long value) {
        reserve(NUMBER_BYTES);
        number(value);
        buffer[position++] = separator;
    }

    @Override
    public void decimal(long unscaled, int scale) {
        reserve(NUMBER_BYTES);
        long rest = unscaled;
        if (rest < 0) {
            buffer[position++] = '-';
            rest = -rest;
        }
        switch (scale) {
            case 2 -> {
                number(rest / 100);
                buffer[position++] = '.';
                twoDigits((int) (rest % 100));
            }
            case 4 -> {
                number(rest / 10_000);
                buffer[position++] = '.';
                twoDigits((int) (rest / 100 % 100));
                twoDigits((int) (rest % 100));
            }
            default -> throw new IllegalArgumentException("money has 2 places and rates have 4, not " + scale);
        }
        buffer[position++] = separator;
    }

    @Override
    public void text(byte[] ascii, int offset, int length) {
        reserve(length);
        System.arraycopy(ascii, offset, buffer, position, length);
        position += length;
        buffer[position++] = separator;
    }

    /** A load shows one moment a million times, so the last text is kept. */
    @Override
    public void timestamp(long moment) {
        if (moment != epochMillis || timestamp.length == 0) {
            epochMillis = moment;
            timestamp =
                    TIMESTAMP.format(Instant.ofEpochMilli(moment).atZone(zone)).getBytes(StandardCharsets.US_ASCII);
        }
        text(timestamp, 0, timestamp.length);
    }

    @Override
    public void nullValue() {
        text(nullText, 0, nullText.length);
    }

    @Override
    public void endRow() throws E {
        buffer[position - 1] = '\n';
        rows++;
        if (position >= FLUSH_BYTES) {
            flush();
        }
    }

    private void number(long value) {
        if (value >= 0 && value < 10_000) {
            small((int) value);
        } else if (value >= 10_000 && value < 100_000_000) {
            int high = (int) value / 10_000;
            int low = (int) value - high * 10_000;
            small(high);
            twoDigits(low / 100);
            twoDigits(low % 100);
        } else {
            byte[] ascii = Long.toString(value).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(ascii, 0, buffer, position, ascii.length);
            position += ascii.length;
        }
    }

    private void small(int value) {
        // Half of all numbers have one digit; the quick compiler's code stores an int at an odd place byte by byte.
        if (value < 10) {
            buffer[position++] = (byte) ('0' + value);
            return;
        }
        int digits = SMALL[value];
        INT_VIEW.set(buffer, position, digits);
        position += Integer.BYTES - (Integer.numberOfLeadingZeros(digits) >>> 3);
    }

    private void twoDigits(int value) {
        SHORT_VIEW.set(buffer, position, TWO_DIGITS[value]);
        position += Short.BYTES;
    }

    @FunctionalInterface
    public interface TextTarget<E extends Exception> {
        /** Complete rows, each ended by a line feed. The array belongs to the caller. */
        void write(byte[] bytes, int length, int rows) throws E;
    }
}
