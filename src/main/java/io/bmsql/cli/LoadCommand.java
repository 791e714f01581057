package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.LoadStatus;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.common.NumberText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.data.DataState;
import io.bmsql.data.DatabaseLock;
import io.bmsql.data.LoadProgress;
import io.bmsql.data.Loader;
import io.bmsql.data.Loader.LoadSummary;
import io.bmsql.data.WorkerLines;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.dialect.SqlErrors;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code bmsql load}: the rows alone, into empty tables or into CSV files. */
@Command(name = "load")
final class LoadCommand extends PropsCommand.Work {
    private volatile String promise = "what is loaded stays, and the same command resumes the load.";

    @Override
    public Integer call() throws Exception {
        BenchmarkConfig config = loadTpcc(ConfigPurpose.LOAD);
        if (config.load().fileLocation() != null) {
            promise = "the next load writes the files again.";
            load(context, progress.mode, verbose.on, config, null);
        } else {
            try (Database database = open(config, 1);
                    DatabaseLock lock = lock(context, database, "load")) {
                load(context, progress.mode, verbose.on, config, database);
            }
        }
        return ExitCode.OK.status();
    }

    @Override
    public String promise() {
        return promise;
    }

    /** Loads with its progress, into CSV files without a database, and says at the end how long it took. */
    static LoadSummary load(
            CommandContext context,
            ProgressMode mode,
            boolean verbose,
            BenchmarkConfig config,
            @Nullable Database database)
            throws BuildFailedException, InterruptedException {
        LoadSummary summary;
        String repeats;
        try (ProgressScreen screen = new ProgressScreen(context.console(), mode, context.clock())) {
            CommandContext above = new CommandContext(context.program(), screen.console());
            WorkerLines lines = new WorkerLines(verbose ? above::print : line -> {}, above::printError);
            Loader loader = new Loader(config.load(), context.clock(), ZoneId.systemDefault(), lines);
            showEstimate(screen, config.load().warehouses(), loader, database);
            LoadProgress progress = loader.progress();
            long startNanos = context.clock().nanoTime();
            Supplier<LoadStatus> status = () -> new LoadStatus(
                    progress.warehousesDone(),
                    progress.plan().warehouses(),
                    progress.rows(),
                    progress.rowsBefore(),
                    progress.plan().expectedRows(),
                    progress.bytes(),
                    context.clock().secondsSince(startNanos));
            screen.show(
                    config.result().reportIntervalSecs(),
                    () -> screen.showBlock(status.get().block()),
                    () -> status.get().plain(),
                    () -> status.get().json());
            summary = database == null ? loader.intoFiles() : loader.intoTables(database);
            repeats = progress.repeats();
        }
        context.print(conclusion(summary) + (repeats.isEmpty() ? "" : "; " + repeats));
        if (database != null && summary.isLast()) {
            try {
                new DataState(database)
                        .noteLoad(config.connection().db(), config.load().loadWorkers(), summary);
            } catch (SQLException e) {
                context.print(notNoted(e));
            }
        }
        return summary;
    }

    /** Before the first row: how much it will be. How long it takes shows when rows have gone in for a while. */
    private static void showEstimate(
            ProgressScreen screen, int warehouses, Loader loader, @Nullable Database database) {
        PrintStream err = screen.console().err();
        long rows = loader.progress().plan().expectedRows();
        long bytes = loader.expectedBytes(database == null ? null : database.dialect());
        switch (screen.mode()) {
            case none -> {}
            case json ->
                err.println(ProgressScreen.jsonLine("loadEstimate")
                        .put("warehouses", warehouses)
                        .put("expectedRows", rows)
                        .put("expectedDiskBytes", bytes));
            case auto, plain ->
                err.println(NumberText.format(
                        "Loading %s: about %,d rows, about %s %s; time left follows when the rate is known",
                        NumberText.counted(warehouses, "warehouse"),
                        rows,
                        NumberText.bytes(bytes),
                        database == null ? "of files" : "on disk with indexes, without the server's logs"));
        }
    }

    private static String conclusion(LoadSummary summary) {
        double seconds = summary.elapsedNanos() / 1e9;
        String text = NumberText.format(
                "Loaded %,d rows (%,d MB) by %s in %.1f s, %,.0f rows/s",
                summary.rows(),
                Math.round(summary.bytes() / 1e6),
                summary.way(),
                seconds,
                summary.rows() / Math.max(seconds, 0.001));
        if (summary.rowsBefore() > 0) {
            text += NumberText.format("; about %,d were there before", summary.rowsBefore());
        }
        if (summary.rowsOfOthers() > 0) {
            text += NumberText.format("; other loaders wrote about %,d", summary.rowsOfOthers());
        }
        return summary.isLast() ? text : text + "; another loader wrote the last row: the load is complete";
    }

    /** For the reports of later runs; a load or a build is as good without it. */
    static String notNoted(SQLException e) {
        return "bmsql_config cannot take a note of this load (" + SqlErrors.text(e)
                + "): reports of later runs will not show it";
    }
}
