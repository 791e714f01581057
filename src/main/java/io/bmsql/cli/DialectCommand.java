package io.bmsql.cli;

import picocli.CommandLine.Command;

/** {@code bmsql dialect}: what is done with the folder of one database. */
@Command(
        name = "dialect",
        description = "Tests the sql.<db> folder of a database; 'bmsql dialects' lists them all.",
        subcommands = DialectTestCommand.class,
        footerHeading = "%nExample:%n",
        footer = "  bmsql dialect test props.newdb")
final class DialectCommand extends CommandGroup {}
