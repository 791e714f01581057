package io.bmsql.cli;

import io.bmsql.common.NearestWord;
import io.bmsql.common.SecretMask;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.CannotConnectException;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.exception.ExceptionUtils;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one place that turns exceptions into messages and exit statuses; how a run ended is told by {@link RunLog}. */
record FailureReport(CommandContext context) implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** Failures that a user can fix: their message is enough. The first that fits counts. */
    private static final List<Map.Entry<Class<? extends Exception>, ExitCode>> KNOWN = List.of(
            Map.entry(ResultReadException.class, ExitCode.USAGE),
            Map.entry(ResultDirectory.PlaceException.class, ExitCode.USAGE),
            Map.entry(ResultWriteException.class, ExitCode.UNEXPECTED),
            Map.entry(CannotConnectException.WrongSettings.class, ExitCode.USAGE),
            Map.entry(CannotConnectException.class, ExitCode.NO_CONNECTION),
            Map.entry(BuildFailedException.class, ExitCode.BUILD_FAILED),
            Map.entry(UsageException.class, ExitCode.USAGE));

    private static final String CONNECTION_STATE = "08";

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        Optional<String> otherwise = failure instanceof UnmatchedArgumentException unknown
                        && (command.getCommand() instanceof RunCommand
                                || command.getCommand() instanceof ValidateCommand)
                ? PgbenchOptions.otherwise(unknown.getUnmatched().get(0))
                : Optional.empty();
        if (otherwise.isPresent()) {
            context.printError(otherwise.get());
            return ExitCode.USAGE.status();
        }
        // No props file was read yet: only the arguments show what is secret.
        SecretMask given = SecretMask.of(SecretText.findIn(Arrays.asList(args)));
        String unmatched = failure instanceof UnmatchedArgumentException of
                        && !command.getSubcommands().isEmpty()
                ? of.getUnmatched().get(0)
                : "-";
        boolean isNoCommand = !unmatched.startsWith("-");
        context.printError(
                given.hide(isNoCommand ? noCommand(unmatched, command) : String.valueOf(failure.getMessage())));
        if (isNoCommand || !UnmatchedArgumentException.printSuggestions(failure, command.getErr())) {
            context.console().err().print(command.getHelp().fullSynopsis());
            context.printError("Try '" + command.getCommandSpec().qualifiedName() + " --help' for more.");
        }
        return ExitCode.USAGE.status();
    }

    private static String noCommand(String word, CommandLine command) {
        String near = NearestWord.question(word, command.getSubcommands().keySet().stream());
        return "There is no command `" + word + "`" + (near.isEmpty() ? "." : near);
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        Optional<ExitCode> known = knownCode(failure);
        String sentence = sentence(failure, known.isPresent());
        context.printError(
                command.getCommand() instanceof PropsCommand named ? named.placed(failure, sentence) : sentence);
        if (command.getCommandSpec().root().userObject() instanceof CommandTree.Root root && root.stackTrace) {
            context.console().err().print(context.program().secrets().hide(ExceptionUtils.getStackTrace(failure)));
        } else if (known.isEmpty()) {
            context.printError("(--stacktrace shows where in the program this happened)");
        }
        return known.orElse(ExitCode.UNEXPECTED).status();
    }

    /** The status of a failure: that of the outermost known exception in its chain of causes. */
    static Optional<ExitCode> knownCode(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            for (Map.Entry<Class<? extends Exception>, ExitCode> known : KNOWN) {
                if (known.getKey().isInstance(cause)) {
                    return Optional.of(known.getValue());
                }
            }
            boolean hasState = cause instanceof SQLException sql
                    && String.valueOf(sql.getSQLState()).startsWith(CONNECTION_STATE);
            if (hasState || SqlErrors.isOfLostConnection(cause)) {
                return Optional.of(ExitCode.NO_CONNECTION);
            }
        }
        return Optional.empty();
    }

    /** What our own exceptions say is for users; of others the kind is needed too, since their message may be a bare name. */
    private static String sentence(Throwable failure, boolean known) {
        String message = failure.getMessage();
        if (message == null) {
            return "Unexpected error: " + failure;
        }
        boolean speaksForItself = known || failure instanceof SQLException;
        return speaksForItself ? message.strip() : failure.getClass().getSimpleName() + ": " + message.strip();
    }
}
