package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.RunClock;
import io.bmsql.common.TransactionType;
import io.bmsql.measure.TransactionMeter.Totals;
import io.bmsql.result.ResultCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.testing.Allocation;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many threads record while one flips the recorders: nothing is lost and nothing counted twice. */
class SharedMeasurementTest {
    private static final int THREADS = 8;
    private static final int EACH = 60_000;
    private static final TransactionType[] TYPES = TpccTransaction.values();

    @TempDir
    Path folder;

    @Test
    void recordingAndFlippingAtOnceLosesNothing() throws InterruptedException {
        RunClock clock = RunClock.SYSTEM;
        RunWindow window = RunWindow.timed(clock, 0, 3600);
        ResultDirectory results = ResultDirectory.create(folder.resolve("r"));
        Recording recording = Recording.open(clock, window, RunFactsFixture.facts(1, 1), results);
        AtomicBoolean working = new AtomicBoolean(true);
        Thread flipper = new Thread(() -> {
            while (working.get()) {
                recording.sample();
            }
        });
        flipper.start();
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            workers.add(new Thread(() -> work(recording.measurement(), clock)));
        }
        workers.forEach(Thread::start);
        for (Thread worker : workers) {
            worker.join();
        }
        working.set(false);
        flipper.join();
        RunSummary summary = recording.finish(Ending.PLANNED);

        long all = (long) THREADS * EACH;
        assertThat(recording.problems()).isEmpty();
        assertThat(sum(summary, TypeSummary::count)).isEqualTo(all / 4 * 2);
        assertThat(sum(summary, type -> type.counts().rolledBack())).isEqualTo(all / 4);
        assertThat(sum(summary, type -> type.counts().failed())).isEqualTo(all / 4);
        assertThat(sum(summary, type -> type.counts().unknown())).isEqualTo(all / 4);
        assertThat(sum(summary, type -> type.counts().retries())).isEqualTo(all * 2);
        long[] rows = new long[1];
        assertThat(ResultCsv.read(
                        results.result(),
                        TpccTransaction.TYPES,
                        (elapsed, latency, db, type, rbk, skipped, error) -> rows[0]++))
                .isZero();
        assertThat(rows[0]).isEqualTo(all);
        long[] series = new long[1];
        SeriesRow.CSV.read(
                SeriesRow.CSV.in(results),
                row -> series[0] +=
                        row.completed() + row.counts().failed() + row.counts().unknown());
        assertThat(series[0]).isEqualTo(all);
    }

    /** The service time of a transaction is recorded first. */
    @Test
    void aReadingBetweenBothTimesOfATransactionLosesNone() {
        Totals service = new Totals();
        service.service().recordValue(5_000);
        Totals response = new Totals();
        response.response().recordValue(5_000);
        Totals sum = new Totals();
        for (Totals reading : List.of(service, response)) {
            assertThat(reading.isEmpty()).isFalse();
            sum.add(reading);
        }
        assertThat(sum.completed()).isEqualTo(1);
        assertThat(sum.service().getTotalCount()).isEqualTo(1);
    }

    private static long sum(RunSummary summary, ToLongFunction<TypeSummary> count) {
        return summary.figures().types().stream().mapToLong(count).sum();
    }

    private static void work(Measurement measurement, RunClock clock) {
        Outcome[] outcomes = Outcome.values();
        EndedTransaction ended = new EndedTransaction();
        for (int i = 0; i < EACH; i++) {
            long now = clock.nanoTime();
            ended.type = TYPES[i / 4 % TYPES.length];
            ended.outcome = outcomes[i % 4];
            ended.attempts = 3;
            ended.dueNanos = now - i * 1000L;
            ended.beginNanos = now - i * 500L;
            ended.endNanos = now;
            ended.thinkNanos = i * 1_000_000L;
            measurement.record(ended);
        }
    }

    @Test
    void recordingAllocatesNothing() {
        RunClock clock = RunClock.SYSTEM;
        RunWindow window = RunWindow.timed(clock, 0, 3600);
        ResultDirectory results = ResultDirectory.create(folder.resolve("r"));
        try (Recording recording = Recording.open(clock, window, RunFactsFixture.facts(1, 1), results)) {
            long allocated = allocatedBySecondWork(recording.measurement());

            // Only batches on their way to the disk: at most all there can be, once.
            assertThat(allocated).isLessThan(TransactionLog.MAX_BATCHES * 100_000L);
            assertThat(allocated / EACH).as("bytes a transaction").isLessThan(40);
        }
        assertThat(allocatedBySecondWork(new SharedMeasurement(window, TpccTransaction.TYPES, null, 4, null)))
                .as("without a log")
                .isLessThan(EACH);
    }

    private static long allocatedBySecondWork(Measurement measurement) {
        work(measurement, RunClock.SYSTEM);
        long before = Allocation.bytes();
        work(measurement, RunClock.SYSTEM);
        return Allocation.bytes() - before;
    }

    @Test
    void theSamplingThreadReadsEachSecondAndTheConsoleSeesIt() {
        RunClock clock = RunClock.SYSTEM;
        RunWindow window = RunWindow.timed(clock, 0, 3600);
        try (Recording recording = Recording.open(clock, window, RunFactsFixture.facts(1, 1), null)) {
            recording.start();
            long now = clock.nanoTime();
            recording.measurement().record(Ends.of(TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 1, 0, now, now, now));
            LiveView.Figures seen = await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> recording.live().figures(), figures -> figures.foreground() > 0);

            assertThat(seen.foreground()).isEqualTo(1);
            assertThat(seen.now().tpmC()).isPositive();
        }
    }
}
