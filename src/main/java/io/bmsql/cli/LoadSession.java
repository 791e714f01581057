package io.bmsql.cli;

import io.bmsql.cli.console.JsonLine;
import io.bmsql.cli.console.LoadBar;
import io.bmsql.cli.console.LoadStatus;
import io.bmsql.cli.console.Numbers;
import io.bmsql.cli.console.ProgressMode;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.cli.console.Ticker;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.Database;
import io.bmsql.db.ProgramContext;
import io.bmsql.load.Loader.LoadEstimate;
import io.bmsql.load.LoadException;
import io.bmsql.load.LoadProgress;
import io.bmsql.load.Loader.LoadSummary;
import io.bmsql.load.Loader;
import io.bmsql.load.WorkerLines;
import io.bmsql.result.LoadFacts;
import io.bmsql.schema.LoadRecord;
import io.bmsql.secret.SecretShield;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One load with its progress: the worker lines on standard output, a bar or status lines on standard error. */
final class LoadSession {
    private static final double NANOS_PER_SECOND = 1e9;

    private final CommandContext context;
    private final ProgressMode mode;

    LoadSession(CommandContext context, ProgressMode mode) {
        this.context = context;
        this.mode = mode;
    }

    /**
     * Loads, and says at the end how long it took.
     *
     * @param database null to write CSV files
     */
    LoadSummary load(BenchmarkConfig config, @Nullable Database database) throws LoadException, InterruptedException {
        try (ProgressScreen screen =
                new ProgressScreen(context.console(), mode, context.program().clock())) {
            SecretShield shield = context.program().secrets();
            WorkerLines lines = new WorkerLines(line -> screen.out().println(shield.hide(line)), line -> screen.err()
                    .println(shield.hide(line)));
            Loader loader = new Loader(config.load(), context.program().clock(), ZoneId.systemDefault(), lines);
            tell(screen, loader, config.load(), database);
            LoadSummary summary;
            try (Closer progress =
                    show(screen, loader.progress(), config.result().reportIntervalSecs())) {
                summary = database == null ? loader.intoFiles() : loader.intoTables(database);
            }
            screen.out().println(conclusion(summary));
            if (database != null) {
                note(config, database, summary, line -> screen.out().println(shield.hide(line)));
            }
            return summary;
        }
    }

    /** For the reports of later runs; a load is as good without it. */
    private static void note(
            BenchmarkConfig config, Database database, LoadSummary summary, Consumer<String> complaint) {
        try {
            new LoadRecord(database)
                    .write(new LoadFacts(
                            ProgramContext.version(),
                            config.connection().db(),
                            config.load().warehouses(),
                            null,
                            null,
                            summary.way(),
                            config.load().loadWorkers(),
                            summary.elapsedNanos() / NANOS_PER_SECOND,
                            summary.rows(),
                            summary.bytes(),
                            summary.rowsBefore(),
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            0));
        } catch (SQLException e) {
            complaint.accept(notNoted(e));
        }
    }

    static String notNoted(SQLException e) {
        return "bmsql_config cannot take a note of this load ("
                + String.valueOf(e.getMessage()).strip() + "): reports of later runs will not show it";
    }

    /** Before the first row: how much it will be. How long it takes shows when rows have gone in for a while. */
    private static void tell(ProgressScreen screen, Loader loader, LoadConfig load, @Nullable Database database) {
        LoadEstimate estimate = database == null ? loader.estimateOfFiles() : loader.estimate(database.dialect());
        switch (screen.mode()) {
            case none -> {}
            case json ->
                screen.showLine(new JsonLine("loadEstimate")
                        .put("warehouses", load.warehouses())
                        .put("expectedRows", estimate.rows())
                        .put("expectedDiskBytes", estimate.bytes())
                        .toString());
            case auto, plain ->
                screen.showLine(String.format(
                        Locale.ROOT,
                        "Loading %s: about %,d rows, about %s %s; time left follows when the rate is known",
                        Numbers.counted(load.warehouses(), "warehouse"),
                        estimate.rows(),
                        Numbers.bytes(estimate.bytes()),
                        database == null ? "of files" : "on disk with indexes, without the server's logs"));
        }
    }

    private Closer show(ProgressScreen screen, LoadProgress progress, int intervalSeconds) {
        long startNanos = context.program().clock().nanoTime();
        return switch (screen.mode()) {
            case none -> () -> {};
            case auto -> {
                LoadBar bar = new LoadBar(screen, progress.expectedRows());
                Ticker ticker =
                        Ticker.start(context.program().clock(), 1, () -> bar.update(status(progress, startNanos)));
                yield () -> {
                    ticker.close();
                    bar.close();
                };
            }
            case plain ->
                lines(
                        intervalSeconds,
                        () -> screen.showLine(status(progress, startNanos).plain()));
            case json ->
                lines(
                        intervalSeconds,
                        () -> screen.showLine(status(progress, startNanos).json()));
        };
    }

    private Closer lines(int intervalSeconds, Runnable line) {
        if (intervalSeconds == 0) {
            return () -> {};
        }
        Ticker ticker = Ticker.start(context.program().clock(), intervalSeconds, line);
        return ticker::close;
    }

    private LoadStatus status(LoadProgress progress, long startNanos) {
        return new LoadStatus(
                progress.warehousesDone(),
                progress.warehouses(),
                progress.rows(),
                progress.rowsBefore(),
                progress.expectedRows(),
                progress.bytes(),
                (context.program().clock().nanoTime() - startNanos) / NANOS_PER_SECOND);
    }

    private static String conclusion(LoadSummary summary) {
        double seconds = summary.elapsedNanos() / NANOS_PER_SECOND;
        String before = summary.rowsBefore() == 0
                ? ""
                : String.format(Locale.ROOT, "; about %,d were there before", summary.rowsBefore());
        return String.format(
                Locale.ROOT,
                "Loaded %,d rows (%,d MB) by %s in %.1f s, %s rows/s%s",
                summary.rows(),
                Math.round(summary.bytes() / 1e6),
                summary.way(),
                seconds,
                Numbers.grouped(summary.rows() / Math.max(seconds, 0.001)),
                before);
    }

    /** Ends a display; never throws. */
    private interface Closer extends AutoCloseable {
        @Override
        void close();
    }
}
