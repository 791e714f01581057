package io.bmsql.cli;

/** The database, though reachable, does not fit what the props file asks for. The message is for the user. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }

    RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
