package io.bmsql.fetch;

import io.bmsql.spec.RefusedException;

/** A jar is not to be had from its repository. The message is for the user: why, and which file to put where instead. */
public final class FetchFailedException extends RefusedException {
    FetchFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
