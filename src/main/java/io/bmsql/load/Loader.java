package io.bmsql.load;

import io.bmsql.config.LoadConfig;
import io.bmsql.datagen.Population;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.load.TableTargets.TableLoad;
import io.bmsql.load.TextRows.TextFormat;
import io.bmsql.time.RunClock;
import io.bmsql.time.StopFlag;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * Loads the initial population: into a database, or into CSV files. One use; the threads are made inside and have ended when
 * a method returns, except when the server keeps one waiting for seconds after an interrupt.
 */
public final class Loader {
    private final LoadConfig config;
    private final RunClock clock;
    private final LoadListener listener;
    private final LoadOrigin origin;
    private final LoadPlan plan;
    private final LoadProgress progress;
    private final StopFlag stopFlag;

    /**
     * @param clock gives the load's one moment, which all time stamps of the rows show
     * @param zone in which time stamps are written as local time
     */
    public Loader(LoadConfig config, RunClock clock, ZoneId zone, LoadListener listener) {
        this.config = config;
        this.clock = clock;
        this.stopFlag = new StopFlag(clock);
        this.listener = listener;
        this.origin = new LoadOrigin(config.seed(), config.warehouses(), clock.epochMillis(), zone);
        this.plan = new LoadPlan(config.warehouses());
        this.progress = new LoadProgress(plan);
    }

    /** What the tables of a database will hold and take. */
    public LoadEstimate estimate(Dialect dialect) {
        return LoadEstimate.ofTables(plan, dialect.building().megabytesPerWarehouse());
    }

    /** What the CSV files will hold and take. */
    public LoadEstimate estimateOfFiles() {
        return LoadEstimate.ofFiles(plan);
    }

    /** How far the load is, for any thread. */
    public LoadProgress progress() {
        return progress;
    }

    /**
     * Loads into empty tables, without foreign keys between districts and the rest, by the bulk path that the dialect names;
     * when the server refuses it, by batches. An interrupted load of the same scale is resumed, with its own seed and moment;
     * the tables are the same in the end as if it had not.
     *
     * @param database with room for {@code loadWorkers} connections
     * @throws LoadException when the tables are missing or hold rows without a journal, the settings are not those of
     *     the interrupted load, or a worker failed; the others were stopped
     * @throws InterruptedException when the calling thread was interrupted; the load is left unfinished
     */
    public LoadSummary intoTables(Database database) throws LoadException, InterruptedException {
        LoadJournal journal = LoadJournal.open(database, origin, config.seedDrawn(), listener);
        if (journal.unitsDone() > 0) {
            listener.note(String.format(
                    Locale.ROOT,
                    "Resuming an interrupted load: %,d of its %,d parts are loaded",
                    journal.unitsDone(),
                    plan.unitCount()));
        }
        LoadTargets targets = targets(new TableLoad(database, journal, progress, stopFlag));
        LoadSummary summary = run(targets, journal.origin(), journal::isDone);
        journal.close();
        return summary;
    }

    private static LoadTargets targets(TableLoad load) {
        return switch (load.database().dialect().building().bulk()) {
            case COPY -> new CopyTargets(load);
            case LOAD_DATA -> new LoadDataTargets(load);
            case DIRECT -> new InsertTargets(load, true);
            case BATCH -> new InsertTargets(load, false);
        };
    }

    /**
     * Writes the CSV files of {@code fileLocation}; needs no database.
     *
     * @throws LoadException when a file cannot be written
     * @throws InterruptedException when the calling thread was interrupted; the files are left unfinished
     */
    public LoadSummary intoFiles() throws LoadException, InterruptedException {
        String prefix = config.fileLocation();
        if (prefix == null) {
            throw new IllegalStateException("fileLocation is not set");
        }
        try (CsvFiles files =
                new CsvFiles(prefix, TextFormat.csv(config.csvNullValue(), origin.zone()), plan, progress)) {
            return run(files, origin, unit -> false);
        } catch (IOException e) {
            throw new LoadException(Reason.of(e) + ". Fix the cause or let fileLocation point elsewhere.", e);
        }
    }

    private LoadSummary run(LoadTargets targets, LoadOrigin rows, IntPredicate isDone)
            throws LoadException, InterruptedException {
        long beginNanos = clock.nanoTime();
        LoadRun run = new LoadRun(plan, isDone, rows::population, progress, listener, stopFlag, targets);
        String way = run.load(config.loadWorkers());
        return new LoadSummary(
                progress.rows(),
                progress.rowsBefore(),
                progress.bytes(),
                clock.nanoTime() - beginNanos,
                way,
                Population.loadConstants(rows.seed()));
    }
}
