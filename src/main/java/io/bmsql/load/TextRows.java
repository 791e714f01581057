package io.bmsql.load;

import io.bmsql.datagen.RowSink;
import io.bmsql.load.TextRows.TextTarget;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Rows as lines of text, collected in one buffer and handed on when it is full, whole rows at a time. The same bytes on
 * every machine and in every locale.
 *
 * <p>A loader must not cost the CPU that the server needs, so numbers are formatted here without a library: four decimal digits come
 * from a table with one store, and the load's one time stamp is formatted once. Nothing is allocated per row. One thread.
 */
public final class TextRows implements RowSink {
    /** A good size for a socket: fewer system calls than 8 kB, still inside the second-level cache. */
    private static final int FLUSH_BYTES = 64 * 1024;

    /** The widest generated row, a customer, has less than 900 bytes; NULL texts come on top. */
    private static final int MAX_ROW_BYTES = 4 * 1024;

    private static final int MAX_NULLS_PER_ROW = 4;
    private static final VarHandle INT_VIEW =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT_VIEW =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** 0..9999 without leading zeros, the first digit in the lowest byte, unused bytes zero. */
    private static final int[] SMALL = smallNumbers();

    /** 00..99, the first digit in the lower byte. */
    private static final short[] TWO_DIGITS = twoDigits();

    private final byte separator;
    private final byte[] nullText;
    private final TimestampText timestamps;
    private final byte[] buffer;
    private TextTarget target;
    private int position;
    private long rows;
    private long bytes;

    public TextRows(TextFormat format, TextTarget target) {
        this.separator = (byte) format.separator();
        this.nullText = format.nullBytes();
        this.timestamps = new TimestampText(format.zone());
        this.buffer = new byte[FLUSH_BYTES + MAX_ROW_BYTES + MAX_NULLS_PER_ROW * nullText.length];
        this.target = target;
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

    /** Sends the following rows elsewhere. Rows that were not flushed are dropped. */
    public void redirect(TextTarget newTarget) {
        target = newTarget;
        position = 0;
    }

    /** Hands on what is in the buffer; to be called after the last row. */
    public void flush() throws IOException {
        if (position > 0) {
            int length = position;
            position = 0;
            bytes += length;
            target.write(buffer, 0, length);
        }
    }

    /** Rows ended so far. */
    public long rows() {
        return rows;
    }

    /** Bytes handed on so far. */
    public long bytes() {
        return bytes;
    }

    @Override
    public void integer(long value) {
        number(value);
        buffer[position++] = separator;
    }

    @Override
    public void decimal(long unscaled, int scale) {
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
        System.arraycopy(ascii, offset, buffer, position, length);
        position += length;
        buffer[position++] = separator;
    }

    @Override
    public void timestamp(long epochMillis) {
        byte[] text = timestamps.of(epochMillis);
        text(text, 0, text.length);
    }

    @Override
    public void nullValue() {
        text(nullText, 0, nullText.length);
    }

    @Override
    public void endRow() throws IOException {
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
        int digits = SMALL[value];
        INT_VIEW.set(buffer, position, digits);
        position += Integer.BYTES - (Integer.numberOfLeadingZeros(digits) >>> 3);
    }

    private void twoDigits(int value) {
        SHORT_VIEW.set(buffer, position, TWO_DIGITS[value]);
        position += Short.BYTES;
    }

    /** Takes whole rows as bytes, many at a time. The array belongs to the caller and changes after the call. */
    @FunctionalInterface
    public interface TextTarget {
        /** Writes {@code length} bytes from {@code offset}: complete rows, each ended by a line feed. */
        void write(byte[] bytes, int offset, int length) throws IOException;
    }

    /**
     * How rows look as text.
     *
     * @param separator between two columns, ASCII
     * @param nullText the text for NULL
     * @param zone in which moments are shown
     */
    public record TextFormat(char separator, String nullText, ZoneId zone) {
        /** PostgreSQL's COPY text form. Generated text holds letters and digits only, so nothing needs a backslash. */
        public static TextFormat copy(ZoneId zone) {
            return new TextFormat('\t', "\\N", zone);
        }

        /** BenchmarkSQL's CSV form: commas, no header, no quotes (contract 3.6). */
        public static TextFormat csv(String nullText, ZoneId zone) {
            return new TextFormat(',', nullText, zone);
        }

        byte[] nullBytes() {
            return nullText.getBytes(StandardCharsets.UTF_8);
        }
    }

    /**
     * Moments in the form of {@code java.sql.Timestamp.toString()}, which BenchmarkSQL writes: at least one digit after the
     * point, no trailing zeros. A load shows one moment a million times, so the last text is kept. One thread.
     */
    static final class TimestampText {
        private static final DateTimeFormatter SECONDS =
                DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

        private final ZoneId zone;
        private long epochMillis;
        private byte[] text;

        TimestampText(ZoneId zone) {
            this.zone = zone;
            this.text = format(0);
        }

        /** The text; the array must not be changed. */
        byte[] of(long moment) {
            if (moment != epochMillis) {
                epochMillis = moment;
                text = format(moment);
            }
            return text;
        }

        private byte[] format(long moment) {
            ZonedDateTime local = Instant.ofEpochMilli(moment).atZone(zone);
            String fraction = String.format(Locale.ROOT, "%03d", local.getNano() / 1_000_000);
            while (fraction.length() > 1 && fraction.endsWith("0")) {
                fraction = fraction.substring(0, fraction.length() - 1);
            }
            return (SECONDS.format(local) + '.' + fraction).getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** Counts what passes for the progress bar. */
    static final class MeteredTarget implements TextTarget {
        private final TextRows rows;
        private final TextTarget next;
        private final LoadProgress progress;
        private long rowsCounted;

        MeteredTarget(TextRows rows, TextTarget next, LoadProgress progress) {
            this.rows = rows;
            this.next = next;
            this.progress = progress;
            this.rowsCounted = rows.rows();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            next.write(bytes, offset, length);
            progress.add(rows.rows() - rowsCounted, length);
            rowsCounted = rows.rows();
        }
    }
}
