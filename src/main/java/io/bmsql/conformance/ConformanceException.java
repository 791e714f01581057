package io.bmsql.conformance;

/** The test cannot begin on this database. The message says what to do. */
public final class ConformanceException extends Exception {
    private static final long serialVersionUID = 1L;

    ConformanceException(String message) {
        super(message);
    }
}
