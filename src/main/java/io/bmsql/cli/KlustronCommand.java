package io.bmsql.cli;

import picocli.CommandLine.Command;

/** {@code bmsql klustron}: what only a Klustron cluster needs. */
@Command(
        name = "klustron",
        description = "Maintenance of a Klustron cluster.",
        subcommands = XaCommand.class,
        footerHeading = "%nExample:%n",
        footer = "  bmsql klustron xa props.klustron")
final class KlustronCommand extends CommandGroup {}
