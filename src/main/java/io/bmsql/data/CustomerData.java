package io.bmsql.data;

import io.bmsql.tpcc.RowSink;
import java.nio.charset.StandardCharsets;

/** Takes c_data, the last column, from the row of a customer. */
final class CustomerData implements RowSink<RuntimeException> {
    private byte[] lastText = new byte[0];
    private int offset;
    private int length;

    /** Of the row that came last. */
    String text() {
        return new String(lastText, offset, length, StandardCharsets.US_ASCII);
    }

    @Override
    public void text(byte[] ascii, int from, int count) {
        lastText = ascii;
        offset = from;
        length = count;
    }

    @Override
    public void integer(long value) {}

    @Override
    public void decimal(long unscaled, int scale) {}

    @Override
    public void timestamp(long epochMillis) {}

    @Override
    public void nullValue() {}

    @Override
    public void endRow() {}
}
