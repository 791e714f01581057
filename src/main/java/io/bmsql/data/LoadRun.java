package io.bmsql.data;

import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Slice;
import io.bmsql.common.ParallelWork;
import io.bmsql.data.LoadPlan.LoadUnit;
import io.bmsql.data.LoadTargets.LoadStoppedException;
import io.bmsql.data.LoadTargets.LoadTarget;
import io.bmsql.db.BuildFailedException;
import io.bmsql.tpcc.Table;
import io.bmsql.common.StopFlag;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * One load under way: the first unit alone, then all others by the workers, then the config rows, so that an interrupted
 * load has none. Units that are there already are passed over.
 */
final class LoadRun {
    private final LoadPlan plan;
    private final IntPredicate isDone;
    private final IntUnaryOperator order;
    private final Supplier<Population> populations;
    private final LoadProgress progress;
    private final WorkerLines lines;
    private final StopFlag stopFlag;
    private final AtomicInteger nextUnit = new AtomicInteger();
    private final AtomicReference<BuildFailedException> failure = new AtomicReference<>();
    private LoadTargets targets;
    private boolean isLast;

    LoadRun(
            LoadPlan plan,
            IntPredicate isDone,
            IntUnaryOperator order,
            Supplier<Population> populations,
            LoadProgress progress,
            WorkerLines lines,
            StopFlag stopFlag,
            LoadTargets targets) {
        this.plan = plan;
        this.isDone = isDone;
        this.order = order;
        this.populations = populations;
        this.progress = progress;
        this.lines = lines;
        this.stopFlag = stopFlag;
        this.targets = targets;
    }

    /** Loads everything; returns how rows were written. */
    String load(int workers) throws BuildFailedException, InterruptedException {
        Worker alone = new Worker(0);
        chooseTargets(alone);
        List<Worker> all = IntStream.range(0, workers).mapToObj(Worker::new).toList();
        // After an interrupt: workers see the stop with their next buffer, unless the server keeps one waiting.
        ParallelWork.runAll("load", all, interrupt -> stop());
        BuildFailedException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        try {
            isLast = alone.load(plan.last());
        } catch (IOException | SQLException e) {
            throw failed(alone, e);
        }
        return targets.title();
    }

    /** True when this loader wrote the last row of the load: of several, one does. */
    boolean isLast() {
        return isLast;
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
        LoadTargets wanted = targets;
        try {
            return alone.load(unit);
        } catch (IOException | SQLException refusal) {
            targets = wanted.fallback();
            if (targets == wanted) {
                throw failed(alone, refusal);
            }
            try {
                alone.load(unit);
            } catch (IOException | SQLException e) {
                e.addSuppressed(refusal);
                throw failed(alone, e);
            }
            lines.errors()
                    .accept(wanted.title() + " does not work here (" + WorkerLines.reason(refusal)
                            + "), so rows go in by " + targets.title());
            return true;
        }
    }

    /** The next unit that is not there yet; beyond the last one when all are taken. */
    private int takeUnit() {
        int position = nextUnit.getAndIncrement();
        while (position < plan.unitCount() && isDone.test(order.applyAsInt(position))) {
            progress.addBefore(plan.unit(order.applyAsInt(position)));
            position = nextUnit.getAndIncrement();
        }
        return position < plan.unitCount() ? order.applyAsInt(position) : position;
    }

    private void stop() {
        stopFlag.set();
        targets.stop();
    }

    private BuildFailedException failed(Worker worker, Throwable cause) {
        Slice slice = worker.current;
        String place = slice.warehouse() == 0 ? "" : " of warehouse " + slice.warehouse();
        BuildFailedException failed = new BuildFailedException(
                String.format(
                        Locale.ROOT,
                        "worker %03d could not load %s%s: %s. %s",
                        worker.number,
                        slice.table().sqlName(),
                        place,
                        withoutFullStop(WorkerLines.reason(cause)),
                        targets.advice()),
                cause);
        // What fails after the stop is only its echo.
        if (!stopFlag.isSet() && failure.compareAndSet(null, failed)) {
            lines.failed(worker.number, slice.table().sqlName() + place + ": " + WorkerLines.reason(cause));
        }
        stop();
        return failed;
    }

    private static String withoutFullStop(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private final class Worker implements Runnable {
        private final int number;
        private final Population population = populations.get();
        private Slice current = Slice.whole(Table.ITEM, 0);

        Worker(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            try (LoadTarget target = targets.open()) {
                int index = takeUnit();
                while (index < plan.unitCount() && !stopFlag.isSet()) {
                    load(plan.unit(index), target);
                    index = takeUnit();
                }
            } catch (LoadStoppedException stopped) {
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
            if (unit.part() == LoadUnit.Part.ITEMS || unit.isFirstOfWarehouse()) {
                lines.worker(number, title);
            }
            if (!target.begin(unit)) {
                progress.addBefore(unit);
                return false;
            }
            for (Slice slice : unit.slices()) {
                current = slice;
                target.write(population, slice);
            }
            target.commit();
            if (unit.part() == LoadUnit.Part.ITEMS
                    || unit.part() == LoadUnit.Part.WAREHOUSE && progress.unitDone(unit.warehouse())) {
                lines.worker(number, title + " done");
            }
            return true;
        }

        boolean load(LoadUnit unit) throws IOException, SQLException {
            try (LoadTarget target = targets.open()) {
                return load(unit, target);
            }
        }
    }

    /** As a user hears about it: a unit of a warehouse is announced as the warehouse. */
    private static String title(LoadUnit unit) {
        return unit.part() == LoadUnit.Part.ITEMS
                ? "Loading ITEM"
                : String.format(Locale.ROOT, "Loading Warehouse %6d", unit.warehouse());
    }
}
