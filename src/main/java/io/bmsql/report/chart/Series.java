package io.bmsql.report.chart;

import io.bmsql.result.SampleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Values along an axis, the one form in which numbers reach a chart; {@link Double#NaN} where nothing was measured, the
 * band empty without one. With an empty role its place in the chart decides its colour, see {@link ChartTheme}.
 */
public record Series(
        String label, String name, String unit, String role, double[] x, double[] y, double[] low, double[] high) {
    private static final double[] NONE = {};

    /** A pause longer than this many sampling intervals is a gap. */
    private static final double PAUSE = 4;

    public static Series of(String label, String role, double[] x, double[] y) {
        return new Series(label, label, "", role, x, y, NONE, NONE);
    }

    public static Series of(String label, String role, List<double[]> points) {
        return of(label, role, column(points, 0), column(points, 1));
    }

    /** What a collector sampled; {@code seconds} are the ends of the samples, from the start of the window. */
    public static Series sampled(String label, String name, String unit, double[] seconds, double[] values) {
        return new Series(label, name, unit, "", seconds, values, NONE, NONE);
    }

    /** The same with other values, without a band. */
    public Series with(double[] otherX, double[] otherY) {
        return new Series(label, name, unit, role, otherX, otherY, NONE, NONE);
    }

    public Series times(double factor) {
        return with(x, Arrays.stream(y).map(value -> value * factor).toArray());
    }

    Series in(String otherRole) {
        return new Series(label, name, unit, otherRole, x, y, low, high);
    }

    /** True when a point covers several values, of which lowest and highest are kept. */
    public boolean hasBand() {
        return low.length > 0;
    }

    boolean isWhole() {
        return Arrays.stream(y).allMatch(value -> Double.isNaN(value) || value == Math.rint(value));
    }

    public DoubleSummaryStatistics statistics() {
        return measured(y).summaryStatistics();
    }

    /** The upper ends of the bands where there are some, else the values. */
    double[] tops() {
        return hasBand() ? high : y;
    }

    /** The highest value, of the band where there is one; 0 without any. */
    public double highest() {
        return measured(tops()).max().orElse(0);
    }

    /** The lowest value, of the band where there is one; 0 without any. */
    double lowest() {
        return measured(hasBand() ? low : y).min().orElse(0);
    }

    static DoubleStream measured(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value));
    }

    /** The usual distance of two points; 1 for a single one. */
    public double interval() {
        return SampleTable.usualDistance(x);
    }

    /**
     * Samples as points in the middle of the time that they cover, with a gap where the collector paused. Of more than
     * {@code most} samples {@code mostBands} points are left: each the mean of several, with their lowest and highest.
     */
    public Series thinned(TimeAxis axis, int most, int mostBands) {
        double interval = interval();
        int from = 0;
        while (from < x.length && x[from] - interval / 2 < axis.from()) {
            from++;
        }
        int to = from;
        while (to < x.length && x[to] - interval / 2 <= axis.to()) {
            to++;
        }
        int together = to - from <= most ? 1 : (to - from + mostBands - 1) / mostBands;
        List<double[]> points = new ArrayList<>();
        for (int i = from; i < to; i += together) {
            int end = Math.min(to, i + together);
            if (i > from && x[i] - x[i - 1] > PAUSE * interval) {
                points.add(new double[] {(x[i] + x[i - 1]) / 2, Double.NaN, Double.NaN, Double.NaN});
            }
            double middle = (x[i] - interval + x[end - 1]) / 2;
            DoubleSummaryStatistics values =
                    measured(Arrays.copyOfRange(y, i, end)).summaryStatistics();
            points.add(
                    values.getCount() == 0
                            ? new double[] {middle, Double.NaN, Double.NaN, Double.NaN}
                            : new double[] {middle, values.getAverage(), values.getMin(), values.getMax()});
        }
        double[] lows = together == 1 ? NONE : column(points, 2);
        double[] highs = together == 1 ? NONE : column(points, 3);
        return new Series(label, name, unit, role, column(points, 0), column(points, 1), lows, highs);
    }

    private static double[] column(List<double[]> points, int column) {
        return points.stream().mapToDouble(point -> point[column]).toArray();
    }
}
