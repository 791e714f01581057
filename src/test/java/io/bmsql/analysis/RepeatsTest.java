package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

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
    void inNineteenOfTwentyStudiesItHoldsTheTruth() {
        Random random = new Random(7);
        int held = 0;
        for (int i = 0; i < 2000; i++) {
            double[] values = new double[4];
            Arrays.setAll(values, at -> Math.exp(0.1 * random.nextGaussian()));
            Repeats repeats = Repeats.of(values);
            held += repeats.low() <= 1 && repeats.high() >= 1 ? 1 : 0;
        }
        assertThat(held / 2000.0).isCloseTo(0.95, within(0.015));
    }

    @Test
    void aSingleRepeatOrAZeroHasNoInterval() {
        assertThat(Repeats.of(5).mean()).isCloseTo(5, within(1e-9));
        assertThat(Repeats.of(5).hasInterval()).isFalse();
        assertThat(Repeats.of(0, 2).mean()).isEqualTo(1);
        assertThat(Repeats.of(0, 2).hasInterval()).isFalse();
        assertThat(Repeats.of().mean()).isNaN();
    }

    @Test
    void twoRepeatsHaveNoIntervalAndThreeHaveTheirOwnHoweverWide() {
        assertThat(Repeats.of(20_000, 45_000).mean()).isCloseTo(30_000, within(1e-6));
        assertThat(Repeats.of(20_000, 45_000).hasInterval()).isFalse();
        assertThat(Repeats.of(10_000, 20_000, 40_000).low()).isCloseTo(3_575, within(1.0));
    }

    /** That of three repeats which differ by a third is wide: hiding such ones would leave those that missed by chance. */
    @Test
    void ofTheIntervalsThatAreShownNineteenOfTwentyHoldTheTruth() {
        Random random = new Random(8);
        int shown = 0;
        int missed = 0;
        for (int i = 0; i < 20_000; i++) {
            double[] values = new double[3];
            Arrays.setAll(values, at -> Math.exp(0.3 * random.nextGaussian()));
            Repeats repeats = Repeats.of(values);
            shown += repeats.hasInterval() ? 1 : 0;
            missed += repeats.low() > 1 || repeats.high() < 1 ? 1 : 0;
        }
        assertThat(missed / (double) shown).isLessThan(0.05 + 0.0062);
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
