package io.bmsql.datagen;

import io.bmsql.random.RandomStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Text columns that several tables share, drawn from the stream of the row. One per generator. */
final class TextColumns {
    private static final byte[] ORIGINAL = "ORIGINAL".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ZIP_END = "11111".getBytes(StandardCharsets.US_ASCII);
    private static final int ZIP_DIGITS = 4;
    private static final int STATE_LENGTH = 2;
    private static final double ORIGINAL_PERCENT = 10;
    private static final int LONGEST = 500;

    private final RandomStream random;
    private final byte[] scratch = new byte[LONGEST];

    TextColumns(RandomStream random) {
        this.random = random;
    }

    /** An a-string of min..max characters. */
    void alphanumeric(RowSink sink, int min, int max) throws IOException {
        int length = random.alphanumeric(scratch, 0, min, max);
        sink.text(scratch, 0, length);
    }

    /** So many columns of exactly the same length. */
    void alphanumericColumns(RowSink sink, int columns, int length) throws IOException {
        random.alphanumeric(scratch, 0, columns * length);
        for (int column = 0; column < columns; column++) {
            sink.text(scratch, column * length, length);
        }
    }

    /** An n-string. */
    void digits(RowSink sink, int length) throws IOException {
        random.digits(scratch, 0, length);
        sink.text(scratch, 0, length);
    }

    /** i_data and s_data: 26..50 characters, "ORIGINAL" somewhere in a random 10% of the rows. */
    void itemData(RowSink sink) throws IOException {
        int length = random.alphanumeric(scratch, 0, 26, 50);
        if (random.percent(ORIGINAL_PERCENT)) {
            int position = random.uniform(0, length - ORIGINAL.length);
            System.arraycopy(ORIGINAL, 0, scratch, position, ORIGINAL.length);
        }
        sink.text(scratch, 0, length);
    }

    /** street_1, street_2, city, state and zip. */
    void address(RowSink sink) throws IOException {
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
