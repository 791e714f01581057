package io.bmsql.analysis;

import static io.bmsql.analysis.Experiments.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioIntervalTest {
    private static final double MARGIN = 0.02;
    private static final int EXPERIMENTS = 1000;
    private static final long SEED = 5;

    private static final int MOST_FALSE_ALARMS = 50;

    private final Random random = new Random(20_261_122);

    @Test
    void repeatsGiveTheIntervalOfWelchsTest() {
        // The bounds are those of scipy.stats.ttest_ind(..., equal_var=False) on the logarithms.
        RatioInterval interval =
                RatioInterval.ofRepeats(new double[] {100, 101, 104, 99}, new double[] {110, 112, 115});

        double meanOfLogs = (Math.log(110) + Math.log(112) + Math.log(115)) / 3
                - (Math.log(100) + Math.log(101) + Math.log(104) + Math.log(99)) / 4;
        assertThat(interval.ratio()).isCloseTo(Math.exp(meanOfLogs), within(1e-12));
        double narrower = 1 / RatioInterval.widening(4, 3);
        assertThat(Math.log(interval.ratio() / interval.low()) * narrower)
                .isCloseTo(Math.log(interval.ratio() / 1.063129304970991), within(1e-9));
        assertThat(Math.log(interval.high() / interval.ratio()) * narrower)
                .isCloseTo(Math.log(1.163566802686754 / interval.ratio()), within(1e-9));
        assertThat(interval.change(MARGIN, true)).isEqualTo(ChangeClaim.BETTER);
        assertThat(interval.change(MARGIN, false)).isEqualTo(ChangeClaim.WORSE);
    }

    @Test
    void pairsCancelWhatTheyShare() {
        double[] base = {100, 140, 80, 120};
        double[] fresh = {95.1, 132.8, 76.2, 113.8};

        assertThat(RatioInterval.ofRepeats(base, fresh).change(MARGIN, true)).isEqualTo(ChangeClaim.CANNOT_TELL);
        RatioInterval paired = RatioInterval.ofPairs(base, fresh);
        assertThat(paired.ratio()).isCloseTo(0.95, within(0.002));
        assertThat(paired.change(MARGIN, true)).isEqualTo(ChangeClaim.WORSE);
        assertThatThrownBy(() -> RatioInterval.ofPairs(base, new double[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatHasNoRatioCannotBeTold() {
        assertThat(RatioInterval.ofRepeats(new double[] {0, 0, 0}, new double[] {1, 2, 3}))
                .isEqualTo(RatioInterval.NONE);
        assertThat(RatioInterval.ofPairs(new double[] {1}, new double[] {1})).isEqualTo(RatioInterval.NONE);
        assertThat(RatioInterval.NONE.change(MARGIN, true)).isEqualTo(ChangeClaim.CANNOT_TELL);
    }

    @Test
    void whatHasNoRatioIsToldByItsRanks() {
        double[] none = new double[4];
        double[] some = {0.7, 0.9, 0.8, 0.9};
        assertThat(RatioInterval.changeOfRanks(none, some, false)).isEqualTo(ChangeClaim.WORSE);
        assertThat(RatioInterval.changeOfRanks(some, none, false)).isEqualTo(ChangeClaim.BETTER);
        assertThat(RatioInterval.changeOfRanks(none, new double[] {0.7, 0.9, 0, 0.9}, false))
                .isEqualTo(ChangeClaim.CANNOT_TELL);
        assertThat(RatioInterval.changeOfRanks(new double[3], new double[] {1, 2, 3}, false))
                .as("one in ten orders")
                .isEqualTo(ChangeClaim.CANNOT_TELL);
        assertThat(RatioInterval.changeOfRanks(new double[3], new double[] {1, 2, 3, 4, 5}, false))
                .isEqualTo(ChangeClaim.WORSE);
        assertThat(RatioInterval.changeOfRanks(none, new double[] {1, 2, Double.NaN, 4}, false))
                .isEqualTo(ChangeClaim.CANNOT_TELL);
    }

    @Test
    void narrowIntervalsAroundOneAreNoDifference() {
        double[] same = {1000, 1001, 999, 1000};
        assertThat(RatioInterval.ofRepeats(same, new double[] {1000, 1002, 1001, 1000})
                        .change(MARGIN, true))
                .isEqualTo(ChangeClaim.NO_DIFFERENCE);
        assertThat(RatioInterval.repeatsNeeded(new double[] {90, 100, 110}, new double[] {90, 100, 110}, MARGIN))
                .isBetween(400, 600);
    }

    /** The spread of three runs is hardly known, so that the named number is no more than a good guess. */
    @ParameterizedTest
    @CsvSource({"3, 1", "3, 0.99", "3, 0.98", "8, 1", "8, 0.98"})
    void asManyRepeatsAsAreNamedTellInMostCases(int made, double factor) {
        int asked = 0;
        int told = 0;
        while (asked < EXPERIMENTS / 5) {
            double[] base = runs(made, 1, 0.02, 0);
            double[] fresh = runs(made, factor, 0.02, 0);
            if (!isOpen(base, fresh)) {
                continue;
            }
            int named = RatioInterval.repeatsNeeded(base, fresh, MARGIN);
            assertThat(named).isGreaterThan(made);
            asked++;
            told += isOpen(runs(named, 1, 0.02, 0), runs(named, factor, 0.02, 0)) ? 0 : 1;
        }
        assertThat(told).isGreaterThan(asked * (made > 3 ? 85 : 65) / 100);
    }

    private static boolean isOpen(double[] base, double[] fresh) {
        return RatioInterval.ofRepeats(base, fresh).change(MARGIN, true) == ChangeClaim.CANNOT_TELL;
    }

    @Test
    void equalPairsRaiseAtMostFivePercentFalseAlarms() {
        assertThat(count(EXPERIMENTS, () -> isAlarm(ofPairs(drifting(10, 1))))).isLessThanOrEqualTo(MOST_FALSE_ALARMS);
    }

    /** Welch's own interval raises 6.6%, 7.5% and 5.9% here: the larger side is the steadier one. */
    @ParameterizedTest
    @CsvSource({"3, 5, 0.04, 0.02", "3, 20, 0.03, 0.02", "3, 3, 0.06, 0.02"})
    void sidesThatDifferInNumberAndSpreadDoNotEither(int few, int many, double wide, double narrow) {
        int experiments = 20 * EXPERIMENTS;
        int alarms = count(
                experiments, () -> isAlarm(RatioInterval.ofRepeats(runs(few, 1, wide, 0), runs(many, 1, narrow, 0))));
        // Four standard deviations above 5%.
        assertThat(alarms / (double) experiments).isLessThan(RatioInterval.ERROR + 0.0062);
    }

    @Test
    void fivePercentSlowerIsFoundByPairsNineTimesOfTen() {
        assertThat(count(EXPERIMENTS, () -> isWorse(ofPairs(drifting(10, 0.95)))))
                .isGreaterThan(EXPERIMENTS * 9 / 10);
    }

    private static boolean isAlarm(RatioInterval interval) {
        return interval.change(MARGIN, true) == ChangeClaim.BETTER || isWorse(interval);
    }

    private static boolean isWorse(RatioInterval interval) {
        return interval.change(MARGIN, true) == ChangeClaim.WORSE;
    }

    private static RatioInterval ofPairs(double[][] sides) {
        return RatioInterval.ofPairs(sides[0], sides[1]);
    }

    /** Figures of runs that differ by chance alone. */
    private double[] runs(int count, double factor, double noise, double drift) {
        double[] runs = new double[count];
        Arrays.setAll(runs, i -> 10_000 * factor * Math.exp(noise * random.nextGaussian() + drift));
        return runs;
    }

    /** Pairs of the drawn order on a machine whose speed drifts by a quarter up and down over the pairs. */
    private double[][] drifting(int pairs, double factor) {
        double[][] sides = new double[2][pairs];
        double phase = random.nextDouble() * 2 * Math.PI;
        PairPlan plan = new PairPlan(pairs, SEED);
        for (int i = 0; i < pairs; i++) {
            for (int turn = 0; turn < 2; turn++) {
                int side = plan.isBaseFirst(i) ? turn : 1 - turn;
                double drift = 0.25 * Math.sin(phase + 2 * Math.PI * (i + turn / 2.0) / 20);
                sides[side][i] = runs(1, side == 0 ? 1 : factor, 0.015, drift)[0];
            }
        }
        return sides;
    }
}
