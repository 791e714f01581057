package io.bmsql.db;

import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/** Sends the statements of a script one after the other, each in its own transaction. Threads: one. */
public final class ScriptRunner {
    /** What belongs to no table of the benchmark. */
    private static final Pattern OF_THE_SERVER = Pattern.compile(
            "\\s*create\\s+(?:\\w+\\s+){0,2}?(?:tablespace|role|user|schema|extension|directory|placement\\s+policy)\\s",
            Pattern.CASE_INSENSITIVE);

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

    /** Hears what a script does, for the echo. Calls come one at a time, also those of several runners. */
    public interface ScriptListener {
        /** About to be sent; BenchmarkSQL echoes the text with a semicolon after it. */
        void statement(SqlStatement statement);

        /** Failed, and the script continues (tolerant mode only). */
        default void failed(SqlStatement statement, SQLException cause) {}

        /** The object of the statement exists already, and the script continues (only when a step is repeated). */
        default void alreadyThere(SqlStatement statement) {}
    }

    /** Stops at the first error. */
    public void run(List<SqlStatement> statements) throws BuildFailedException {
        run(statements, (statement, failure) -> false);
    }

    /**
     * A tablespace or the like that exists already, since no destroy drops it, is no error; nor is any object that does, when this repeats
     * what may have been done in part. Stops at the first other one.
     */
    public void run(List<SqlStatement> statements, SqlErrors errors, boolean again) throws BuildFailedException {
        run(
                statements,
                (statement, failure) ->
                        (again || OF_THE_SERVER.matcher(statement.text()).lookingAt())
                                && errors.is(SqlErrors.ALREADY_THERE, failure));
    }

    private void run(List<SqlStatement> statements, BiPredicate<SqlStatement, SQLException> isHarmless)
            throws BuildFailedException {
        for (SqlStatement statement : statements) {
            Optional<SQLException> failure = send(statement);
            if (failure.isPresent() && !isHarmless.test(statement, failure.get())) {
                throw new BuildFailedException(
                        statement.place() + ": " + SqlErrors.text(failure.get()) + " [SQLState "
                                + SqlErrors.sqlState(failure.get()) + "] in the statement:\n" + statement.text(),
                        failure.get());
            }
            if (failure.isPresent()) {
                synchronized (listener) {
                    listener.alreadyThere(statement);
                }
            }
        }
    }

    /** Reports errors and continues, as {@code runSQL.sh} always did; returns how many there were. */
    public int runTolerant(List<SqlStatement> statements) {
        int failed = 0;
        for (SqlStatement statement : statements) {
            Optional<SQLException> failure = send(statement);
            if (failure.isPresent()) {
                failed++;
                synchronized (listener) {
                    listener.failed(statement, failure.get());
                }
            }
        }
        return failed;
    }

    /** Sends one statement; nothing when it succeeded. */
    public Optional<SQLException> send(SqlStatement sql) {
        synchronized (listener) {
            listener.statement(sql);
        }
        try (Statement statement = connection.createStatement()) {
            // Braces and question marks of a script are the server's, not JDBC's.
            statement.setEscapeProcessing(false);
            statement.execute(sql.text());
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(e);
        }
    }
}
