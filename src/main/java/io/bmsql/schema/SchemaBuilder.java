package io.bmsql.schema;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.ScriptRunner;
import io.bmsql.db.SharedWork;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.schema.DataState.BuildNotes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Builds and destroys the schema; the first failing statement ends it. Threads: one call at a time. */
public record SchemaBuilder(Database database, int workers, RunClock clock, BuildListener listener, BuildNotes notes) {
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
            boolean isDone = journal != null && journal.isDone(step);
            if (step.skipped() != null || isDone) {
                listener.note(
                        step.skipped() == null ? "build.skipped.done" : "build.skipped",
                        step.name(),
                        String.valueOf(step.skipped()));
                continue;
            }
            if (step.step() == BuildStep.LOAD) {
                NeededObjects.of(database, plan).require();
            }
            run(step, journal != null && journal.begin(step), load);
            if (journal != null) {
                journal.done(step);
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
                .<BuildFailedException>run(workers, this::open, (connection, statements) -> new ScriptRunner(
                                connection.connection(), listener)
                        .run(statements, database.dialect().errors(), again));
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

    /** The dialect with its shards known; the exception says what to set when the server does not give them. */
    public static Dialect withShards(Dialect dialect, Database database) throws UsageException, SQLException {
        NamedStatement statement = dialect.statement(StatementId.SHARD_IDS);
        if (statement.isEmpty() || !dialect.layout().shards().isEmpty()) {
            return dialect;
        }
        try (Connection connection = database.connection()) {
            return dialect.laidOut(dialect.layout().withShards(shards(connection, statement)));
        }
    }

    private static List<Integer> shards(Connection connection, NamedStatement statement) throws UsageException {
        try {
            return PlainSql.query(connection, statement.sql(), row -> row.getInt(1));
        } catch (SQLException e) {
            throw new UsageException(
                    statement.place() + ": the server does not give the ids of its shards: "
                            + SqlErrors.text(e)
                            + " (add shards=1,2 or the like to the props file)",
                    e);
        }
    }

    @FunctionalInterface
    public interface LoadAction {
        void load() throws UsageException, InterruptedException;
    }

    /** What a build statement does: those of a kind that follow each other may run together, unless tables are shared. */
    enum StatementKind {
        /** A primary or unique key, or an index: concerns one table. */
        INDEX,
        /** Concerns the referencing and the referenced table, and needs the latter's key. */
        FOREIGN_KEY,
        /** Statistics and clean-up of one table. */
        MAINTENANCE,
        /** Anything else: runs alone, in its place. */
        OTHER;

        private static final String NAME = "([\\w.\"$`]+)";
        private static final Pattern CREATE_INDEX = Pattern.compile(
                "create\\s+(?:unique\\s+)?index\\s.*?\\son\\s+(?:only\\s+)?" + NAME + ".*", Pattern.DOTALL);
        /** One table, one or several additions: MySQL reads a table once for all of them. */
        private static final Pattern ALTER_TABLE = Pattern.compile("alter\\s+table\\s+" + NAME + "\\s+add\\s[^;]*");

        /** Informix writes the constraint's name at the end. */
        private static final String ADD_CONSTRAINT =
                "\\sadd\\s+(?:constraint\\s+(?:(?!primary\\s|foreign\\s|unique\\b)\\S+\\s+)?)?";

        private static final Pattern ADD_KEY =
                Pattern.compile(ADD_CONSTRAINT + "(?:primary\\s+key|unique|index|key)[\\s(]");
        private static final Pattern ADD_FOREIGN_KEY =
                Pattern.compile(ADD_CONSTRAINT + "foreign\\s+key[\\s(].*?\\sreferences\\s+" + NAME, Pattern.DOTALL);
        private static final Pattern MAINTAIN = Pattern.compile(
                "(?:vacuum(?:\\s+(?:full|freeze|verbose|analyze))*|analyze(?:\\s+table)?|optimize\\s+table"
                        + "|update\\s+statistics(?:\\s+(?:low|medium|high))?\\s+for\\s+table)\\s+"
                        + NAME
                        + "\\s*(?:\\([^;)]*\\))?");

        /** The kind of a statement and the tables that it concerns, in lower case. */
        record Claim(StatementKind kind, Set<String> tables) {}

        static Claim of(SqlStatement statement) {
            String text = statement.text().strip().toLowerCase(Locale.ROOT);
            Matcher create = CREATE_INDEX.matcher(text);
            if (create.matches()) {
                return new Claim(INDEX, Set.of(create.group(1)));
            }
            Matcher alter = ALTER_TABLE.matcher(text);
            if (alter.matches()) {
                return ofAdditions(alter.group(1), text);
            }
            Matcher maintain = MAINTAIN.matcher(text);
            return maintain.matches() ? new Claim(MAINTENANCE, Set.of(maintain.group(1))) : new Claim(OTHER, Set.of());
        }

        private static Claim ofAdditions(String table, String text) {
            Set<String> tables = new HashSet<>(Set.of(table));
            Matcher foreignKey = ADD_FOREIGN_KEY.matcher(text);
            while (foreignKey.find()) {
                tables.add(foreignKey.group(1));
            }
            if (foreignKey.reset().find()) {
                return new Claim(FOREIGN_KEY, Set.copyOf(tables));
            }
            return ADD_KEY.matcher(text).find() ? new Claim(INDEX, Set.of(table)) : new Claim(OTHER, Set.of());
        }
    }
}
