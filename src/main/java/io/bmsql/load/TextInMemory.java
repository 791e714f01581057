package io.bmsql.load;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;

/** The text of one slice. The array grows to the largest slice and is used again; its stream reads it without a copy. */
final class TextInMemory extends ByteArrayOutputStream {
    private static final int FIRST_BYTES = 1 << 20;

    TextInMemory() {
        super(FIRST_BYTES);
    }

    void clear() {
        reset();
    }

    int length() {
        return count;
    }

    /** Valid until the next {@link #clear}. */
    InputStream asStream() {
        return new ByteArrayInputStream(buf, 0, count);
    }
}
