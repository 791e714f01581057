package io.bmsql.data;

import io.bmsql.config.LoadConfig;
import io.bmsql.tpcc.Population;
import io.bmsql.db.Database;
import io.bmsql.dialect.BulkPath;
import io.bmsql.dialect.Dialect;
import io.bmsql.data.LoadJournal.LoadOrigin;
import io.bmsql.db.BuildFailedException;
import io.bmsql.tpcc.NURand;
import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Loads the initial population: into a database, or into CSV files. One use; the threads end with the method. */
public final class Loader {
    private static final long BYTES_PER_MEGABYTE = 1_000_000;
    /** One hundred thousand items, in a table with its key. */
    private static final long BYTES_OF_ITEM_TABLE = 12 * BYTES_PER_MEGABYTE;

    /** Text of one warehouse, and of the items, in CSV files. */
    private static final long CSV_BYTES_PER_WAREHOUSE = 72 * BYTES_PER_MEGABYTE;

    private static final long CSV_BYTES_OF_ITEMS = 8 * BYTES_PER_MEGABYTE;

    private final LoadConfig config;
    private final RunClock clock;
    private final WorkerLines lines;
    private final LoadOrigin origin;
    private final LoadPlan plan;
    private final LoadProgress progress;
    private final StopFlag stopFlag;

    /** The clock's present moment, as local time of the zone, is what all time stamps of the rows show. */
    public Loader(LoadConfig config, RunClock clock, ZoneId zone, WorkerLines lines) {
        this.config = config;
        this.clock = clock;
        this.stopFlag = new StopFlag(clock);
        this.lines = lines;
        this.origin = new LoadOrigin(config.seed(), config.warehouses(), clock.epochMillis(), zone);
        this.plan = new LoadPlan(config.warehouses());
        this.progress = new LoadProgress(plan);
    }

    public LoadEstimate estimate(Dialect dialect) {
        long perWarehouse = dialect.building().megabytesPerWarehouse() * BYTES_PER_MEGABYTE;
        return new LoadEstimate(plan.expectedRows(), BYTES_OF_ITEM_TABLE + plan.warehouses() * perWarehouse);
    }

    public LoadEstimate estimateOfFiles() {
        return new LoadEstimate(plan.expectedRows(), CSV_BYTES_OF_ITEMS + plan.warehouses() * CSV_BYTES_PER_WAREHOUSE);
    }

    public LoadProgress progress() {
        return progress;
    }

    /**
     * Loads into empty tables without foreign keys by the dialect's bulk path, or by batches when the server refuses
     * it. An interrupted load of the same scale is resumed, with its own seed and moment. Several loaders may do so at once.
     */
    public LoadSummary intoTables(Database database) throws BuildFailedException, InterruptedException {
        LoadJournal journal = LoadJournal.open(database, origin, config.seedDrawn(), clock, lines);
        if (journal.unitsDone() > 0) {
            lines.errors()
                    .accept(String.format(
                            Locale.ROOT,
                            "Resuming a load that was begun: %,d of its %,d parts are loaded",
                            journal.unitsDone(),
                            plan.unitCount()));
        }
        BulkPath bulk = database.dialect().building().bulk();
        TableTargets targets = new TableTargets(database, journal, progress, stopFlag, bulk);
        long rowsBefore = IntStream.range(0, plan.unitCount())
                .filter(journal::isDone)
                .mapToLong(unit -> plan.expectedRows(plan.unit(unit)))
                .sum();
        LoadSummary summary = run(targets, journal.origin(), journal::isDone, journal.order(plan))
                .withRowsBefore(rowsBefore);
        journal.close();
        return summary;
    }

    /** Writes the CSV files of {@code fileLocation}; needs no database. An interrupt leaves them unfinished. */
    public LoadSummary intoFiles() throws BuildFailedException, InterruptedException {
        String prefix = config.fileLocation();
        if (prefix == null) {
            throw new IllegalStateException("fileLocation is not set");
        }
        try (CsvFiles files = new CsvFiles(prefix, config.csvNullValue(), origin.zone(), plan, progress)) {
            return run(files, origin, unit -> false, position -> position);
        } catch (IOException e) {
            throw new BuildFailedException(
                    WorkerLines.reason(e) + ". Fix the cause or let fileLocation point elsewhere.", e);
        }
    }

    private LoadSummary run(LoadTargets targets, LoadOrigin rows, IntPredicate isDone, IntUnaryOperator order)
            throws BuildFailedException, InterruptedException {
        long beginNanos = clock.nanoTime();
        LoadRun run = new LoadRun(plan, isDone, order, rows::population, progress, lines, stopFlag, targets);
        String way = run.load(config.loadWorkers());
        return new LoadSummary(
                progress.rows(),
                progress.rowsBefore(),
                0,
                progress.bytes(),
                clock.nanoTime() - beginNanos,
                way,
                Population.loadConstants(rows.seed()),
                run.isLast());
    }

    /** About what a load will come to, without the server's logs. */
    public record LoadEstimate(long rows, long bytes) {}

    /**
     * What a load did: rows and their bytes as text; way is such as "COPY".
     *
     * @param rowsBefore that an interrupted load had left, about
     * @param rowsOfOthers that other loaders wrote meanwhile, about
     * @param isLast true when this loader wrote the last row: of several, one does
     */
    public record LoadSummary(
            long rows,
            long rowsBefore,
            long rowsOfOthers,
            long bytes,
            long elapsedNanos,
            String way,
            NURand constants,
            boolean isLast) {
        LoadSummary withRowsBefore(long before) {
            return new LoadSummary(
                    rows, before, rowsBefore + rowsOfOthers - before, bytes, elapsedNanos, way, constants, isLast);
        }
    }
}
