package io.bmsql.report;

import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.report.chart.TimeChart.Form;
import io.bmsql.result.MetricSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The charts of the database: sessions are stacked; of too many series the largest are drawn, the rest as a sum. */
final class DatabaseCharts {
    private static final int MOST_CHARTS = 24;

    private DatabaseCharts() {}

    static List<TimeChart> of(List<MetricSeries> metrics, Words words) {
        Map<String, List<MetricSeries>> charts = new LinkedHashMap<>();
        metrics.forEach(series -> charts.computeIfAbsent(series.chart(), chart -> new ArrayList<>())
                .add(series));
        return charts.entrySet().stream()
                .limit(MOST_CHARTS)
                .map(chart -> chart(chart.getKey(), chart.getValue(), words))
                .toList();
    }

    private static TimeChart chart(String chart, List<MetricSeries> series, Words words) {
        boolean isStacked = chart.toLowerCase(Locale.ROOT).startsWith("sessions");
        String title = words.translated(title(chart));
        List<Series> shown =
                largest(series.stream().map(one -> series(title, one, words)).toList(), isStacked, words);
        String unit = series.get(0).unit();
        double[] times = isStacked ? times(shown) : new double[0];
        return new TimeChart(
                title,
                axis(title, unit, words),
                isStacked ? Form.STACK : Form.LINES,
                unit.equals("%") && !isStacked && shown.stream().allMatch(one -> one.highest() <= 100)
                        ? 100
                        : Double.NaN,
                isStacked ? shown.stream().map(one -> onTimes(one, times)).toList() : shown);
    }

    /** The title is above already, so the axis has only the unit where that is a word. */
    private static String axis(String title, String unit, Words words) {
        if (unit.isEmpty()) {
            return title + ", " + words.text("axis.number");
        }
        if (unit.equals("%")) {
            return words.text("axis.percent");
        }
        if (unit.equals("1/s") || unit.equals("/s")) {
            return words.text("axis.asecond", title);
        }
        return unit.endsWith("/s")
                ? words.text("axis.asecond", named(unit.substring(0, unit.length() - 2), words))
                : named(unit, words);
    }

    /** Words begin with a capital letter, symbols such as kB stay as they are. */
    private static String named(String unit, Words words) {
        String name = words.translated(unit);
        return name.matches("[a-z ]{3,}") ? title(name) : name;
    }

    private static Series series(String title, MetricSeries series, Words words) {
        String label = words.translated(series.series());
        String name = label.equalsIgnoreCase(title) ? title : title + ": " + label;
        String unit = series.unit().equals("count") ? "" : words.translated(series.unit());
        return Series.sampled(label, name, unit, series.seconds(), series.values());
    }

    private static String title(String chart) {
        String words = chart.replace('_', ' ').strip();
        return words.isEmpty() ? "-" : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static List<Series> largest(List<Series> series, boolean isStacked, Words words) {
        int most = ChartTheme.distinctSeries();
        if (series.size() <= most) {
            return series;
        }
        List<Series> sorted = series.stream()
                .sorted(Comparator.comparingDouble(
                        (Series one) -> -one.statistics().getSum()))
                .toList();
        List<Series> kept = new ArrayList<>(sorted.subList(0, isStacked ? most - 1 : most));
        if (isStacked) {
            kept.add(sumOf(sorted.subList(most - 1, sorted.size()), words));
        }
        return kept;
    }

    private static Series sumOf(List<Series> rest, Words words) {
        double[] times = times(rest);
        double[] sums = Arrays.stream(times)
                .map(time -> rest.stream().mapToDouble(one -> at(one, time)).sum())
                .toArray();
        String label = words.text("db.others");
        return Series.sampled(label, label, rest.get(0).unit(), times, sums);
    }

    private static double[] times(List<Series> series) {
        return series.stream()
                .flatMapToDouble(one -> Arrays.stream(one.x()))
                .sorted()
                .distinct()
                .toArray();
    }

    private static Series onTimes(Series series, double[] times) {
        return series.with(
                times, Arrays.stream(times).map(time -> at(series, time)).toArray());
    }

    /** The value at a time, 0 where it has none: a kind of wait without sessions. */
    private static double at(Series series, double time) {
        int at = Arrays.binarySearch(series.x(), time);
        return at < 0 ? 0 : series.y()[at];
    }
}
