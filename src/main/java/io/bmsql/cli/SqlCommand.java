package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.db.Database;
import io.bmsql.db.ScriptRunner;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlFile;
import io.bmsql.dialect.SqlScript;
import io.bmsql.schema.DatabaseLock;
import java.sql.Connection;
import java.sql.SQLException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bmsql sql}: runs one SQL script, echoing each statement; a failing one does not stop the rest. */
@Command(name = "sql")
final class SqlCommand extends PropsCommand.Changing implements Signals.Stoppable {
    @Parameters(index = "1", paramLabel = "FILE")
    private String file = "";

    @Override
    public Integer call() throws Exception {
        LoadedConfig loaded = load(ConfigPurpose.SQL);
        Dialect dialect = Dialect.of(context.program(), loaded.config());
        SqlFile found = dialect.script(file)
                .orElseThrow(
                        () -> new UsageException("there is no SQL file " + file + ": give the path of a file whose name"
                                + " ends in .sql, or the name of one in sql."
                                + String.join(", sql.", dialect.chain())));
        SqlScript script = found.script();
        BuildEcho echo = new BuildEcho(context, loaded.config(), true, ProgressMode.none);
        echo.header("Loading SQL file " + found.path());
        try (Database database =
                Database.open(context.program(), loaded.config().connection(), dialect, 1)) {
            // A script of the user's own may be what another command waits for, so that it takes no lock.
            DatabaseLock.requireFree(database, context.clock(), other -> context.warn(lang(), other));
            return run(script, database, echo).status();
        }
    }

    private ExitCode run(SqlScript script, Database database, BuildEcho echo) throws SQLException {
        try (Connection connection = database.connection()) {
            int failed = new ScriptRunner(connection, echo).runTolerant(script.statements());
            script.comments().forEach(context::print);
            script.warnings().forEach(context::printError);
            return failed > 0 ? ExitCode.BUILD_FAILED : ExitCode.OK;
        }
    }
}
