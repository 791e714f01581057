package io.bmsql.db;

import io.bmsql.common.UsageException;

/** No connection, no driver to make one with, no agents that a run needs, or no jar to be had from its repository. The message is for the user and holds no secret. */
public class CannotConnectException extends UsageException {
    public CannotConnectException(String message) {
        super(message);
    }

    public CannotConnectException(String message, Throwable cause) {
        super(message, cause);
    }

    /** See {@link #about}. */
    public CannotConnectException(String setting, String rest) {
        super(setting, rest, null);
    }

    /** Settings with which nobody could connect, such as the URL of another database; the message says what to write. */
    public static final class WrongSettings extends CannotConnectException {
        WrongSettings(String message) {
            super(message);
        }

        WrongSettings(String message, Throwable cause) {
            super(message, cause);
        }

        WrongSettings(String setting, String rest) {
            super(setting, rest);
        }
    }

    /** No jar on this machine has the JDBC driver; the message says where to put one. */
    public static final class DriverMissing extends CannotConnectException {
        DriverMissing(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
