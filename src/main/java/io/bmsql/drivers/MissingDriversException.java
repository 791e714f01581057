package io.bmsql.drivers;

import io.bmsql.spec.RefusedException;

/** Agents that the run needs are not there, or were lost before it began. */
public final class MissingDriversException extends RefusedException {
    MissingDriversException(String message) {
        super(message);
    }
}
