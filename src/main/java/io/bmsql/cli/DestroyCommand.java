package io.bmsql.cli;

import io.bmsql.benchmark.BenchmarkTables;
import io.bmsql.cli.PropsCommand.Verbose;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.config.ConfigPurpose;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmsql destroy}: drops everything that a build made. */
@Command(name = "destroy")
final class DestroyCommand extends PropsCommand.Changing implements Signals.Stoppable {
    @Mixin
    private final Verbose verbose = new Verbose();

    @Override
    public Integer call() throws Exception {
        BuildEcho echo = new BuildEcho(context, verbose.on, ProgressMode.none);
        new BenchmarkTables(context.program(), load(ConfigPurpose.DESTROY).config(), echo).destroy();
        return ExitCode.OK.status();
    }
}
