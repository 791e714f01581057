package io.bmsql.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bmsql klustron}: what only a Klustron cluster needs. */
@Command(
        name = "klustron",
        description = "Care of a Klustron cluster.",
        subcommands = XaCommand.class,
        footerHeading = "%nExample:%n",
        footer = "  bmsql klustron xa props.klustron")
final class KlustronCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: xa.");
    }
}
