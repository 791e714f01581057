package io.bmsql.datagen;

import java.io.IOException;

/**
 * Takes generated rows, column by column, in the column order of BenchmarkSQL's CSV files (contract 3.6). Used by one
 * thread at a time.
 *
 * <p>Every method throws what the far side throws, wrapped as IOException where it is not one already.
 */
public interface RowSink {
    /** A whole number. */
    void integer(long value) throws IOException;

    /** A decimal: unscaled value and number of places, such as (1234, 2) for 12.34. */
    void decimal(long unscaled, int scale) throws IOException;

    /** ASCII letters and digits, so that no text format needs to escape them; the array belongs to the caller and may change after the call. */
    void text(byte[] ascii, int offset, int length) throws IOException;

    /** A moment, milliseconds since 1970-01-01 UTC, shown in the time zone of the program. */
    void timestamp(long epochMillis) throws IOException;

    void nullValue() throws IOException;

    void endRow() throws IOException;
}
