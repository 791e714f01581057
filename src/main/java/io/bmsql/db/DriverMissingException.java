package io.bmsql.db;

/** No jar on this machine has the JDBC driver; the message says where to put one. */
public final class DriverMissingException extends CannotConnectException {
    DriverMissingException(String message, Throwable cause) {
        super(message, cause);
    }
}
