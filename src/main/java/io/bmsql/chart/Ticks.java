package io.bmsql.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * The marks of an axis: multiples of a round step.
 *
 * @param step distance between two marks
 * @param upper the end of the axis
 */
record Ticks(double step, double upper) {
    private static final int[] TIME_STEPS = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400
    };

    /** Three to five steps of 1, 2, 2.5 or 5 times a power of ten, from zero to the first one that is not below {@code max}. */
    static Ticks upTo(double max) {
        double top = max > 0 ? max : 1;
        double power = Math.pow(10, Math.floor(Math.log10(top / 5)));
        double rough = top / 5 / power;
        double step = (rough <= 1 ? 1 : rough <= 2 ? 2 : rough <= 2.5 ? 2.5 : rough <= 5 ? 5 : 10) * power;
        return new Ticks(step, Math.ceil(top / step - 1e-9) * step);
    }

    /** {@link #upTo} for whole numbers: no mark between two of them. */
    static Ticks ofCountsUpTo(double max) {
        Ticks ticks = upTo(max);
        double step = ticks.step < 1 ? 1 : ticks.step == 2.5 ? 2 : ticks.step;
        return new Ticks(step, Math.max(1, Math.ceil(max / step - 1e-9)) * step);
    }

    /** Steps that read well as minutes:seconds, at most {@code most} of them over {@code seconds}. */
    static double timeStep(double seconds, int most) {
        for (int step : TIME_STEPS) {
            if (seconds / step <= most) {
                return step;
            }
        }
        return Math.ceil(seconds / most / 86_400) * 86_400;
    }

    /** The marks from zero to the end. */
    List<Double> values() {
        return between(0, upper, step);
    }

    /** The multiples of {@code step} between the two, both included. */
    static List<Double> between(double from, double to, double step) {
        List<Double> values = new ArrayList<>();
        for (long i = (long) Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) {
            values.add(i * step);
        }
        return values;
    }

    /** The text at a mark, with the decimals that the step needs. */
    String text(double value) {
        int decimals = 0;
        for (double rest = step; decimals < 6 && Math.abs(rest - Math.rint(rest)) > 1e-9; rest *= 10) {
            decimals++;
        }
        return NumberText.decimal(value, decimals);
    }
}
