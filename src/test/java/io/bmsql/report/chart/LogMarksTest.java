package io.bmsql.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogMarksTest {
    @ParameterizedTest
    @CsvSource({"3,353,2,500", "1,10,1,10", "0.21,0.9,0.2,1", "5,5,5,10", "0.001,44000,0.001,50000"})
    void endsAreRound(double least, double most, double lower, double upper) {
        double[] range = Ticks.logRange(least, most);
        assertThat(range[0]).isCloseTo(lower, within(lower * 1e-9));
        assertThat(range[1]).isCloseTo(upper, within(upper * 1e-9));
    }

    @Test
    void fewDecadesHaveMarksBetweenTheirPowers() {
        assertThat(Ticks.logMarks(1.3, 60)).containsExactly(2.0, 5.0, 10.0, 20.0, 50.0);
        assertThat(Ticks.logMarks(1, 1_000_000)).hasSize(7);
    }
}
