package io.bmsql.cli;

import io.bmsql.common.NumberText;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.LoadStatus;
import io.bmsql.cli.console.Numbers;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.db.Database;
import io.bmsql.common.ProgramContext;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.data.LoadProgress;
import io.bmsql.data.Loader;
import io.bmsql.data.Loader.LoadEstimate;
import io.bmsql.data.Loader.LoadSummary;
import io.bmsql.data.WorkerLines;
import io.bmsql.result.LoadFacts;
import io.bmsql.data.LoadRecord;
import io.bmsql.common.SecretMask.SecretShield;
import io.bmsql.db.BuildFailedException;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One load with its progress: a bar or status lines on standard error; when verbose also the workers' lines on standard output. */
record LoadSession(CommandContext context, ProgressMode mode, boolean verbose) {
    /** Loads, into CSV files without a database, and says at the end how long it took. */
    LoadSummary load(BenchmarkConfig config, @Nullable Database database)
            throws BuildFailedException, InterruptedException {
        LoadSummary summary = loadOnScreen(config, database);
        context.print(conclusion(summary));
        if (database != null && summary.isLast()) {
            try {
                new LoadRecord(database).write(facts(config, summary));
            } catch (SQLException e) {
                context.print(notNoted(e));
            }
        }
        return summary;
    }

    private LoadSummary loadOnScreen(BenchmarkConfig config, @Nullable Database database)
            throws BuildFailedException, InterruptedException {
        try (ProgressScreen screen = new ProgressScreen(context.console(), mode, context.clock())) {
            SecretShield shield = context.program().secrets();
            Consumer<String> workers = line -> screen.out().println(shield.hide(line));
            WorkerLines lines = new WorkerLines(
                    verbose ? workers : line -> {}, line -> screen.err().println(shield.hide(line)));
            Loader loader = new Loader(config.load(), context.clock(), ZoneId.systemDefault(), lines);
            showEstimate(screen, config.load().warehouses(), loader, database);
            Supplier<LoadStatus> status = status(loader.progress());
            screen.show(
                    config.result().reportIntervalSecs(),
                    () -> screen.showBlock(status.get().block()),
                    () -> status.get().plain(),
                    () -> status.get().json());
            return database == null ? loader.intoFiles() : loader.intoTables(database);
        }
    }

    /** Before the first row: how much it will be. How long it takes shows when rows have gone in for a while. */
    private static void showEstimate(
            ProgressScreen screen, int warehouses, Loader loader, @Nullable Database database) {
        LoadEstimate estimate = database == null ? loader.estimateOfFiles() : loader.estimate(database.dialect());
        switch (screen.mode()) {
            case none -> {}
            case json ->
                screen.err()
                        .println(Numbers.jsonLine("loadEstimate")
                                .put("warehouses", warehouses)
                                .put("expectedRows", estimate.rows())
                                .put("expectedDiskBytes", estimate.bytes()));
            case auto, plain ->
                screen.err()
                        .println(String.format(
                                Locale.ROOT,
                                "Loading %s: about %,d rows, about %s %s; time left follows when the rate is known",
                                NumberText.counted(warehouses, "warehouse"),
                                estimate.rows(),
                                NumberText.bytes(estimate.bytes()),
                                database == null ? "of files" : "on disk with indexes, without the server's logs"));
        }
    }

    private Supplier<LoadStatus> status(LoadProgress progress) {
        long startNanos = context.clock().nanoTime();
        return () -> new LoadStatus(
                progress.warehousesDone(),
                progress.plan().warehouses(),
                progress.rows(),
                progress.rowsBefore(),
                progress.plan().expectedRows(),
                progress.bytes(),
                context.clock().secondsSince(startNanos));
    }

    private static String conclusion(LoadSummary summary) {
        double seconds = summary.elapsedNanos() / 1e9;
        String before = summary.rowsBefore() == 0
                ? ""
                : String.format(Locale.ROOT, "; about %,d were there before", summary.rowsBefore());
        return String.format(
                Locale.ROOT,
                "Loaded %,d rows (%,d MB) by %s in %.1f s, %,.0f rows/s%s%s",
                summary.rows(),
                Math.round(summary.bytes() / 1e6),
                summary.way(),
                seconds,
                summary.rows() / Math.max(seconds, 0.001),
                before,
                others(summary));
    }

    private static String others(LoadSummary summary) {
        String rows = summary.rowsOfOthers() == 0
                ? ""
                : String.format(Locale.ROOT, "; other loaders wrote about %,d", summary.rowsOfOthers());
        return summary.isLast() ? rows : rows + "; another loader wrote the last row: the load is complete";
    }

    private static LoadFacts facts(BenchmarkConfig config, LoadSummary summary) {
        return new LoadFacts(
                new LoadFacts.Origin(
                        ProgramContext.version(),
                        config.connection().db(),
                        config.load().warehouses(),
                        null,
                        null),
                new LoadFacts.Writing(
                        summary.way(),
                        config.load().loadWorkers(),
                        summary.elapsedNanos() / 1e9,
                        summary.rows(),
                        summary.bytes(),
                        summary.rowsBefore() + summary.rowsOfOthers()),
                Map.of(),
                Map.of(),
                Map.of(),
                0,
                Map.of());
    }

    /** For the reports of later runs; a load or a build is as good without it. */
    static String notNoted(SQLException e) {
        return "bmsql_config cannot take a note of this load (" + SqlErrors.text(e)
                + "): reports of later runs will not show it";
    }
}
