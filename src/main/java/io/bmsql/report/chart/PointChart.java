package io.bmsql.report.chart;

import io.bmsql.common.NumberText;
import io.bmsql.report.chart.Drawing.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;

/**
 * What was measured at the points of a property that was varied: repeats as small dots, their mean with its interval, those
 * that do not count hollow. Lines that share a point stand a little beside each other.
 *
 * @param axisY what is measured, with its unit
 * @param marks verticals: where, as in the points, and a word
 */
public record PointChart(
        String title, String axisY, Scale scale, Axis axis, List<Line> lines, Map<Integer, String> marks) {
    private static final double HEIGHT = 300;

    /** Distance of two lines at the same point, in the units of the drawing. */
    private static final double BESIDE = 8;

    /** Distance of the first and the last of many lines. */
    private static final double MAX_BESIDE = 28;

    /** More verticals than this would be a surface. */
    private static final int MAX_GRID = 24;

    private static final double MEAN_SIZE = 6;
    private static final double DOT_SIZE = 4.5;
    private static final double HOLLOW_SIZE = 6.5;

    /** Above this ratio of the highest to the lowest value a logarithmic axis shows more. */
    private static final double WIDE = 20;

    /** How values lie on an axis. */
    public enum Scale {
        LINEAR,
        LOG,
        /** One beside the other, in the order given. */
        CATEGORIES;

        /** For numbers: logarithmic when they are above 0 and span more than a factor of 20. */
        public static Scale of(DoubleStream numbers) {
            double[] sorted =
                    numbers.filter(value -> !Double.isNaN(value)).sorted().toArray();
            return sorted.length > 0 && sorted[0] > 0 && sorted[sorted.length - 1] > WIDE * sorted[0] ? LOG : LINEAR;
        }

        private double place(double value) {
            return this == LOG ? Math.log10(value) : value;
        }
    }

    /** @param values ascending, with the label of each; for categories 0, 1, 2, ... */
    public record Axis(String title, Scale scale, double[] values, List<String> labels) {
        double place(int at) {
            return scale.place(values[at]);
        }

        private double[] range() {
            double low = place(0);
            double high = place(values.length - 1);
            double room = scale == Scale.CATEGORIES ? 0.5 : high == low ? 1 : (high - low) * 0.06;
            return new double[] {low - room, high + room};
        }
    }

    /** One line, which is not drawn between categories; its role is the name of its colour. */
    public record Line(String label, String role, List<Point> points) {}

    /**
     * What was measured at one point.
     *
     * @param at place in the values of the axis; ascending in a line
     * @param mean {@link Double#NaN} without any repeat that counts
     * @param low lower end of its interval, which is drawn whole; NaN without one, like the upper end
     * @param dots repeats that count
     * @param hollow repeats that do not
     */
    public record Point(int at, double mean, double low, double high, double[] dots, double[] hollow) {
        private DoubleStream values() {
            return Stream.of(new double[] {mean, low, high}, dots, hollow)
                    .flatMapToDouble(Arrays::stream)
                    .filter(value -> !Double.isNaN(value));
        }
    }

    public Drawing draw() {
        double[] range = axis.range();
        NumberAxis across = Plot.axis(range[0], range[1], range[1] - range[0]);
        double[] values = lines.stream()
                .flatMap(line -> line.points().stream())
                .flatMapToDouble(Point::values)
                .sorted()
                .toArray();
        double highest = values.length == 0 ? 1 : values[values.length - 1];
        Ticks ticks = Ticks.upTo(highest);
        double[] logRange = Ticks.logRange((values.length == 0 ? 1 : values[0]) / 1.03, highest);
        boolean isLog = scale == Scale.LOG;
        ValueAxis up = isLog ? Plot.logAxis(logRange[0], logRange[1]) : Plot.axis(0, ticks.upper(), ticks.step());
        double[] ends = isLog ? logRange : new double[] {0, ticks.upper()};
        List<Double> levels = isLog ? Ticks.logMarks(logRange[0], logRange[1]) : ticks.values();
        Plot plot = Plot.of(Plot.WIDE, HEIGHT, across, up);
        across.setTickMarksVisible(false);
        plot.gridAt(levels);
        int points = axis.values().length;
        IntStream.range(0, points <= MAX_GRID ? points : 0).forEach(at -> plot.gridAtX(axis.place(at)));
        marks.keySet().forEach(at -> plot.vertical(axis.place(at)));
        double unit = (range[1] - range[0]) / (Plot.WIDE - Plot.LEFT - Plot.RIGHT);
        for (int i = lines.size() - 1; i >= 0; i--) {
            double beside = (i - (lines.size() - 1) / 2.0) * Math.min(BESIDE, MAX_BESIDE / lines.size()) * unit;
            add(plot, lines.get(i), beside, ends);
        }
        plot.draw();
        DoubleFunction<String> levelText = isLog ? level -> NumberText.trimmed(level, 6) : ticks::text;
        plot.labelY(axisY, levels, levelText);
        labelX(plot);
        int row = 0;
        for (Map.Entry<Integer, String> mark : marks.entrySet()) {
            double y = Plot.TOP + 11 + row++ * Plot.LINE_GAP;
            plot.text(plot.x(axis.place(mark.getKey())) + 5, y, "start", "note", mark.getValue());
        }
        List<Key> keys = lines.stream()
                .map(line -> new Key(line.label(), line.role(), ChartTheme.dashText(line.role()), false))
                .toList();
        Map<String, Object> drawn = ChartValues.scale(ends[0], ends[1], isLog, levels, levelText);
        return new Drawing(
                title, plot.toSvg(title), keys, null, "", () -> ChartValues.of(this, range, plot.box(), drawn));
    }

    /** Labels that would lie on each other are left out. */
    private void labelX(Plot plot) {
        List<Double> places = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        double free = Double.NEGATIVE_INFINITY;
        for (int at = 0; at < axis.values().length; at++) {
            double half = SvgCanvas.roughWidth(axis.labels().get(at)) / 2;
            double middle = plot.x(axis.place(at));
            if (middle - half >= free) {
                places.add(axis.place(at));
                labels.add(axis.labels().get(at));
                free = middle + half + 4;
            }
        }
        plot.labelX(axis.title(), places, place -> labels.get(places.indexOf(place)));
    }

    private void add(Plot plot, Line line, double beside, double[] limits) {
        List<double[]> means = new ArrayList<>();
        List<double[]> bounds = new ArrayList<>();
        List<double[]> dots = new ArrayList<>();
        List<double[]> hollow = new ArrayList<>();
        for (Point point : line.points()) {
            double x = axis.place(point.at()) + beside;
            if (!Double.isNaN(point.mean())) {
                means.add(new double[] {x, point.mean()});
            }
            if (!Double.isNaN(point.low()) && !Double.isNaN(point.high())) {
                bounds.add(new double[] {x, point.low(), point.high()});
            }
            Arrays.stream(point.dots()).forEach(value -> dots.add(new double[] {x, value}));
            Arrays.stream(point.hollow()).forEach(value -> hollow.add(new double[] {x, value}));
        }
        if (means.size() > 1 && axis.scale() != Scale.CATEGORIES) {
            plot.line(Series.of(line.label(), line.role(), means), limits[1], ChartTheme.dash(line.role()));
        }
        plot.whiskers(line.role(), bounds);
        plot.dots(line.role() + "-area", line.role() + "-area", dots, DOT_SIZE);
        plot.dots(line.role(), line.role(), means, MEAN_SIZE);
        plot.dots(line.role(), "ground", hollow, HOLLOW_SIZE);
    }
}
