package io.bmsql.reset;

import io.bmsql.datagen.RowSink;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** Takes c_data, the last column, of some customers of a district from the generator, and drops the rest. */
final class CustomerData implements RowSink<RuntimeException> {
    private final BitSet wanted;
    private final Map<Integer, String> found = new TreeMap<>();
    private int customerId;
    private int column;
    private byte[] lastText = new byte[0];
    private int offset;
    private int length;

    /** @param wanted customers by c_id */
    CustomerData(BitSet wanted) {
        this.wanted = wanted;
    }

    /** c_data by c_id. */
    Map<Integer, String> found() {
        return found;
    }

    @Override
    public void integer(long value) {
        if (column == 0) {
            customerId = (int) value;
        }
        column++;
    }

    @Override
    public void text(byte[] ascii, int from, int count) {
        lastText = ascii;
        offset = from;
        length = count;
        column++;
    }

    @Override
    public void decimal(long unscaled, int scale) {
        column++;
    }

    @Override
    public void timestamp(long epochMillis) {
        column++;
    }

    @Override
    public void nullValue() {
        column++;
    }

    @Override
    public void endRow() {
        if (wanted.get(customerId)) {
            found.put(customerId, new String(lastText, offset, length, StandardCharsets.US_ASCII));
        }
        column = 0;
    }
}
