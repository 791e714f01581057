package io.bmsql.schema;

import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.common.UserText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.ScriptRunner;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlFile;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the guides of a database say to do between load and run, from the folder's {@code prepareRun.sql}. Above a statement may stand
 * {@code -- wait until: QUERY}, whose one value becomes true or a number other than 0 when its work is done, {@code -- at most: 10min},
 * and {@code -- needs: GRANT TO USER}, what an administrator does for it; {@code <user>} stands for who is connected. A statement that fails, for want of rights for example, ends nothing: it is named, and noted for the report.
 *
 * @param database that was loaded
 * @param listener gets the statements and what failed
 */
public record RunPreparation(Database database, RunClock clock, BuildListener listener) {
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final double DEFAULT_LIMIT_SECONDS = 600;
    private static final Pattern DIRECTIVE =
            Pattern.compile("--\\s*(wait until|at most|needs)\\b(:?)\\s*(.*?)\\s*;?\\s*");

    /** A statement, what is waited for after it (an empty query waits for nothing), and what it needs; empty when nothing. */
    private record Step(SqlStatement statement, String query, double limitSeconds, String needs) {}

    /** @param problems of statements that failed, or whose end was not seen, each in one sentence */
    public record Done(int statements, List<String> problems, double seconds) {
        /** False where none of the statements did its work. */
        public boolean isPrepared() {
            return problems.isEmpty() || problems.size() < statements;
        }

        public void say(BuildListener listener) {
            listener.note("build.prepared", statements, NumberText.decimal(seconds, 1), problems.size());
        }

        /** In a few words, for {@code bmsql_config} and the report. */
        public String line() {
            return NumberText.format(
                    "%s in %.1f s%s",
                    NumberText.counted(statements, "statement"),
                    seconds,
                    problems.isEmpty() ? "" : ", " + problems.size() + " failed");
        }
    }

    /**
     * Prepares the database of these settings for its next run, and notes it in {@code bmsql_config}.
     *
     * @param withStatistics makes them as after a reset, with {@code loadWorkers} connections; false when they are fresh
     * @throws UsageException when nothing is loaded, or the statistics cannot be made
     */
    public static Done run(
            ProgramContext program, BenchmarkConfig config, boolean withStatistics, BuildListener listener)
            throws UsageException, SQLException, InterruptedException {
        Dialect dialect = Dialect.of(program, config);
        int workers = config.load().loadWorkers();
        try (Database database = Database.open(program, config.connection(), dialect, workers);
                DatabaseLock lock = DatabaseLock.take(
                        database, program.clock(), "prepare", line -> listener.note("build.warning", line))) {
            LoadedData.read(database);
            Dialect known = SchemaBuilder.withShards(dialect, database);
            if (withStatistics) {
                new SchemaBuilder(database, workers, program.clock(), listener)
                        .build(PlannedStep.of(known, BuildStep.STATISTICS_ALONE), () -> {});
            }
            return new RunPreparation(database, program.clock(), listener).run(known);
        }
    }

    /** Sends the statements of {@code prepareRun.sql}; none where the folders have no such file. */
    public Done run(Dialect known) throws UsageException, SQLException, InterruptedException {
        long start = clock.nanoTime();
        List<Step> steps = steps(known);
        List<String> problems = new ArrayList<>();
        try (Connection connection = database.connection()) {
            ScriptRunner runner = new ScriptRunner(connection, listener);
            for (Step step : steps) {
                Optional<SQLException> failure = runner.send(step.statement);
                String problem = failure.isPresent() ? SqlErrors.text(failure.get()) : await(connection, step);
                if (failure.isPresent() && !step.needs.isEmpty()) {
                    String user = connection.getMetaData().getUserName();
                    problem += "; it needs: " + step.needs.replace("<user>", user);
                }
                if (!problem.isEmpty()) {
                    problems.add(step.statement.place() + ": " + problem);
                    listener.note("build.unprepared", step.statement.place(), problem);
                }
            }
            connection.setAutoCommit(false);
        }
        Done done = new Done(steps.size(), List.copyOf(problems), clock.secondsSince(start));
        if (done.isPrepared()) {
            new DataState(database).notePrepared(clock.moment(), done.line());
        }
        return done;
    }

    private static List<Step> steps(Dialect dialect) throws UsageException {
        Optional<SqlFile> file = dialect.script("prepareRun");
        if (file.isEmpty()) {
            return List.of();
        }
        List<Step> steps = new ArrayList<>();
        for (SqlStatement statement : file.get().script().statements()) {
            String query = "";
            String needs = "";
            double limitSeconds = DEFAULT_LIMIT_SECONDS;
            for (String comment : statement.comments()) {
                Matcher directive = DIRECTIVE.matcher(comment);
                boolean isOne = directive.matches() && !directive.group(2).isEmpty();
                if (isOne
                        && directive.group(1).equals("wait until")
                        && !directive.group(3).isEmpty()) {
                    query = directive.group(3);
                } else if (isOne && directive.group(1).equals("needs")) {
                    needs = directive.group(3);
                } else if (isOne && UserText.seconds(directive.group(3)) >= 0) {
                    limitSeconds = UserText.seconds(directive.group(3));
                } else {
                    refuseDirective(statement.place(), comment);
                }
            }
            steps.add(new Step(statement, query, limitSeconds, needs));
        }
        for (String comment : file.get().script().comments()) {
            refuseDirective(file.get().path(), comment);
        }
        return steps;
    }

    private static void refuseDirective(String place, String comment) throws UsageException {
        if (DIRECTIVE.matcher(comment).matches()) {
            throw new UsageException(place + ": `" + comment + "` is not understood: above the statement write"
                    + " `-- wait until: QUERY`, `-- at most: 10min` with s, min or h, and `-- needs: WHAT`");
        }
    }

    /** Empty when the work of the statement was seen to end in time. */
    private String await(Connection connection, Step step) throws InterruptedException {
        long deadline = clock.nanoTime() + Math.round(step.limitSeconds * 1e9);
        try {
            while (!step.query.isEmpty() && !isTrue(connection, step.query)) {
                if (clock.nanoTime() >= deadline) {
                    return "after " + NumberText.shortest(step.limitSeconds) + " s `" + step.query + "` is not true";
                }
                clock.parkUntil(clock.nanoTime() + LOOK_EVERY_NANOS);
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while the server was prepared for a run");
                }
            }
            return "";
        } catch (SQLException e) {
            return SqlErrors.text(e);
        }
    }

    private static boolean isTrue(Connection connection, String query) throws SQLException {
        List<String> values = PlainSql.query(connection, query, row -> String.valueOf(row.getString(1)));
        String value = values.isEmpty() ? "" : values.get(0).strip().toLowerCase(Locale.ROOT);
        return value.equals("true") || value.equals("t") || value.matches("-?0*[1-9]\\d*");
    }
}
