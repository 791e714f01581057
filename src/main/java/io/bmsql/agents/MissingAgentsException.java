package io.bmsql.agents;

import io.bmsql.common.UsageException;

/** Agents that the run needs are not there, or were lost before it began. */
public final class MissingAgentsException extends UsageException {
    MissingAgentsException(String message) {
        super(message);
    }
}
