package io.bmsql.datagen;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A table with random columns: its stream of random numbers, and the text columns that several tables share. */
abstract class RandomRows implements TableGenerator {
    private static final byte[] ORIGINAL = "ORIGINAL".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ZIP_END = "11111".getBytes(StandardCharsets.US_ASCII);
    private static final int ZIP_DIGITS = 4;
    private static final int STATE_LENGTH = 2;
    private static final double ORIGINAL_PERCENT = 10;
    private static final int LONGEST = 500;

    /** Drawn from in the order of the columns, after {@link #seek}. */
    protected final RandomStream random;

    private final long seed;
    private final Table table;
    private final byte[] scratch = new byte[LONGEST];

    RandomRows(long seed, Table table) {
        this.seed = seed;
        this.table = table;
        this.random = new RandomStream(seed);
    }

    /** Goes to the rows of this table in a warehouse and district; 0 for tables that have none. */
    final void seek(int warehouseId, int districtId) {
        random.seek(seed, table.ordinal(), warehouseId, districtId, 0);
    }

    /** An a-string of min..max characters. */
    final void alphanumeric(RowSink sink, int min, int max) throws IOException {
        int length = random.alphanumeric(scratch, 0, min, max);
        sink.text(scratch, 0, length);
    }

    /** So many columns of exactly the same length. */
    final void alphanumericColumns(RowSink sink, int columns, int length) throws IOException {
        random.alphanumeric(scratch, 0, columns * length);
        for (int column = 0; column < columns; column++) {
            sink.text(scratch, column * length, length);
        }
    }

    /** An n-string. */
    final void digits(RowSink sink, int length) throws IOException {
        random.digits(scratch, 0, length);
        sink.text(scratch, 0, length);
    }

    /** i_data and s_data: 26..50 characters, "ORIGINAL" somewhere in a random 10% of the rows. */
    final void itemData(RowSink sink) throws IOException {
        int length = random.alphanumeric(scratch, 0, 26, 50);
        if (random.percent(ORIGINAL_PERCENT)) {
            int position = random.uniform(0, length - ORIGINAL.length);
            System.arraycopy(ORIGINAL, 0, scratch, position, ORIGINAL.length);
        }
        sink.text(scratch, 0, length);
    }

    /** street_1, street_2, city, state and zip. */
    final void address(RowSink sink) throws IOException {
        alphanumeric(sink, 10, 20);
        alphanumeric(sink, 10, 20);
        alphanumeric(sink, 10, 20);
        random.letters(scratch, 0, STATE_LENGTH, true);
        sink.text(scratch, 0, STATE_LENGTH);
        random.digits(scratch, 0, ZIP_DIGITS);
        System.arraycopy(ZIP_END, 0, scratch, ZIP_DIGITS, ZIP_END.length);
        sink.text(scratch, 0, ZIP_DIGITS + ZIP_END.length);
    }
}
