package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.tpcc.RandomStream;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangePointTest {
    private static final int SERIES = 500;
    private static final double LEVEL = 1000;

    private final RandomStream random = new RandomStream(20_261_123);

    /** An autoregressive series around a level, each value times a factor; the spread is that of the values. */
    private double[] series(int length, double correlation, double spread, IntToDoubleFunction factor) {
        double[] values = new double[length];
        double noise = 0;
        for (int i = -100; i < length; i++) {
            noise = correlation * noise + Math.sqrt(1 - correlation * correlation) * normal();
            if (i >= 0) {
                values[i] = LEVEL * (1 + spread * noise) * factor.applyAsDouble(i);
            }
        }
        return values;
    }

    /** By G. E. P. Box and M. E. Muller. */
    private double normal() {
        double radius = Math.sqrt(-2 * Math.log(random.uniform(1, 1_000_000) / 1e6));
        return radius * Math.cos(2 * Math.PI * random.uniform(0, 999_999) / 1e6);
    }

    /** The share of made-up series in which this is so. */
    private static double share(BooleanSupplier isSo) {
        return IntStream.range(0, SERIES).filter(i -> isSo.getAsBoolean()).count() / (double) SERIES;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.6, 0.8})
    void correlatedNoiseRaisesFewFalseAlarms(double correlation) {
        assertFewAlarms(ChangePoint.MANY_VALUES, 600, correlation);
        assertFewAlarms(ChangePoint.MANY_VALUES, 150, correlation);
        assertFewAlarms(ChangePoint.MIN_VALUES, ChangePoint.MANY_VALUES - 1, correlation);
    }

    private void assertFewAlarms(int shortest, int longest, double correlation) {
        assertThat(share(() -> ChangePoint.of(series(random.uniform(shortest, longest), correlation, 0.1, at -> 1))
                        .isCertain()))
                .isLessThanOrEqualTo(0.05);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4, 0.8})
    void aStepAtAnyThirdIsFoundWhereItIs(double correlation) {
        assertThat(share(() -> {
                    int length = random.uniform(180, 600);
                    int step = length * random.uniform(1, 2) / 3;
                    double size = random.uniform(0, 1) == 0 ? 0.85 : 1.15;
                    ChangePoint change = ChangePoint.of(series(length, correlation, 0.05, at -> at < step ? 1 : size));
                    boolean isThere = Math.abs(change.index() - step) < length / 8 && change.change() < 0 == size < 1;
                    return change.isCertain() && isThere;
                }))
                .isGreaterThanOrEqualTo(0.9);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.9", "0.4, 0.9", "0.6, 0.9", "0.8, 0.8"})
    void aShortSeriesShowsAStepOfAFifth(double correlation, double least) {
        assertThat(share(() -> {
                    int length = random.uniform(ChangePoint.MIN_VALUES, ChangePoint.MANY_VALUES - 1);
                    int step = length * random.uniform(1, 2) / 3;
                    ChangePoint change = ChangePoint.of(series(length, correlation, 0.05, at -> at < step ? 1 : 0.8));
                    return change.isCertain() && change.change() < -0.1;
                }))
                .isGreaterThanOrEqualTo(least);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4, 0.8})
    void aTrendIsFound(double correlation) {
        assertThat(share(() -> trend(correlation).isGradual())).isGreaterThan(0.75);
        assertThat(share(() -> {
                    ChangePoint change = trend(correlation);
                    return change.isCertain() && change.change() < -0.05;
                }))
                .isGreaterThanOrEqualTo(0.9);
    }

    private ChangePoint trend(double correlation) {
        int length = random.uniform(180, 600);
        return ChangePoint.of(series(length, correlation, 0.05, at -> 1.1 - 0.2 * at / length));
    }

    /** As checkpoints make them: a dip by 40% for a fifth of each period, which may begin anywhere. */
    @ParameterizedTest
    @ValueSource(ints = {20, 60, 150})
    void wavesAreNoChange(int period) {
        assertThat(share(() -> {
                    int offset = random.uniform(0, period - 1);
                    double[] waves = series(600, 0.4, 0.05, at -> (at + offset) % period < period / 5 ? 0.6 : 1);
                    return ChangePoint.of(waves).isCertain();
                }))
                .isLessThanOrEqualTo(0.05);
    }

    @Test
    void whatDoesNotVaryAtAllHasAnAnswerToo() {
        double[] flat = new double[200];
        Arrays.fill(flat, 7);
        assertThat(ChangePoint.of(flat).isCertain()).isFalse();
        Arrays.fill(flat, 150, 200, 14);
        ChangePoint step = ChangePoint.of(flat);
        assertThat(step.isCertain()).isTrue();
        assertThat(step.isGradual()).isFalse();
        assertThat(step.index()).isEqualTo(150);
        assertThat(step.change()).isCloseTo(1, within(1e-12));
        assertThatThrownBy(() -> ChangePoint.of(new double[59])).hasMessageContaining("too few");
    }
}
