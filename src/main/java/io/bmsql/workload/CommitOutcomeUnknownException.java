package io.bmsql.workload;

import java.sql.SQLException;

/** The connection broke during the commit, which may have happened: never sent again, or it could happen twice. */
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
