package io.bmsql.load;

import java.io.IOException;
import java.sql.SQLException;

/** What the server or the disk said, without the wrapping of the layers in between. */
final class Reason {
    private Reason() {}

    static String of(Throwable failure) {
        if (failure instanceof IOException && failure.getCause() instanceof SQLException sql) {
            return of(sql);
        }
        // A failed batch says only that it failed; the server's word comes behind it.
        if (failure instanceof SQLException sql && sql.getNextException() != null) {
            return of(sql.getNextException());
        }
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message.strip();
    }
}
