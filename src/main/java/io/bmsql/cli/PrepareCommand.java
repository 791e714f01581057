package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.schema.RunPreparation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql prepare}: what is to be done between load and run. */
@Command(name = "prepare")
final class PrepareCommand extends PropsCommand.Changing {
    @Option(names = "--verbose")
    private boolean isVerbose;

    @Override
    public Integer call() throws Exception {
        BenchmarkConfig config = loadTpcc(ConfigPurpose.BUILD);
        BuildEcho echo = new BuildEcho(context, config, isVerbose, ProgressMode.none);
        RunPreparation.Done done = RunPreparation.run(context.program(), config, true, echo);
        done.say(echo);
        return (done.problems().isEmpty() ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
    }
}
