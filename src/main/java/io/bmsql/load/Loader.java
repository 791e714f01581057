package io.bmsql.load;

import io.bmsql.config.LoadConfig;
import io.bmsql.datagen.Population;
import io.bmsql.db.Database;
import io.bmsql.time.RunClock;
import java.io.IOException;
import java.time.ZoneId;

/**
 * Loads the initial population: into a database, or into CSV files. One use; the threads are made inside and have ended when
 * a method returns, except when the server keeps one waiting for seconds after an interrupt.
 */
public final class Loader {
    private static final String COPY = "copy";
    private static final String LOAD_DATA = "loaddata";

    private final LoadConfig config;
    private final RunClock clock;
    private final ZoneId zone;
    private final LoadListener listener;
    private final long loadEpochMillis;
    private final LoadPlan plan;
    private final LoadProgress progress;
    private final StopSwitch stopSwitch = new StopSwitch();

    /**
     * @param clock gives the load's one moment, which all time stamps of the rows show
     * @param zone in which time stamps are written as local time
     */
    public Loader(LoadConfig config, RunClock clock, ZoneId zone, LoadListener listener) {
        this.config = config;
        this.clock = clock;
        this.zone = zone;
        this.listener = listener;
        this.loadEpochMillis = clock.epochMillis();
        this.plan = new LoadPlan(config.warehouses());
        this.progress = new LoadProgress(plan);
    }

    /** How far the load is, for any thread. */
    public LoadProgress progress() {
        return progress;
    }

    /**
     * Loads into empty tables, without foreign keys between districts and the rest, by the bulk path that the dialect names;
     * when the server refuses it, by batches.
     *
     * @param database with room for {@code loadWorkers} connections
     * @throws LoadException when the tables are missing or hold rows, or a worker failed; the others were stopped
     * @throws InterruptedException when the calling thread was interrupted; the load is left unfinished
     */
    public LoadSummary intoTables(Database database) throws LoadException, InterruptedException {
        EmptyTables.require(database);
        return run(targets(database));
    }

    private LoadTargets targets(Database database) {
        return switch (database.dialect().bulk()) {
            case COPY -> new CopyTargets(database, TextFormat.copy(zone), progress, stopSwitch);
            case LOAD_DATA -> new LoadDataTargets(database, TextFormat.copy(zone), progress, stopSwitch);
            default -> new BatchTargets(database, zone, progress, stopSwitch);
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
        try (CsvFiles files = new CsvFiles(prefix, TextFormat.csv(config.csvNullValue(), zone), plan, progress)) {
            return run(files);
        } catch (IOException e) {
            throw new LoadException(Reason.of(e) + ". Mend the cause or let fileLocation point elsewhere.", e);
        }
    }

    private LoadSummary run(LoadTargets targets) throws LoadException, InterruptedException {
        long beginNanos = clock.nanoTime();
        LoadRun run = new LoadRun(plan, this::population, progress, listener, stopSwitch, targets);
        String way = run.load(config.loadWorkers());
        return new LoadSummary(
                progress.rows(),
                progress.bytes(),
                clock.nanoTime() - beginNanos,
                way,
                Population.loadConstants(config.seed()));
    }

    private Population population() {
        return new Population(config.seed(), config.warehouses(), loadEpochMillis);
    }
}
