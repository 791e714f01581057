package io.bmsql.result;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream. */
final class Head extends FilterInputStream {
    private long remaining;

    /** @param bytes after so many the stream is at its end */
    Head(InputStream in, long bytes) {
        super(in);
        remaining = bytes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (remaining <= 0) {
            return -1;
        }
        int count = in.read(bytes, offset, (int) Math.min(length, remaining));
        remaining -= Math.max(count, 0);
        return count;
    }
}
