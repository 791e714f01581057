package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.common.NumberText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.data.WorkloadBuild;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.dialect.Dialect;
import io.bmsql.script.WorkloadFolder;
import io.bmsql.script.WorkloadTable;
import java.sql.Connection;
import java.util.List;
import java.util.Map;

/** What {@code build}, {@code destroy}, {@code reset} and {@code check} do with a workload folder instead of TPC-C. */
final class WorkloadCommands {
    private WorkloadCommands() {}

    /** With 1 connection more than loaders: the journal's. */
    private static Database open(CommandContext context, BenchmarkConfig config) throws Exception {
        Dialect dialect = Dialect.of(context.program(), config.connection());
        return Database.open(
                context.program(), config.connection(), dialect, config.load().loadWorkers() + 1);
    }

    private static WorkloadBuild builder(
            CommandContext context, BenchmarkConfig config, Database database, CommandContext to) throws Exception {
        ScriptsConfig scripts = config.scripts();
        WorkloadFolder folder = WorkloadFolder.open(context.program(), scripts.workload());
        Map<String, String> values = folder.values(scripts.variables());
        return new WorkloadBuild(database, folder, values, config.load().seed(), context.clock(), to::printError);
    }

    static void build(CommandContext context, ProgressMode mode, BenchmarkConfig config) throws Exception {
        long start = context.clock().nanoTime();
        long rows;
        try (ProgressScreen screen = new ProgressScreen(context.console(), mode, context.clock());
                Database database = open(context, config)) {
            CommandContext above = new CommandContext(context.program(), screen.console());
            WorkloadBuild build = builder(context, config, database, above);
            screen.showShare(config.result().reportIntervalSecs(), "build", "Loading", "rows", build::share);
            rows = build.build(config.load().loadWorkers());
        }
        context.printf(
                "Built workload=%s: %s in %.1f s",
                config.scripts().workload(),
                NumberText.counted(rows, "row"),
                context.clock().secondsSince(start));
    }

    static void destroy(CommandContext context, BenchmarkConfig config) throws Exception {
        try (Database database = open(context, config)) {
            builder(context, config, database, context).destroy();
        }
    }

    /** The statements of checks.sql: each gives no rows where what its comment says holds. */
    static boolean check(CommandContext context, BenchmarkConfig config) throws Exception {
        boolean holds = true;
        try (Database database = open(context, config);
                Connection connection = database.connection()) {
            WorkloadFolder folder =
                    WorkloadFolder.open(context.program(), config.scripts().workload());
            List<WorkloadTable> checks = WorkloadTable.read(
                    folder.required("checks.sql", database.dialect().chain()),
                    folder.values(config.scripts().variables()),
                    config.load().seed());
            for (WorkloadTable check : checks) {
                long start = context.clock().nanoTime();
                List<String> wrong = PlainSql.query(connection, check.sql(), row -> row.getString(1));
                context.printf(
                        "Check %-30s %-6s %6.2f s%s",
                        check.title(),
                        wrong.isEmpty() ? "ok" : "FAILED",
                        context.clock().secondsSince(start),
                        wrong.isEmpty()
                                ? ""
                                : ": " + wrong.get(0) + " (" + NumberText.counted(wrong.size(), "row") + ")");
                holds &= wrong.isEmpty();
            }
        }
        return holds;
    }
}
