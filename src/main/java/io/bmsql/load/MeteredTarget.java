package io.bmsql.load;

import java.io.IOException;

/** Counts what passes for the progress bar. */
final class MeteredTarget implements TextTarget {
    private final TextRows rows;
    private final TextTarget next;
    private final LoadProgress progress;
    private long rowsCounted;

    MeteredTarget(TextRows rows, TextTarget next, LoadProgress progress) {
        this.rows = rows;
        this.next = next;
        this.progress = progress;
        this.rowsCounted = rows.rows();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        next.write(bytes, offset, length);
        progress.add(rows.rows() - rowsCounted, length);
        rowsCounted = rows.rows();
    }
}
