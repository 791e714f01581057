package io.bmsql.db;

/** No connection, or no driver to make one with. The message is for the user and holds no secret. */
public class CannotConnectException extends Exception {
    public CannotConnectException(String message) {
        super(message);
    }

    public CannotConnectException(String message, Throwable cause) {
        super(message, cause);
    }
}
