package io.bmsql.db;

import io.bmsql.common.UsageException;

/** A step of a build or a load failed, or what it made is not what it should be. */
public final class BuildFailedException extends UsageException {
    public BuildFailedException(String message) {
        super(message);
    }

    public BuildFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
