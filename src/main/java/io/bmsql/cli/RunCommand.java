package io.bmsql.cli;

import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.RefusedException;
import io.bmsql.db.CannotConnectException;
import io.bmsql.dialect.DialectException;
import io.bmsql.run.RunRequest;
import io.bmsql.secret.SecretArguments;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bmsql run}: the timed run. */
@Command(
        name = "run",
        description =
                "Runs the benchmark against a loaded database. Ctrl-C ends it early with a valid partial result; a"
                        + " second Ctrl-C stops at once.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bmsql run props.pg",
            "  bmsql run props.pg -D terminals=50 -D runMins=10 -D rampupMins=1",
            "  bmsql run props.pg -D livePort=9180      # and look at http://localhost:9180/ meanwhile",
            "  nohup bmsql run props.pg --progress=plain >run.log 2>&1 &"
        })
final class RunCommand extends PropsCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ProgressOption progress = new ProgressOption();

    @Option(
            names = "--run-id",
            paramLabel = "N",
            description = "Number of this run in its result files; without it the next one of .jTPCC_run_seq.dat in the"
                    + " working directory.")
    private @Nullable Integer runId;

    RunCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call()
            throws ConfigException, DialectException, CannotConnectException, RefusedException, SQLException,
                    InterruptedException {
        if (runId != null && runId < 0) {
            throw new RefusedException("--run-id=" + runId + " is below 0");
        }
        LoadedConfig loaded = load(ConfigPurpose.RUN);
        int number = runId == null ? nextNumber() : runId;
        RunRequest request = new RunRequest(loaded, props, number, commandLine());
        return new RunConsole(context, request, progress.mode(context.console()), () -> {})
                .run()
                .code()
                .status();
    }

    /** A counter that cannot be written must not cost anybody a run. */
    private int nextNumber() {
        try {
            return RunSequence.next(context.program().workingDirectory());
        } catch (IOException e) {
            context.console().err().println("Warning: no run number, 0 is used: " + e.getMessage());
            return 0;
        }
    }

    private String commandLine() {
        return "bmsql "
                + String.join(
                        " ",
                        SecretArguments.hide(
                                spec.root().commandLine().getParseResult().originalArgs()));
    }
}
