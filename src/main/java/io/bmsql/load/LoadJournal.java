package io.bmsql.load;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.load.LoadPlan.LoadUnit;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.ProgressJournal;
import io.bmsql.schema.TableContents;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Table;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What of a load into tables is done: where its rows come from, and each unit, noted in the transaction of its rows. Several
 * loaders share it: each unit is written by one of them, and the rows are the same whichever it is.
 * Threads: {@link #claim} and {@link #isDone} from any, the rest from one.
 *
 * @param isLater true when the load was begun before, by a loader that was interrupted or is still at work
 */
record LoadJournal(@Nullable ProgressJournal table, LoadOrigin origin, RunClock clock, boolean isLater, Notes notes) {
    private static final String SEED = "seed";
    private static final String WAREHOUSES = "warehouses";
    private static final String EPOCH_MILLIS = "loadEpochMillis";
    private static final String ZONE = "zone";
    private static final String VERSION = "version";
    /** Raised whenever a version of the program makes other rows from the same seed, or cuts them into other units. */
    private static final String CURRENT_VERSION = "1";

    /**
     * Resumes the journal in the database, at its own moment and zone, or starts one: after an interrupted load, or beside
     * another loader that is at work. Refuses rows without a journal, and other settings; a drawn seed is no setting.
     */
    static LoadJournal open(
            Database database, LoadOrigin wanted, boolean seedDrawn, RunClock clock, BuildListener listener)
            throws BuildFailedException {
        try {
            ProgressJournal.requireOfTpcc(database);
            Notes notes = read(database);
            if (!notes.settings.containsKey(SEED)) {
                Optional<LoadJournal> begun = begin(database, wanted, clock, listener);
                if (begun.isPresent()) {
                    return begun.get();
                }
                notes = read(database);
            }
            LoadOrigin origin = origin(notes.settings);
            requireSame(origin, wanted, seedDrawn);
            if (!database.dialect().properties().loadIsResumable()) {
                throw new BuildFailedException("a load was interrupted here, and with db="
                        + database.dialect().name()
                        + " it cannot be resumed: its servers commit one after the other, so there may be rows that the"
                        + " journal does not know" + ProgressJournal.REBUILD);
            }
            // The tables that the journal calls loaded must not have been emptied since.
            if (notes.count() > 0 && !TableContents.of(database).containsValue(TableContents.FILLED)) {
                throw new BuildFailedException(
                        "bmsql_load_progress is the journal of an interrupted load, but the rows of that load are gone"
                                + ProgressJournal.REBUILD);
            }
            return new LoadJournal(new ProgressJournal(database), origin, clock, true, notes);
        } catch (SQLException e) {
            throw new BuildFailedException(
                    "cannot read the tables before the load: " + SqlErrors.reason(e)
                            + ". Create them first: 'bmsql build' does all steps.",
                    e);
        }
    }

    /** Keeps none: CSV files are written from their beginning. */
    static LoadJournal ofFiles(LoadOrigin origin, RunClock clock) {
        return new LoadJournal(null, origin, clock, false, new Notes());
    }

    private static Notes read(Database database) throws SQLException {
        Notes notes = new Notes();
        Optional<ProgressJournal> found = ProgressJournal.find(database);
        if (found.isPresent()) {
            found.get().read(notes::add);
        }
        return notes;
    }

    /** Empty when another loader was quicker. */
    private static Optional<LoadJournal> begin(
            Database database, LoadOrigin wanted, RunClock clock, BuildListener listener)
            throws SQLException, BuildFailedException {
        try {
            requireEmpty(database);
        } catch (BuildFailedException e) {
            if (read(database).settings.containsKey(SEED)) {
                return Optional.empty();
            }
            throw e;
        }
        Optional<ProgressJournal> found = ProgressJournal.find(database);
        ProgressJournal table = found.isPresent() ? found.get() : create(database, listener);
        if (table != null && !table.claim(settings(wanted))) {
            return Optional.empty();
        }
        Notes notes = table == null ? new Notes() : read(database);
        return Optional.of(new LoadJournal(table, wanted, clock, false, notes));
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
                throw new BuildFailedException(
                        found.getKey().sqlName() + " already holds rows of " + load + ProgressJournal.REBUILD);
            }
        }
    }

    /** Null when this user may not make tables, or the server does not understand ours. */
    private static @Nullable ProgressJournal create(Database database, BuildListener listener) throws SQLException {
        try {
            return ProgressJournal.create(database, statement -> {});
        } catch (UsageException e) {
            Optional<ProgressJournal> ofAnother = ProgressJournal.find(database);
            if (ofAnother.isPresent()) {
                return ofAnother.get();
            }
            listener.problem("No journal of the load can be kept (" + SqlErrors.reason(e)
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
                            + ProgressJournal.REBUILD,
                    e);
        }
    }

    private static void requireSame(LoadOrigin begun, LoadOrigin wanted, boolean seedDrawn)
            throws BuildFailedException {
        if (begun.warehouses() != wanted.warehouses()) {
            throw ProgressJournal.changed(
                    "load", WAREHOUSES, String.valueOf(begun.warehouses()), String.valueOf(wanted.warehouses()));
        }
        if (!seedDrawn && begun.seed() != wanted.seed()) {
            throw ProgressJournal.changed("load", SEED, String.valueOf(begun.seed()), String.valueOf(wanted.seed()));
        }
    }

    /** True when the unit's rows are there, as far as this loader knows. */
    boolean isDone(int unit) {
        return notes.has(unit);
    }

    /** True when it shows whether a commit took place that nobody has answered. */
    boolean tellsOfCommits() {
        return table != null && table.database().dialect().properties().loadIsResumable();
    }

    int unitsDone() {
        return notes.count();
    }

    /**
     * The order in which this loader takes the units. The first loader takes them as they come. Those that come later begin with
     * another warehouse and continue in their own steps, so that loaders seldom want the same unit: who does waits for the other.
     */
    IntUnaryOperator order(LoadPlan plan) {
        return isLater ? plan.orderFrom(clock.nanoTime()) : position -> position;
    }

    /**
     * Notes the unit in its transaction; false when another loader has written it. Of two that want it at once, one waits for the
     * other; when the server ends the transaction of a loader that was killed, the one that waits takes the unit.
     */
    boolean claim(WorkerConnection worker, LoadUnit unit) throws SQLException {
        if (table == null) {
            return true;
        }
        try {
            if (table.claim(worker, unit.name(), unit.title())) {
                return true;
            }
            notes.renew(table, clock);
            return false;
        } catch (SQLException e) {
            if (!isFinished()) {
                throw e;
            }
            worker.rollback();
            return false;
        }
    }

    /** True when another loader has written the last row and taken the journal away. */
    private boolean isFinished() throws SQLException {
        return table != null
                && ProgressJournal.find(table.database()).isEmpty()
                && TableContents.of(table.database()).get(Table.CONFIG) == TableContents.FILLED;
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
        } catch (UsageException | SQLException e) {
            if (isGone()) {
                return;
            }
            throw new BuildFailedException(
                    "all rows are loaded, but the journal bmsql_load_progress cannot be dropped: " + SqlErrors.reason(e)
                            + ". Drop it yourself.",
                    e);
        }
    }

    /** Looks whether another loader has taken it away: each of several tries. */
    private boolean isGone() {
        try {
            return isFinished();
        } catch (SQLException e) {
            return false;
        }
    }

    /** All that the rows of a load follow from, so that an interrupted one can be resumed. */
    record LoadOrigin(long seed, int warehouses, long epochMillis, ZoneId zone) {
        Population population() {
            return new Population(seed, warehouses, epochMillis);
        }
    }

    /** What a loader knows of the journal: how the load was begun, and the units that are there. For any thread. */
    static final class Notes {
        private static final long MIN_PAUSE_NANOS = 500_000_000;
        private static final long READS_PAUSE = 20;

        final Map<String, String> settings = new LinkedHashMap<>();
        private final BitSet units = new BitSet();
        private boolean wasRenewed;
        private long nextReadNanos;

        synchronized void add(String name, String value) {
            if (name.startsWith(ProgressJournal.UNIT)) {
                units.set(Integer.parseInt(name.substring(ProgressJournal.UNIT.length())));
            } else {
                settings.put(name, value);
            }
        }

        synchronized boolean has(int unit) {
            return units.get(unit);
        }

        synchronized int count() {
            return units.cardinality();
        }

        /** Reads what other loaders have noted since, a small part of the time at most. */
        synchronized void renew(ProgressJournal table, RunClock clock) throws SQLException {
            long beginNanos = clock.nanoTime();
            if (wasRenewed && beginNanos - nextReadNanos < 0) {
                return;
            }
            wasRenewed = true;
            table.read(this::add);
            long endNanos = clock.nanoTime();
            nextReadNanos = endNanos + MIN_PAUSE_NANOS + READS_PAUSE * (endNanos - beginNanos);
        }
    }
}
