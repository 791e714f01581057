package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.db.Database;
import io.bmsql.db.ProgressJournal;
import io.bmsql.db.TableContents;
import io.bmsql.db.WorkerConnection;
import io.bmsql.load.LoadPlan.LoadUnit;
import io.bmsql.spec.BuildFailedException;
import io.bmsql.spec.RefusedException;
import io.bmsql.spec.Table;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What of a load into tables is done: where its rows come from, and each unit, noted in the transaction of its rows.
 * Threads: {@link #claim} and {@link #isDone} from any, the rest from one.
 */
record LoadJournal(@Nullable ProgressJournal table, LoadOrigin origin, Notes notes) {
    private static final String SEED = "seed";
    private static final String WAREHOUSES = "warehouses";
    private static final String EPOCH_MILLIS = "loadEpochMillis";
    private static final String ZONE = "zone";
    private static final String VERSION = "version";
    /** Raised whenever a version of the program makes other rows from the same seed, or cuts them into other units. */
    private static final String CURRENT_VERSION = "1";

    private static final String REBUILD = ". Empty the database with 'bmsql destroy' and build it again.";

    private static final class Notes {
        final Map<String, String> settings = new LinkedHashMap<>();
        final BitSet units = new BitSet();

        void add(String name, String value) {
            if (name.startsWith(ProgressJournal.UNIT)) {
                units.set(Integer.parseInt(name.substring(ProgressJournal.UNIT.length())));
            } else {
                settings.put(name, value);
            }
        }
    }

    /**
     * Resumes with the journal in the database, at its own moment and zone, or starts one. Refuses rows without a
     * journal, and other settings; a drawn seed is no setting.
     */
    static LoadJournal open(Database database, LoadOrigin wanted, boolean seedDrawn, WorkerLines lines)
            throws BuildFailedException {
        try {
            Optional<ProgressJournal> found = ProgressJournal.find(database);
            Notes notes = new Notes();
            if (found.isPresent()) {
                found.get().read(notes::add);
            }
            if (notes.settings.containsKey(SEED)) {
                LoadOrigin origin = origin(notes.settings);
                requireSame(origin, wanted, seedDrawn);
                requireGoingOn(database);
                requireRows(database, notes.units);
                return new LoadJournal(found.get(), origin, notes);
            }
            requireEmpty(database);
            ProgressJournal table = found.isPresent() ? found.get() : create(database, lines);
            if (table != null) {
                table.write(settings(wanted));
            }
            return new LoadJournal(table, wanted, notes);
        } catch (SQLException e) {
            throw new BuildFailedException(
                    "cannot read the tables before the load: " + WorkerLines.reason(e)
                            + ". Create them first: 'bmsql build' does all steps.",
                    e);
        }
    }

    /** Before a load from the start. Without keys, tables that hold other rows would take every row twice. */
    private static void requireEmpty(Database database) throws SQLException, BuildFailedException {
        for (Map.Entry<Table, TableContents> found : TableContents.of(database).entrySet()) {
            if (found.getValue() == TableContents.MISSING) {
                throw new BuildFailedException(
                        "the table \"" + found.getKey().sqlName() + "\" does not exist, or this user may"
                                + " not read it. Create the tables first: 'bmsql build' does all steps.");
            }
            if (found.getValue() == TableContents.FILLED) {
                // A finished load has config rows, an interrupted one has not.
                String load = found.getKey() == Table.CONFIG
                        ? "a finished load"
                        : "an unfinished load or of another program, and there is no journal of its progress";
                throw new BuildFailedException(found.getKey().sqlName() + " already holds rows of " + load + REBUILD);
            }
        }
    }

    /** Before a load is resumed: the tables that the journal calls loaded must not have been emptied since. */
    private static void requireRows(Database database, BitSet unitsDone) throws SQLException, BuildFailedException {
        if (!unitsDone.isEmpty() && !TableContents.of(database).containsValue(TableContents.FILLED)) {
            throw new BuildFailedException(
                    "bmsql_load_progress is the journal of an interrupted load, but the rows of that load are gone"
                            + REBUILD);
        }
    }

    /** Null when this user may not make tables, or the server does not understand ours. */
    private static @Nullable ProgressJournal create(Database database, WorkerLines lines) throws SQLException {
        try {
            return ProgressJournal.create(database, statement -> {});
        } catch (RefusedException e) {
            lines.errors()
                    .accept("No journal of the load can be kept (" + WorkerLines.reason(e)
                            + "), so an interrupted load cannot be resumed");
            return null;
        }
    }

    private static Map<String, String> settings(LoadOrigin origin) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(SEED, Long.toString(origin.seed()));
        settings.put(WAREHOUSES, Integer.toString(origin.warehouses()));
        settings.put(EPOCH_MILLIS, Long.toString(origin.epochMillis()));
        settings.put(ZONE, origin.zone().getId());
        settings.put(VERSION, CURRENT_VERSION);
        return settings;
    }

    private static LoadOrigin origin(Map<String, String> settings) throws BuildFailedException {
        if (!CURRENT_VERSION.equals(settings.get(VERSION))) {
            throw new BuildFailedException(
                    "the interrupted load was started by another version of bmsql, which makes other rows."
                            + " Use that version, or empty the database with 'bmsql destroy' and build it again.");
        }
        try {
            return new LoadOrigin(
                    Long.parseLong(settings.getOrDefault(SEED, "")),
                    Integer.parseInt(settings.getOrDefault(WAREHOUSES, "")),
                    Long.parseLong(settings.getOrDefault(EPOCH_MILLIS, "")),
                    ZoneId.of(settings.getOrDefault(ZONE, "")));
        } catch (NumberFormatException | DateTimeException e) {
            throw new BuildFailedException(
                    "bmsql_load_progress does not say how the interrupted load was started (" + e.getMessage() + ")"
                            + REBUILD,
                    e);
        }
    }

    private static void requireGoingOn(Database database) throws BuildFailedException {
        if (!database.dialect().building().loadIsResumable()) {
            throw new BuildFailedException("a load was interrupted here, and with db="
                    + database.dialect().name()
                    + " it cannot be resumed: its servers commit one after the other, so there may be rows that the journal"
                    + " does not know" + REBUILD);
        }
    }

    private static void requireSame(LoadOrigin begun, LoadOrigin wanted, boolean seedDrawn)
            throws BuildFailedException {
        if (begun.warehouses() != wanted.warehouses()) {
            throw changed(WAREHOUSES, begun.warehouses(), wanted.warehouses());
        }
        if (!seedDrawn && begun.seed() != wanted.seed()) {
            throw changed(SEED, begun.seed(), wanted.seed());
        }
    }

    private static BuildFailedException changed(String setting, long begun, long wanted) {
        return new BuildFailedException(
                "the interrupted load was started with " + setting + "=" + begun + ", the settings say "
                        + setting + "=" + wanted
                        + ". Set it back to resume, or empty the database with 'bmsql destroy' and build"
                        + " it again.");
    }

    /** True when the unit's rows were there before. */
    boolean isDone(int unit) {
        return notes.units.get(unit);
    }

    int unitsDone() {
        return notes.units.cardinality();
    }

    /** Notes the unit in its transaction; false when another program has written it meanwhile. */
    boolean claim(WorkerConnection worker, LoadUnit unit) throws SQLException {
        return table == null || table.claim(worker, unit.name(), unit.title());
    }

    String advice() {
        return table == null
                ? "Fix the cause, then empty the database with 'bmsql destroy' and build it again."
                : "Fix the cause, then start the same command again: it loads what is missing ('bmsql destroy'"
                        + " would empty the database).";
    }

    /** After the last row: takes the journal away, unless it is that of a build, which needs it for its further steps. */
    void close() throws BuildFailedException {
        if (table == null || notes.settings.containsKey(ProgressJournal.BUILD)) {
            return;
        }
        try {
            table.drop(statement -> {});
        } catch (RefusedException | SQLException e) {
            throw new BuildFailedException(
                    "all rows are loaded, but the journal bmsql_load_progress cannot be dropped: "
                            + WorkerLines.reason(e) + ". Drop it yourself.",
                    e);
        }
    }

    /** All that the rows of a load follow from, so that an interrupted one can be resumed. */
    record LoadOrigin(long seed, int warehouses, long epochMillis, ZoneId zone) {
        Population population() {
            return new Population(seed, warehouses, epochMillis);
        }
    }
}
