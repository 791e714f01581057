package io.bmsql.measure;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.TransactionType;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.CollectedFigures.InputCounts;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.ResultWaits;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.WorkloadCounts;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole recordings on a manual clock. */
class RecordingTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final Path GOLDEN = Path.of("src/test/resources/golden/recording");

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock();
    private ResultDirectory results;

    @BeforeEach
    void create() {
        results = ResultDirectory.create(folder.resolve("r"));
    }

    private Recording open(RunWindow window) {
        return Recording.open(clock, window, RunFactsFixture.facts(17, 2), results);
    }

    /** Of figures alone. */
    private Recording withoutFiles(RunWindow window) {
        return Recording.open(clock, window, RunFactsFixture.facts(17, 2), null);
    }

    @Test
    void aWholeRunGivesTheGoldenDirectory() throws IOException {
        Recording recording = open(RunWindow.timed(clock, 1.5, 3));
        RunSummary summary = goldenRun(recording);

        assertThat(recording.problems()).isEmpty();
        for (Path file : List.of(results.result(), SeriesRow.CSV.in(results), results.summary())) {
            assertThat(file).hasSameTextualContentAs(golden(file));
        }
        assertThat(SummaryJson.read(results.summary())).isEqualTo(summary);
        assertThat(totalOf(results.responseLog(), TpccTransaction.NEW_ORDER, 0, 3))
                .isEqualTo(33);
        assertThat(totalOf(results.serviceLog(), TpccTransaction.NEW_ORDER, -1.5, 0))
                .isEqualTo(15);
        List<InputCounts> inputs = InputCounts.CSV.list(results);
        assertThat(inputs).extracting(InputCounts::second).isSorted().containsOnly(0, 1, 2);
        assertThat(inputs.stream().map(InputCounts::counts).reduce(WorkloadCounts::plus))
                .hasValue(summary.figures().workload());
    }

    private RunSummary goldenRun(Recording recording) {
        for (int tenth = 1; tenth <= 52; tenth++) {
            clock.advance(100 * MILLI);
            transactions(recording.measurement(), tenth);
            // Seconds of the window's clock end at the half seconds of this run.
            if (tenth % 10 == 5) {
                recording.sample();
            }
        }
        return recording.finish(Ending.PLANNED);
    }

    @Test
    void theSecondsThatAreWatchedAddUpToTheSummary() {
        Recording recording = withoutFiles(RunWindow.timed(clock, 1.5, 3));
        List<LiveSecond> seen = new ArrayList<>();
        recording.watch(seen::add);
        RunSummary summary = goldenRun(recording);

        assertThat(summary)
                .as("the same without files")
                .isEqualTo(SummaryJson.read(GOLDEN.resolve(ResultDirectory.SUMMARY)));
        List<LiveSecond> measured = seen.stream()
                .filter(second -> second.rows().get(0).phase() == RunPhase.MEASURE)
                .toList();
        for (TpccTransaction type : List.of(TpccTransaction.NEW_ORDER, TpccTransaction.PAYMENT)) {
            TypeSummary all = type(summary, type);
            assertThat(sum(measured, type, SeriesRow::completed)).isEqualTo(all.count());
            assertThat(measured.stream().map(second -> second.of(type).counts()).reduce(SeriesRow.Counts::plus))
                    .hasValue(all.counts());
        }
        assertThat(measured.stream()
                        .flatMap(second -> second.responses().get(0).buckets().stream())
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(type(summary, TpccTransaction.NEW_ORDER).count());
        assertThat(sum(
                        seen,
                        TpccTransaction.NEW_ORDER,
                        row -> row.completed() + row.counts().unknown()))
                .as("ramp-up and stragglers included")
                .isEqualTo(58);
        assertThat(recording.errorsByClass())
                .containsEntry(ErrorClass.DEADLOCK, 2L)
                .containsEntry(ErrorClass.CONNECTION, 1L)
                .containsEntry(ErrorClass.OTHER, 0L);
    }

    private static long sum(List<LiveSecond> seconds, TransactionType type, ToLongFunction<SeriesRow> count) {
        return seconds.stream().map(second -> second.of(type)).mapToLong(count).sum();
    }

    @Test
    void aWatcherThatThrowsCostsNobodyElseAnything() {
        Recording recording = withoutFiles(RunWindow.timed(clock, 1, 3));
        List<LiveSecond> seen = new ArrayList<>();
        recording.watch(second -> {
            seen.add(second);
            throw new IllegalStateException("a mistake in a page");
        });
        newOrdersEachSecond(recording, 4);
        RunSummary summary = recording.finish(Ending.PLANNED);

        assertThat(seen).hasSize(1);
        assertThat(recording.problems()).isEmpty();
        assertThat(summary.figures().completed()).isPositive();
    }

    @Test
    void errorsAreWrittenBySecondAndClassWhetherRetriedOrNot() throws IOException {
        Recording recording = open(RunWindow.timed(clock, 1, 3));
        Measurement measurement = recording.measurement();
        fail(measurement, ErrorClass.DEADLOCK, false);
        clock.advance(SECOND);
        recording.sample();
        clock.advance(SECOND);
        recording.sample();
        fail(measurement, ErrorClass.CONNECTION, true);
        fail(measurement, ErrorClass.DEADLOCK, false);
        fail(measurement, ErrorClass.DEADLOCK, true);
        clock.advance(SECOND);
        recording.sample();
        recording.finish(Ending.PLANNED);

        assertThat(ErrorCounts.CSV.list(results))
                .containsExactly(
                        new ErrorCounts(-1, "DEADLOCK", 1),
                        new ErrorCounts(1, "DEADLOCK", 2),
                        new ErrorCounts(1, "CONNECTION", 1));
    }

    private void fail(Measurement measurement, ErrorClass errorClass, boolean gaveUp) {
        measurement.error(
                new Measurement.Failure(TpccTransaction.PAYMENT, errorClass, "-", 0, "m", gaveUp, clock.nanoTime()));
    }

    /** To renew the golden files on purpose: run with {@code -DargLine=-Dgolden.write=true} and read the difference. */
    private static Path golden(Path file) throws IOException {
        Path golden = GOLDEN.resolve(file.getFileName());
        if (Boolean.getBoolean("golden.write")) {
            Files.createDirectories(GOLDEN);
            Files.copy(file, golden, StandardCopyOption.REPLACE_EXISTING);
        }
        return golden;
    }

    private void transactions(Measurement measurement, int tenth) {
        long now = clock.nanoTime();
        EndedTransaction newOrder =
                Ends.of(TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 1, 0, now - tenth * MILLI, now - 2 * MILLI, now);
        newOrder.orderLines = 10;
        newOrder.remoteLines = tenth % 10 == 0 ? 1 : 0;
        newOrder.thinkNanos = tenth * SECOND;
        measurement.record(newOrder);
        if (tenth % 2 == 0) {
            long dueNanos = now - 4 * MILLI - 500_000;
            EndedTransaction payment =
                    Ends.of(TpccTransaction.PAYMENT, Outcome.COMMITTED, 1, 0, dueNanos, now - 4 * MILLI - 499_000, now);
            payment.remotePayment = tenth % 4 == 0;
            payment.byLastName = tenth % 3 == 0;
            measurement.record(payment);
        }
        if (tenth % 10 == 6) {
            record(measurement, TpccTransaction.NEW_ORDER, Outcome.ROLLED_BACK, 0, 0, 0);
            record(measurement, TpccTransaction.DELIVERY, Outcome.COMMITTED, 0, 100, 100);
            record(measurement, TpccTransaction.DELIVERY_BG, Outcome.COMMITTED, 3, 80 * MILLI, 70 * MILLI);
            record(measurement, TpccTransaction.ORDER_STATUS, Outcome.COMMITTED, 0, MILLI, MILLI);
            record(measurement, TpccTransaction.STOCK_LEVEL, Outcome.COMMITTED, 0, 9 * MILLI, 9 * MILLI);
        }
        if (tenth == 20 || tenth == 50) {
            measurement.error(new Measurement.Failure(
                    TpccTransaction.PAYMENT, ErrorClass.DEADLOCK, "40P01", 0, "deadlock detected", true, now));
            measurement.record(Ends.of(TpccTransaction.PAYMENT, Outcome.FAILED, 3, 0, now - SECOND, now - SECOND, now));
        }
        if (tenth == 30) {
            measurement.error(new Measurement.Failure(
                    TpccTransaction.NEW_ORDER, ErrorClass.CONNECTION, "08006", 0, "broken", true, now));
            measurement.record(
                    Ends.of(TpccTransaction.NEW_ORDER, Outcome.UNKNOWN, 1, 0, now - SECOND, now - SECOND, now));
        }
    }

    private void record(
            Measurement measurement,
            TransactionType type,
            Outcome outcome,
            int skipped,
            long responseNanos,
            long serviceNanos) {
        long now = clock.nanoTime();
        measurement.record(Ends.of(type, outcome, 1, skipped, now - responseNanos, now - serviceNanos, now));
    }

    @Test
    void numeratorAndDivisorUseTheSameWindow() {
        Recording recording = open(RunWindow.timed(clock, 60, 90));
        newOrdersEachSecond(recording, 200);
        RunSummary summary = recording.finish(Ending.PLANNED);

        // Ends at 60, 61 … 149 seconds are inside: 90 in 1.5 minutes.
        assertThat(type(summary, TpccTransaction.NEW_ORDER).count()).isEqualTo(90);
        assertThat(summary.figures().tpmC()).isEqualTo(60);
        assertThat(summary.figures().tpmTotal()).isEqualTo(60);
        assertThat(summary.figures().efficiencyPercent()).isCloseTo(60 / 2 / 12.86 * 100, within(1e-9));
        assertThat(summary.run().window().windowSeconds()).isEqualTo(90);
        assertThat(summary.run().window().rampupSeconds()).isEqualTo(60);
        assertThat(summary.run().window().endEpochMillis()
                        - summary.run().window().startEpochMillis())
                .isEqualTo(90_000);
        assertThat(summary.run().window().finishedAfterWindow()).isEqualTo(51);
        assertThat(results.result()).content().hasLineCount(91);
        assertThat(completedIn(RunPhase.RAMPUP)).isEqualTo(59);
        assertThat(completedIn(RunPhase.MEASURE)).isEqualTo(90);
        assertThat(completedIn(RunPhase.DRAIN)).isEqualTo(51);
    }

    /** Collectors need seconds to end: that is no drain. */
    @Test
    void whatTakesTimeBehindTheLastTransactionIsNoSecondOfTheRun() {
        Recording recording = open(RunWindow.timed(clock, 0, 10));
        newOrdersEachSecond(recording, 10);
        clock.advance(30 * MILLI);
        record(recording.measurement(), TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 0, 5 * MILLI, 3 * MILLI);
        recording.drained();
        clock.advance(5 * SECOND);
        recording.finish(Ending.PLANNED);
        assertThat(SeriesRow.CSV.list(results))
                .filteredOn(row -> row.phase() == RunPhase.DRAIN)
                .extracting(row -> row.second() + " " + row.type().name() + " " + row.intervalMs())
                .contains("10 NEW_ORDER 30.0")
                .allSatisfy(row -> assertThat(row).startsWith("10 ").endsWith(" 30.0"));
        assertThat(completedIn(RunPhase.DRAIN)).isEqualTo(2);
    }

    @Test
    void anInterruptedRunIsMeasuredOverWhatWasRun() {
        RunWindow window = RunWindow.timed(clock, 0, 3600);
        Recording recording = withoutFiles(window);
        newOrdersEachSecond(recording, 30);
        clock.advance(SECOND);
        window.close(clock.nanoTime());
        newOrdersEachSecond(recording, 5);
        RunSummary summary = recording.finish(new Ending(Status.INTERRUPTED, "Stopped by Ctrl-C"));

        assertThat(summary.run().window().windowSeconds()).isEqualTo(31);
        assertThat(summary.figures().tpmC()).isCloseTo(30 * 60 / 31.0, within(1e-9));
        assertThat(summary.run().window().finishedAfterWindow()).isEqualTo(5);
        assertThat(summary.ending().status()).isEqualTo(Status.INTERRUPTED);
        assertThat(summary.ending().statusReason()).isEqualTo("Stopped by Ctrl-C");
    }

    @Test
    void lateReadingsCoverAllSecondsSinceTheLastOne() {
        Recording recording = open(RunWindow.timed(clock, 0, 10));
        clock.advance(SECOND + 20 * MILLI);
        recording.sample();
        record(recording.measurement(), TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 0, 0, 0);
        clock.advance(3 * SECOND);
        recording.sample();
        recording.finish(Ending.PLANNED);

        List<SeriesRow> rows = SeriesRow.CSV.list(results).stream()
                .filter(row -> row.type() == TpccTransaction.NEW_ORDER)
                .toList();
        assertThat(rows).extracting(SeriesRow::second).containsExactly(0, 1);
        assertThat(rows).extracting(SeriesRow::intervalMs).containsExactly(1020.0, 3000.0);
        assertThat(rows).extracting(SeriesRow::completed).containsExactly(0L, 1L);
    }

    @Test
    void stragglersOfAPhaseThatIsOverAreNotLost() {
        Recording recording = open(RunWindow.timed(clock, 2, 60));
        for (int second = 1; second <= 20; second++) {
            clock.advance(SECOND);
            if (second == 3 || second == 18) {
                long rampup = 2 * SECOND - 1;
                recording
                        .measurement()
                        .record(Ends.of(TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 1, 0, rampup, rampup, rampup));
            }
            recording.sample();
        }
        recording.finish(new Ending(Status.INTERRUPTED, "Stopped"));

        assertThat(SeriesRow.CSV.list(results).stream().filter(row -> row.completed() > 0))
                .extracting(SeriesRow::second, SeriesRow::phase, SeriesRow::completed)
                .containsExactly(tuple(-1, RunPhase.RAMPUP, 1L), tuple(-1, RunPhase.RAMPUP, 1L));
        assertThat(totalOf(results.responseLog(), TpccTransaction.NEW_ORDER, -2, 0))
                .isEqualTo(2);
    }

    /** In eight hours a line of the log covers 96 seconds. */
    @Test
    void theSummaryAndTheHistogramsOfALongRunThatIsKilledLackTwoSecondsAtMost() {
        Recording recording = open(RunWindow.timed(clock, 0, 8 * 3600));
        int before = 0;
        for (int second : new int[] {1, 2, 3, 50, 94, 95, 96, 97, 98, 99, 110}) {
            newOrdersEachSecond(recording, second - before);
            before = second;
            RunSummary seen = SummaryJson.read(results.summary());
            assertThat(seen.ending().status()).isEqualTo(Status.RUNNING);
            assertThat(List.of(
                            type(seen, TpccTransaction.NEW_ORDER).count(),
                            totalOf(results.responseLog(), TpccTransaction.NEW_ORDER, 0, 28_800),
                            totalOf(results.serviceLog(), TpccTransaction.NEW_ORDER, 0, 28_800)))
                    .allSatisfy(count -> assertThat(count).isBetween(second - 1L, (long) second));
        }
        recording.finish(new Ending(Status.INTERRUPTED, "Stopped"));

        assertThat(totalOf(results.responseLog(), TpccTransaction.NEW_ORDER, 0, 28_800))
                .isEqualTo(110);
        assertThat(results.data()).isDirectoryNotContaining("glob:**.{tail,new}");
    }

    /** Two workers need an empty batch while the disk takes nothing for two seconds of the run's clock. */
    @Test
    void waitsForADiskThatStallsAreCounted() throws Exception {
        CountDownLatch disk = new CountDownLatch(1);
        AppendedFile.Opener stalling = path -> path.endsWith("result.csv")
                ? new FilterOutputStream(new FileOutputStream(path.toFile())) {
                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        if (length > 1000) {
                            assertThatCode(disk::await).doesNotThrowAnyException();
                        }
                        out.write(bytes, offset, length);
                    }
                }
                : AppendedFile.Opener.NEW_FILE.open(path);
        Recording recording = Recording.open(
                clock, RunWindow.timed(clock, 0, 60), RunFactsFixture.facts(1, 1), results.with(stalling));
        Runnable work = () -> {
            while (disk.getCount() > 0) {
                record(recording.measurement(), TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 0, 0, 0);
            }
        };
        List<Thread> workers = List.of(new Thread(work), new Thread(work));
        workers.forEach(Thread::start);
        await().atMost(2, TimeUnit.MINUTES).until(() -> workers.stream()
                .allMatch(worker ->
                        worker.getState() == Thread.State.TIMED_WAITING || worker.getState() == Thread.State.BLOCKED));
        clock.advance(2 * SECOND);
        disk.countDown();
        for (Thread worker : workers) {
            worker.join();
        }
        RunSummary summary = recording.finish(Ending.PLANNED);

        ResultWaits waits = summary.figures().resultWaits();
        assertThat(waits).isNotNull();
        assertThat(waits.count()).isEqualTo(2);
        assertThat(waits.longestSeconds()).isEqualTo(2);
        assertThat(waits.seconds()).isEqualTo(4);
        assertThat(SummaryJson.read(results.summary()).figures().resultWaits()).isEqualTo(waits);
    }

    @Test
    void aFullDiskCostsFilesButNoNumbers() {
        assumeTrue(Files.exists(Path.of("/dev/full")));
        results = results.with(path -> new FileOutputStream("/dev/full"));
        Recording recording = open(RunWindow.timed(clock, 0, 60));
        newOrdersEachSecond(recording, 59);
        RunSummary summary = recording.finish(Ending.PLANNED);

        assertThat(type(summary, TpccTransaction.NEW_ORDER).count()).isEqualTo(59);
        assertThat(recording.problems())
                .hasSize(7)
                .allSatisfy(problem -> assertThat(problem).contains("No space left on device"))
                .anySatisfy(problem -> assertThat(problem).contains("result.csv"));
        RunSummary written = SummaryJson.read(results.summary());
        assertThat(written.ending().status()).isEqualTo(Status.INCOMPLETE);
        assertThat(written.ending().unwritten()).isEqualTo(recording.problems());
        assertThat(Verdict.worst(written)).isEqualTo(Verdict.INCOMPLETE).isEqualTo(Verdict.worst(summary));
        assertThat(results.data()).isDirectoryNotContaining("glob:**.room*");
    }

    @Test
    void aSummaryThatCannotBeWrittenIsAProblemOfTheRun() throws IOException {
        Recording recording = open(RunWindow.timed(clock, 0, 60));
        Files.createDirectories(FileReplacer.fresh(results.summary()).resolve("in the way"));
        newOrdersEachSecond(recording, 5);
        RunSummary summary = recording.finish(Ending.PLANNED);

        assertThat(type(summary, TpccTransaction.NEW_ORDER).count()).isEqualTo(5);
        recording.write(summary);
        assertThat(recording.write(summary).ending().unwritten())
                .isEqualTo(recording.problems())
                .hasSize(1)
                .first()
                .asString()
                .contains("summary.json");
    }

    @Test
    void filesThatCannotBeCreatedStopTheRunBeforeItStarts() throws IOException {
        Files.createDirectory(SeriesRow.CSV.in(results));
        assertThrown(ResultWriteException.class, () -> open(RunWindow.timed(clock, 0, 60)), "series.csv");
    }

    @Test
    void percentilesComeFromTheWindowAloneAndTheLongestResponseHasItsMoment() {
        Recording recording = withoutFiles(RunWindow.timed(clock, 10, 100));
        for (int i = 1; i <= 200; i++) {
            clock.advance(SECOND);
            long responseNanos = i < 10 || i >= 110 ? 900 * SECOND : i * MILLI;
            record(recording.measurement(), TpccTransaction.STOCK_LEVEL, Outcome.COMMITTED, 0, responseNanos, MILLI);
            recording.sample();
        }
        TypeSummary type = type(recording.finish(Ending.PLANNED), TpccTransaction.STOCK_LEVEL);

        // 10 … 109 ms, exact to three digits.
        assertThat(type.count()).isEqualTo(100);
        assertThat(type.response().p50Ms()).isCloseTo(59, within(0.06));
        assertThat(type.response().p90Ms()).isCloseTo(99, within(0.1));
        assertThat(type.response().p99Ms()).isCloseTo(108, within(0.11));
        assertThat(type.response().maxMs()).isEqualTo(109);
        assertThat(type.response().p999Ms()).isEqualTo(109);
        assertThat(type.response().meanMs()).isCloseTo(59.5, within(0.06));
        assertThat(type.service().p99Ms()).isEqualTo(1);
        assertThat(type.maxAtSeconds()).isEqualTo(99);
    }

    @Test
    void failedAndUnknownTransactionsAreInNoRate() {
        Recording recording = withoutFiles(RunWindow.timed(clock, 0, 60));
        for (Outcome outcome : Outcome.values()) {
            clock.advance(SECOND);
            record(recording.measurement(), TpccTransaction.NEW_ORDER, outcome, 0, 500 * MILLI, MILLI);
        }
        clock.advance(60 * SECOND);
        RunSummary summary = recording.finish(Ending.PLANNED);
        TypeSummary type = type(summary, TpccTransaction.NEW_ORDER);

        assertThat(summary.figures().tpmC()).isEqualTo(2);
        assertThat(type.counts().rolledBack()).isEqualTo(1);
        assertThat(type.counts().failed()).isEqualTo(1);
        assertThat(type.counts().unknown()).isEqualTo(1);
        assertThat(type.sharePercent()).isEqualTo(100);
    }

    @Test
    void theConsoleSeesTheLastSecondsAndTheAverage() {
        Recording recording = withoutFiles(RunWindow.timed(clock, 0, 60));
        newOrdersEachSecond(recording, 10);
        for (int i = 0; i < 10; i++) {
            clock.advance(SECOND);
            record(recording.measurement(), TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 0, 50 * MILLI, 0);
            record(recording.measurement(), TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 0, 50 * MILLI, 0);
            record(recording.measurement(), TpccTransaction.PAYMENT, Outcome.COMMITTED, 0, 0, 0);
            record(recording.measurement(), TpccTransaction.DELIVERY_BG, Outcome.COMMITTED, 0, 0, 0);
            Outcome outcome = i % 2 == 0 ? Outcome.FAILED : Outcome.UNKNOWN;
            recording.measurement().record(Ends.of(TpccTransaction.PAYMENT, outcome, 3, 0, 0, 0, clock.nanoTime()));
            recording.sample();
        }
        LiveView live = recording.live();

        assertThat(live.phase()).isEqualTo(RunPhase.MEASURE);
        assertThat(live.elapsedSeconds()).isEqualTo(20);
        assertThat(live.remainingSeconds()).isEqualTo(40);
        assertThat(live.figures().now().tpmC()).isEqualTo(120);
        assertThat(live.figures().now().tpmTotal()).isEqualTo(180);
        assertThat(live.figures().average().tpmC()).isEqualTo(90);
        assertThat(live.figures().newOrderP99Ms()).isCloseTo(50, within(0.06));
        assertThat(live.figures().foreground()).isEqualTo(40);
        assertThat(live.figures().gaveUp()).isEqualTo(10);
        assertThat(live.figures().retries()).isEqualTo(20);
    }

    /** Who asks whether anything goes on must not wait for the window. */
    @Test
    void theConsoleSeesWhatIsCompletedInTheRampup() {
        Recording recording = withoutFiles(RunWindow.timed(clock, 5, 60));
        newOrdersEachSecond(recording, 3);
        assertThat(recording.live().phase()).isEqualTo(RunPhase.RAMPUP);
        assertThat(recording.live().figures().foreground()).isEqualTo(3);
        newOrdersEachSecond(recording, 4);
        assertThat(recording.live().phase()).isEqualTo(RunPhase.MEASURE);
        assertThat(recording.live().figures().foreground()).isEqualTo(7);
    }

    /** Those of a run without a planned end on the way. */
    @ParameterizedTest
    @CsvSource({"59, true, 30", "320, false, 310"})
    void longRunsGetCoarserHistogramLines(int seconds, boolean isPlanned, int lines) {
        Recording recording = open(isPlanned ? RunWindow.timed(clock, 0, 600) : RunWindow.untilClosed(clock, 0));
        newOrdersEachSecond(recording, seconds);
        recording.finish(Ending.PLANNED);

        List<HistogramLog.Interval> intervals = new ArrayList<>();
        HistogramLog.read(results.responseLog(), TpccTransaction.TYPES, intervals::add);
        assertThat(intervals).hasSize(lines);
        assertThat(intervals.get(1).startSeconds()).isEqualTo(isPlanned ? 2 : 1);
        assertThat(totalOf(results.responseLog(), TpccTransaction.NEW_ORDER, 0, seconds + 1))
                .isEqualTo(seconds);
    }

    private void newOrdersEachSecond(Recording recording, int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.advance(SECOND);
            record(recording.measurement(), TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 0, 5 * MILLI, 3 * MILLI);
            recording.sample();
        }
    }

    private static TypeSummary type(RunSummary summary, TransactionType type) {
        return summary.figures().types().get(type.ordinal());
    }

    private long completedIn(RunPhase phase) {
        return SeriesRow.CSV.list(results).stream()
                .filter(row -> row.phase() == phase)
                .mapToLong(SeriesRow::completed)
                .sum();
    }

    private static long totalOf(Path log, TransactionType type, double fromSeconds, double untilSeconds) {
        Histogram total = new Histogram(3);
        HistogramLog.read(log, TpccTransaction.TYPES, interval -> {
            if (interval.type() == type
                    && interval.startSeconds() >= fromSeconds
                    && interval.endSeconds() <= untilSeconds) {
                total.add(interval.histogram());
            }
        });
        return total.getTotalCount();
    }
}
