package io.bmsql.load;

import io.bmsql.tpcc.RowSink;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Sums the first 60 bits of the MD5 of each row, so that the order of the rows does not matter. A row is the text
 * {@code (column,column,...)} as PostgreSQL writes a record: nothing for NULL, decimals with all their places, quotes around
 * a text that is empty or holds more than letters and digits. Of a moment stands there only whether it is the load's. One thread.
 */
final class RowDigest implements RowSink<RuntimeException> {
    private static final int UNUSED_BITS = 4;

    private final MessageDigest md5 = DigestUtils.getMd5Digest();
    private final StringBuilder row = new StringBuilder();
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
        column().append(value);
    }

    @Override
    public void decimal(long unscaled, int scale) {
        column().append(BigDecimal.valueOf(unscaled, scale).toPlainString());
    }

    @Override
    public void text(byte[] bytes, int offset, int count) {
        text(new String(bytes, offset, count, StandardCharsets.UTF_8));
    }

    void text(String text) {
        boolean isQuoted = text.isEmpty();
        for (int i = 0; i < text.length() && !isQuoted; i++) {
            isQuoted = isSpecial(text.charAt(i));
        }
        column().append(isQuoted ? '"' + text.replace("\\", "\\\\").replace("\"", "\"\"") + '"' : text);
    }

    private static boolean isSpecial(char c) {
        return switch (c) {
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
        column();
    }

    @Override
    public void endRow() {
        byte[] hash = md5.digest(row.append(')').toString().getBytes(StandardCharsets.UTF_8));
        sum += ByteBuffer.wrap(hash).getLong() >>> UNUSED_BITS;
        rows++;
        row.setLength(0);
    }

    private StringBuilder column() {
        return row.append(row.isEmpty() ? '(' : ',');
    }
}
