package io.bmsql.datagen;

import java.io.IOException;

/** Makes the rows of one table. Owned by one thread; reuses its own buffers and allocates nothing per row. */
interface TableGenerator {
    /** Writes the rows of a slice of this generator's table, in the order of their keys. */
    void write(Slice slice, RowSink sink) throws IOException;
}
