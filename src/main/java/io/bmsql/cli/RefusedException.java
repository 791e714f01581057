package io.bmsql.cli;

/** What the command line, the props file and the database say does not fit together. The message is for the user. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }

    RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
