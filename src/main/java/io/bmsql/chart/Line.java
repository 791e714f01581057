package io.bmsql.chart;

import java.util.Arrays;

/**
 * One line of a chart.
 *
 * @param label in the legend
 * @param role name of its colour: see {@link ChartTheme}
 * @param x ascending
 * @param y values; {@link Double#NaN} where nothing was measured
 * @param low lowest value behind each point; empty without a band
 * @param high highest value behind each point; empty without a band
 */
public record Line(String label, String role, double[] x, double[] y, double[] low, double[] high) {
    /** A line without a band. */
    public static Line of(String label, String role, double[] x, double[] y) {
        return new Line(label, role, x, y, new double[0], new double[0]);
    }

    /** True when points stand for several values, of which lowest and highest are kept. */
    public boolean hasBand() {
        return low.length > 0;
    }

    /** True when every value is a whole number. */
    boolean isWhole() {
        return Arrays.stream(y).allMatch(value -> Double.isNaN(value) || value == Math.rint(value));
    }

    /** The highest value, of the band where there is one; 0 without any. */
    public double highest() {
        return Arrays.stream(hasBand() ? high : y)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(0);
    }
}
