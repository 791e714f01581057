package io.bmsql.tpcc;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Rows as lists of text, NULL as the word. */
public final class CollectedRows implements RowSink<RuntimeException> {
    private final List<List<String>> rows = new ArrayList<>();
    private List<String> row = new ArrayList<>();

    /** The rows of a slice. */
    public static List<List<String>> of(Population population, Slice slice) {
        CollectedRows sink = new CollectedRows();
        population.write(slice, sink);
        return sink.rows;
    }

    /** The rows of a whole table for a warehouse. */
    public static List<List<String>> of(Population population, Table table, int warehouse) {
        return of(population, Slice.whole(table, warehouse));
    }

    @Override
    public void integer(long value) {
        row.add(Long.toString(value));
    }

    @Override
    public void decimal(long unscaled, int scale) {
        row.add(BigDecimal.valueOf(unscaled, scale).toPlainString());
    }

    @Override
    public void text(byte[] ascii, int offset, int length) {
        row.add(new String(ascii, offset, length, StandardCharsets.US_ASCII));
    }

    @Override
    public void timestamp(long epochMillis) {
        row.add("@" + epochMillis);
    }

    @Override
    public void nullValue() {
        row.add("NULL");
    }

    @Override
    public void endRow() {
        rows.add(row);
        row = new ArrayList<>();
    }
}
