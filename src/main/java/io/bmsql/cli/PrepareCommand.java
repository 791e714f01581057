package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.data.RunPreparation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "prepare")
final class PrepareCommand extends PropsCommand.Changing {
    @Mixin
    private final Verbose verbose = new Verbose();

    @Override
    public Integer call() throws Exception {
        BenchmarkConfig config = loadTpcc(ConfigPurpose.BUILD);
        RunPreparation.Done done =
                RunPreparation.run(context.program(), config, true, new BuildEcho(context, verbose.on));
        context.print("Prepared for a run: " + done.line());
        return (done.problems().isEmpty() ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
    }

    static void afterwards(CommandContext context, boolean verbose, BenchmarkConfig config) throws Exception {
        if (config.load().preparesRun()) {
            RunPreparation.Done done =
                    RunPreparation.run(context.program(), config, false, new BuildEcho(context, verbose));
            if (done.statements() > 0 && done.isPrepared()) {
                context.print("# Prepared for a run: " + done.line());
            }
        }
    }
}
