package io.bmsql.db;

import io.bmsql.dialect.SqlScript.SqlStatement;
import java.sql.SQLException;

/** Hears what a script does, for the echo. Calls come one at a time. */
public interface ScriptListener {
    /** About to be sent; BenchmarkSQL echoes the text with a semicolon after it. */
    void statement(SqlStatement statement);

    /** Failed, and the script continues (tolerant mode only). */
    default void failed(SqlStatement statement, SQLException cause) {}

    /** The object of the statement exists already, and the script continues (only when a step is repeated). */
    default void alreadyThere(SqlStatement statement) {}
}
