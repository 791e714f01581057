package io.bmsql.live;

/** The port of the live page cannot be opened; the message is for the user. */
public final class LivePortException extends Exception {
    LivePortException(String message, Throwable cause) {
        super(message, cause);
    }
}
