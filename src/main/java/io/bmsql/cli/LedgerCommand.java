package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.db.Database;
import io.bmsql.ledger.LedgerFile;
import io.bmsql.ledger.LedgerVerifier;
import io.bmsql.result.LedgerResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bmsql ledger}: what became of a run's commits. */
@Command(
        name = "ledger",
        description = "The ledger of a run: how every transaction ended, compared with the database.",
        subcommands = LedgerCommand.Verify.class,
        footer = {
            "  bmsql run props.pg -D ledger=true         writes data/ledger.bin",
            "  bmsql ledger verify props.pg my_result     after a crash, a failover or a restore"
        })
final class LedgerCommand extends CommandTree.Group {
    /** {@code bmsql ledger verify}: lost commits, phantom rows, duplicates, and what became of unknown outcomes. */
    @Command(
            name = "verify",
            description = {
                "Compares the ledger of a run with the database: lost commits, phantom rows, duplicates, sums, and what"
                        + " became of transactions whose connection broke during the commit. Prints the exact keys; exit status 7"
                        + " when something is wrong.",
                "Of a run of several drivers all their ledgers are read.",
                "When other runs used the same database later, give their directories as well: otherwise their rows cannot be"
                        + " told from phantom rows, and those lines say \"open\"."
            },
            footer = {
                "  bmsql ledger verify props.pg my_result_2026-11-20",
                "  bmsql ledger verify props.pg first_run second_run third_run"
            })
    static final class Verify extends PropsCommand {
        @Parameters(index = "1..*", arity = "1..*", paramLabel = "DIR", description = "Result directory of a run.")
        private List<Path> directories = new ArrayList<>();

        @Override
        public Integer call() throws Exception {
            BenchmarkConfig config = load(ConfigPurpose.CHECK).config();
            List<LedgerFile> files = new ArrayList<>();
            for (Path directory : directories) {
                context.results(directory).ledgers().forEach(path -> files.add(LedgerFile.open(path)));
            }
            try (Database database = open(config, 1)) {
                LedgerResult result = new LedgerVerifier(database, files, context.clock()).verify();
                new CheckLines(context).ledgerVerified(result);
                return (result.passed() ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
            }
        }
    }
}
