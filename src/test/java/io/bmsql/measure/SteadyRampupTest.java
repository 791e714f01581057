package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.SeriesRow;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings whose window begins once throughput is steady, on a manual clock. */
class SteadyRampupTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int LIMIT = 400;
    private static final int WINDOW = 30;

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();
    private final List<String> settled = new ArrayList<>();
    private ResultDirectory results;
    private RunWindow window;
    private Recording recording;

    @BeforeEach
    void open() {
        results = ResultDirectory.create(folder.resolve("r"));
        window = RunWindow.onceSteady(clock, LIMIT, WINDOW);
        window.onSettled(() -> settled.add("at " + clock.nanoTime() / SECOND));
        recording = Recording.open(clock, window, RunFactsFixture.facts(17, 2), results);
    }

    /** Runs until the window is over, or so many seconds at most. */
    private RunSummary run(int most, IntUnaryOperator rate) {
        for (int second = 0; second < most && !window.isOver(clock.nanoTime()); second++) {
            for (int i = 0; i < rate.applyAsInt(second) + second % 3; i++) {
                long end = clock.nanoTime() + SECOND / 2;
                recording
                        .measurement()
                        .record(Ends.of(TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 1, 0, end - 9, end - 5, end));
            }
            if (second == 10) {
                recording
                        .measurement()
                        .error(new Measurement.Failure(
                                TpccTransaction.PAYMENT, ErrorClass.DEADLOCK, "-", 0, "m", false, clock.nanoTime()));
            }
            clock.advance(SECOND);
            recording.sample();
        }
        return recording.finish(Ending.PLANNED);
    }

    @Test
    void theWindowBeginsOnceThroughputIsSteadyAndAllFilesCountFromThere() {
        RunSummary summary = run(1000, second -> Math.min(100, 40 + second / 2));

        assertThat(window.isSteady()).isTrue();
        assertThat(settled).hasSize(1);
        int rampup = (int) summary.run().window().rampupSeconds();
        assertThat(rampup).isBetween(160, 320);
        assertThat(summary.run().window().windowSeconds()).isEqualTo(WINDOW);
        assertThat(summary.postRun().conditions().steadiness()).isNotNull();
        assertThat(summary.figures().completed())
                .isEqualTo(IntStream.range(rampup, rampup + WINDOW)
                        .map(second -> 100 + second % 3)
                        .sum());
        List<SeriesRow> rows = SeriesRow.CSV.list(results).stream()
                .filter(row -> row.type() == TpccTransaction.NEW_ORDER)
                .filter(row -> row.phase() != RunPhase.DRAIN)
                .toList();
        assertThat(rows)
                .extracting(SeriesRow::second)
                .containsExactlyElementsOf(
                        IntStream.range(-rampup, WINDOW).boxed().toList());
        assertThat(rows)
                .allMatch(row -> row.phase() == RunPhase.RAMPUP == row.second() < 0)
                .allMatch(row -> row.completed()
                        == Math.min(100, 40 + (row.second() + rampup) / 2) + (row.second() + rampup) % 3);
        assertThat(ErrorCounts.CSV.list(results)).containsExactly(new ErrorCounts(10 - rampup, "DEADLOCK", 1));
        List<HistogramLog.Interval> intervals = new ArrayList<>();
        HistogramLog.read(results.responseLog(), TpccTransaction.TYPES, intervals::add);
        assertThat(intervals.get(0).startSeconds()).isEqualTo(-rampup);
        assertThat(intervals.stream()
                        .filter(interval -> interval.startSeconds() >= 0)
                        .mapToLong(interval -> interval.histogram().getTotalCount())
                        .sum())
                .isEqualTo(summary.figures().completed());
    }

    @Test
    void atItsLimitTheWindowBeginsAllTheSame() {
        RunSummary summary = run(1000, second -> 20 + second / 2);

        assertThat(window.isSteady()).isFalse();
        assertThat(settled).containsExactly("at " + (LIMIT + 1));
        assertThat(summary.run().window().rampupSeconds()).isEqualTo(LIMIT);
        assertThat(SeriesRow.CSV.list(results))
                .filteredOn(row -> row.type() == TpccTransaction.NEW_ORDER && row.phase() == RunPhase.MEASURE)
                .hasSize(WINDOW);
        assertThat(ErrorCounts.CSV.list(results)).containsExactly(new ErrorCounts(10 - LIMIT, "DEADLOCK", 1));
    }

    @Test
    void aRunThatIsStoppedBeforeHasNoWindowButItsRampUp() {
        RunSummary summary = run(60, second -> 50);

        assertThat(summary.run().window().windowSeconds()).isZero();
        assertThat(summary.figures().completed()).isZero();
        assertThat(SeriesRow.CSV.list(results))
                .filteredOn(row -> row.type() == TpccTransaction.NEW_ORDER && row.completed() > 0)
                .hasSize(60);
    }
}
