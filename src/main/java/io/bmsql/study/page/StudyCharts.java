package io.bmsql.study.page;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.common.NumberText;
import io.bmsql.common.TransactionType;
import io.bmsql.report.Words;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.Drawing;
import io.bmsql.report.chart.PointChart;
import io.bmsql.report.chart.PointChart.Scale;
import io.bmsql.study.page.StudyFigures.Line;
import io.bmsql.study.page.StudyFigures.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** The figures of a study against the property that was varied. More lines than can be told apart are drawn in panels. */
record StudyCharts(StudyFigures figures, Words words) {
    List<Drawing> throughput() {
        return draw(figures.rateKey(), figures.rateKey(), words.text("axis.tpm"), true);
    }

    /** Transactions against analytic queries, a line for all points that differ by their streams alone; nothing without queries. */
    List<Drawing> frontier() {
        String key = ComparedRun.ANALYTIC_KEYS.get(0);
        if (!figures.figureKeys().contains(key)) {
            return List.of();
        }
        // Without streams there are no queries.
        ToDoubleFunction<Point> sets =
                point -> Math.max(0, Math.round(point.figure(key).mean()));
        double[] along =
                figures.points().stream().mapToDouble(sets).sorted().distinct().toArray();
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        figures.points().stream().sorted(Comparator.comparingDouble(sets)).forEach(point -> lines.computeIfAbsent(
                        figures.frontierLabel(point), label -> new ArrayList<>())
                .add(point));
        List<PointChart.Line> drawn = new ArrayList<>();
        lines.forEach((label, points) -> drawn.add(new PointChart.Line(
                label.isEmpty() ? figures.rateKey() : label,
                ChartTheme.series(drawn.size()),
                points.stream()
                        .map(point ->
                                point(figures.rateKey(), point, Arrays.binarySearch(along, sets.applyAsDouble(point))))
                        .toList())));
        List<String> labels = Arrays.stream(along)
                .mapToObj(value -> NumberText.count((long) value))
                .toList();
        PointChart.Axis axis = new PointChart.Axis(words.text("axis.querysets"), Scale.LINEAR, along, labels);
        String title = words.text("study.frontier", figures.rateKey());
        PointChart chart = new PointChart(title, words.text("axis.tpm"), Scale.LINEAR, axis, drawn, Map.of());
        return List.of(chart.draw().withoutPlainLegend());
    }

    List<Drawing> responses() {
        List<Drawing> drawings = new ArrayList<>();
        for (int percent : new int[] {50, 90, 99}) {
            TransactionType leading = figures.types().leading();
            String key = ComparedRun.key(leading, percent);
            String title = words.text("compare.percentile", words.type(leading), percent);
            drawings.addAll(draw(key, title, words.text("axis.response"), false));
        }
        return drawings;
    }

    List<Drawing> rest() {
        List<Drawing> drawings = new ArrayList<>();
        String failed = "failedPercent";
        if (figures.runs().stream().anyMatch(run -> run.figure(failed) > 0)) {
            drawings.addAll(draw(failed, words.text("study.figure." + failed), words.text("axis.percent"), false));
        }
        String cpu = "loadGeneratorCpuPercent";
        drawings.addAll(draw(cpu, words.text("study.figure." + cpu), words.text("axis.onecore"), false));
        figures.hostKeys()
                .forEach(key -> drawings.addAll(draw(
                        key, hostTitle(words, "study.figure.hostCpuPercent", key), words.text("axis.cpu"), false)));
        return drawings;
    }

    /** Names a figure of a host, or of the load generator's own host, which has no name. */
    static String hostTitle(Words words, String wordsKey, String key) {
        int dot = key.indexOf('.');
        return dot < 0 ? words.text(wordsKey) : words.text(wordsKey + ".of", key.substring(dot + 1));
    }

    private List<Drawing> draw(String key, String title, String axisY, boolean hasMarks) {
        Map<String, List<Line>> panels = panels();
        List<Drawing> drawings = new ArrayList<>();
        panels.forEach((panel, lines) -> {
            if (lines.stream()
                    .flatMap(line -> line.points().stream())
                    .anyMatch(point -> point.values(key, run -> true).length > 0)) {
                drawings.add(draw(key, panel.isEmpty() ? title : title + ", " + panel, axisY, lines, hasMarks));
            }
        });
        return drawings;
    }

    /** Lines by the value of the second property where there are too many for one chart. */
    private Map<String, List<Line>> panels() {
        List<Line> lines = figures.lines();
        boolean isOne =
                lines.size() <= ChartTheme.distinctSeries() || figures.keys().size() < 2;
        Map<String, List<Line>> panels = new LinkedHashMap<>();
        for (Line line : lines) {
            String second = isOne ? "" : figures.keys().get(1);
            String panel = isOne ? "" : second + "=" + line.points().get(0).value(second);
            panels.computeIfAbsent(panel, first -> new ArrayList<>()).add(line);
        }
        return panels;
    }

    private Drawing draw(String key, String title, String axisY, List<Line> lines, boolean hasMarks) {
        List<PointChart.Line> drawn = new ArrayList<>();
        for (Line line : lines) {
            List<PointChart.Point> points = line.points().stream()
                    .map(point -> point(key, point, figures.place(point)))
                    .toList();
            String label = line.label().isEmpty() ? title : line.label();
            drawn.add(new PointChart.Line(label, ChartTheme.series(drawn.size()), points));
        }
        String axisX = figures.keys().isEmpty()
                ? words.text("results.db")
                : figures.keys().get(0);
        Scale scale = key.endsWith("Ms")
                ? Scale.of(lines.stream()
                        .flatMap(line -> line.points().stream())
                        .flatMapToDouble(point -> DoubleStream.of(point.values(key, run -> true))))
                : Scale.LINEAR;
        String unit = scale == Scale.LOG ? words.text("axis.response.log") : axisY;
        return new PointChart(title, unit, scale, figures.axis(axisX), drawn, hasMarks ? marks(lines) : Map.of())
                .draw()
                .withoutPlainLegend();
    }

    private PointChart.Point point(String key, Point point, int at) {
        var repeats = point.figure(key);
        // The interval of few runs may reach beyond what there can be.
        double most = key.startsWith("hostCpuPercent") || key.equals("failedPercent") ? 100 : Double.POSITIVE_INFINITY;
        return new PointChart.Point(
                at,
                repeats.mean(),
                Math.max(0, repeats.low()),
                Math.min(most, repeats.high()),
                point.values(key, StudyRun::isCounted),
                point.values(key, run -> !run.isCounted()));
    }

    private Map<Integer, String> marks(List<Line> lines) {
        Map<Integer, String> marks = new LinkedHashMap<>();
        for (Line line : lines) {
            Point knee = line.knee();
            if (knee != null) {
                marks.merge(
                        figures.place(knee),
                        lines.size() == 1 ? words.text("study.knee.mark") : words.text("study.knee.of", line.label()),
                        (one, other) -> words.text("study.knee.mark"));
            }
        }
        return marks;
    }
}
