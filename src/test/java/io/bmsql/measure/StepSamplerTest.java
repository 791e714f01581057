package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.common.TransactionType;
import io.bmsql.config.LoadProfile;
import io.bmsql.result.LoadStep;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures of each step of a shaped load, on a manual clock. */
class StepSamplerTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock();
    private final AtomicLong backlog = new AtomicLong(7);

    /** A second with so many New-Orders of this response time, one Payment and one that fails. */
    private void second(Recording recording, int newOrders, long responseMillis) {
        for (int i = 0; i < newOrders; i++) {
            record(recording, TpccTransaction.NEW_ORDER, Outcome.COMMITTED, responseMillis);
        }
        record(recording, TpccTransaction.PAYMENT, Outcome.COMMITTED, 1);
        record(recording, TpccTransaction.DELIVERY_BG, Outcome.FAILED, 1);
        clock.advance(1000 * MILLI);
        recording.sample();
        backlog.incrementAndGet();
    }

    private void record(Recording recording, TransactionType type, Outcome outcome, long millis) {
        long now = clock.nanoTime();
        recording.measurement().record(Ends.of(type, outcome, 1, 0, now - millis * MILLI, now, now + 1));
    }

    @Test
    void eachStepHasWhatEndedInItsSeconds() {
        ResultDirectory results = ResultDirectory.create(folder.resolve("r"));
        Recording recording =
                Recording.open(clock, RunWindow.timed(clock, 2, 6), RunFactsFixture.facts(17, 2), results);
        recording.follow(LoadProfile.parse("0 600/min, 2s 1200/min, ramp 3s 3000/min, 1s end"), backlog::get);
        for (int second = -2; second < 6; second++) {
            // In the ramp-up, in the first step, in the ramp, in the last second.
            int newOrders = second < 0 ? 99 : second < 2 ? 10 : second < 5 ? 30 : 50;
            second(recording, newOrders, second < 2 ? 20 : 40);
            if (second == -2) {
                assertThat(recording.live().step()).as("of the ramp-up").isNull();
            } else if (second == 2) {
                assertThat(recording.live().step())
                        .isEqualTo(new LiveView.Step(2, 3, "1200 → 3000/min", 1800, LoadProfile.Unit.RATE));
            }
        }
        RunSummary summary = recording.finish(Ending.PLANNED);

        List<LoadStep> steps = summary.steps();
        assertThat(steps)
                .extracting(step -> step.plan().load())
                .containsExactly("600/min", "1200 → 3000/min", "3000/min");
        assertThat(steps).extracting(step -> step.plan().fromSeconds()).containsExactly(0.0, 2.0, 5.0);
        assertThat(steps).extracting(step -> step.plan().untilSeconds()).containsExactly(2.0, 5.0, 6.0);
        assertThat(steps).extracting(LoadStep::tpmC).containsExactly(600.0, 1800.0, 3000.0);
        assertThat(steps).extracting(LoadStep::tpmTotal).containsExactly(660.0, 1860.0, 3060.0);
        assertThat(steps).extracting(LoadStep::failed).containsExactly(2L, 3L, 1L);
        assertThat(steps.get(0).errorsPercent()).isCloseTo(100.0 * 2 / 24, within(1e-9));
        assertThat(steps)
                .extracting(LoadStep::backlog)
                .as("as read at the end of the step")
                .containsExactly(10L, 13L, 14L);
        assertThat(steps.get(0).newOrder().response().p99Ms()).isCloseTo(20, within(0.1));
        assertThat(steps.get(1).newOrder().response().p50Ms()).isCloseTo(40, within(0.1));
        assertThat(steps.get(1).types()).extracting(LoadStep.Type::count).containsExactly(90L, 3L);
        assertThat(steps)
                .extracting(LoadStep::isBehind)
                .as("a mean of 2100 was asked for in the ramp")
                .containsExactly(false, true, false);
        assertThat(SummaryJson.read(results.summary())).isEqualTo(summary);
    }

    /** The steps of a run of a minute that is stopped after so many seconds with so many New-Orders. */
    private List<LoadStep> stopped(String profile, int seconds, int newOrders) {
        Recording recording = Recording.open(clock, RunWindow.timed(clock, 0, 60), RunFactsFixture.facts(17, 2), null);
        recording.follow(LoadProfile.parse(profile), backlog::get);
        for (int second = 0; second < seconds; second++) {
            second(recording, newOrders, 20);
        }
        return recording.finish(new Ending(Status.INTERRUPTED, "by Ctrl-C")).steps();
    }

    @Test
    void aRunThatEndsInARampWasAskedForSoMuchOnlyAndIsNotOverloadedForIt() {
        List<LoadStep> steps = stopped("0 600/min, 2s 600/min, ramp 10s 6600/min, 48s end", 4, 19);
        assertThat(steps).extracting(step -> step.plan().load()).containsExactly("600/min", "600 → 1800/min");
        assertThat(steps).noneMatch(LoadStep::isBehind);
    }

    @Test
    void aRunThatEndsEarlyHasTheStepsThatItBegan() {
        List<LoadStep> steps = stopped("0 4 terminals, 2s 8 terminals, 30s 2 terminals, 28s end", 5, 10);
        assertThat(steps).extracting(step -> step.plan().load()).containsExactly("4 terminals", "8 terminals");
        assertThat(steps.get(1).plan().untilSeconds()).isEqualTo(5);
        assertThat(steps.get(1).tpmC()).isEqualTo(600);
        assertThat(steps)
                .extracting(LoadStep::backlog)
                .as("no slots, no backlog")
                .containsOnly(-1L);
    }
}
