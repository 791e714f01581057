package io.bmsql.cli;

import io.bmsql.benchmark.Benchmark;
import io.bmsql.cli.PropsCommand.Verbose;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.data.DatabaseLock;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmsql destroy}: drops everything that a build made. */
@Command(name = "destroy")
final class DestroyCommand extends PropsCommand.Changing implements Signals.Stoppable {
    @Mixin
    private final Verbose verbose = new Verbose();

    @Override
    public Integer call() throws Exception {
        destroy(
                new BuildEcho(context, verbose.on, ProgressMode.none),
                load(ConfigPurpose.DESTROY).config());
        return ExitCode.OK.status();
    }

    static void destroy(BuildEcho echo, BenchmarkConfig config) throws Exception {
        CommandContext context = echo.context();
        Dialect dialect = Dialect.of(context.program(), config);
        try (Database database = Database.open(context.program(), config.connection(), dialect, 1);
                DatabaseLock lock = lock(context, database, "destroy")) {
            Benchmark.ofTables(context.program(), config, dialect).destroy(database, echo);
        }
    }
}
