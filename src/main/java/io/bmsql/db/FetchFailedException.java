package io.bmsql.db;

import io.bmsql.common.UsageException;

/** A jar is not to be had from its repository. The message is for the user: why, and which file to put where instead. */
public final class FetchFailedException extends UsageException {
    FetchFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
