package io.bmsql.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic scale of positive values, marked at powers of ten times 1, 2 and 5.
 *
 * @param lower the low end, above 0
 * @param upper the high end
 */
public record LogScale(double lower, double upper) {
    private static final double[] STEPS = {1, 2, 5};

    /** The narrowest scale around two positive values whose ends are marks. */
    public static LogScale around(double least, double most) {
        double low = Math.max(least, 1e-6);
        double high = Math.max(most, low);
        LogScale scale = new LogScale(below(low), above(high));
        return scale.upper() > scale.lower() ? scale : new LogScale(scale.lower(), above(scale.lower() * 1.5));
    }

    private static double below(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value) + 1e-12));
        double found = power;
        for (double step : STEPS) {
            if (step * power <= value * (1 + 1e-9)) {
                found = step * power;
            }
        }
        return found;
    }

    private static double above(double value) {
        double below = below(value);
        return below >= value * (1 - 1e-9) ? below : next(below);
    }

    private static double next(double mark) {
        double power = Math.pow(10, Math.floor(Math.log10(mark) + 1e-9));
        return mark / power < 1.5 ? 2 * power : mark / power < 3 ? 5 * power : 10 * power;
    }

    /** Where a value lies, from 0 at the low end to 1 at the high end; values outside are drawn to the ends. */
    public double place(double value) {
        double place = Math.log(Math.max(value, lower) / lower) / Math.log(upper / lower);
        return Math.min(1, place);
    }

    /** Marks to label: powers of ten times 1, 2 and 5 over few decades, powers of ten alone over many. */
    List<Double> marks() {
        boolean all = Math.log10(upper / lower) <= 2.8;
        List<Double> marks = new ArrayList<>();
        for (double mark = above(lower); mark <= upper * (1 + 1e-9); mark = next(mark)) {
            double digit = mark / Math.pow(10, Math.floor(Math.log10(mark) + 1e-9));
            if (all || digit < 1.5) {
                marks.add(mark);
            }
        }
        return marks;
    }
}
