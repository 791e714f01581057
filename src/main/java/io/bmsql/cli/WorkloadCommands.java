package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.common.NumberText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.data.WorkloadBuild;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.script.WorkloadFolder;
import io.bmsql.script.WorkloadTable;
import java.util.List;
import java.util.Map;

/** What {@code build}, {@code destroy} and {@code reset} do with a workload folder instead of TPC-C. */
final class WorkloadCommands {
    private WorkloadCommands() {}

    /** With 1 connection more than loaders: the journal's. */
    private static Database open(CommandContext context, BenchmarkConfig config) throws Exception {
        Dialect dialect = Dialect.of(context.program(), config.connection());
        return Database.open(
                context.program(), config.connection(), dialect, config.load().loadWorkers() + 1);
    }

    static void build(CommandContext context, ProgressMode mode, BenchmarkConfig config) throws Exception {
        long start = context.clock().nanoTime();
        long rows;
        try (ProgressScreen screen = new ProgressScreen(context.console(), mode, context.clock());
                Database database = open(context, config)) {
            CommandContext above = new CommandContext(context.program(), screen.console());
            WorkloadBuild build = WorkloadBuild.of(context.program(), database, config, above::printError);
            screen.showShare(config.result().reportIntervalSecs(), "build", "Loading", "rows", build::share);
            rows = build.build(config.load().loadWorkers());
        }
        context.printf(
                "Built workload=%s: %s in %.1f s",
                config.scripts().workload(),
                NumberText.counted(rows, "row"),
                context.clock().secondsSince(start));
    }

    static void print(CommandContext context, BenchmarkConfig config) throws Exception {
        WorkloadFolder folder = WorkloadFolder.open(
                context.program(),
                config.scripts().workload(),
                Dialect.of(context.program(), config).chain(),
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

    static void destroy(CommandContext context, BenchmarkConfig config) throws Exception {
        try (Database database = open(context, config)) {
            WorkloadBuild.of(context.program(), database, config, context::printError)
                    .destroy();
        }
    }
}
