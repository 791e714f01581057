package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Stalls.Stall;
import io.bmsql.result.SeriesRow;
import io.bmsql.tpcc.TpccTransaction;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stalls of made-up seconds. */
class StallsTest {
    private static Stalls find(int seconds, IntUnaryOperator completed) {
        List<SeriesRow> rows = LimitFixture.seconds(seconds, completed, 5_000, 0);
        return Stalls.find(new SecondSums(rows, TpccTransaction.TYPES, 0, seconds));
    }

    /** Six of ten seconds at a tenth of the rate: the more transactions, the less is chance. */
    @Test
    void aServerThatStandsNearlyStillForMostOfTheTimeStalls() {
        for (int rate : List.of(100, 1_000, 20_000)) {
            assertThat(find(60, second -> second % 10 < 4 ? rate : rate / 10).all())
                    .as("at " + rate)
                    .hasSize(6);
        }
        SplittableRandom random = new SplittableRandom(3);
        for (int rate : List.of(20, 100, 1_000, 20_000)) {
            int found = Experiments.count(
                    1_000, () -> isFound(find(60, second -> (int) (rate * (1 + 0.2 * random.nextDouble(-1, 1))))));
            assertThat(found).as("false ones of 1,000 at " + rate).isLessThanOrEqualTo(10);
        }
    }

    /** Seconds as a steady load has them: log-normal, each like the one before it by the correlation, counted as independent transactions. */
    private static int[] noisy(Random random, int seconds, double rate, double spread, double correlation) {
        double sigma = Math.sqrt(Math.log(1 + spread * spread));
        int[] counts = new int[seconds];
        double noise = random.nextGaussian();
        for (int i = 0; i < seconds; i++) {
            noise = correlation * noise + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            double mean = rate * Math.exp(sigma * noise - sigma * sigma / 2);
            counts[i] = (int) Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        return counts;
    }

    private static Stalls find(int[] counts) {
        return find(counts.length, second -> counts[second]);
    }

    private static boolean isFound(Stalls stalls) {
        return !stalls.all().isEmpty();
    }

    /** However much single seconds vary, the ups and downs of a load are no stalls. */
    @Test
    void steadyWindowsHaveNoStalls() {
        Random random = new Random(7);
        for (double spread : List.of(0.05, 0.1, 0.2, 0.3, 0.5)) {
            int found = 0;
            for (int i = 0; i < 600; i++) {
                double rate = List.of(5, 10, 20, 40, 100, 1_000).get(i % 6);
                double correlation = List.of(0.0, 0.9, 0.5, 0.8).get(i / 6 % 4);
                int seconds = i % 10 == 0 ? 600 : 60;
                found += isFound(find(noisy(random, seconds, rate, spread, correlation))) ? 1 : 0;
            }
            assertThat(found).as("false ones of 600, spread " + spread).isLessThanOrEqualTo(6);
        }
    }

    /** What is found of one second that does less, by the spread of the others: docs/numbers.md has the same figures. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 100",
        "0.1, 0, 100",
        "0.2, 0, 100",
        "0.3, 0, 100",
        "0.5, 0, 100",
        "0, 0.1, 100",
        "0.1, 0.1, 100",
        "0, 0.3, 100",
        "0.1, 0.3, 95",
        "0.1, 0.5, 25"
    })
    void aSecondFarBelowTheOthersIsFound(double spread, double share, int leastPercent) {
        Random random = new Random(11);
        int found = Experiments.count(100, () -> {
            int[] counts = noisy(random, 60, 1_000, spread, 0.5);
            int second = random.nextInt(60);
            counts[second] = (int) (counts[second] * share);
            return find(counts).all().stream()
                    .anyMatch(stall -> stall.fromSeconds() <= second && second < stall.toSeconds());
        });
        assertThat(found).isGreaterThanOrEqualTo(leastPercent);
    }

    /** What the report promises of this window where it found none. */
    @Test
    void theStandstillThatWouldHaveBeenSeenIsSeen() {
        Random random = new Random(13);
        for (int i = 0; i < 300; i++) {
            double rate = List.of(20, 50, 100, 1_000).get(i % 4);
            int[] counts = noisy(random, 300, rate, List.of(0.0, 0.2, 0.5).get(i % 3), 0.8);
            int length = find(counts).standstillSeconds();
            int from = random.nextInt(300 - length);
            Arrays.fill(counts, from, from + length, 0);
            assertThat(isFound(find(counts))).as(rate + " a second, seed " + i).isTrue();
        }
    }

    /** Single seconds of half of the level are no stall here, half a minute of it is. */
    @Test
    void longerIntervalsTellWhatSingleSecondsCannot() {
        Random random = new Random(17);
        int found = Experiments.count(50, () -> {
            int[] counts = noisy(random, 600, 1_000, 0.3, 0);
            Arrays.setAll(counts, second -> second >= 200 && second < 230 ? counts[second] / 5 : counts[second]);
            Stalls stalls = find(counts);
            return stalls.slotSeconds() > 1 && isFound(stalls);
        });
        assertThat(found).isGreaterThanOrEqualTo(45);
    }

    /** 60 transactions in a minute would hide half a minute without any in one slot. */
    @Test
    void withTooFewTransactionsNothingIsKnown() {
        assertThat(find(60, second -> second < 25 ? 1 : 0).boundRate()).isZero();
        assertThat(find(60, second -> 3).boundRate()).isZero();
        assertThat(find(60, second -> 5).boundRate()).isPositive();
    }

    /** What the report promises where it found none: twice the interval holds a whole one, wherever it begins. */
    @Test
    void aStandstillOfTwoIntervalsIsSeenWhereverItBegins() {
        for (int rate : List.of(5, 10, 20, 100)) {
            int length = 2 * find(240, second -> rate).slotSeconds();
            for (int from = 0; from <= 240 - length; from++) {
                int start = from;
                assertThat(isFound(find(240, second -> second >= start && second < start + length ? 0 : rate)))
                        .as(rate + " a second, from " + from)
                        .isTrue();
            }
        }
    }

    /** A stranger held a row for two thirds of a short run, so that the median second has nothing. */
    @Test
    void aHoleOfMostOfTheRunIsAStall() {
        int[] busy = {200, 250, 312, 280, 305, 290, 300, 120};
        Stalls found = find(30, second -> second < 8 ? busy[second] : second >= 25 ? 290 : 0);
        assertThat(found.all()).hasSize(1);
        Stall stall = found.all().get(0);
        assertThat(stall.toSeconds()).isEqualTo(25);
        assertThat(stall.fromSeconds()).isBetween(7.0, 8.0);
        assertThat(stall.lowestTransactionsPerMinute()).isZero();
        assertThat(stall.lostTransactions()).isBetween(16L * 250, 18L * 320);
        assertThat(found.boundRate()).isPositive();
    }

    /** One in five seconds says nothing about any hole. */
    @Test
    void fewTransactionsStayTooFew() {
        List<IntUnaryOperator> few = List.of(
                second -> second % 5 == 0 ? 1 : 0, second -> second % 5 == 0 && second < 200 ? 1 : 0, second -> 0);
        for (IntUnaryOperator completed : few) {
            Stalls found = find(300, completed);
            assertThat(found.all()).isEmpty();
            assertThat(found.boundRate()).isLessThanOrEqualTo(0);
        }
    }

    /** Minutes of thirty hold enough to say that none is a stall. */
    @Test
    void fewThatComeTogetherAreJudgedByLongIntervals() {
        Stalls found = find(300, second -> second % 20 == 0 ? 10 : 0);
        assertThat(found.all()).isEmpty();
        assertThat(found.slotSeconds()).isEqualTo(60);
        assertThat(found.boundRate()).isPositive();
    }

    @Test
    void aRunWithoutHolesHasTheMedianOfAllItsSeconds() {
        Stalls found = find(60, second -> second < 20 ? 150 : 300);
        assertThat(found.all()).isEmpty();
        assertThat(found.usualRate()).isEqualTo(300);
    }
}
