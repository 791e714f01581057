package io.bmsql.cli;

import io.bmsql.benchmark.Benchmark;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.data.DatabaseLock;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
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
        if (printSql) {
            Dialect dialect = Dialect.of(context.program(), config);
            Benchmark.ofTables(context.program(), config, dialect).statements().forEach(context::print);
        } else {
            build(new BuildEcho(context, verbose.on, progress.mode), config);
        }
        return ExitCode.OK.status();
    }

    @Override
    public String promise() {
        return "what is built stays, and the same command resumes the build.";
    }

    /** Builds what these settings ask for, and prepares it for a run. An interrupted build is resumed. */
    static void build(BuildEcho echo, BenchmarkConfig config) throws Exception {
        CommandContext context = echo.context();
        Dialect dialect = Dialect.of(context.program(), config);
        Benchmark benchmark = Benchmark.ofTables(context.program(), config, dialect);
        int workers = config.load().loadWorkers();
        try (Database database = Database.open(context.program(), config.connection(), dialect, workers);
                DatabaseLock lock = lock(context, database, "build")) {
            benchmark.build(database, echo);
        }
        if (config.load().fileLocation() == null) {
            benchmark.prepare(false, echo);
        }
    }
}
