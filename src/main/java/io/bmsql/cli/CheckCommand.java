package io.bmsql.cli;

import io.bmsql.benchmark.Benchmark;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.run.RunCheck;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmsql check}: the consistency conditions of clause 3.3.2. */
@Command(name = "check")
final class CheckCommand extends PropsCommand implements Signals.Stoppable {
    @Option(names = "--after-load")
    private boolean afterLoad;

    @Mixin
    private final Progress progress = new Progress();

    @Override
    public Integer call() throws Exception {
        BenchmarkConfig config = load(ConfigPurpose.CHECK).config();
        Benchmark benchmark =
                Benchmark.of(context.program(), config, Dialect.of(context.program(), config.connection()), Map.of());
        try (Database database = open(config, RunCheck.CONNECTIONS)) {
            CheckLines lines = new CheckLines(context, progress.mode, config.result());
            List<CheckResult> results =
                    RunCheck.conditions(database, context.clock(), benchmark, afterLoad, null, lines);
            boolean passed = results.stream().allMatch(CheckResult::passed);
            return (passed ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
        }
    }
}
