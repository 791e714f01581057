package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairLooksTest {
    private static final int EXPERIMENTS = 20_000;

    /** Against that of Student's t, which may be looked at once. */
    @ParameterizedTest
    @ValueSource(ints = {6, 8, 12, 20, 40, 100})
    void theLastLookIsNearlyAsNarrowAsASingleOne(int planned) {
        PairLooks looks = new PairLooks(planned);
        double single = TDistribution.of(planned - 3.0).inverseSurvivalProbability(RatioInterval.ERROR / 2);

        assertThat(looks.deviations(planned) / single).isBetween(0.9999, 1.18);
        assertThat(IntStream.rangeClosed(7, planned)
                        .allMatch(pairs -> looks.deviations(pairs) < looks.deviations(pairs - 1)))
                .as("later looks ask for less")
                .isTrue();
        assertThat(looks.deviations(planned + 5)).isEqualTo(looks.deviations(planned));
    }

    @Test
    void aSingleLookIsStudentsAndThoseOfManyPairsAreNearNormal() {
        assertThat(new PairLooks(6).deviations(6)).isCloseTo(3.182446, within(1e-6));
        assertThat(new PairLooks(150).deviations(150)).isBetween(1.96, 2.35);
    }

    /** Four standard deviations of chance around 5% are 0.62% of so many experiments; the bounds of a known variance miss by 0.7 to 0.9%. */
    @ParameterizedTest
    @ValueSource(ints = {7, 10, 12, 20})
    void allLooksTogetherErrInFivePercent(int planned) {
        PairLooks looks = new PairLooks(planned);
        Random random = new Random(planned);
        double[][] sides = new double[2][planned];
        Arrays.fill(sides[0], 1);
        int alarms = Experiments.count(EXPERIMENTS, () -> {
            Arrays.setAll(sides[1], pair -> Math.exp(0.02 * random.nextGaussian()));
            return Experiments.firstClaim(
                            sides, PairLooks.FIRST, (base, fresh) -> RatioInterval.ofSequence(looks, base, fresh))
                    > 0;
        });
        assertThat(alarms / (double) EXPERIMENTS).isCloseTo(RatioInterval.ERROR, within(0.0062));
    }
}
