package io.bmsql.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * What the script of a page has to know of a chart: its values, and what it needs to draw a part of it in the same way. In an order that
 * is the same in each JVM, as pages are compared.
 */
final class ChartValues {
    /** Seconds by which points may miss an even distance. */
    private static final double UNEVEN = 0.05;

    private ChartValues() {}

    /** Lines or stacked areas; {@code top} is the upper end of the y axis. */
    static Map<String, Object> of(TimeChart chart, TimeAxis time, double[] plot, double top) {
        Map<String, Object> values = overTime(chart.form() == TimeChart.Form.STACK ? "stack" : "lines", time, plot);
        values.put("top", top);
        if (!Double.isNaN(chart.limit())) {
            values.put("limit", chart.limit());
        }
        if (chart.series().stream().allMatch(Series::isWhole)) {
            values.put("whole", true);
        }
        List<Series> places = new ArrayList<>();
        List<Object> lines = new ArrayList<>();
        for (Series one : chart.series()) {
            lines.add(line(one, placeOf(one, places), chart.axis()));
        }
        values.put(
                "xs",
                places.stream().map(one -> places(one.x(), one.interval())).toList());
        values.put("series", lines);
        return values;
    }

    /** A chart of which only the time axis is known to the script, such as a heat map. */
    static Map<String, Object> overTime(String kind, TimeAxis time, double[] plot) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("kind", kind);
        values.put("plot", plot);
        values.put("x", exact(new double[] {time.from(), time.to()}));
        values.put(
                "spans",
                time.allSpans().stream()
                        .map(span -> List.of(exact(new double[] {span.from(), span.to()}), span.label(), span.role()))
                        .toList());
        return values;
    }

    static Map<String, Object> of(PointChart chart, double[] range, double[] plot, Map<String, Object> scale) {
        Map<String, Object> values = new LinkedHashMap<>();
        PointChart.Axis axis = chart.axis();
        values.put("kind", "points");
        values.put("plot", plot);
        values.put("x", exact(range));
        values.put("scale", scale);
        values.put("isJoined", axis.scale() != PointChart.Scale.CATEGORIES);
        values.put("title", axis.title());
        values.put(
                "ticks",
                exact(IntStream.range(0, axis.values().length)
                        .mapToDouble(axis::place)
                        .toArray()));
        values.put("labels", axis.labels());
        values.put(
                "marks",
                chart.marks().entrySet().stream()
                        .map(mark -> List.of(mark.getKey(), mark.getValue()))
                        .toList());
        values.put(
                "series",
                chart.lines().stream().map(line -> line(line, chart.axisY())).toList());
        return values;
    }

    /** A y axis with the text at each of its marks. */
    static Map<String, Object> scale(
            double low, double high, boolean isLog, List<Double> marks, DoubleFunction<String> text) {
        List<?> texts =
                marks.stream().map(mark -> List.of(mark, text.apply(mark))).toList();
        return new TreeMap<>(Map.of("low", low, "high", high, "isLog", isLog, "marks", texts));
    }

    private static Map<String, Object> line(PointChart.Line line, String axis) {
        Map<String, Object> values = named(line.label(), line.role(), unit(axis));
        values.put(
                "points",
                line.points().stream()
                        .map(point -> List.of(
                                point.at(), point.mean(), point.low(), point.high(), point.dots(), point.hollow()))
                        .toList());
        return values;
    }

    private static Map<String, Object> line(Series series, int place, String axis) {
        Map<String, Object> values =
                named(series.label(), series.role(), series.unit().isEmpty() ? unit(axis) : series.unit());
        values.put("x", place);
        values.put("y", series.y());
        if (series.hasBand()) {
            values.put("low", series.low());
            values.put("high", series.high());
        }
        return values;
    }

    private static Map<String, Object> named(String label, String role, String unit) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("label", label);
        values.put("role", role);
        values.put("dash", ChartTheme.dashText(role));
        values.put("unit", unit.equals("1/s") ? "/s" : unit);
        return values;
    }

    /** An axis is titled by its quantity, a comma and its unit; what is counted one by one has none. */
    static String unit(String axis) {
        String[] parts = axis.split(", |\uff0c", 2);
        String unit = parts.length < 2 ? "" : parts[1].replaceAll("\\s*[(\uff08].*", "");
        return unit.equals("number") ? "" : unit;
    }

    private static int placeOf(Series series, List<Series> places) {
        for (int i = 0; i < places.size(); i++) {
            if (Arrays.equals(places.get(i).x(), series.x())) {
                return i;
            }
        }
        places.add(series);
        return places.size() - 1;
    }

    /** Points at even distances as the first one, the distance and their number, others one by one with their usual distance. */
    private static Map<String, Object> places(double[] x, double usual) {
        double step = x.length < 2 ? 1 : (x[x.length - 1] - x[0]) / (x.length - 1);
        boolean isEven = IntStream.range(0, x.length).allMatch(i -> Math.abs(x[0] + i * step - x[i]) <= UNEVEN);
        return x.length > 2 && isEven
                ? new TreeMap<>(Map.of("from", (float) x[0], "step", (float) step, "count", x.length))
                : new TreeMap<>(Map.of("step", (float) usual, "list", exact(x)));
    }

    /** Rounds to a thousandth, however large they are: they are times and places on an axis. */
    private static List<Number> exact(double[] values) {
        List<Number> numbers = new ArrayList<>();
        for (double value : values) {
            double rounded = Math.rint(value * 1000) / 1000;
            numbers.add(rounded == Math.rint(rounded) ? (Number) (long) rounded : (Number) (float) rounded);
        }
        return numbers;
    }
}
