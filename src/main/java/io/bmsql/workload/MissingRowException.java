package io.bmsql.workload;

/**
 * A row that the specification promises was not there: the database is not a complete TPC-C population, or lost rows. An
 * error of one transaction, never the end of the run.
 */
public final class MissingRowException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Says what was looked for, such as {@code no customer (w 1, d 2, c 3)}. */
    public MissingRowException(String message) {
        super(message);
    }
}
