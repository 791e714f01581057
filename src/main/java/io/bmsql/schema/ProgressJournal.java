package io.bmsql.schema;

import io.bmsql.common.UsageException;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.ScriptRunner;
import io.bmsql.db.ScriptRunner.ScriptListener;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlFile;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The table {@code bmsql_load_progress}, in which a build or load under way notes what is done: rows of a name and a
 * value, each written in the transaction of the work that it records. Threads: any.
 */
public record ProgressJournal(Database database) {
    /** The row that a build writes into its journal; one that a load made for itself has none. */
    public static final String BUILD = "build";

    /** The row of the build of a workload: its name, a comma, and what else its rows follow from. */
    public static final String WORKLOAD = "workload";

    /** A load notes its units by this word and a number. */
    public static final String UNIT = "unit ";

    /** What to do where nothing can be resumed. */
    public static final String REBUILD = ". Empty the database with 'bmsql destroy' and build it again.";

    /** The journal that a build or load left behind, if there is one. */
    public static Optional<ProgressJournal> find(Database database) throws SQLException {
        ProgressJournal journal = new ProgressJournal(database);
        try (WorkerConnection worker = database.worker()) {
            try (ResultSet rows = worker.statement(StatementId.PROGRESS_READ).query()) {
                rows.next();
                return Optional.of(journal);
            } catch (SQLException e) {
                if (!worker.isUsable()) {
                    throw e;
                }
                return Optional.empty();
            }
        }
    }

    /**
     * The settings are no longer those that an interrupted build or load was started with.
     *
     * @param work {@code build} or {@code load}
     */
    public static BuildFailedException changed(String work, String setting, String begun, String wanted) {
        return new BuildFailedException("the interrupted " + work + " was started with " + setting + "=" + begun
                + ", the settings say " + setting + "=" + wanted
                + ". Set it back to resume, or empty the database with 'bmsql destroy"
                + (setting.equals(WORKLOAD) ? " PROPS" + option(begun) : "") + "' and build it again.");
    }

    /** Makes a new one; the listener gets the statements. */
    public static ProgressJournal create(Database database, ScriptListener listener)
            throws UsageException, SQLException {
        ProgressJournal journal = new ProgressJournal(database);
        journal.run(BuildStep.LOAD_PROGRESS_CREATES, listener);
        return journal;
    }

    public void drop(ScriptListener listener) throws UsageException, SQLException {
        run(BuildStep.LOAD_PROGRESS_DROPS, listener);
    }

    /** Takes the journal of a build away, if there is one: nothing is left to do or to check. */
    public static void forget(Database database, ScriptListener listener) throws UsageException, SQLException {
        Optional<ProgressJournal> journal = find(database);
        if (journal.isPresent()) {
            journal.get().drop(listener);
        }
    }

    private void run(BuildStep step, ScriptListener listener) throws UsageException, SQLException {
        SqlFile file = database.dialect()
                .script(step.script())
                .orElseThrow(() -> new UsageException(
                        "no folder of db=" + database.dialect().name() + " holds a " + step.script() + ".sql"));
        try (Connection connection = database.connection()) {
            new ScriptRunner(connection, listener).run(file.script().statements());
        }
    }

    public void read(BiConsumer<String, String> reader) throws SQLException {
        try (WorkerConnection worker = database.worker()) {
            BoundStatement statement = worker.statement(StatementId.PROGRESS_READ);
            statement.setFetchSize(worker.fetchRows());
            statement.each(row -> reader.accept(row.getString(1), String.valueOf(row.getString(2))));
        }
    }

    /** What it says beside its units. */
    public Map<String, String> settings() throws SQLException {
        Map<String, String> settings = new HashMap<>();
        read((name, value) -> {
            if (!name.startsWith(UNIT)) {
                settings.put(name, value);
            }
        });
        return settings;
    }

    /** Refuses the journal that a workload's build has in this database: what is done by it are other rows. */
    public static void requireOfTpcc(Database database) throws SQLException, BuildFailedException {
        Optional<ProgressJournal> journal = find(database);
        String begun = journal.isPresent() ? journal.get().settings().get(WORKLOAD) : null;
        if (begun != null) {
            throw new BuildFailedException(
                    "a 'bmsql build PROPS" + option(begun) + "' was interrupted in this database: start it"
                            + " again, or take its tables away with 'bmsql destroy PROPS" + option(begun) + "'");
        }
    }

    /** Names the workload of such a setting to a command. */
    private static String option(String begun) {
        return " -D workload=" + begun.replaceFirst(",.*", "");
    }

    /** Adds rows in their own transaction, all or none: false when one of the names exists. */
    public boolean claim(Map<String, String> rows) throws SQLException {
        try (WorkerConnection worker = database.worker()) {
            for (Map.Entry<String, String> row : rows.entrySet()) {
                if (!claim(worker, row.getKey(), row.getValue())) {
                    return false;
                }
            }
            worker.commit();
            return true;
        }
    }

    /**
     * Adds a row to a transaction; false, and rolled back, when the name exists. Waits for another transaction that holds
     * the name: of a killed program, say.
     */
    public boolean claim(WorkerConnection worker, String name, String value) throws SQLException {
        try {
            BoundStatement statement = worker.statement(StatementId.PROGRESS_WRITE);
            statement.setString(1, name);
            statement.setString(2, value);
            statement.update();
            return true;
        } catch (SQLException e) {
            if (database.dialect().errors().classify(e) != ErrorClass.CONSTRAINT) {
                throw e;
            }
            worker.rollback();
            return false;
        }
    }
}
