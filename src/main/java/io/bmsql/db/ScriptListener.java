package io.bmsql.db;

import io.bmsql.dialect.SqlStatement;
import java.sql.SQLException;

/** Hears what a script does, for the echo. Calls come one at a time. */
public interface ScriptListener {
    /** About to be sent; BenchmarkSQL echoes the text with a semicolon after it. */
    void statement(SqlStatement statement);

    /** Failed, and the script goes on (tolerant mode only). */
    default void failed(SqlStatement statement, SQLException cause) {}

    /** What the statement would make was there already, and the script goes on (a step that is done again only). */
    default void alreadyThere(SqlStatement statement) {}
}
