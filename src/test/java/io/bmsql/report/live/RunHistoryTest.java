package io.bmsql.report.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.common.Texts.Language;
import io.bmsql.report.Words;
import io.bmsql.report.chart.Series;
import io.bmsql.result.RunPhase;
import io.bmsql.tpcc.TpccTransaction;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RunHistoryTest {
    @Test
    void secondsBecomeRatesOnTheTimeOfTheWindow() {
        RunHistory history = new RunHistory(TpccTransaction.TYPES, 2);
        history.add(LiveFixture.second(-2, 1, 10, 0, 0), 0);
        history.add(LiveFixture.second(-1, 1, 20, 0, 0), 3);
        history.add(LiveFixture.second(0, 0.9, 30, 2, 4), 1);
        // A straggler belongs to the last second of its phase, whose length it leaves as it is.
        history.add(LiveFixture.second(-1, 0, 1, 0, 0), 0);
        RunHistory.Lines lines = history.lines(Words.in(Language.EN));
        Series tpmC = lines.throughput().get(1);
        assertThat(tpmC.x()).containsExactly(-1.5, -0.5, 0.5);
        assertThat(tpmC.y()[1]).isEqualTo(21 * 60);
        assertThat(tpmC.y()[2]).isCloseTo(2000, within(1e-9));
        assertThat(lines.errors().get(0).y()[2]).isCloseTo(2 / 0.9, within(1e-9));
        assertThat(lines.errors().get(1).y()[2]).isCloseTo(4 / 0.9, within(1e-9));
        assertThat(lines.backlog().get(0).y()).containsExactly(0, 3, 1);
        assertThat(lines.toSecond()).isEqualTo(1);
    }

    @Test
    void aLateReadingStandsForAllItsSeconds() {
        RunHistory history = new RunHistory(TpccTransaction.TYPES, 0);
        history.add(LiveFixture.second(0, 1, 10, 0, 0), 0);
        history.add(LiveFixture.second(1, 3, 60, 3, 6), 4);
        history.add(LiveFixture.second(4, 1, 10, 0, 0), 0);
        RunHistory.Lines lines = history.lines(Words.in(Language.EN));
        assertThat(lines.throughput().get(1).y())
                .containsExactly(new double[] {600, 1200, 1200, 1200, 600}, within(1e-9));
        assertThat(lines.errors().get(1).y()).containsExactly(new double[] {0, 2, 2, 2, 0}, within(1e-9));
        assertThat(lines.backlog().get(0).y()).containsExactly(0, 4, 4, 4, 0);
        assertThat(lines.newOrder().get(2).y()).doesNotContain(Double.NaN);
    }

    @Test
    void whatComesAfterTheWindowIsNotDrawn() {
        RunHistory history = new RunHistory(TpccTransaction.TYPES, 0);
        history.add(LiveFixture.second(0, 1, 0, 0, 0), 2);
        history.add(LiveFixture.second(RunPhase.DRAIN, 1, 1, 1, 0, 0), 8);
        RunHistory.Lines lines = history.lines(Words.in(Language.EN));
        assertThat(lines.backlog().get(0).y()).containsExactly(2);
        assertThat(lines.throughput().get(0).y())
                .as("no fall to nothing at the end")
                .hasSize(1);
        assertThat(lines.throughput().get(1).y()).as("no New-Order").containsExactly(0);
        assertThat(lines.newOrder().get(0).y()).as("and none that took a time").containsExactly(Double.NaN);
    }

    @Test
    void aReadingThatComesMuchTooLateDoesNoHarm() {
        RunHistory history = new RunHistory(TpccTransaction.TYPES, 0);
        history.add(LiveFixture.second(0, 1, 1, 0, 0), 0);
        history.add(LiveFixture.second(Integer.MAX_VALUE, 1, 1, 0, 0), 0);
        assertThat(history.lines(Words.in(Language.EN)).throughput().get(0).y())
                .hasSizeLessThanOrEqualTo(RunHistory.MAX_BINS);
    }

    @Test
    void aLongRunKeepsItsWholeCourseInFewBins() {
        RunHistory history = new RunHistory(TpccTransaction.TYPES, 10);
        int seconds = 5 * RunHistory.MAX_BINS;
        for (int second = -10; second < seconds - 10; second++) {
            history.add(LiveFixture.second(second, 1, 7, 1, 0), second == 1000 ? 99 : 0);
        }
        RunHistory.Lines lines = history.lines(Words.in(Language.EN));
        assertThat(lines.binSeconds()).isEqualTo(8);
        Series tpmC = lines.throughput().get(1);
        assertThat(tpmC.y()).hasSizeLessThanOrEqualTo(RunHistory.MAX_BINS).containsOnly(7 * 60);
        assertThat(Arrays.stream(lines.backlog().get(0).y()).max()).hasValue(99);
        for (int at = 0; at < 3; at++) {
            double least = 10 + at;
            assertThat(Arrays.stream(lines.newOrder().get(at).y()).skip(2))
                    .as("the highest of each stretch")
                    .allMatch(ms -> ms >= least);
        }
        assertThat(lines.toSecond()).isEqualTo(seconds - 10);
    }
}
