package io.bmsql.cli;

import java.io.PrintStream;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one place that turns what went wrong into a sentence and an exit status. */
final class FailureReport implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final PrintStream err;

    FailureReport(PrintStream err) {
        this.err = err;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        err.println(failure.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(failure, command.getErr())) {
            command.usage(command.getErr());
        }
        return ExitCode.USAGE.status();
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        BmsqlCommand root = command.getCommandSpec().root().userObject() instanceof BmsqlCommand bmsql ? bmsql : null;
        err.println(message(failure));
        if (root != null && root.wantsStackTrace()) {
            failure.printStackTrace(err);
        } else if (exitCode(failure) == ExitCode.UNEXPECTED) {
            err.println("Run it again with --stacktrace to see where in the program this happened.");
        }
        return exitCode(failure).status();
    }

    static ExitCode exitCode(Throwable failure) {
        return ExitCode.UNEXPECTED;
    }

    static String message(Throwable failure) {
        return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    }
}
