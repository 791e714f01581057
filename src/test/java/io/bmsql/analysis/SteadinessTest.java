package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.common.TransactionType;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.Steadiness;
import io.bmsql.result.Steadiness.Method;
import io.bmsql.tpcc.TpccTransaction;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class SteadinessTest {
    private static Steadiness of(int seconds, IntToDoubleFunction rate) {
        double[] counts = new double[seconds];
        // Not all the same: every second second has 2% more.
        Arrays.setAll(counts, at -> rate.applyAsDouble(at) * (at % 2 == 0 ? 1 : 1.02));
        return WindowConditions.steadiness(counts);
    }

    @Test
    void theMomentAndTheSizeOfAStepAreTold() {
        Steadiness fell = of(900, at -> at < 450 ? 1000 : 820);
        assertThat(fell.method()).isEqualTo(Method.CUSUM);
        assertThat(fell.steady()).isFalse();
        assertThat(fell.changeAtSeconds()).isEqualTo(450);
        assertThat(fell.changePercent()).isCloseTo(-18, within(0.1));
        assertThat(fell.gradual()).isFalse();
        assertThat(of(900, at -> at < 450 ? 1000 : 930).steady()).isFalse();
        assertThat(of(900, at -> at < 450 ? 1000 : 960).steady())
                .as("certain, but small")
                .isTrue();
    }

    @Test
    void aTrendIsCalledOne() {
        Steadiness trend = of(600, at -> 1100 - at / 3.0);
        assertThat(trend.steady()).isFalse();
        assertThat(trend.gradual()).isTrue();
        assertThat(trend.changePercent()).isNegative();
    }

    @Test
    void aLevelThatComesBackIsTold() {
        for (int seconds : List.of(60, 120, 300, 600)) {
            Steadiness dip = of(seconds, at -> at >= seconds / 3 && at < seconds * 2 / 3 ? 500 : 1000);
            assertThat(dip.steady()).isFalse();
            assertThat(dip.sentence()).isEqualTo("fell.back");
            assertThat(dip.changeAtSeconds()).isEqualTo(seconds / 3);
            assertThat(dip.backAtSeconds()).isEqualTo(seconds * 2 / 3);
            assertThat(dip.statistic()).as("of its own test").isGreaterThan(2 + 114.0 / seconds);
            assertThat(dip.changePercent()).isCloseTo(-50, within(0.5));
        }
        assertThat(of(120, at -> at >= 40 && at < 80 ? 1500 : 1000).sentence()).isEqualTo("rose.back");
        assertThat(of(120, at -> at >= 40 && at < 80 ? 970 : 1000).steady())
                .as("certain, but small")
                .isTrue();
        assertThat(of(300, at -> at % 30 < 10 ? 500 : 1000).steady())
                .as("again and again")
                .isTrue();
    }

    /** One of a hundred is an alarm at most; half of the rate in the middle third is hardly missed. */
    @Test
    void steadyWindowsHaveNoLevelThatComesBack() {
        Random random = new Random(5);
        for (int seconds : List.of(60, 120, 300)) {
            int alarms = 0;
            int found = 0;
            for (int i = 0; i < 400; i++) {
                alarms += series(random, seconds, 0.1, 1).backAtSeconds() == null ? 0 : 1;
                found += series(random, seconds, 0.05, 0.5).backAtSeconds() == null ? 0 : 1;
            }
            assertThat(alarms).as("alarms of 400 windows of " + seconds + " s").isLessThanOrEqualTo(4);
            assertThat(found).as("found of 400 windows of " + seconds + " s").isGreaterThanOrEqualTo(388);
        }
    }

    /** Each second is like the one before it, by a correlation of 0.6. */
    private static Steadiness series(Random random, int seconds, double spread, double inMiddleThird) {
        double[] counts = new double[seconds];
        double noise = random.nextGaussian();
        for (int i = 0; i < seconds; i++) {
            noise = 0.6 * noise + 0.8 * random.nextGaussian();
            boolean isMiddle = i >= seconds / 3 && i < seconds * 2 / 3;
            counts[i] = 1000 * (1 + spread * noise) * (isMiddle ? inMiddleThird : 1);
        }
        return WindowConditions.steadiness(counts);
    }

    @Test
    void aWindowOfAMinuteIsJudgedToo() {
        Steadiness slower = of(60, at -> at < 30 ? 1000 : 600);
        assertThat(slower.method()).isEqualTo(Method.CUSUM);
        assertThat(slower.steady()).isFalse();
        assertThat(slower.changeAtSeconds()).isEqualTo(30);
        assertThat(slower.changePercent()).isCloseTo(-40, within(0.1));
        assertThat(of(60, at -> at < 30 ? 1000 : 960).steady()).isTrue();
        // Four standard deviations of so few are more than 5%.
        assertThat(of(60, at -> at < 30 ? 1 : 0.7).steady()).isTrue();
        assertThat(of(60, at -> at < 5 ? 0 : 1000).changePercent()).isZero();
    }

    /** As of a server that is stopped: noise before it does not matter, and a slow load is silent by chance. */
    @Test
    void aWindowThatStandsStillForATenthIsNotSteady() {
        for (int seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int seconds = random.nextInt(60, 300);
            int length = random.nextInt(Math.max(5, (seconds + 9) / 10), seconds / 2);
            int silent = random.nextInt(seconds - length + 1);
            double spread = random.nextDouble(0.5);
            Steadiness found = of(
                    seconds,
                    at -> at >= silent && at < silent + length ? 0 : 10 * (1 + spread * random.nextDouble(-1, 1)));
            assertThat(found).isEqualTo(new Steadiness(Method.SILENCE, false, silent, -100, false, 0, null));
        }
        assertThat(of(60, at -> at < 57 ? 1000 : 0).method()).isEqualTo(Method.CUSUM);
        assertThat(of(120, at -> at >= 40 && at < 51 ? 0 : 1000).method()).isEqualTo(Method.CUSUM);
        assertThat(of(60, at -> at % 7 == 0 ? 5 : 0).steady()).isTrue();
        // In two pieces, as of a table that was locked twice; single seconds are left to the stalls.
        assertThat(of(60, at -> at >= 14 && at < 17 || at >= 39 && at < 43 ? 0 : 600))
                .isEqualTo(new Steadiness(Method.SILENCE, false, 39, -100, false, 0, null));
        assertThat(of(60, at -> at % 5 == 0 ? 0 : 600).steady()).isTrue();
    }

    /** The counts that would have been there, not those that are: nothing is no small number. */
    @Test
    void nearlyNothingInTheLastThirdIsNoChance() {
        assertThat(of(60, at -> at < 36 ? 300 : at == 59 ? 1 : 0).steady()).isFalse();
    }

    /** Seconds are like their neighbours, so the halves of a quarter of a minute often differ by more than 5%. */
    @Test
    void aShorterWindowTellsNothing() {
        Steadiness slower = of(59, at -> at < 30 ? 1000 : 600);
        assertThat(slower.method()).isEqualTo(Method.HALVES);
        assertThat(slower.steady()).isTrue();
        assertThat(slower.changePercent()).isCloseTo(-40, within(2.0));
    }

    @Test
    void aLateReadingHasTheTransactionsOfAllItsSeconds() {
        List<SeriesRow> rows = List.of(row(0, 10, 1000), row(1, 30, 3000), row(4, 12, 1000), row(5, 4, 300));
        assertThat(SeriesRow.perSecond(rows, TransactionType::isForeground, 0, 5.3))
                .containsExactly(10, 10, 10, 10, 12);
        assertThat(SeriesRow.perSecond(rows, TransactionType::isForeground, 2, 3))
                .containsExactly(10, 10, 12);
    }

    private static SeriesRow row(int second, long completed, double intervalMs) {
        SeriesRow.Times times = new SeriesRow.Times(0, 0, 0, 0, 0, 0);
        SeriesRow.Counts none = SeriesRow.Counts.NONE;
        return new SeriesRow(second, TpccTransaction.PAYMENT, RunPhase.MEASURE, completed, none, times, intervalMs);
    }
}
