package io.bmsql.workload;

import java.sql.SQLException;

/**
 * The connection broke during the commit: the client cannot know whether the transaction took place. It
 * must never be sent again, for it might then take place twice.
 */
public final class CommitOutcomeUnknownException extends Exception {
    private final SQLException error;

    CommitOutcomeUnknownException(SQLException error) {
        super("the outcome of the commit is unknown: " + error.getMessage(), error);
        this.error = error;
    }

    public SQLException error() {
        return error;
    }
}
