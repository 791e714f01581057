package io.bmsql.load;

import io.bmsql.tpcc.RowSink;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Sums the first 60 bits of the MD5 of each row, so that the order of the rows does not matter. A row is the text
 * {@code (column,column,...)} as PostgreSQL writes a record: nothing for NULL, decimals with all their places, quotes around
 * a text that is empty or holds more than letters and digits. Of a moment stands there only whether it is the load's. One thread.
 */
final class RowDigest implements RowSink<RuntimeException> {
    private static final int UNUSED_BITS = 4;

    private final MessageDigest md5 = DigestUtils.getMd5Digest();
    private final byte[] hash = new byte[16];
    private byte[] row = new byte[1_024];
    private int length;
    private long rows;
    private long sum;

    /** Rows since the last {@link #clear}. */
    long rows() {
        return rows;
    }

    /** Gives the sum over those rows, in 64 bits. */
    long sum() {
        return sum;
    }

    void clear() {
        rows = 0;
        sum = 0;
    }

    @Override
    public void integer(long value) {
        column(20);
        number(value);
    }

    @Override
    public void decimal(long unscaled, int scale) {
        column(24);
        long one = 1;
        for (int place = 0; place < scale; place++) {
            one *= 10;
        }
        if (unscaled < 0) {
            row[length++] = '-';
        }
        long rest = Math.abs(unscaled);
        number(rest / one);
        row[length++] = '.';
        for (long place = one / 10; place > 0; place /= 10) {
            row[length++] = (byte) ('0' + rest / place % 10);
        }
    }

    @Override
    public void text(byte[] bytes, int offset, int count) {
        column(2 * count + 2);
        boolean quoted = count == 0;
        for (int i = offset; i < offset + count && !quoted; i++) {
            quoted = isSpecial(bytes[i]);
        }
        if (!quoted) {
            System.arraycopy(bytes, offset, row, length, count);
            length += count;
            return;
        }
        row[length++] = '"';
        for (int i = offset; i < offset + count; i++) {
            if (bytes[i] == '"' || bytes[i] == '\\') {
                row[length++] = bytes[i];
            }
            row[length++] = bytes[i];
        }
        row[length++] = '"';
    }

    private static boolean isSpecial(byte b) {
        return switch (b) {
            case '"', '\\', '(', ')', ',', ' ', '\t', '\n', '\r', '\f', 0x0B -> true;
            default -> false;
        };
    }

    /** The load's own moment: the only one that the generator gives. */
    @Override
    public void timestamp(long epochMillis) {
        integer(1);
    }

    @Override
    public void nullValue() {
        column(0);
    }

    @Override
    public void endRow() {
        row[length++] = ')';
        md5.update(row, 0, length);
        try {
            md5.digest(hash, 0, hash.length);
        } catch (DigestException e) {
            throw new IllegalStateException("MD5 has 16 bytes", e);
        }
        sum += ByteBuffer.wrap(hash).getLong() >>> UNUSED_BITS;
        rows++;
        length = 0;
    }

    /** Begins a column of at most so many bytes; a byte stays free for the end of the row. */
    private void column(int most) {
        if (row.length < length + most + 2) {
            row = Arrays.copyOf(row, 2 * (length + most + 2));
        }
        row[length] = (byte) (length == 0 ? '(' : ',');
        length++;
    }

    private void number(long value) {
        if (value < 0) {
            row[length++] = '-';
        }
        long rest = Math.abs(value);
        int end = length + 1;
        for (long more = rest / 10; more > 0; more /= 10) {
            end++;
        }
        for (int i = end - 1; i >= length; i--) {
            row[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length = end;
    }
}
