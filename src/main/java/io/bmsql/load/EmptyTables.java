package io.bmsql.load;

import io.bmsql.db.Database;
import io.bmsql.db.TableContents;
import io.bmsql.spec.Table;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.Map;

/**
 * Refuses to load into tables that hold other rows: without keys they would take every row twice. A finished load
 * has config rows, an interrupted one has not.
 */
final class EmptyTables {
    private static final String REBUILD = ". Empty the database with 'bmsql destroy' and build it again.";

    private EmptyTables() {}

    /** Before a load from the start. */
    static void require(Database database) throws SQLException, LoadException {
        for (Map.Entry<Table, TableContents> found : TableContents.of(database).entrySet()) {
            if (found.getValue() == TableContents.MISSING) {
                throw new LoadException(
                        "the table \"" + found.getKey().sqlName() + "\" does not exist, or this user may"
                                + " not read it. Create the tables first: 'bmsql build' does all steps.");
            }
            if (found.getValue() == TableContents.FILLED) {
                String load = found.getKey() == Table.CONFIG
                        ? "a finished load"
                        : "an unfinished load or of another program, and there is no journal of its progress";
                throw new LoadException(found.getKey().sqlName() + " already holds rows of " + load + REBUILD);
            }
        }
    }

    /** Before a load is resumed: the tables that the journal calls loaded must not have been emptied since. */
    static void requireRows(Database database, BitSet unitsDone) throws SQLException, LoadException {
        if (unitsDone.isEmpty()) {
            return;
        }
        boolean anyRow = TableContents.of(database).containsValue(TableContents.FILLED);
        if (!anyRow) {
            throw new LoadException(
                    "bmsql_load_progress is the journal of an interrupted load, but the rows of that load are gone"
                            + REBUILD);
        }
    }
}
