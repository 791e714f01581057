package io.bmsql.load;

import java.io.IOException;

/** Takes whole rows as bytes, many at a time. The array belongs to the caller and changes after the call. */
@FunctionalInterface
public interface TextTarget {
    /** Writes {@code length} bytes from {@code offset}: complete rows, each ended by a line feed. */
    void write(byte[] bytes, int offset, int length) throws IOException;
}
