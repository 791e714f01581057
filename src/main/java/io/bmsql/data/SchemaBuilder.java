package io.bmsql.data;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.data.DataState.BuildNotes;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.ScriptRunner;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.dialect.StatementId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Builds and destroys the schema; the first failing statement ends it. Threads: one call at a time. */
public record SchemaBuilder(Database database, int workers, RunClock clock, BuildListener listener, BuildNotes notes) {
    private static final Pattern SEQUENCE = Pattern.compile(
            "\\b(?:nextval|setval)\\s*\\(\\s*'([\\w$.]+)'|\\b(?:alter|drop)\\s+sequence\\s+(?:if\\s+exists\\s+)?([\\w$.]+)",
            Pattern.CASE_INSENSITIVE);

    /** With a database that allows so many connections, at least 1; independent statements share them. */
    public SchemaBuilder(Database database, int workers, RunClock clock, BuildListener listener) {
        this(
                database,
                workers,
                clock,
                listener,
                new BuildNotes(database.dialect().layout()));
    }

    public void build(List<PlannedStep> plan, LoadAction load)
            throws UsageException, SQLException, InterruptedException {
        run(plan, null, load);
    }

    private void run(List<PlannedStep> plan, @Nullable BuildJournal journal, LoadAction load)
            throws UsageException, SQLException, InterruptedException {
        for (PlannedStep step : plan) {
            if (step.skipped() != null) {
                listener.note("Skipped " + step.name() + ": " + step.skipped());
            } else if (step.step() == BuildStep.LOAD && (journal == null || !journal.isDone(step))) {
                requireSequences(plan);
                run(step, journal != null && journal.begin(step), load);
                if (journal != null) {
                    journal.done(step);
                }
            } else if (journal == null) {
                run(step, false, load);
            } else if (journal.isDone(step)) {
                listener.note("Skipped " + step.name() + ": it is done");
            } else {
                run(step, journal.begin(step), load);
                journal.done(step);
            }
        }
    }

    /** Before the first row: what scripts after the load number rows with. A sequence of which the server says nothing is believed. */
    private void requireSequences(List<PlannedStep> plan) throws BuildFailedException, SQLException {
        for (PlannedStep step : plan) {
            if (step.step().compareTo(BuildStep.LOAD) > 0
                    && !database.dialect().statement(StatementId.SEQUENCE_FIND).isEmpty()) {
                for (SqlStatement statement : step.statements()) {
                    Matcher needed = SEQUENCE.matcher(statement.text());
                    while (needed.find()) {
                        requireSequence(needed.group(1) == null ? needed.group(2) : needed.group(1), statement.place());
                    }
                }
            }
        }
    }

    private void requireSequence(String name, String place) throws BuildFailedException, SQLException {
        try (WorkerConnection connection = database.worker()) {
            BoundStatement find = connection.statement(StatementId.SEQUENCE_FIND);
            find.setString(1, name);
            try (ResultSet row = find.query()) {
                if (!row.next()) {
                    throw new BuildFailedException(place + " needs the sequence " + name
                            + " after the load, and none of the scripts before it made one. Add `create sequence "
                            + name
                            + ";` to your tableCreates.sql, or put a file of that name that needs none into your folder;"
                            + " then start the same command again. No row is loaded yet.");
                }
            }
        }
    }

    private void run(PlannedStep step, boolean again, LoadAction load)
            throws UsageException, SQLException, InterruptedException {
        long start = clock.nanoTime();
        listener.stepStarted(step);
        if (step.step() == BuildStep.LOAD) {
            load.load();
        } else {
            runScript(step, again);
        }
        double seconds = clock.secondsSince(start);
        notes.step(step.step(), seconds);
        listener.stepFinished(step, seconds);
    }

    /** Sends a script; again when it was started before, so that it is no error when an object exists already. */
    private void runScript(PlannedStep step, boolean again)
            throws BuildFailedException, SQLException, InterruptedException {
        if (!step.step().isParallel() || workers == 1) {
            runTogether(List.of(step.statements()), again);
            return;
        }
        List<List<SqlStatement>> group = new ArrayList<>();
        StatementKind kind = StatementKind.OTHER;
        for (SqlStatement statement : step.statements()) {
            StatementKind next = StatementKind.of(statement).kind();
            if (next != kind || next == StatementKind.OTHER) {
                runTogether(group, again);
                group.clear();
            }
            kind = next;
            group.add(List.of(statement));
        }
        runTogether(group, again);
    }

    /** Pieces of one kind; the statements of a piece are sent in order by one connection. */
    private void runTogether(List<List<SqlStatement>> pieces, boolean again)
            throws BuildFailedException, SQLException, InterruptedException {
        new SharedWork<>(pieces, piece -> StatementKind.of(piece.get(0)).tables())
                .<BuildFailedException>run(workers, this::open, (connection, statements) -> {
                    ScriptRunner runner = new ScriptRunner(connection.connection(), listener);
                    if (again) {
                        runner.runAgain(statements, database.dialect().errors());
                    } else {
                        runner.run(statements, database.dialect().errors());
                    }
                });
    }

    private WorkerConnection open() throws SQLException {
        WorkerConnection connection = database.sideWorker();
        NamedStatement session = database.dialect().statement(StatementId.SESSION_BUILD);
        if (!session.isEmpty()) {
            connection.connection().setAutoCommit(true);
            PlainSql.execute(connection.connection(), session);
        }
        return connection;
    }

    /**
     * Builds with a journal: an interrupted build of the same settings is resumed at its step, or starts from the
     * beginning when its load had not begun. Tables without a journal are refused.
     */
    public void buildOrResume(Dialect dialect, int warehouses, LoadAction load)
            throws UsageException, SQLException, InterruptedException {
        List<PlannedStep> plan = PlannedStep.of(dialect, BuildStep.BUILD);
        BuildJournal journal = BuildJournal.open(this, dialect, warehouses, plan);
        try {
            run(plan, journal, load);
        } catch (UsageException | SQLException | InterruptedException | RuntimeException e) {
            journal.leave(e);
            throw e;
        }
    }

    public void destroy(List<PlannedStep> plan) throws UsageException, SQLException, InterruptedException {
        build(plan, () -> {});
    }

    /** Compares the load with clause 4.3.3.1; the exception names every fact that is not as expected. */
    public void checkPopulation(int warehouses) throws BuildFailedException, SQLException, InterruptedException {
        PopulationCheck.run(database, workers, warehouses, fact -> {
            notes.fact(fact);
            listener.populationFact(fact);
        });
        if (warehouses > 0) {
            new HistoryNumbers(database, clock).check(listener);
        }
    }

    @FunctionalInterface
    public interface LoadAction {
        void load() throws UsageException, InterruptedException;
    }
}
