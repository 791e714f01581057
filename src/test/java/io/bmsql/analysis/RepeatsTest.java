package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatsTest {
    @Test
    void theIntervalIsStudentsOnLogarithms() {
        Repeats repeats = Repeats.of(90, 100, 110);

        // By hand, with 4.302653 from a table of Student's t for two degrees of freedom.
        assertThat(repeats.mean()).isCloseTo(99.6655, within(0.001));
        assertThat(repeats.low()).isCloseTo(77.67, within(0.01));
        assertThat(repeats.high()).isCloseTo(127.89, within(0.01));
        assertThat(repeats.variation()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void fewerThanThreeRepeatsOrAZeroHaveNoInterval() {
        assertThat(Repeats.of(5).mean()).isCloseTo(5, within(1e-9));
        assertThat(Repeats.of(5).hasInterval()).isFalse();
        assertThat(Repeats.of(0, 2).mean()).isEqualTo(1);
        assertThat(Repeats.of(0, 2).hasInterval()).isFalse();
        assertThat(Repeats.of().mean()).isNaN();
        assertThat(Repeats.of(20_000, 45_000).mean()).isCloseTo(30_000, within(1e-6));
        assertThat(Repeats.of(20_000, 45_000).hasInterval()).isFalse();
        assertThat(Repeats.of(10_000, 20_000, 40_000).low())
                .as("three have their own however wide")
                .isCloseTo(3_575, within(1.0));
    }

    /**
     * Of those that are shown. That of three repeats which differ by a third is wide: hiding such ones would leave those that missed by
     * chance.
     */
    @ParameterizedTest
    @CsvSource({"4, 0.1", "3, 0.3"})
    void nineteenOfTwentyIntervalsHoldTheTruth(int repeats, double noise) {
        Random random = new Random(8);
        int experiments = 20_000;
        int missed = Experiments.count(experiments, () -> {
            double[] values = new double[repeats];
            Arrays.setAll(values, at -> Math.exp(noise * random.nextGaussian()));
            Repeats found = Repeats.of(values);
            assertThat(found.hasInterval()).isTrue();
            return found.low() > 1 || found.high() < 1;
        });
        assertThat(missed / (double) experiments).isCloseTo(0.05, within(0.0062));
    }

    @Test
    void theMedianOfAnEvenCountLiesBetweenTheMiddleTwo() {
        assertThat(Repeats.median(9, 1, Double.NaN, 4, 2)).isEqualTo(3);
        assertThat(Repeats.median(9, 1, 4)).isEqualTo(4);
        assertThat(Repeats.median()).isZero();
    }

    @Test
    void theShareOfTheMachineIsWhatPairsHaveInCommon() {
        Random random = new Random(3);
        double[] base = new double[400];
        double[] fresh = new double[400];
        for (int i = 0; i < base.length; i++) {
            double machine = 0.3 * random.nextGaussian();
            base[i] = Math.exp(machine + 0.1 * random.nextGaussian());
            fresh[i] = 1.2 * Math.exp(machine + 0.1 * random.nextGaussian());
        }
        // 0.09 of 0.09 + 0.01; a constant difference of the sides does not count.
        assertThat(Repeats.sharedByPairs(base, fresh)).isCloseTo(0.9, within(0.03));

        double[] apart = new double[400];
        Arrays.setAll(apart, i -> Math.exp(0.1 * random.nextGaussian()));
        assertThat(Repeats.sharedByPairs(base, apart)).isLessThan(0.1);
        assertThat(Repeats.sharedByPairs(new double[] {1, 2}, new double[] {1, 2}))
                .isNaN();
    }
}
