package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Change points of series whose truth is known: noise of 1%, as repeats on a quiet machine have it. */
class EDivisiveTest {
    private static final int RUNS = 50;
    private static final double STEP = Math.log(0.95);

    /** Normal, and with an outlier now and then: Student's t of four degrees of freedom, scaled to the same spread. */
    private enum Noise {
        NORMAL(Random::nextGaussian),
        OUTLIERS(random -> {
            double squares = 0;
            for (int i = 0; i < 4; i++) {
                squares += Math.pow(random.nextGaussian(), 2);
            }
            return random.nextGaussian() / Math.sqrt(squares / 4) / Math.sqrt(2);
        });

        private final ToDoubleFunction<Random> draw;

        Noise(ToDoubleFunction<Random> draw) {
            this.draw = draw;
        }

        /** @param at where it gets lower; at its length nowhere */
        private double[] series(Random random, int length, int at) {
            double[] values = new double[length];
            for (int i = 0; i < length; i++) {
                values[i] = 11 + 0.01 * draw.applyAsDouble(random) + (i < at ? 0 : STEP);
            }
            return values;
        }
    }

    /** In which share of so many series without a step, each disturbed like this, a change is found. */
    private static double falseAlarms(Noise noise, int series, BiConsumer<double[], Random> disturb) {
        Random random = new Random(1);
        return share(series, seed -> {
            double[] values = noise.series(random, RUNS, RUNS);
            disturb.accept(values, random);
            return !EDivisive.changes(values, seed).isEmpty();
        });
    }

    /**
     * In which share of so many series their step is found, within one run.
     *
     * @param last how many runs are behind the step; 0 for any number that has an interval
     */
    private static double found(Noise noise, int series, int runs, int last) {
        Random random = new Random(2);
        return share(series, seed -> {
            int at = last > 0 ? runs - last : EDivisive.SHORTEST + random.nextInt(runs - 2 * EDivisive.SHORTEST + 1);
            return EDivisive.changes(noise.series(random, runs, at), seed).stream()
                    .anyMatch(change -> Math.abs(change - at) <= 1);
        });
    }

    private static double share(int series, IntPredicate isSo) {
        return IntStream.range(0, series).filter(isSo).count() / (double) series;
    }

    private static void print(String what, double share) {
        System.out.printf("%s: %.2f%%%n", what, 100 * share);
    }

    /** Of all orders two have three low values at an end: that share decides, at every number of runs and with every seed. */
    @ParameterizedTest
    @ValueSource(ints = {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25})
    void aLargeDropOfTheLastThreeIsFoundByItsTrueChance(int runs) {
        double chance = 2 * 6.0 / (runs * (runs - 1) * (runs - 2));
        for (int seed = 1; seed <= 5; seed++) {
            double[] values = Noise.NORMAL.series(new Random(seed), runs, runs);
            for (int i = runs - 3; i < runs; i++) {
                values[i] += Math.log(0.8);
            }
            assertThat(EDivisive.changes(values, seed).contains(runs - 3)).isEqualTo(chance <= EDivisive.ERROR);
        }
    }

    @Test
    void stepsAreFoundAndNoiseIsNot() {
        assertThat(falseAlarms(Noise.NORMAL, 1_000, (values, random) -> {})).isLessThanOrEqualTo(0.01);
        assertThat(found(Noise.NORMAL, 60, RUNS, 0)).isGreaterThanOrEqualTo(0.9);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void stepsAreFoundAndNoiseIsNotInThousandsOfSeries(Noise noise) {
        int series = Integer.getInteger("bmsql.trend.series", 4_000);
        double wrong = falseAlarms(noise, series, (values, random) -> {});
        double right = found(noise, series, RUNS, 0);
        print(noise + " false", wrong);
        print(noise + " found", right);
        assertThat(wrong).isLessThanOrEqualTo(0.01);
        assertThat(right).isGreaterThanOrEqualTo(0.9);
    }

    /** The table of docs/comparing.md: how soon a step of 5% is found. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"15, 4, 0.70", "20, 3, 0.60", "20, 4, 0.90", "30, 3, 0.85", "30, 4, 0.90", "50, 3, 0.90"})
    void aStepIsFoundSoon(int runs, int last, double least) {
        double right = found(Noise.NORMAL, 250, runs, last);
        print(runs + " runs, the last " + last + " lower, found", right);
        assertThat(right).isGreaterThanOrEqualTo(least);
    }

    /** The interval is made of the levels that were found, which is where the difference is the largest: still it holds the truth. */
    @Tag("long")
    @Test
    void theIntervalOfAStepHoldsTheTruth() {
        Random random = new Random(7);
        int series = 2_000;
        int held = 0;
        int found = 0;
        for (int i = 0; i < series; i++) {
            double[] values = Noise.NORMAL.series(random, RUNS, 5 + random.nextInt(RUNS - 10));
            List<Integer> changes = EDivisive.changes(values, i);
            if (changes.size() == 1) {
                double[] rates = Arrays.stream(values).map(Math::exp).toArray();
                RatioInterval interval = RatioInterval.ofRepeats(
                        Arrays.copyOfRange(rates, 0, changes.get(0)), Arrays.copyOfRange(rates, changes.get(0), RUNS));
                held += interval.low() <= 0.95 && interval.high() >= 0.95 ? 1 : 0;
                found++;
            }
        }
        print("interval holds the step", held / (double) found);
        assertThat(held).isGreaterThanOrEqualTo((int) (0.93 * found));
    }

    /** What docs/comparing.md says of runs that resemble their neighbours, as on a machine that drifts: false alarms rise. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"0.2, 0.06", "0.4, 0.25"})
    void neighboursThatResembleEachOtherRaiseFalseAlarms(double correlation, double most) {
        double share = falseAlarms(Noise.NORMAL, 2_000, (values, random) -> {
            for (int run = 1; run < RUNS; run++) {
                double fresh = Math.sqrt(1 - correlation * correlation) * (values[run] - 11);
                values[run] = 11 + correlation * (values[run - 1] - 11) + fresh;
            }
        });
        print("correlation " + correlation + " false", share);
        assertThat(share).isLessThanOrEqualTo(most);
    }

    /** What docs/comparing.md says of runs in a row that something disturbed: they are 30% too low. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"1, 0.012", "2, 0.09"})
    void fewDisturbedRunsAreHardlyEverAChange(int inARow, double most) {
        double share = falseAlarms(Noise.NORMAL, 1_000, (values, random) -> {
            int first = random.nextInt(RUNS - inARow + 1);
            for (int run = first; run < first + inARow; run++) {
                values[run] += Math.log(0.7);
            }
        });
        print(inARow + " disturbed in a row, false", share);
        assertThat(share).isLessThanOrEqualTo(most);
    }

    /** A slow week that was repaired: both of its ends. */
    @Test
    void aChangeThatIsTakenBackIsTwoChanges() {
        Random random = new Random(3);
        for (int i = 0; i < 10; i++) {
            double[] values = Noise.NORMAL.series(random, RUNS, RUNS);
            for (int run = 20; run < 27; run++) {
                values[run] += STEP;
            }
            assertThat(EDivisive.changes(values, i)).contains(20, 27);
        }
    }

    @Test
    void fewAndEqualValuesHaveNone() {
        assertThat(EDivisive.changes(new double[0], 1)).isEmpty();
        assertThat(EDivisive.changes(new double[] {1, 1, 1, 9, 9, 9}, 1)).isEmpty();
        assertThat(EDivisive.changes(new double[30], 1)).isEmpty();
    }

    @Test
    void theSameSeedGivesTheSameAnswer() {
        double[] values = Noise.OUTLIERS.series(new Random(4), 40, 25);
        assertThat(EDivisive.changes(values, 5))
                .isEqualTo(EDivisive.changes(values, 5))
                .contains(25);
    }
}
