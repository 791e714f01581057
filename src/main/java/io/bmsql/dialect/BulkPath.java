package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        return Stream.of(values())
                .filter(path -> path.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new UsageException(place + ": bulk = " + word
                        + " is no way to load rows; write one of "
                        + Stream.of(values()).map(BulkPath::word).collect(Collectors.joining(", "))
                        + " (batch works with every database)"));
    }
}
