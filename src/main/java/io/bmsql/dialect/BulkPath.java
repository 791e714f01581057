package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How generated rows get into the tables: the words of {@code bulk =} in {@code dialect.properties}. */
public enum BulkPath {
    /** PostgreSQL's COPY, through pgjdbc. */
    COPY,
    /** MySQL's LOAD DATA LOCAL INFILE, from a stream. */
    LOAD_DATA,
    /** Inserts that the server writes past its buffers, with the words of {@code bulk.insert}. */
    DIRECT,
    /** JDBC batches of inserts, which every database understands. */
    BATCH;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace("_", "");
    }

    static BulkPath of(String word, String place) throws UsageException {
        return Stream.of(values())
                .filter(path -> path.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new UsageException(place + ": bulk = " + word
                        + " is no way to load rows; write one of "
                        + Stream.of(values()).map(BulkPath::word).collect(Collectors.joining(", "))
                        + " (batch works with every database)"));
    }
}
