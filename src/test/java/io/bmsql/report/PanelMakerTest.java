package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.chart.Line;
import io.bmsql.chart.TimeAxis;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PanelMakerTest {
    private static PanelMaker maker(double to, int lines) {
        return new PanelMaker(new TimeAxis(0, to, to, List.of(), List.of(), new TimeAxis.Words("", "", "")), lines);
    }

    private static Measured series(double[] seconds) {
        return new Measured("x", "x", "", seconds, seconds.clone());
    }

    @Test
    void aPointLiesInTheMiddleOfTheTimeItStandsFor() {
        Line line = maker(60, 1).line(series(new double[] {10, 20, 30}), "total", true);
        assertThat(line.x()).containsExactly(5, 15, 25);
        assertThat(line.y()).containsExactly(10, 20, 30);
        assertThat(line.hasBand()).isFalse();
    }

    @Test
    void aCollectorThatWasAwayLeavesAGap() {
        Line line = maker(600, 1).line(series(new double[] {1, 2, 3, 300, 301}), "total", true);
        assertThat(Arrays.stream(line.y()).filter(Double::isNaN).count()).isEqualTo(1);
    }

    @Test
    void manyLinesShareTheBudgetAndKeepLowestAndHighest() {
        double[] seconds = IntStream.rangeClosed(1, 28_800).asDoubleStream().toArray();
        Line line = maker(28_800, 110).line(series(seconds), "total", true);
        assertThat(line.x()).hasSizeBetween(180, 201);
        assertThat(line.low()[0]).isEqualTo(1);
        assertThat(line.high()[line.high().length - 1]).isEqualTo(28_800);
    }
}
