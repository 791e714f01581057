package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.result.RunPhase;
import io.bmsql.testing.ManualClock;
import org.junit.jupiter.api.Test;

class RunWindowTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void theWindowIsHalfOpen() {
        RunWindow window = new RunWindow(100, 0, 10, 20);

        assertThat(window.phase(109)).isEqualTo(RunPhase.RAMPUP);
        assertThat(window.phase(110)).isEqualTo(RunPhase.MEASURE);
        assertThat(window.phase(129)).isEqualTo(RunPhase.MEASURE);
        assertThat(window.phase(130)).isEqualTo(RunPhase.DRAIN);
    }

    @Test
    void clocksNearTheirOverflowAreNoTrouble() {
        RunWindow window = new RunWindow(Long.MAX_VALUE - 5, 0, 10, 20);

        assertThat(window.phase(Long.MAX_VALUE)).isEqualTo(RunPhase.RAMPUP);
        assertThat(window.phase(Long.MIN_VALUE + 4)).isEqualTo(RunPhase.MEASURE);
        assertThat(window.phase(Long.MIN_VALUE + 24)).isEqualTo(RunPhase.DRAIN);
        assertThat(window.measuredNanos(Long.MIN_VALUE + 14)).isEqualTo(10);
        for (int[] lengths : new int[][] {{-1, 1}, {1, -1}}) {
            assertThatThrownBy(() -> new RunWindow(0, 0, lengths[0], lengths[1]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void anOpenWindowMeasuresUntilItIsClosed() {
        ManualClock clock = new ManualClock();
        RunWindow window = RunWindow.untilClosed(clock, 1.5);
        clock.advance(SECOND);
        window.beginAt(clock.nanoTime(), clock);

        assertThat(window.hasEnd()).isFalse();
        assertThat(window.phase(1000 * SECOND)).isEqualTo(RunPhase.MEASURE);
        window.close(5 * SECOND);
        assertThat(window.phase(5 * SECOND)).isEqualTo(RunPhase.DRAIN);
        assertThat(window.measuredSeconds(1000 * SECOND)).isEqualTo(2.5);
    }

    @Test
    void closingNeverMakesAWindowLonger() {
        RunWindow window = RunWindow.timed(new ManualClock(), 1, 10);
        window.close(20 * SECOND);
        assertThat(window.measuredSeconds(100 * SECOND)).isEqualTo(10);
        window.close(5 * SECOND);
        window.close(8 * SECOND);
        assertThat(window.measuredSeconds(100 * SECOND)).isEqualTo(4);
        window.close(SECOND / 2);
        assertThat(window.measuredSeconds(100 * SECOND))
                .as("stopped during its ramp-up")
                .isZero();
        assertThat(window.phase(SECOND / 2)).isEqualTo(RunPhase.RAMPUP);
        assertThat(window.phase(SECOND)).isEqualTo(RunPhase.DRAIN);
    }

    @Test
    void whatPassesBeforeTheRunBeginsIsNotPartOfIt() {
        ManualClock clock = new ManualClock(1_000_000);
        RunWindow window = RunWindow.timed(clock, 10, 60);
        clock.advance(3 * SECOND);
        window.beginAt(clock.nanoTime(), clock);

        assertThat(window.startNanos()).isEqualTo(3 * SECOND);
        assertThat(window.measureFromNanos()).isEqualTo(13 * SECOND);
        assertThat(window.measureUntilNanos()).isEqualTo(73 * SECOND);
        assertThat(window.rampupSeconds()).isEqualTo(10);
        assertThat(window.epochMillis(window.startNanos())).isEqualTo(1_003_000);
    }
}
