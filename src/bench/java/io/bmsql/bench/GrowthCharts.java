package io.bmsql.bench;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.Drawing;
import io.bmsql.report.chart.Drawing.Key;
import io.bmsql.report.chart.PointChart;
import io.bmsql.report.chart.PointChart.Scale;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Draws what {@code run/bench/growth.sh} measured: one picture for each CSV file of a folder, beside it.
 *
 * <p>A file has its title behind {@code #} in the first line. Its columns are what grows, the name of a line and what was
 * measured; their names become the titles of the axes. Rows with the same first two columns are repeats.
 */
public final class GrowthCharts {
    private static final double LEGEND_HEIGHT = 30;
    private static final double WIDTH = 720;
    private static final double HEIGHT = 300;

    private GrowthCharts() {}

    /** Argument: the folder. */
    public static void main(String[] args) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(args[0]))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".csv"))
                    .sorted()
                    .toList()) {
                draw(file);
            }
        }
    }

    /** One row of a file. */
    private record Row(double x, String line, double value) {}

    private static void draw(Path file) throws IOException {
        List<CsvRecord> records;
        try (CsvReader<CsvRecord> csv =
                CsvReader.builder().commentStrategy(CommentStrategy.READ).ofCsvRecord(file)) {
            records = csv.stream().toList();
        }
        String title = records.get(0).getField(0).trim();
        CsvRecord names = records.get(1);
        List<Row> rows = records.subList(2, records.size()).stream()
                .map(one -> new Row(number(one, 0), one.getField(1), number(one, 2)))
                .toList();
        double[] places = rows.stream().mapToDouble(Row::x).sorted().distinct().toArray();
        List<PointChart.Line> lines = new ArrayList<>();
        for (String name : rows.stream().map(Row::line).distinct().toList()) {
            List<Row> own = rows.stream().filter(row -> row.line().equals(name)).toList();
            lines.add(new PointChart.Line(name, ChartTheme.series(lines.size()), points(own, places)));
        }
        List<String> labels = Arrays.stream(places)
                .mapToObj(place -> String.format(Locale.ROOT, "%,.0f", place))
                .toList();
        Drawing drawing = new PointChart(
                        title,
                        names.getField(2),
                        Scale.of(rows.stream().mapToDouble(Row::value)),
                        new PointChart.Axis(names.getField(0), Scale.of(Arrays.stream(places)), places, labels),
                        lines,
                        Map.of())
                .draw();
        String name = file.getFileName().toString().replace(".csv", ".svg");
        Files.writeString(file.resolveSibling(name), picture(drawing), StandardCharsets.UTF_8);
    }

    private static double number(CsvRecord row, int column) {
        return Double.parseDouble(row.getField(column));
    }

    private static List<PointChart.Point> points(List<Row> rows, double[] places) {
        List<PointChart.Point> points = new ArrayList<>();
        for (int at = 0; at < places.length; at++) {
            double place = places[at];
            double[] values = rows.stream()
                    .filter(row -> row.x() == place)
                    .mapToDouble(Row::value)
                    .sorted()
                    .toArray();
            if (values.length > 0) {
                double median = (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
                points.add(new PointChart.Point(at, median, Double.NaN, Double.NaN, values, new double[0]));
            }
        }
        return points;
    }

    /** A picture of its own, with the colours and the legend that a page would give it. */
    private static String picture(Drawing drawing) {
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-6 0 %.0f %.0f\">%n<style>%s</style>%n<rect width=\"100%%\" height=\"100%%\" fill=\"var(--ground)\"/>%n",
                WIDTH,
                HEIGHT + LEGEND_HEIGHT,
                style()));
        double x = 72;
        for (Key key : drawing.legend()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"16\" y2=\"16\" stroke=\"var(--%s)\" stroke-width=\"2\" stroke-dasharray=\"%s\"/>"
                            + "<text x=\"%.0f\" y=\"20\">%s</text>%n",
                    x,
                    x + 28,
                    key.role(),
                    key.dash(),
                    x + 36,
                    key.label()));
            x += 60 + 7.5 * key.label().length();
        }
        svg.append(String.format(
                Locale.ROOT,
                "<svg y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"%s%n</svg>%n",
                LEGEND_HEIGHT,
                WIDTH,
                HEIGHT,
                drawing.svg().substring("<svg".length())));
        return svg.toString();
    }

    private static String style() {
        String both = "text{font:13px system-ui,sans-serif;fill:var(--soft)}.axis{fill:var(--ink)}";
        return ":root{" + ChartTheme.variables(false)
                + "--ground:#fff;--ink:#1a1a1a;--soft:#5f6368;--grid:#e4e6e9;--axis:#9aa0a6;--mark:#5f6368}"
                + "@media (prefers-color-scheme:dark){:root{" + ChartTheme.variables(true)
                + "--ground:#121417;--ink:#eceef0;--soft:#a4aab1;--grid:#2b2f34;--axis:#6b7178;--mark:#a4aab1}}" + both;
    }
}
