package io.bmsql.load;

import io.bmsql.common.NumberText;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.dialect.BulkPath;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.LoadJournal.LoadOrigin;
import io.bmsql.load.LoadPlan.LoadUnit;
import io.bmsql.load.LoadTargets.LoadTarget;
import io.bmsql.result.LoadFacts;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.LoadProgress;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.RowSink;
import io.bmsql.tpcc.RowSource;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.io.IOException;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;
import org.jspecify.annotations.Nullable;

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
    private final BuildListener listener;
    private final LoadOrigin origin;
    private final LoadPlan plan;
    private final LoadProgress progress;
    private final StopFlag stopFlag;
    private final AtomicInteger nextUnit = new AtomicInteger();
    private final AtomicReference<BuildFailedException> failure = new AtomicReference<>();
    private @Nullable LoadTargets targets;
    private @Nullable LoadJournal journal;
    private IntUnaryOperator order = position -> position;

    /**
     * The clock's present moment, as local time of the zone, is what all time stamps of the rows show.
     *
     * @param listener gets what workers do, in BenchmarkSQL's words (benchmarksql-formats.md, CSV files), and what does not go as it
     *     should, from any thread
     */
    public Loader(LoadConfig config, RunClock clock, ZoneId zone, BuildListener listener) {
        this.config = config;
        this.clock = clock;
        this.stopFlag = new StopFlag(clock);
        this.listener = listener;
        this.origin = new LoadOrigin(config.seed(), config.warehouses(), clock.epochMillis(), zone);
        this.plan = new LoadPlan(config.warehouses());
        this.progress = plan.progress();
    }

    /** About what the rows will take on the disk, without the server's logs; null for CSV files. */
    public long expectedBytes(@Nullable Dialect dialect) {
        return dialect == null
                ? CSV_BYTES_OF_ITEMS + plan.warehouses() * CSV_BYTES_PER_WAREHOUSE
                : BYTES_OF_ITEM_TABLE
                        + plan.warehouses() * dialect.properties().megabytesPerWarehouse() * BYTES_PER_MEGABYTE;
    }

    public LoadProgress progress() {
        return progress;
    }

    /**
     * Loads into empty tables without foreign keys by the dialect's bulk path, or by batches when the server refuses
     * it. An interrupted load of the same scale is resumed, with its own seed and moment. Several loaders may do so at once.
     */
    public LoadSummary intoTables(Database database) throws BuildFailedException, InterruptedException {
        LoadJournal begun = LoadJournal.open(database, origin, config.seedDrawn(), clock, listener);
        if (begun.unitsDone() > 0) {
            listener.problem(NumberText.format(
                    "Resuming a load that was begun: %,d of its %,d parts are loaded",
                    begun.unitsDone(), plan.unitCount()));
        }
        BulkPath bulk = database.dialect().properties().bulk();
        TableTargets tables = new TableTargets(database, begun, progress, stopFlag, bulk);
        LoadSummary summary = run(tables, begun);
        begun.close();
        return summary;
    }

    /** Writes the CSV files of {@code fileLocation}; needs no database. An interrupt leaves them unfinished. */
    public LoadSummary intoFiles() throws BuildFailedException, InterruptedException {
        String prefix = config.fileLocation();
        if (prefix == null) {
            throw new IllegalStateException("fileLocation is not set");
        }
        try (CsvFiles files = new CsvFiles(prefix, config.csvNullValue(), origin.zone(), plan, progress)) {
            return run(files, LoadJournal.ofFiles(origin, clock));
        } catch (IOException e) {
            throw new BuildFailedException(
                    SqlErrors.reason(e) + ". Fix the cause or let fileLocation point elsewhere.", e);
        }
    }

    /** The first unit alone, then all others by the workers, then the config rows, so that an interrupted load has none. */
    private LoadSummary run(LoadTargets wanted, LoadJournal begun) throws BuildFailedException, InterruptedException {
        long beginNanos = clock.nanoTime();
        targets = wanted;
        journal = begun;
        order = begun.order(plan);
        LoadOrigin rows = begun.origin();
        long rowsBefore = IntStream.range(0, plan.unitCount())
                .filter(begun::isDone)
                .mapToLong(unit -> plan.expectedRows(plan.unit(unit)))
                .sum();
        Worker alone = new Worker(0, rows.population());
        chooseTargets(alone);
        List<Worker> all = IntStream.range(0, config.loadWorkers())
                .mapToObj(number -> new Worker(number, rows.population()))
                .toList();
        // After an interrupt: workers see the stop with their next buffer, unless the server keeps one waiting.
        ParallelWork.runAll("load", all, interrupt -> stop());
        BuildFailedException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        boolean isLast;
        try {
            isLast = alone.load(plan.last());
        } catch (IOException | SQLException e) {
            throw failed(alone, e);
        }
        return new LoadSummary(
                progress.rows(),
                rowsBefore,
                progress.rowsBefore() - rowsBefore,
                progress.bytes(),
                clock.nanoTime() - beginNanos,
                targets().title(),
                Population.loadConstants(rows.seed()),
                isLast);
    }

    /** The first unit decides how all others are written: a refused bulk path shows here, with a few rows under way. */
    private void chooseTargets(Worker alone) throws BuildFailedException {
        boolean written = false;
        while (!written) {
            int index = takeUnit();
            if (index >= plan.unitCount()) {
                return;
            }
            written = tryTargets(alone, plan.unit(index));
        }
    }

    /** False when another loader has written the unit, which says nothing of the way that was chosen. */
    private boolean tryTargets(Worker alone, LoadUnit unit) throws BuildFailedException {
        LoadTargets wanted = targets();
        try {
            return alone.load(unit);
        } catch (IOException | SQLException refusal) {
            boolean isPassing = refusal instanceof SQLException error && wanted.isPassing(error);
            targets = isPassing ? wanted : wanted.fallback();
            if (targets == wanted) {
                throw failed(alone, refusal);
            }
            try {
                alone.load(unit);
            } catch (IOException | SQLException e) {
                e.addSuppressed(refusal);
                throw failed(alone, e);
            }
            listener.problem(wanted.title() + " does not work here (" + SqlErrors.reason(refusal)
                    + "), so rows go in by " + targets().title());
            return true;
        }
    }

    private LoadTargets targets() {
        return Objects.requireNonNull(targets);
    }

    private void addBefore(LoadUnit unit) {
        progress.addBefore(unit.warehouse(), plan.expectedRows(unit));
    }

    /** The next unit that is not there yet; beyond the last one when all are taken. */
    private int takeUnit() {
        LoadJournal known = Objects.requireNonNull(journal);
        int position = nextUnit.getAndIncrement();
        while (position < plan.unitCount() && known.isDone(order.applyAsInt(position))) {
            addBefore(plan.unit(order.applyAsInt(position)));
            position = nextUnit.getAndIncrement();
        }
        return position < plan.unitCount() ? order.applyAsInt(position) : position;
    }

    private void stop() {
        stopFlag.set();
        targets().stop();
    }

    private BuildFailedException failed(Worker worker, Throwable cause) {
        Slice slice = worker.current;
        String place = slice.warehouse() == 0 ? "" : " of warehouse " + slice.warehouse();
        BuildFailedException failed = new BuildFailedException(
                NumberText.format(
                        "worker %03d could not load %s%s: %s. %s",
                        worker.number,
                        slice.table().sqlName(),
                        place,
                        StringUtils.removeEnd(SqlErrors.reason(cause), "."),
                        targets().advice()),
                cause);
        // What fails after the stop is only its echo.
        if (!stopFlag.isSet() && failure.compareAndSet(null, failed)) {
            String reason = slice.table().sqlName() + place + ": " + SqlErrors.reason(cause);
            listener.problem(worker.line("ERROR: " + reason));
        }
        stop();
        return failed;
    }

    private final class Worker implements Runnable {
        private final int number;
        private final Population population;
        private Slice current = Slice.whole(Table.ITEM, 0);

        Worker(int number, Population population) {
            this.number = number;
            this.population = population;
        }

        @Override
        public void run() {
            try (RepeatingTarget target = new RepeatingTarget(targets())) {
                int index = takeUnit();
                while (index < plan.unitCount() && !stopFlag.isSet()) {
                    LoadUnit unit = plan.unit(index);
                    target.load(open -> load(unit, open));
                    index = takeUnit();
                }
            } catch (CancellationException stopped) {
                // Another worker failed and has said why; this one only ends.
                stop();
            } catch (IOException | SQLException | RuntimeException | Error e) {
                failed(this, e);
            }
        }

        /** False when another loader has written it. */
        private boolean load(LoadUnit unit, LoadTarget target) throws IOException, SQLException {
            current = unit.slices().get(0);
            String title = title(unit);
            if (unit.table() == Table.ITEM || unit.isFirstOfWarehouse()) {
                listener.worker(line(title));
            }
            if (!target.begin(unit)) {
                addBefore(unit);
                return false;
            }
            for (Slice slice : unit.slices()) {
                current = slice;
                target.write(new SliceRows(population, slice));
            }
            target.commit();
            if (unit.table() == Table.ITEM || unit.warehouse() > 0 && progress.unitDone(unit.warehouse())) {
                listener.worker(line(title + " done"));
            }
            return true;
        }

        boolean load(LoadUnit unit) throws IOException, SQLException {
            try (RepeatingTarget target = new RepeatingTarget(targets())) {
                return target.load(open -> load(unit, open));
            }
        }

        String line(String text) {
            return NumberText.format("Worker %03d: %s", number, text);
        }
    }

    record SliceRows(Population population, Slice slice) implements RowSource {
        @Override
        public String table() {
            return slice.table().sqlName();
        }

        @Override
        public List<String> columns() {
            return StatementId.load(slice.table()).parameters();
        }

        @Override
        public <E extends Exception> void write(RowSink<E> sink) throws E {
            population.write(slice, sink);
        }
    }

    /** As a user sees it: a unit of a warehouse is announced as the warehouse. */
    private static String title(LoadUnit unit) {
        return unit.table() == Table.ITEM
                ? "Loading ITEM"
                : NumberText.format("Loading Warehouse %6d", unit.warehouse());
    }

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
        /** The same as {@code bmsql_config} notes it. */
        public LoadFacts.Writing written(int workers) {
            return new LoadFacts.Writing(way, workers, elapsedNanos / 1e9, rows, bytes, rowsBefore + rowsOfOthers);
        }

        public void say(BuildListener listener) {
            double seconds = elapsedNanos / 1e9;
            listener.done(
                    "build.loaded",
                    NumberText.count(rows),
                    NumberText.count(Math.round(bytes / 1e6)),
                    way,
                    NumberText.decimal(seconds, 1),
                    NumberText.decimal(rows / Math.max(seconds, 0.001), 0));
            if (rowsBefore > 0) {
                listener.done("build.loaded.before", NumberText.count(rowsBefore));
            }
            if (rowsOfOthers > 0) {
                listener.done("build.loaded.others", NumberText.count(rowsOfOthers));
            }
            if (!isLast) {
                listener.done("build.loaded.last");
            }
        }
    }
}
