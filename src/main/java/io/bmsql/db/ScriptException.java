package io.bmsql.db;

import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.sql.SQLException;

/** A statement of a script failed. The message names file and line, what the server said, and the statement. */
public final class ScriptException extends Exception {
    public ScriptException(SqlStatement statement, SQLException cause) {
        super(
                statement.place() + ": " + String.valueOf(cause.getMessage()).strip() + " [SQLState "
                        + SqlErrors.sqlState(cause) + "] in the statement:\n" + statement.text(),
                cause);
    }
}
