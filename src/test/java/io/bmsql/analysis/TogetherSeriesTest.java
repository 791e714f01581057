package io.bmsql.analysis;

import static io.bmsql.analysis.Experiments.count;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Made-up seconds of two sides on a machine whose other work comes and goes: a first-order autoregression with a spread of 30%, which
 * forgets within half a minute and hits both sides alike. Beside it each side has a noise of its own, which forgets sooner. Made together,
 * twelve pairs take as long as six in turn.
 */
class TogetherSeriesTest {
    private static final int EXPERIMENTS = 4_000;
    private static final int PAIRS = 12;
    private static final int RUN_SECONDS = 20;
    private static final int BETWEEN_SECONDS = 4;
    private static final double SHARED = 0.97;

    private final Random random = new Random(20_261_127);
    private final PairPlan plan = new PairPlan(PAIRS, 0);
    private final PairLooks looks = new PairLooks(PAIRS);

    /** Swapped halves of processors that differ by 10% are no difference of the settings. */
    @ParameterizedTest
    @CsvSource({"0.0, 1", "0.7, 1", "0.7, 1.1"})
    void equalSidesRaiseAtMostFivePercentFalseAlarms(double memory, double fasterHalf) {
        int alarms = count(EXPERIMENTS, () -> isFound(together(memory, 1, fasterHalf)));
        assertThat(alarms / (double) EXPERIMENTS).isBetween(0.02, RatioInterval.ERROR);
    }

    @Test
    void fivePercentSlowerIsFoundNineTimesOfTen() {
        int found = count(EXPERIMENTS, () -> isFound(together(0.7, 0.95, 1)));
        assertThat(found / (double) EXPERIMENTS).isGreaterThan(0.9);
    }

    @Test
    void whatBothSidesShareMakesTheIntervalLessThanHalfAsWideAsInTurn() {
        double[] ratios = new double[1_000];
        PairLooks inTurn = new PairLooks(PAIRS / 2);
        Arrays.setAll(ratios, i -> {
            double[][] all = together(0.7, 1, 1);
            double[][] turns = inTurn();
            return width(RatioInterval.ofSequence(looks, plan, all[0], all[1]))
                    / width(RatioInterval.ofSequence(inTurn, new PairPlan(PAIRS / 2, 5), turns[0], turns[1]));
        });
        assertThat(Repeats.median(ratios)).isLessThan(0.5);
    }

    private boolean isFound(double[][] sides) {
        return Experiments.firstClaim(
                        sides, PairLooks.FIRST, (base, fresh) -> RatioInterval.ofSequence(looks, plan, base, fresh))
                > 0;
    }

    private static double width(RatioInterval interval) {
        return Math.log(interval.high() / interval.low());
    }

    /** The sums of each side over its runs, the first half of the processors swapped from pair to pair. */
    private double[][] together(double ownMemory, double factor, double fasterHalf) {
        int each = RUN_SECONDS + BETWEEN_SECONDS;
        double[] machine = series(PAIRS * each, SHARED, 0.3);
        double[][] own = {series(PAIRS * each, ownMemory, 0.05), series(PAIRS * each, ownMemory, 0.05)};
        double[][] sums = new double[2][PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            for (int side = 0; side < 2; side++) {
                double speed = (side == 0 ? 1 : factor) * ((pair + side) % 2 == 0 ? fasterHalf : 1);
                for (int second = pair * each + BETWEEN_SECONDS; second < (pair + 1) * each; second++) {
                    sums[side][pair] += speed * Math.exp(machine[second] + own[side][second]);
                }
            }
        }
        return sums;
    }

    private double[][] inTurn() {
        int each = RUN_SECONDS + BETWEEN_SECONDS;
        double[] machine = series(PAIRS * each, SHARED, 0.3);
        double[] own = series(PAIRS * each, 0.7, 0.05);
        double[][] sums = new double[2][PAIRS / 2];
        PairPlan plan = new PairPlan(PAIRS / 2, 5);
        for (int run = 0; run < PAIRS; run++) {
            for (int second = run * each + BETWEEN_SECONDS; second < (run + 1) * each; second++) {
                sums[plan.isBaseFirst(run / 2) ? run % 2 : 1 - run % 2][run / 2] +=
                        Math.exp(machine[second] + own[second]);
            }
        }
        return sums;
    }

    private double[] series(int seconds, double memory, double spread) {
        double[] series = new double[seconds];
        double noise = random.nextGaussian();
        for (int second = 0; second < seconds; second++) {
            noise = memory * noise + Math.sqrt(1 - memory * memory) * random.nextGaussian();
            series[second] = spread * noise;
        }
        return series;
    }
}
