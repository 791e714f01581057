package io.bmsql.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bmsql ledger}: what became of a run's commits. */
@Command(
        name = "ledger",
        description = "The ledger of a run: how every transaction ended, held against the database.",
        subcommands = LedgerVerifyCommand.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bmsql run props.pg -D ledger=true         writes data/ledger.bin",
            "  bmsql ledger verify props.pg my_result     after a crash, a failover or a restore"
        })
final class LedgerCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: verify.");
    }
}
