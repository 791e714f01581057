package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.data.RunPreparation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmsql prepare}: what is to be done between load and run. */
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

    /** After a build or reset, whose statistics are fresh; one line, or none where the folder has nothing to do or the settings do not want it. */
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
