package io.bmsql.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Seconds in a row in which nothing was completed though chance would have let something be.
 *
 * @param from its first second, by its place in the series
 * @param until the second after its last one
 */
public record Silence(int from, int until) {
    /** A shorter one is a stall only. */
    private static final int MIN_SECONDS = 3;

    /** Of so many transactions not one is missing by chance. */
    private static final double MIN_EXPECTED = 20;

    public int seconds() {
        return until - from;
    }

    /**
     * Finds all of a series, in the order of time. Pure.
     *
     * @param perSecond transactions completed in each second
     */
    public static List<Silence> all(double[] perSecond) {
        double completed = Arrays.stream(perSecond).sum();
        List<Silence> found = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= perSecond.length; i++) {
            if (i < perSecond.length && perSecond[i] <= 0) {
                continue;
            }
            Silence one = new Silence(from, i);
            double expected = completed / Math.max(1, perSecond.length - one.seconds()) * one.seconds();
            if (one.seconds() >= MIN_SECONDS && expected >= MIN_EXPECTED) {
                found.add(one);
            }
            from = i + 1;
        }
        return found;
    }

    /** The longest of them, at least one; of equal ones the first. */
    public static Silence longest(List<Silence> all) {
        return all.stream().reduce((a, b) -> b.seconds() > a.seconds() ? b : a).orElseThrow();
    }

    public static int seconds(List<Silence> all) {
        return all.stream().mapToInt(Silence::seconds).sum();
    }
}
