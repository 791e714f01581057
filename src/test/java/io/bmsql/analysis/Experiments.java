package io.bmsql.analysis;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Made-up experiments, in which the truth is known, and what is said of them. */
final class Experiments {
    private Experiments() {}

    /** In how many of so many it is so. */
    static int count(int experiments, BooleanSupplier isSo) {
        return (int) IntStream.range(0, experiments)
                .filter(experiment -> isSo.getAsBoolean())
                .count();
    }

    /** A difference is claimed. */
    static boolean isClaim(RatioInterval interval) {
        return interval.low() > 1 || interval.high() < 1;
    }

    /** After which of the pairs one is claimed first, looked at from this many on; 0 for never. */
    static int firstClaim(double[][] sides, int first, BiFunction<double[], double[], RatioInterval> interval) {
        return IntStream.rangeClosed(first, sides[0].length)
                .filter(pairs ->
                        isClaim(interval.apply(Arrays.copyOf(sides[0], pairs), Arrays.copyOf(sides[1], pairs))))
                .findFirst()
                .orElse(0);
    }
}
