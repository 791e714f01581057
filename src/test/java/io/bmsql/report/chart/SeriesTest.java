package io.bmsql.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static TimeAxis axis(double to) {
        return new TimeAxis(0, to, to, List.of(), "", "", "");
    }

    private static Series series(double... seconds) {
        return Series.sampled("x", "x", "", seconds, seconds.clone());
    }

    @Test
    void aPointLiesInTheMiddleOfTheTimeItStandsFor() {
        Series line = series(10, 20, 30).thinned(axis(60), 1000, 500);
        assertThat(line.x()).containsExactly(5, 15, 25);
        assertThat(line.y()).containsExactly(10, 20, 30);
        assertThat(line.hasBand()).isFalse();
    }

    @Test
    void aCollectorThatWasAwayLeavesAGap() {
        Series line = series(1, 2, 3, 300, 301).thinned(axis(600), 1000, 500);
        assertThat(Arrays.stream(line.y()).filter(Double::isNaN).count()).isEqualTo(1);
    }

    @Test
    void manySamplesShareAPointThatKeepsTheirLowestAndHighest() {
        double[] seconds = IntStream.rangeClosed(1, 28_800).asDoubleStream().toArray();
        Series line = series(seconds).thinned(axis(28_800), 409, 200);
        assertThat(line.x()).hasSizeBetween(180, 201);
        assertThat(line.low()[0]).isEqualTo(1);
        assertThat(line.high()[line.high().length - 1]).isEqualTo(28_800);
    }
}
