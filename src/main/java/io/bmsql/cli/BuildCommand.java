package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.common.NumberText;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.data.BuildStep;
import io.bmsql.data.DataState;
import io.bmsql.data.DatabaseLock;
import io.bmsql.data.PlannedStep;
import io.bmsql.data.ProgressJournal;
import io.bmsql.data.SchemaBuilder;
import io.bmsql.data.WorkloadBuild;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.script.WorkloadFolder;
import io.bmsql.script.WorkloadTable;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        if (!printSql) {
            build(context, progress.mode, verbose.on, config);
        } else if (config.scripts().isFolder()) {
            printWorkload(config);
        } else {
            print(config);
        }
        return ExitCode.OK.status();
    }

    @Override
    public String promise() {
        return "what is built stays, and the same command resumes the build.";
    }

    /** Every step of the plan, the load among them, and at last a check of the data. An interrupted build is resumed. */
    static void build(CommandContext context, ProgressMode mode, boolean verbose, BenchmarkConfig config)
            throws Exception {
        Dialect dialect = Dialect.of(context.program(), config);
        if (config.scripts().isFolder()) {
            buildWorkload(context, mode, config, dialect);
            return;
        }
        dialect.requireLayout();
        int workers = config.load().loadWorkers();
        BuildEcho echo = new BuildEcho(context, verbose);
        boolean toFiles = config.load().fileLocation() != null;
        try (Database database = Database.open(context.program(), config.connection(), dialect, workers);
                DatabaseLock lock = lock(context, database, "build")) {
            SchemaBuilder builder = new SchemaBuilder(database, workers, context.clock(), echo);
            builder.buildOrResume(
                    SchemaBuilder.withShards(dialect, database),
                    config.load().warehouses(),
                    () -> LoadCommand.load(context, mode, verbose, config, toFiles ? null : database));
            if (!toFiles) {
                builder.checkPopulation(config.load().warehouses());
                echo.populationChecked();
                try {
                    new DataState(database).noteBuild(builder.notes());
                } catch (SQLException e) {
                    context.print("# " + LoadCommand.notNoted(e));
                }
            }
            ProgressJournal.forget(database, echo);
        }
        if (!toFiles) {
            PrepareCommand.afterwards(context, verbose, config);
        }
    }

    /** The tables of a folder instead of TPC-C. */
    private static void buildWorkload(
            CommandContext context, ProgressMode mode, BenchmarkConfig config, Dialect dialect) throws Exception {
        long start = context.clock().nanoTime();
        int workers = config.load().loadWorkers();
        long rows;
        List<WorkloadTable> tables;
        try (ProgressScreen screen = new ProgressScreen(context.console(), mode, context.clock());
                Database database = Database.open(context.program(), config.connection(), dialect, workers);
                DatabaseLock lock = lock(context, database, "build")) {
            CommandContext above = new CommandContext(context.program(), screen.console());
            WorkloadBuild build = WorkloadBuild.of(context.program(), database, config, above::printError);
            screen.showShare(config.result().reportIntervalSecs(), "build", "Loading", "rows", build::share);
            rows = build.build(workers);
            tables = build.tables();
        }
        for (WorkloadTable table : tables) {
            if (!table.table().isEmpty() && !table.isDrop()) {
                context.printf("%-30s %s", table.table(), NumberText.counted(table.rows(), "row"));
            }
        }
        context.printf(
                "Built workload=%s: %s in %.1f s",
                config.scripts().workload(),
                NumberText.counted(rows, "row"),
                context.clock().secondsSince(start));
    }

    private void printWorkload(BenchmarkConfig config) throws UsageException {
        List<String> chain = Dialect.of(context.program(), config).chain();
        WorkloadFolder folder = WorkloadFolder.open(
                context.program(),
                config.scripts().directory(),
                config.scripts().workload(),
                chain,
                Map.of());
        Map<String, String> values = folder.values(config.scripts().variables());
        for (String file : List.of("tables.sql", "indexes.sql")) {
            for (WorkloadTable each :
                    folder.statements(file, values, config.load().seed())) {
                String rows = each.rows() == 0 ? "" : "-- " + NumberText.counted(each.rows(), "row") + "\n";
                context.print(rows + each.sql() + ";\n");
            }
        }
    }

    private void print(BenchmarkConfig config) throws UsageException {
        PrintStream out = context.console().out();
        Dialect dialect = Dialect.of(context.program(), config);
        dialect.requireLayout();
        List<PlannedStep> steps = new ArrayList<>(PlannedStep.of(dialect, BuildStep.JOURNAL));
        steps.addAll(PlannedStep.of(dialect, BuildStep.BUILD));
        for (PlannedStep step : steps) {
            out.println("-- " + step.name() + (step.file() == null ? "" : ": " + step.file()));
            if (step.skipped() != null) {
                out.println("-- skipped: " + step.skipped());
            }
            for (SqlStatement statement : step.statements()) {
                out.println(context.program().secrets().hide(statement.text()) + ";");
            }
            out.println();
        }
    }
}
