package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairLooksTest {
    /** The last interval against that of Student's t, which may be looked at once. */
    @ParameterizedTest
    @ValueSource(ints = {6, 8, 12, 20, 40, 100})
    void theLastLookIsNearlyAsNarrowAsASingleOne(int planned) {
        PairLooks looks = new PairLooks(planned);
        TDistribution student = TDistribution.of(planned - 3.0);
        double single = student.inverseSurvivalProbability(RatioInterval.ERROR / 2);

        assertThat(student.inverseSurvivalProbability(looks.error(planned) / 2) / single)
                .isBetween(0.9999, 1.15);
        assertThat(IntStream.rangeClosed(7, planned).allMatch(pairs -> looks.error(pairs) > looks.error(pairs - 1)))
                .as("later looks get more of the error")
                .isTrue();
        assertThat(looks.error(planned + 5)).isEqualTo(looks.error(planned));
    }

    /** Bounds for five looks at equal distances are printed in many places: 4.877, 3.357, 2.680, 2.290, 2.031. */
    @Test
    void boundsOfFiveLooks() {
        double[] bounds = PairLooks.bounds(new double[] {0.2, 0.4, 0.6, 0.8, 1});

        assertThat(bounds).containsExactly(new double[] {4.877, 3.357, 2.680, 2.290, 2.031}, within(0.002));
        assertThat(new PairLooks(6).error(6)).isCloseTo(RatioInterval.ERROR, within(1e-9));
    }
}
