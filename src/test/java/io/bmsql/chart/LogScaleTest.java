package io.bmsql.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogScaleTest {
    @ParameterizedTest
    @CsvSource({"3,353,2,500", "1,10,1,10", "0.21,0.9,0.2,1", "5,5,5,10", "0.001,44000,0.001,50000"})
    void endsAreRound(double least, double most, double lower, double upper) {
        LogScale scale = LogScale.around(least, most);
        assertThat(scale.lower()).isCloseTo(lower, within(lower * 1e-9));
        assertThat(scale.upper()).isCloseTo(upper, within(upper * 1e-9));
    }

    @Test
    void placesGrowWithTheLogarithmAndStayOnTheScale() {
        LogScale scale = new LogScale(1, 100);
        assertThat(scale.place(1)).isZero();
        assertThat(scale.place(10)).isCloseTo(0.5, within(1e-12));
        assertThat(scale.place(100)).isEqualTo(1);
        assertThat(scale.place(0)).isZero();
        assertThat(scale.place(1e9)).isEqualTo(1);
    }

    @Test
    void fewDecadesHaveMarksBetweenTheirPowers() {
        assertThat(new LogScale(1.3, 60).marks()).containsExactly(2.0, 5.0, 10.0, 20.0, 50.0);
        assertThat(new LogScale(1, 1_000_000).marks()).hasSize(7);
    }
}
