package io.bmsql.cli;

import picocli.CommandLine.Command;

/** {@code bmsql ledger}: what became of a run's commits. */
@Command(
        name = "ledger",
        description = "The ledger of a run: how every transaction ended, compared with the database.",
        subcommands = LedgerVerifyCommand.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bmsql run props.pg -D ledger=true         writes data/ledger.bin",
            "  bmsql ledger verify props.pg my_result     after a crash, a failover or a restore"
        })
final class LedgerCommand extends CommandGroup {}
