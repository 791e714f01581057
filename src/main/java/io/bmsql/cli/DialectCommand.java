package io.bmsql.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bmsql dialect}: what is done with the folder of one database. */
@Command(
        name = "dialect",
        description = "Tests the sql.<db> folder of a database; 'bmsql dialects' lists them all.",
        subcommands = DialectTestCommand.class,
        footerHeading = "%nExample:%n",
        footer = "  bmsql dialect test props.newdb")
final class DialectCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: test.");
    }
}
