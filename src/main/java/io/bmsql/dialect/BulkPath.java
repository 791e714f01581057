package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import java.util.Arrays;
import java.util.List;

/** How generated rows get into the tables: the words of {@code bulk =} in {@code dialect.properties}. */
public enum BulkPath {
    /** PostgreSQL's COPY, through pgjdbc. */
    COPY("copy"),
    /** MySQL's LOAD DATA LOCAL INFILE, from a stream. */
    LOAD_DATA("loaddata"),
    /** Inserts that the server writes past its buffers, with the words of {@code bulk.insert}. */
    DIRECT("direct"),
    /** JDBC batches of inserts, which every database understands. */
    BATCH("batch");

    private final String word;

    BulkPath(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    static BulkPath of(String word, String place) throws UsageException {
        for (BulkPath path : values()) {
            if (path.word.equals(word)) {
                return path;
            }
        }
        List<String> known = Arrays.stream(values()).map(BulkPath::word).toList();
        throw new UsageException(place + ": bulk = " + word + " is no way to load rows; write one of "
                + String.join(", ", known) + " (batch works with every database)");
    }
}
