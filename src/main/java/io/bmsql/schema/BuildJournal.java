package io.bmsql.schema;

import io.bmsql.db.ProgressJournal;
import io.bmsql.schema.BuildPlan.PlannedStep;
import java.sql.SQLException;
import java.util.Map;

/**
 * What of a build is done, step by step. A step that was begun and not ended is done again; the server may have made what the
 * killed program asked for, so that an object that exists already is no error then.
 */
final class BuildJournal {
    private static final String STEP = "step ";
    private static final String BEGUN = " begun";
    private static final String DONE = " done";

    private final ProgressJournal table;
    private final Map<String, String> rows;

    /** @param rows what the table holds, units of the load aside */
    BuildJournal(ProgressJournal table, Map<String, String> rows) {
        this.table = table;
        this.rows = rows;
    }

    boolean isDone(PlannedStep step) {
        return rows.containsKey(STEP + step.name() + DONE);
    }

    boolean isBegun(BuildStep step) {
        return rows.containsKey(STEP + step.script() + BEGUN);
    }

    /** Notes that a step begins; true when it was begun before. */
    boolean begin(PlannedStep step) throws SQLException {
        String name = STEP + step.name() + BEGUN;
        if (rows.containsKey(name)) {
            return true;
        }
        note(name);
        return false;
    }

    void done(PlannedStep step) throws SQLException {
        note(STEP + step.name() + DONE);
    }

    private void note(String name) throws SQLException {
        table.write(Map.of(name, "yes"));
        rows.put(name, "yes");
    }
}
