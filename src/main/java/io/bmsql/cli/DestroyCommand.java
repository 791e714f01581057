package io.bmsql.cli;

import io.bmsql.benchmark.BenchmarkTables;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.config.ConfigPurpose;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql destroy}: drops everything that a build made. */
@Command(name = "destroy")
final class DestroyCommand extends PropsCommand.Changing implements Signals.Stoppable {
    @Option(names = "--verbose")
    private boolean isVerbose;

    @Override
    public Integer call() throws Exception {
        BuildEcho echo = new BuildEcho(context, isVerbose, ProgressMode.none);
        new BenchmarkTables(context.program(), load(ConfigPurpose.DESTROY).config(), echo).destroy();
        return ExitCode.OK.status();
    }
}
