package io.bmsql.load;

import java.sql.SQLException;

/** The load stopped before its end: what failed, where, and what to do. The cause is what the server or the disk said. */
public final class LoadException extends Exception {
    private static final long serialVersionUID = 1L;

    LoadException(String message) {
        super(message);
    }

    LoadException(String message, Throwable cause) {
        super(message, cause);
    }

    static String reason(Throwable failure) {
        // A failed batch says only that it failed; the server's word comes behind it.
        if (failure instanceof SQLException sql && sql.getNextException() != null) {
            return reason(sql.getNextException());
        }
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message.strip();
    }
}
