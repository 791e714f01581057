package io.bmsql.cli;

import io.bmsql.common.UsageException;
import java.io.FileNotFoundException;
import java.util.Arrays;
import java.util.List;

/** Where the program starts and the only place where it exits. */
public final class Main {
    private static final String AS_SCRIPT = "--as";

    private Main() {}

    public static void main(String[] args) {
        CommandContext context = CommandContext.ofProcess();
        try {
            System.exit(run(context, args));
        } catch (OutOfMemoryError e) {
            context.printError(
                    "The memory is used up (" + e.getMessage() + "), and this program may use "
                            + Runtime.getRuntime().maxMemory() / 1_000_000
                            + " MB: take fewer terminals, connections or loaders, or give it more, such as BMSQL_JAVA_OPTS=-Xmx8g");
            System.exit(ExitCode.USAGE.status());
        }
    }

    /** Runs one command; {@code --as NAME} in front means that one of BenchmarkSQL's scripts was called. */
    static int run(CommandContext context, String... args) {
        List<String> words = Arrays.asList(args);
        if (words.isEmpty() || !words.get(0).equals(AS_SCRIPT)) {
            return CommandTree.create(context, words).execute(args);
        }
        try {
            List<String> command = OldScript.translate(words.subList(1, words.size()), context);
            return CommandTree.create(context, command).execute(command.toArray(String[]::new));
        } catch (UsageException | FileNotFoundException e) {
            context.console().err().println(e.getMessage());
            return (e instanceof UsageException ? ExitCode.USAGE : ExitCode.UNEXPECTED).status();
        }
    }
}
