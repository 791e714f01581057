package io.bmsql.tpcc;

import java.nio.charset.StandardCharsets;

/** The random text columns that several tables share, drawn from one stream. */
final class RandomColumns {
    private static final byte[] ORIGINAL = "ORIGINAL".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ZIP_END = "11111".getBytes(StandardCharsets.US_ASCII);
    private static final int ZIP_DIGITS = 4;
    private static final int STATE_LENGTH = 2;
    private static final double ORIGINAL_PERCENT = 10;
    private static final int LONGEST = 500;

    private final RandomStream random;
    private final byte[] scratch = new byte[LONGEST];

    RandomColumns(RandomStream random) {
        this.random = random;
    }

    <E extends Exception> void alphanumeric(RowSink<E> sink, int min, int max) throws E {
        sink.text(scratch, 0, random.alphanumeric(scratch, 0, min, max));
    }

    /** The columns s_dist_01.. or ol_dist_info: 24 characters each. */
    <E extends Exception> void districtInfo(RowSink<E> sink, int columns) throws E {
        int length = 24;
        random.alphanumeric(scratch, 0, columns * length);
        for (int column = 0; column < columns; column++) {
            sink.text(scratch, column * length, length);
        }
    }

    <E extends Exception> void digits(RowSink<E> sink, int length) throws E {
        random.digits(scratch, 0, length);
        sink.text(scratch, 0, length);
    }

    /** i_data and s_data: 26..50 characters, "ORIGINAL" somewhere in a random 10% of the rows. */
    <E extends Exception> void itemData(RowSink<E> sink) throws E {
        int length = random.alphanumeric(scratch, 0, 26, 50);
        if (random.percent(ORIGINAL_PERCENT)) {
            int position = random.uniform(0, length - ORIGINAL.length);
            System.arraycopy(ORIGINAL, 0, scratch, position, ORIGINAL.length);
        }
        sink.text(scratch, 0, length);
    }

    /** street_1, street_2, city, state and zip. */
    <E extends Exception> void address(RowSink<E> sink) throws E {
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
