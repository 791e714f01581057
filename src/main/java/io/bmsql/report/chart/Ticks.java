package io.bmsql.report.chart;

import io.bmsql.common.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The marks of an axis: multiples of a round step, up to its end. */
record Ticks(double step, double upper) {
    /** Powers of ten times 1, 2 and 5, far beyond what can be measured. */
    private static final List<Double> LOG_MARKS = IntStream.rangeClosed(-6, 15)
            .boxed()
            .flatMap(power -> Stream.of(1, 2, 5).map(step -> step * Math.pow(10, power)))
            .toList();

    /** Width of a time on an axis, with some space. */
    private static final double WIDTH_OF_A_TIME = 75;

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

    /** Steps that read well as minutes:seconds, few enough for an axis of that width. */
    static double timeStep(double seconds, double width) {
        int most = Math.max(1, (int) (width / WIDTH_OF_A_TIME));
        for (int step : TIME_STEPS) {
            if (seconds / step <= most) {
                return step;
            }
        }
        return Math.ceil(seconds / most / 86_400) * 86_400;
    }

    /** The ends of the narrowest logarithmic axis around two positive values that begins and ends at a mark. */
    static double[] logRange(double least, double most) {
        double low = LOG_MARKS.stream()
                .filter(mark -> mark <= Math.max(least, 1e-6) * (1 + 1e-9))
                .reduce(1e-6, Math::max);
        double high = Math.max(most, low * 1.5) * (1 - 1e-9);
        return new double[] {
            low, LOG_MARKS.stream().filter(mark -> mark >= high).findFirst().orElse(high)
        };
    }

    /** The marks of a logarithmic axis: powers of ten times 1, 2 and 5 over few decades, powers of ten alone over many. */
    static List<Double> logMarks(double lower, double upper) {
        boolean isWide = Math.log10(upper / lower) > 2.8;
        return LOG_MARKS.stream()
                .filter(mark -> mark >= lower * (1 - 1e-9) && mark <= upper * (1 + 1e-9))
                .filter(mark -> !isWide || Math.abs(Math.log10(mark) - Math.rint(Math.log10(mark))) < 0.1)
                .toList();
    }

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
