package io.bmsql.cli;

import io.bmsql.benchmark.BenchmarkTables;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.config.BenchmarkConfig;
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
        BenchmarkConfig config = load(ConfigPurpose.DESTROY).config();
        BuildEcho echo = new BuildEcho(context, config, isVerbose, ProgressMode.none);
        new BenchmarkTables(context.program(), config, echo).destroy();
        return ExitCode.OK.status();
    }
}
