package io.bmsql.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TicksTest {
    @ParameterizedTest
    @CsvSource({"0,0.2,1", "1,0.2,1", "9.9,2,10", "11,2.5,12.5", "110,25,125", "24587,5000,25000", "0.0031,0.001,0.004"
    })
    void marksAreRound(double max, double step, double upper) {
        Ticks ticks = Ticks.upTo(max);
        assertThat(ticks.step()).isCloseTo(step, withPercentage(0.001));
        assertThat(ticks.upper()).isCloseTo(upper, withPercentage(0.001));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.00007, 0.013, 0.9, 1, 3, 17, 99, 101, 4999, 123_456, 9e9})
    void axisCoversTheMaximumInAFewSteps(double max) {
        Ticks ticks = Ticks.upTo(max);
        assertThat(ticks.upper()).isGreaterThanOrEqualTo(max * (1 - 1e-9));
        assertThat(ticks.values()).hasSizeBetween(4, 7).startsWith(0.0);
    }

    @Test
    void textHasTheDecimalsOfTheStep() {
        assertThat(new Ticks(0.25, 1).text(0.5)).isEqualTo("0.50");
        assertThat(new Ticks(2.5, 10).text(5)).isEqualTo("5.0");
        assertThat(new Ticks(5000, 20_000).text(15_000)).isEqualTo("15,000");
        assertThat(new Ticks(0.1, 0.5).text(0.30000000000000004)).isEqualTo("0.3");
    }

    @ParameterizedTest
    @CsvSource({"1,1", "12,1", "13,2", "660,60", "3600,300", "28800,3600", "2000000,172800"})
    void timeStepsReadWell(double seconds, double step) {
        assertThat(Ticks.timeStep(seconds, 900)).isEqualTo(step);
    }

    @Test
    void marksBetweenTwoEndsAreMultiplesOfTheStep() {
        assertThat(Ticks.between(-75, 130, 60)).containsExactly(-60.0, 0.0, 60.0, 120.0);
        assertThat(Ticks.timeStep(3_600, 40))
                .as("an axis too narrow for a time")
                .isEqualTo(3_600);
    }

    @ParameterizedTest
    @CsvSource({"3,353,2,500", "1,10,1,10", "0.21,0.9,0.2,1", "5,5,5,10", "0.001,44000,0.001,50000"})
    void endsOfLogarithmicAxesAreRound(double least, double most, double lower, double upper) {
        double[] range = Ticks.logRange(least, most);
        assertThat(range[0]).isCloseTo(lower, withPercentage(1e-7));
        assertThat(range[1]).isCloseTo(upper, withPercentage(1e-7));
    }

    @Test
    void fewDecadesHaveMarksBetweenTheirPowers() {
        assertThat(Ticks.logMarks(1.3, 60)).containsExactly(2.0, 5.0, 10.0, 20.0, 50.0);
        assertThat(Ticks.logMarks(1, 1_000_000)).hasSize(7);
    }

    @Test
    void countsHaveNoMarksBetweenTwoOfThem() {
        assertThat(Ticks.ofCountsUpTo(1).values()).containsExactly(0.0, 1.0);
        assertThat(Ticks.ofCountsUpTo(1.02).values()).containsExactly(0.0, 1.0, 2.0);
        assertThat(Ticks.ofCountsUpTo(0).values()).containsExactly(0.0, 1.0);
        assertThat(Ticks.ofCountsUpTo(10.2).values()).allMatch(mark -> mark == Math.rint(mark));
        assertThat(Ticks.ofCountsUpTo(80_000)).isEqualTo(Ticks.upTo(80_000));
    }
}
