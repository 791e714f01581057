package io.bmsql.tpcc;

/** Takes rows column by column, in the order of BenchmarkSQL's CSV files (benchmarksql-formats.md, CSV files). One thread at a time. */
public interface RowSink<E extends Exception> {
    void integer(long value) throws E;

    /** A decimal: unscaled value and number of places, such as (1234, 2) for 12.34. */
    void decimal(long unscaled, int scale) throws E;

    /** ASCII letters and digits, so that no text format needs to escape them; the array belongs to the caller and may change after the call. */
    void text(byte[] ascii, int offset, int length) throws E;

    /** A moment, milliseconds since 1970-01-01 UTC, shown in the time zone of the program. */
    void timestamp(long epochMillis) throws E;

    void nullValue() throws E;

    void endRow() throws E;
}
