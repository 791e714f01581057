package io.bmsql.tpcc;

import java.util.List;

/** Rows of one table, the same each time that they are asked for. */
public interface RowSource {
    String table();

    /** Those that the rows have a value for, in their order. */
    List<String> columns();

    <E extends Exception> void write(RowSink<E> sink) throws E;
}
