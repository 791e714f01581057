package io.bmsql.live;

/** The port of the live page cannot be opened; the message is for the user. */
public final class LivePortException extends Exception {
    private static final long serialVersionUID = 1L;

    LivePortException(String message, Throwable cause) {
        super(message, cause);
    }
}
