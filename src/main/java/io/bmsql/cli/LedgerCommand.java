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

/** {@code bmsql ledger verify}: what became of a run's commits. */
@Command(name = "ledger verify")
final class LedgerCommand extends PropsCommand implements Signals.Stoppable {
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "DIR")
    private List<Path> directories = new ArrayList<>();

    @Option(names = "--temporary-directory", paramLabel = "DIR")
    private @Nullable Path temporary;

    @Mixin
    private final Progress progress = new Progress();

    @Override
    public Integer call() throws Exception {
        BenchmarkConfig config = loadTpcc(ConfigPurpose.CHECK);
        List<LedgerFile> files = new ArrayList<>();
        for (Path directory : directories) {
            files.addAll(LedgerFile.of(context.results(directory)));
        }
        try (Database database = open(config, 1)) {
            LedgerResult result = RunCheck.ledger(
                    database,
                    files,
                    context.clock(),
                    temporary == null ? null : context.program().resolve(temporary),
                    context.results(directories.get(0)),
                    new CheckLines(context, progress.mode, config.result()));
            return (result.violations() > 0 ? ExitCode.CHECK_FAILED : result.hides() ? ExitCode.USAGE : ExitCode.OK)
                    .status();
        }
    }
}
