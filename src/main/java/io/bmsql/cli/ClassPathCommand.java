package io.bmsql.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code bmsql class-path}: the jars of the program, for {@code setCP} of scripts that were written for BenchmarkSQL. */
@Command(name = "class-path", hidden = true, description = "Prints the program's class path.")
final class ClassPathCommand implements Callable<Integer> {
    private final CommandContext context;

    ClassPathCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        context.console().out().println(System.getProperty("java.class.path"));
        return ExitCode.OK.status();
    }
}
