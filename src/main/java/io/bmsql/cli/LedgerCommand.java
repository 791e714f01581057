package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.db.Database;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerResult;
import io.bmsql.run.RunCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
final class LedgerCommand extends CommandTree.Base {
    @Command(
            name = "verify",
            description = {
                "Compares the ledger of a run with the database: lost commits, phantom rows, duplicates, sums, and what"
                        + " became of transactions whose connection broke during the commit. Prints the exact keys; exit status 7"
                        + " when something is wrong.",
                "Of a run of several agents all their ledgers are read.",
                "When other runs used the same database later, give their directories as well: otherwise their rows cannot be"
                        + " told from phantom rows, and those lines say \"open\".",
                "All violations are listed in ledger_violations.txt in the first directory."
            },
            footer = {
                "  bmsql ledger verify props.pg my_result_2026-11-20",
                "  bmsql ledger verify props.pg first_run second_run third_run"
            })
    static final class Verify extends PropsCommand implements Signals.Stoppable {
        @Parameters(index = "1..*", arity = "1..*", paramLabel = "DIR", description = "Result directory of a run.")
        private List<Path> directories = new ArrayList<>();

        @Option(
                names = "--temporary-directory",
                paramLabel = "DIR",
                description =
                        "Where the sorted entries are kept meanwhile, about twice the size of the ledgers; by default"
                                + " beside the first ledger.")
        private @Nullable Path temporary;

        @Mixin
        private final Progress progress = new Progress();

        @Override
        public Integer call() throws Exception {
            BenchmarkConfig config = loadTpcc(ConfigPurpose.CHECK);
            List<LedgerFile> files = new ArrayList<>();
            for (Path directory : directories) {
                context.results(directory).ledgers().forEach(path -> files.add(LedgerFile.open(path)));
            }
            try (Database database = open(config, 1)) {
                LedgerResult result = RunCheck.ledger(
                        database,
                        files,
                        context.clock(),
                        temporary == null ? null : context.program().resolve(temporary),
                        context.results(directories.get(0)),
                        new CheckLines(context, progress.mode, config.result()));
                return (result.passed() ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
            }
        }
    }
}
