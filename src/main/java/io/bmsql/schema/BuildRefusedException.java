package io.bmsql.schema;

/** A build does not begin because of what it found in the database; the message says what to do. */
public final class BuildRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    BuildRefusedException(String message) {
        super(message);
    }
}
