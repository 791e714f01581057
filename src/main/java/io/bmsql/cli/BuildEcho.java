package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.collector.database.WaitWatch;
import io.bmsql.common.NumberText;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.CollectorConfig;
import io.bmsql.db.Database;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.report.Words;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.BuildListener.PopulationFact;
import io.bmsql.schema.DataState.BuildNotes;
import io.bmsql.schema.LoadProgress;
import io.bmsql.schema.PlannedStep;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Prints how long each step of a build took, and what failed; when verbose also each step's file and each statement. */
final class BuildEcho implements BuildListener {
    private static final String RULE = "# ------------------------------------------------------------";

    private final CommandContext own;
    private final BenchmarkConfig config;
    private final boolean verbose;
    private final ProgressMode mode;
    private final Words words;
    private final Map<String, BigDecimal> facts = new HashMap<>();
    /** While progress is shown, lines go above it. */
    private volatile CommandContext context;

    private @Nullable WaitWatch watch;

    BuildEcho(CommandContext context, BenchmarkConfig config, boolean verbose, ProgressMode mode) {
        this.own = context;
        this.config = config;
        this.verbose = verbose;
        this.mode = mode;
        this.words = context.words(config.result());
        this.context = context;
    }

    @Override
    public Runnable opened(Database database) throws UsageException {
        CollectorConfig collector = config.result().collector();
        WaitWatch begun = WaitWatch.begin(
                database,
                own.clock(),
                collector.database() && collector.sessionSampling(),
                waits -> problem(words.text("warning", waits.in(words))));
        watch = begun;
        return begun::close;
    }

    @Override
    public Runnable working(BenchmarkConfig config, String event, DoubleSupplier share) {
        return shown(
                () -> (long) (share.getAsDouble() * Long.MAX_VALUE),
                screen -> screen.showShare(words, config.result().reportIntervalSecs(), event, share));
    }

    @Override
    public Runnable loading(BenchmarkConfig config, LoadProgress progress, long expectedBytes, boolean isIntoFiles) {
        return shown(
                progress::rows,
                screen -> LoadCommand.show(screen, words, config, progress, expectedBytes, isIntoFiles));
    }

    private Runnable shown(LongSupplier done, Consumer<ProgressScreen> what) {
        WaitWatch watching = watch;
        if (watching != null) {
            watching.follow(done);
        }
        ProgressScreen screen = new ProgressScreen(own.console(), mode, own.clock());
        context = new CommandContext(own.program(), screen.console());
        what.accept(screen);
        return () -> {
            context = own;
            screen.close();
            if (watching != null) {
                watching.unfollow();
            }
        };
    }

    @Override
    public void done(String key, Object... values) {
        context.print(words.text(key, values));
    }

    @Override
    public void problem(String line) {
        context.printError(line);
    }

    @Override
    public void worker(String line) {
        if (verbose) {
            context.print(line);
        }
    }

    void header(String text) {
        context.print(RULE);
        context.print("# " + text);
        context.print(RULE);
    }

    @Override
    public void stepStarted(PlannedStep step) {
        if (verbose) {
            header(step.file() == null ? "Starting the load" : "Loading SQL file " + step.file());
        } else if (step.file() == null) {
            note("build.starts");
        }
        step.warnings().forEach(warning -> note("build.warning", warning));
    }

    @Override
    public void note(String key, Object... values) {
        context.print("# " + words.text(key, values));
    }

    @Override
    public void alreadyThere(SqlStatement statement) {
        if (verbose) {
            note("build.exists");
        }
    }

    @Override
    public void stepFinished(PlannedStep step, double seconds) {
        note("build.step", step.name(), NumberText.decimal(seconds, 1));
    }

    @Override
    public void statement(SqlStatement statement) {
        if (verbose) {
            statement.comments().forEach(context::print);
            context.print(statement.text() + ";");
        }
    }

    @Override
    public void failed(SqlStatement statement, SQLException cause) {
        context.print(statement.place() + ": " + SqlErrors.text(cause));
    }

    @Override
    public void populationFact(PopulationFact fact) {
        facts.put(fact.name(), fact.actual() == null ? BigDecimal.ZERO : fact.actual());
        if (!fact.passed()) {
            note("build.fact", fact.name(), String.valueOf(fact.actual()), fact.expected());
        }
    }

    /** How many rows each table has, when the population is as expected. */
    @Override
    public void populationChecked() {
        note(
                "build.facts",
                facts.size(),
                words.text(
                        "build.facts.counts",
                        BuildNotes.ROW_COUNTS.stream()
                                .map(count -> NumberText.format("%,.0f", facts.get(count.getKey())))
                                .toArray()));
    }
}
