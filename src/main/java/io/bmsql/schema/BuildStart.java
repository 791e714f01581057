package io.bmsql.schema;

import io.bmsql.db.Database;
import io.bmsql.db.ProgressJournal;
import io.bmsql.db.ScriptRunner.ScriptException;
import io.bmsql.db.TableContents;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.dialect.Layout;
import io.bmsql.schema.BuildPlan.PlannedStep;
import io.bmsql.spec.SchemaOption;
import io.bmsql.spec.Table;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds out where a build begins. Three states of the database let it: nothing is there; a build of the same settings was interrupted
 * during or after its load, and is resumed; or it was interrupted earlier, and its tables are dropped.
 */
final class BuildStart {
    private static final String REBUILD = ". Empty the database with 'bmsql destroy' and build it again.";
    /** Among the first rows that the loader writes. */
    private static final String WAREHOUSES = "warehouses";

    private static final String LAYOUT = "layout";

    /** What the journal's column holds; a long list of shards is cut and ends in a sum over all of it. */
    private static final int MAX_VALUE = 200;

    private final Database database;
    private final Dialect dialect;
    private final SchemaBuilder builder;
    private final BuildListener listener;

    BuildStart(Database database, Dialect dialect, SchemaBuilder builder, BuildListener listener) {
        this.database = database;
        this.dialect = dialect;
        this.builder = builder;
        this.listener = listener;
    }

    /** The journal of the build to resume, or a new one. */
    BuildJournal journal(List<PlannedStep> plan, int warehouses)
            throws BuildRefusedException, DialectException, ScriptException, SQLException, InterruptedException {
        Optional<ProgressJournal> found = ProgressJournal.find(database);
        if (found.isEmpty()) {
            return begin(plan);
        }
        Map<String, String> rows = new HashMap<>();
        found.get().read((name, value) -> {
            if (!name.startsWith(ProgressJournal.UNIT)) {
                rows.put(name, value);
            }
        });
        boolean loadBegun = rows.containsKey(WAREHOUSES);
        if (loadBegun && !rows.containsKey(ProgressJournal.BUILD)) {
            throw new BuildRefusedException(
                    "a 'bmsql load' into tables that no build made was interrupted here. Resume it with"
                            + " 'bmsql load', or empty the database with 'bmsql destroy' and build it again.");
        }
        BuildJournal journal = new BuildJournal(found.get(), rows);
        if (loadBegun) {
            requireSame(WAREHOUSES, rows.getOrDefault(WAREHOUSES, ""), String.valueOf(warehouses));
            requireSame(LAYOUT, rows.getOrDefault(ProgressJournal.BUILD, ""), layout());
            listener.note("Resuming an interrupted build");
            return journal;
        }
        takeAway(found.get(), journal);
        return begin(plan);
    }

    private BuildJournal begin(List<PlannedStep> plan)
            throws BuildRefusedException, DialectException, ScriptException, SQLException {
        boolean makesTables =
                plan.stream().anyMatch(step -> step.step() == BuildStep.TABLE_CREATES && step.skipped() == null);
        if (makesTables) {
            requireNoTable();
        }
        ProgressJournal table = ProgressJournal.create(database, listener);
        table.write(Map.of(ProgressJournal.BUILD, layout()));
        return new BuildJournal(table, new HashMap<>());
    }

    private void requireNoTable() throws BuildRefusedException, SQLException {
        Map<Table, TableContents> contents = TableContents.of(database);
        String state = contents.get(Table.CONFIG) == TableContents.FILLED ? " and holds a finished load" : "";
        for (Map.Entry<Table, TableContents> found : contents.entrySet()) {
            if (found.getValue() != TableContents.MISSING) {
                throw new BuildRefusedException(found.getKey().sqlName() + " exists already" + state
                        + ", and there is no journal of a build to resume" + REBUILD);
            }
        }
    }

    /** What a build made before its load: only when it did make the tables, and they hold nothing. */
    private void takeAway(ProgressJournal table, BuildJournal journal)
            throws BuildRefusedException, DialectException, ScriptException, SQLException, InterruptedException {
        if (!journal.isBegun(BuildStep.TABLE_CREATES)) {
            table.drop(listener);
            return;
        }
        for (Map.Entry<Table, TableContents> found : TableContents.of(database).entrySet()) {
            if (found.getValue() == TableContents.FILLED) {
                throw new BuildRefusedException("a build was interrupted here before its load, but "
                        + found.getKey().sqlName() + " holds other rows" + REBUILD);
            }
        }
        listener.note(
                "A build was interrupted here before its load: its tables are dropped, and the build starts from the beginning");
        builder.destroy(BuildPlan.destroy(dialect));
    }

    private static void requireSame(String what, String begun, String wanted) throws BuildRefusedException {
        if (!begun.equals(wanted)) {
            throw new BuildRefusedException("the interrupted build was started with " + what + "=" + begun
                    + ", the settings say " + what + "=" + wanted
                    + ". Set it back to resume, or empty the database with"
                    + " 'bmsql destroy' and build it again.");
        }
    }

    private String layout() {
        Layout layout = dialect.layout();
        List<String> options = Stream.of(SchemaOption.values())
                .filter(layout::isOn)
                .map(SchemaOption::word)
                .toList();
        return "partitions " + layout.partitions() + ", shards " + layout.shards() + ", options " + options;
    }
}
