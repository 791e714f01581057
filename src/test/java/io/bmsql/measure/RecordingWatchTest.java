package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** What those see who look on. */
class RecordingWatchTest {
    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final RunWindow window = RunWindow.timed(clock, 1, 3);
    private final Recording recording = Recording.open(clock, window, RunFactsFixture.facts(1, 1), null);
    private final List<LiveSecond> seen = new ArrayList<>();

    private void run() {
        for (int tenth = 1; tenth <= 42; tenth++) {
            clock.advance(100 * MILLI);
            long now = clock.nanoTime();
            Outcome outcome =
                    tenth % 7 == 0 ? Outcome.ROLLED_BACK : tenth % 11 == 0 ? Outcome.FAILED : Outcome.COMMITTED;
            Measurement measurement = recording.measurement();
            measurement.record(Ends.of(
                    TpccTransaction.NEW_ORDER, outcome, 1 + tenth % 2, 0, now - tenth * MILLI, now - MILLI, now));
            measurement.error(new Measurement.Failure(
                    TpccTransaction.NEW_ORDER, ErrorClass.DEADLOCK, "40P01", 0, "x", false, now));
            if (tenth % 10 == 0) {
                recording.sample();
            }
        }
    }

    private long sum(RunPhase phase, ToLongFunction<SeriesRow> count) {
        return seen.stream()
                .filter(second -> second.rows().get(0).phase() == phase)
                .mapToLong(second -> count.applyAsLong(second.of(TpccTransaction.NEW_ORDER)))
                .sum();
    }

    @Test
    void theSecondsAddUpToTheSummary() {
        recording.watch(seen::add);
        run();
        RunSummary summary = recording.finish(RunSummary.Status.COMPLETE, null);
        RunSummary.TypeSummary newOrders = summary.figures().types().get(0);
        SeriesRow.Counts counts = newOrders.counts();
        assertThat(List.of(
                        sum(RunPhase.MEASURE, SeriesRow::completed),
                        sum(RunPhase.MEASURE, row -> row.counts().rolledBack()),
                        sum(RunPhase.MEASURE, row -> row.counts().failed()),
                        sum(RunPhase.MEASURE, row -> row.counts().retries())))
                .containsExactly(newOrders.count(), counts.rolledBack(), counts.failed(), counts.retries());
        assertThat(seen.stream()
                        .filter(second -> second.rows().get(0).phase() == RunPhase.MEASURE)
                        .flatMap(second -> second.responses().get(0).buckets().stream())
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(newOrders.count());
        long all = seen.stream()
                .mapToLong(second -> second.of(TpccTransaction.NEW_ORDER).completed()
                        + second.of(TpccTransaction.NEW_ORDER).counts().failed())
                .sum();
        assertThat(all).as("ramp-up and stragglers included").isEqualTo(42);
        assertThat(recording.errorsByClass())
                .containsEntry(ErrorClass.DEADLOCK, 42L)
                .containsEntry(ErrorClass.OTHER, 0L);
    }

    @Test
    void aWatcherThatThrowsCostsNobodyElseAnything() {
        recording.watch(second -> {
            seen.add(second);
            throw new IllegalStateException("a mistake in a page");
        });
        run();
        RunSummary summary = recording.finish(RunSummary.Status.COMPLETE, null);
        assertThat(seen).hasSize(1);
        assertThat(recording.problems()).isEmpty();
        assertThat(summary.figures().completed()).isPositive();
    }
}
