package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class KneeTest {
    private static final double[] TERMINALS = {1, 2, 5, 10, 20, 50, 100, 200};

    private static int knee(DoubleUnaryOperator curve, double... x) {
        return Knee.of(x, Arrays.stream(x).map(curve).toArray(), 0);
    }

    @Test
    void aSaturatedServerHasItsKneeWhereItStopsFollowing() {
        assertThat(knee(n -> Math.min(n, 20) * 1000, TERMINALS)).isEqualTo(4);
        assertThat(knee(n -> Math.min(n, 20) * 1000 - Math.max(0, n - 50) * 20, TERMINALS))
                .as("falling again beyond it")
                .isEqualTo(4);
    }

    /** The curve of the paper's figure 2, raised above 0: its knee is at 0.22 of its range. */
    @Test
    void theExampleOfThePaper() {
        double[] x = new double[10];
        Arrays.setAll(x, i -> i / 9.0);
        assertThat(knee(at -> -1 / (at + 0.1) + 15, x)).isEqualTo(2);
    }

    @Test
    void withoutABendThereIsNone() {
        assertThat(knee(n -> n * 1000, TERMINALS)).as("a straight line").isEqualTo(-1);
        assertThat(knee(n -> n * n, TERMINALS)).as("steeper and steeper").isEqualTo(-1);
        assertThat(knee(n -> 50_000 - n, TERMINALS)).as("falling").isEqualTo(-1);
        assertThat(knee(n -> Math.min(n, 2), 1, 2, 5)).as("three points").isEqualTo(-1);
        assertThat(knee(n -> 0, TERMINALS)).as("a mix without New-Orders").isEqualTo(-1);
    }

    @Test
    void noiseOnALevelLineIsNoKnee() {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            double[] y = Arrays.stream(TERMINALS)
                    .map(n -> 40_000 * (1 + 0.08 * random.nextDouble()))
                    .toArray();
            assertThat(Knee.of(TERMINALS, y, 0)).isEqualTo(-1);
        }
        double[] rising = {30_000, 36_000, 36_100, 35_900};
        assertThat(Knee.of(new double[] {1, 2, 3, 4}, rising, 0.02)).isEqualTo(1);
        assertThat(Knee.of(new double[] {1, 2, 3, 4}, rising, 0.15))
                .as("repeats differ by 15%")
                .isEqualTo(-1);
    }
}
