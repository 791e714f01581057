package io.bmsql.check;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.LoadConfig;
import io.bmsql.data.BuildListener;
import io.bmsql.data.BuildListener.PopulationFact;
import io.bmsql.data.BuildPlan;
import io.bmsql.data.BuildPlan.PlannedStep;
import io.bmsql.data.BuildStep;
import io.bmsql.data.Loader;
import io.bmsql.data.Loader.LoadSummary;
import io.bmsql.data.SchemaBuilder;
import io.bmsql.data.WorkerLines;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.result.RunSummary.CheckResult;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds the schema with its rows, looks at them, and takes everything away again. */
final class BuildTrial {
    private static final int CHECK_CONNECTIONS = 2;

    private final Database database;
    private final Dialect dialect;
    private final LoadConfig load;
    private final RunClock clock;
    private final Consumer<Point> points;
    private final SchemaBuilder builder;
    private final Steps steps = new Steps();
    private @Nullable LoadSummary loaded;

    /** @param dialect laid out, with its shards known */
    BuildTrial(Database database, Dialect dialect, LoadConfig load, RunClock clock, Consumer<Point> points) {
        this.database = database;
        this.dialect = dialect;
        this.load = load;
        this.clock = clock;
        this.points = points;
        this.builder = new SchemaBuilder(database, load.loadWorkers(), clock, steps);
    }

    @Nullable
    LoadSummary build() throws SQLException, InterruptedException {
        try {
            builder.build(BuildPlan.of(dialect, BuildStep.BUILD), this::load);
            return loaded;
        } catch (UsageException e) {
            points.accept(Point.failed("build: " + steps.current, String.valueOf(e.getMessage())));
            return null;
        }
    }

    private void load() throws BuildFailedException, InterruptedException {
        AtomicReference<@Nullable String> fallBack = new AtomicReference<>();
        WorkerLines lines = new WorkerLines(line -> {}, note -> fallBack.compareAndSet(null, note));
        LoadSummary summary = new Loader(load, clock, ZoneId.systemDefault(), lines).intoTables(database);
        loaded = summary;
        String wanted =
                "bulk path of the folder (bulk = " + dialect.building().bulk().word() + ")";
        points.accept(
                fallBack.get() == null
                        ? Point.passed(
                                wanted,
                                String.format(Locale.ROOT, "%,d rows went in by %s", summary.rows(), summary.way()))
                        : Point.notAvailable(wanted, "fell back: " + fallBack.get()));
    }

    void population() throws SQLException, InterruptedException {
        String name = "population of clause 4.3.3.1";
        try {
            builder.checkPopulation(load.warehouses());
            points.accept(Point.passed(name, steps.facts + " facts"));
        } catch (BuildFailedException e) {
            points.accept(Point.failed(name, String.valueOf(e.getMessage())));
        } catch (SQLException e) {
            points.accept(Point.failed(name, Point.text(e)));
        }
    }

    /** @param afterLoad true when no transaction ran yet */
    void conditions(boolean afterLoad) throws InterruptedException {
        String name = "consistency conditions " + (afterLoad ? "after the load" : "after the transactions");
        try {
            List<CheckResult> results = new ConsistencyCheck(database, load.warehouses(), CHECK_CONNECTIONS, clock)
                    .run(afterLoad, result -> {});
            List<String> broken = results.stream()
                    .filter(result -> !result.passed())
                    .map(result -> result.clause() + " has " + result.violations() + " violations, the first: "
                            + result.samples().get(0))
                    .toList();
            points.accept(
                    broken.isEmpty()
                            ? Point.passed(name, results.size() + " conditions of clause 3.3.2 hold")
                            : Point.failed(name, String.join("; ", broken)));
        } catch (SQLException e) {
            points.accept(Point.failed(name, Point.text(e)));
        }
    }

    void destroy() throws SQLException, InterruptedException {
        String name = "destroy";
        try {
            builder.destroy(BuildPlan.of(dialect, BuildStep.DESTROY));
            List<String> left = Conformance.existing(database);
            points.accept(
                    left.isEmpty()
                            ? Point.passed(name, "nothing is left")
                            : Point.failed(name, "these are left: " + String.join(", ", left)));
        } catch (UsageException e) {
            points.accept(Point.failed(name, String.valueOf(e.getMessage())));
        }
    }

    /** A point for each script that went through. A skipped step is none: a folder without indexes is a whole one. */
    private final class Steps implements BuildListener {
        private String current = "plan";
        private int facts;

        @Override
        public void stepStarted(PlannedStep step) {
            current = step.name();
        }

        @Override
        public void stepFinished(PlannedStep step, double seconds) {
            boolean isBuild = BuildStep.BUILD.contains(step.step());
            if (isBuild) {
                String what = step.file() == null ? "" : step.statements().size() + " statements of " + step.file();
                points.accept(Point.passed(
                        "build: " + step.name(),
                        String.format(Locale.ROOT, "%s%.1f s", what.isEmpty() ? "" : what + ", ", seconds)));
            }
        }

        @Override
        public void populationFact(PopulationFact fact) {
            facts++;
        }
    }
}
