package io.bmsql.load;

/** The load stopped before its end: what failed, where, and what to do. The cause is what the server or the disk said. */
public final class LoadException extends Exception {
    private static final long serialVersionUID = 1L;

    LoadException(String message) {
        super(message);
    }

    LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
