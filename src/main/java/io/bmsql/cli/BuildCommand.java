package io.bmsql.cli;

import io.bmsql.benchmark.BenchmarkTables;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql build}: tables, load, indexes, foreign keys, statistics, population check. */
@Command(name = "build")
final class BuildCommand extends PropsCommand.Work {
    @Option(names = "--print-sql")
    private boolean printSql;

    @Override
    public Integer call() throws Exception {
        ConfigPurpose purpose = printSql ? ConfigPurpose.PRINT_SQL : ConfigPurpose.BUILD;
        BenchmarkConfig config = load(purpose).config();
        BuildEcho echo = new BuildEcho(context, config, isVerbose, progress.mode);
        BenchmarkTables tables = new BenchmarkTables(context.program(), config, echo);
        if (printSql) {
            tables.benchmark().statements().forEach(context::print);
        } else {
            tables.build();
        }
        return ExitCode.OK.status();
    }

    @Override
    public String promise() {
        return "build";
    }
}
