package io.bmsql.script;

import io.bmsql.common.UsageException;
import java.sql.SQLException;

/** One step of a script: it does its work and gives the number of the step that follows it. */
@FunctionalInterface
interface Step {
    int run(ScriptStatements on, ScriptClient client, int number)
            throws SQLException, UsageException, InterruptedException;
}
