package io.bmsql.dialect;

/** An SQL folder that cannot be used: unknown database word, wrong file, wrong name. The message is for the user. */
public final class DialectException extends Exception {
    public DialectException(String message) {
        super(message);
    }

    public DialectException(String message, Throwable cause) {
        super(message, cause);
    }
}
