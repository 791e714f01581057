package io.bmsql.db;

import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Sends the statements of a script one after the other, each in a transaction of its own. Threads: one. */
public final class ScriptRunner {
    private final Connection connection;
    private final ScriptListener listener;

    /** Switches the connection to auto-commit: a script holds DDL, and some statements refuse a transaction. */
    public ScriptRunner(Connection connection, ScriptListener listener) throws SQLException {
        this.connection = connection;
        this.listener = listener;
        if (!connection.getAutoCommit()) {
            connection.setAutoCommit(true);
        }
    }

    /** Stops at the first error. */
    public void run(List<SqlStatement> statements) throws ScriptException {
        for (SqlStatement statement : statements) {
            listener.statement(statement);
            try {
                execute(statement.text());
            } catch (SQLException e) {
                throw new ScriptException(statement, e);
            }
        }
    }

    /**
     * Repeats what may have been done in part: continues where the object of a statement exists already, and stops at
     * the first other error.
     *
     * @param errors know how the server says so
     */
    public void runAgain(List<SqlStatement> statements, SqlErrors errors) throws ScriptException {
        for (SqlStatement statement : statements) {
            listener.statement(statement);
            try {
                execute(statement.text());
            } catch (SQLException e) {
                if (!errors.isAlreadyThere(e)) {
                    throw new ScriptException(statement, e);
                }
                listener.alreadyThere(statement);
            }
        }
    }

    /**
     * Reports errors to the listener and continues, as {@code runSQL.sh} always did.
     *
     * @return how many statements failed
     */
    public int runTolerant(List<SqlStatement> statements) {
        int failed = 0;
        for (SqlStatement statement : statements) {
            listener.statement(statement);
            try {
                execute(statement.text());
            } catch (SQLException e) {
                failed++;
                listener.failed(statement, e);
            }
        }
        return failed;
    }

    private void execute(String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Braces and question marks of a script are the server's, not JDBC's.
            statement.setEscapeProcessing(false);
            statement.execute(text);
        }
    }
}
