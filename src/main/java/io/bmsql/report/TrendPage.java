package io.bmsql.report;

import io.bmsql.analysis.Comparison.Difference;
import io.bmsql.analysis.Comparison.Figure;
import io.bmsql.analysis.Comparison.Run;
import io.bmsql.analysis.Repeats;
import io.bmsql.analysis.Trend;
import io.bmsql.analysis.Trend.Host;
import io.bmsql.analysis.Trend.Step;
import io.bmsql.common.NumberText;
import io.bmsql.report.Page.Charts;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Headlines;
import io.bmsql.report.Page.Section;
import io.bmsql.report.Page.Table;
import io.bmsql.report.Page.Text;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.Drawing;
import io.bmsql.report.chart.PointChart;
import io.bmsql.report.chart.PointChart.Line;
import io.bmsql.report.chart.PointChart.Point;
import io.bmsql.report.chart.PointChart.Scale;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Histories in words and as charts: one object for each kind of runs. */
public record TrendPage(Trend trend, Words words, ZoneId zone) {
    /** The colour of runs that do not count, a grey. */
    private static final String GREY = ChartTheme.series(7);

    /** A level of the history, between two changes or the ends. */
    private record Level(List<Run> runs, double mean, @Nullable Figure since) {}

    /** @param zone of the times of day */
    public static Page of(List<Trend> trends, Words words, ZoneId zone) {
        List<Section> sections = new ArrayList<>();
        for (int i = 0; i < trends.size(); i++) {
            TrendPage part = new TrendPage(trends.get(i), words, zone);
            sections.add(new Section("kind" + i, part.name(), true, List.of()));
            sections.addAll(part.sections("" + i));
        }
        return new Page(words.text("trend.title"), false, sections);
    }

    /** What its runs have in common. */
    public String name() {
        Trend.Kind kind = trend.kind();
        return words.text(
                "trend.kind",
                SitePages.title(kind.group(), words),
                kind.db(),
                NumberText.count(kind.terminals()),
                kind.form(),
                kind.hardware().isEmpty() ? NumberText.DASH : kind.hardware());
    }

    private List<Section> sections(String suffix) {
        List<Level> levels = levels();
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("", "", new Headlines(List.of(headline()), notes())));
        sections.add(Section.of("line" + suffix, "", new Charts("", false, List.of(chart(levels)))));
        if (trend.isJudged()) {
            Table table = new Table(words)
                    .add(Column.NAME, "trend.since")
                    .add(Column.TEXT, "trend.first", "trend.last")
                    .add(Column.NUMBER, "compare.runs")
                    .add(Column.NUMBER, List.of(trend.rateKey()))
                    .add(Column.NUMBER, "compare.change", "compare.interval")
                    .rows(levels.stream().map(this::row).toList());
            sections.add(Section.of("levels" + suffix, words.text("trend.levels"), table));
        }
        for (int i = 0; i < trend.changes().size(); i++) {
            Step step = trend.changes().get(i);
            String title = words.text("trend.around", moment(step.firstAfter()));
            List<Difference> found = step.differences();
            sections.add(Section.of(
                    "change" + suffix + "_" + i,
                    title,
                    ComparisonPage.differences(found, "trend.before", "trend.after", words),
                    new Text("soft small", words.text("trend.around.note"))));
        }
        return sections;
    }

    private String headline() {
        if (!trend.isJudged()) {
            return words.text("trend.few", trend.counted(), Trend.MIN_RUNS);
        }
        List<Step> changes = trend.changes();
        return changes.isEmpty()
                ? words.text("trend.none", trend.rateKey(), trend.counted())
                : changed(changes.get(changes.size() - 1)) + words.text("trend.stop");
    }

    /** {@code tpmC fell by 5.1% (95% interval −5.9% … −4.3%) at 2026-11-20 10:15:00}, without its stop. */
    private String changed(Step step) {
        double percent = Objects.requireNonNullElse(step.rate().changePercent(), 0.0);
        return words.text(
                percent < 0 ? "trend.fell" : "trend.rose",
                trend.rateKey(),
                NumberText.decimal(Math.abs(percent), 1),
                ComparisonPage.interval(step.rate()),
                moment(step.firstAfter()));
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        List<Step> changes = trend.changes();
        for (Step step : changes) {
            boolean isLast = step == changes.get(changes.size() - 1);
            notes.add(words.text(
                    "trend.between",
                    isLast ? moment(step.firstAfter()) : changed(step),
                    step.lastBefore().directory(),
                    step.firstAfter().directory()));
            Figure probe = step.probe();
            Double change = probe == null ? null : probe.changePercent();
            if (change != null && step.host() != Host.UNKNOWN) {
                notes.add(words.text(
                        "trend.host." + step.host().name().toLowerCase(Locale.ROOT)
                                + (step.host() == Host.SAME ? "" : change > 0 ? ".slower" : ".faster"),
                        NumberText.decimal(Math.abs(ComparisonPage.faster(change)), 0),
                        moment(step.firstAfter())));
            }
        }
        if (!trend.left().isEmpty()) {
            String left = trend.left().entrySet().stream()
                    .map(entry -> words.verdict(entry.getKey()) + " " + entry.getValue())
                    .collect(Collectors.joining(", "));
            notes.add(words.text("trend.left", left));
        }
        return notes;
    }

    private String moment(Run run) {
        return Words.moment(run.startEpochMillis(), zone);
    }

    private List<Level> levels() {
        List<Level> levels = new ArrayList<>();
        List<Run> runs = new ArrayList<>();
        Figure since = null;
        for (Run run : trend.runs().stream().filter(Run::isCounted).toList()) {
            for (Step step : trend.changes()) {
                if (step.firstAfter() == run) {
                    levels.add(level(runs, since));
                    runs = new ArrayList<>();
                    since = step.rate();
                }
            }
            runs.add(run);
        }
        levels.add(level(runs, since));
        return levels;
    }

    private static Level level(List<Run> runs, @Nullable Figure since) {
        return new Level(
                runs, Repeats.of(runs.stream().mapToDouble(Run::rate).toArray()).mean(), since);
    }

    private List<?> row(Level level) {
        List<Run> runs = level.runs();
        Figure since = level.since();
        return List.of(
                moment(runs.get(0)),
                runs.get(0).directory(),
                runs.get(runs.size() - 1).directory(),
                NumberText.count(runs.size()),
                NumberText.millis(level.mean()),
                since == null
                        ? NumberText.DASH
                        : ComparisonPage.signed(Objects.requireNonNullElse(since.changePercent(), 0.0)),
                since == null ? NumberText.DASH : ComparisonPage.interval(since));
    }

    /** A dot for each run, hollow and grey where it does not count, a line for each level. */
    private Drawing chart(List<Level> levels) {
        List<Run> runs = trend.runs();
        Map<Integer, String> marks = new LinkedHashMap<>();
        trend.changes()
                .forEach(step -> marks.put(
                        runs.indexOf(step.firstAfter()),
                        ComparisonPage.signed(
                                Objects.requireNonNullElse(step.rate().changePercent(), 0.0))));
        List<Line> lines = new ArrayList<>();
        for (Level level : levels) {
            List<Point> points = new ArrayList<>();
            for (Run run : level.runs()) {
                boolean isEnd = run == level.runs().get(0)
                        || run == level.runs().get(level.runs().size() - 1);
                double[] dots = {run.rate()};
                double mean = isEnd && trend.isJudged() ? level.mean() : Double.NaN;
                points.add(new Point(runs.indexOf(run), mean, Double.NaN, Double.NaN, dots, new double[0]));
            }
            lines.add(new Line(words.text("trend.level"), ChartTheme.series(0), points));
        }
        List<Point> left = IntStream.range(0, runs.size())
                .filter(i -> !runs.get(i).isCounted())
                .mapToObj(i -> new Point(i, Double.NaN, Double.NaN, Double.NaN, new double[0], new double[] {
                    runs.get(i).rate()
                }))
                .toList();
        if (!left.isEmpty()) {
            lines.add(new Line(words.text("trend.invalid"), GREY, left));
        }
        PointChart.Axis axis = new PointChart.Axis(
                words.text("trend.axis"),
                Scale.LINEAR,
                IntStream.range(0, runs.size()).asDoubleStream().toArray(),
                runs.stream()
                        .map(run -> moment(run)
                                .substring(0, Math.min(10, moment(run).length())))
                        .toList());
        String title = words.text("compare.lines", trend.rateKey());
        Drawing drawing = new PointChart(title, words.text("axis.tpm"), Scale.LINEAR, axis, lines, marks).draw();
        return drawing.withLegend(drawing.legend().stream().distinct().toList());
    }
}
