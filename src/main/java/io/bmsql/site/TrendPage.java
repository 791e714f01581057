package io.bmsql.site;

import io.bmsql.analysis.Comparison.Figure;
import io.bmsql.analysis.Comparison.Run;
import io.bmsql.analysis.Repeats;
import io.bmsql.analysis.Trend;
import io.bmsql.analysis.Trend.Host;
import io.bmsql.analysis.Trend.Step;
import io.bmsql.common.NumberText;
import io.bmsql.report.ComparisonPage;
import io.bmsql.report.Page;
import io.bmsql.report.Page.Section;
import io.bmsql.report.Page.Table;
import io.bmsql.report.Words;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Histories in words and as charts: one object for each kind of runs. */
public record TrendPage(History.Kind kind, Trend trend, Words words, ZoneId zone) {
    /** The colour of runs that do not count, a grey. */
    private static final String GREY = ChartTheme.series(7);

    private static final double[] NONE = {};

    public static Page of(List<History> trends, Words words, ZoneId zone) {
        List<Section> sections = new ArrayList<>();
        for (int i = 0; i < trends.size(); i++) {
            TrendPage part = new TrendPage(trends.get(i).kind(), trends.get(i).trend(), words, zone);
            sections.add(new Section("kind" + i, part.name(), true, List.of()));
            sections.addAll(part.sections("" + i));
        }
        return new Page(words.text("trend.title"), false, sections);
    }

    /** What its runs have in common. */
    public String name() {
        return words.text(
                "trend.kind",
                SitePages.title(kind.group(), words),
                kind.db(),
                NumberText.count(kind.terminals()),
                kind.form(),
                kind.hardware().isEmpty() ? NumberText.DASH : kind.hardware());
    }

    private List<Section> sections(String suffix) {
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("", "", new Page.Headlines(List.of(headline()), notes(), false)));
        sections.add(Section.of("line" + suffix, "", new Page.Charts("", false, List.of(chart()))));
        if (trend.isJudged()) {
            List<List<Run>> levels = trend.levels();
            // A level has no change before it when it is the first.
            Function<List<Run>, @Nullable Step> since =
                    level -> levels.indexOf(level) == 0 ? null : trend.changes().get(levels.indexOf(level) - 1);
            Table<List<Run>> table = new Table<List<Run>>(words)
                    .name("trend.since", level -> moment(level.get(0).startEpochMillis()))
                    .text("trend.first", level -> level.get(0).directory())
                    .text("trend.last", level -> level.get(level.size() - 1).directory())
                    .number("compare.runs", level -> NumberText.count(level.size()))
                    .headed(trend.rateKey(), level -> NumberText.millis(mean(level)))
                    .number(
                            "compare.change",
                            level -> shown(since.apply(level), step -> ComparisonPage.signed(step.percent())))
                    .number(
                            "compare.interval",
                            level -> shown(since.apply(level), step -> ComparisonPage.interval(step.rate())))
                    .rows(levels);
            sections.add(Section.of("levels" + suffix, words.text("trend.levels"), table));
        }
        for (int i = 0; i < trend.changes().size(); i++) {
            Step step = trend.changes().get(i);
            sections.add(Section.of(
                    "change" + suffix + "_" + i,
                    words.text("trend.around", moment(step.sinceEpochMillis())),
                    ComparisonPage.differences(step.differences(), "trend.before", "trend.after", words),
                    new Page.Text("soft small", words.text("trend.around.note"))));
        }
        return sections;
    }

    private String headline() {
        if (!trend.isJudged()) {
            return words.text("trend.few", trend.counted().size(), Trend.MIN_RUNS);
        }
        List<Step> changes = trend.changes();
        return changes.isEmpty()
                ? words.text("trend.none", trend.rateKey(), trend.counted().size())
                : changed(changes.get(changes.size() - 1)) + words.text("trend.stop");
    }

    /** {@code tpmC fell by 5.1% (95% interval −5.9% … −4.3%) at 2026-11-20 10:15:00}, without its stop. */
    private String changed(Step step) {
        return words.text(
                step.percent() < 0 ? "trend.fell" : "trend.rose",
                trend.rateKey(),
                NumberText.decimal(Math.abs(step.percent()), 1),
                ComparisonPage.interval(step.rate()),
                moment(step.sinceEpochMillis()));
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        List<Step> changes = trend.changes();
        for (Step step : changes) {
            boolean isLast = step == changes.get(changes.size() - 1);
            notes.add(words.text(
                    "trend.between",
                    isLast ? moment(step.sinceEpochMillis()) : changed(step),
                    step.lastRunBefore(),
                    step.firstRunAfter()));
            Figure probe = step.probe();
            Double change = probe == null ? null : probe.changePercent();
            if (change != null && step.host() != Host.UNKNOWN) {
                notes.add(words.text(
                        "trend.host." + step.host().name().toLowerCase(Locale.ROOT)
                                + (step.host() == Host.SAME ? "" : change > 0 ? ".slower" : ".faster"),
                        NumberText.decimal(Math.abs(ComparisonPage.faster(change)), 0),
                        moment(step.sinceEpochMillis())));
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

    private String moment(long epochMillis) {
        return Words.moment(epochMillis, zone);
    }

    private static double mean(List<Run> level) {
        return Repeats.of(level.stream().mapToDouble(Run::rate).toArray()).mean();
    }

    private static @Nullable String shown(@Nullable Step step, Function<Step, String> form) {
        return step == null ? null : form.apply(step);
    }

    /** A dot for each run, hollow and grey where it does not count, and a line along the levels. */
    private Drawing chart() {
        List<Run> runs = trend.runs();
        Map<Integer, String> marks = new LinkedHashMap<>();
        List<Point> points = new ArrayList<>();
        for (List<Run> level : trend.levels()) {
            for (Run run : level) {
                boolean isEnd = trend.isJudged() && (run == level.get(0) || run == level.get(level.size() - 1));
                points.add(point(runs.indexOf(run), isEnd ? mean(level) : Double.NaN, new double[] {run.rate()}, NONE));
            }
            if (points.size() > level.size()) {
                Step step = trend.changes().get(marks.size());
                marks.put(runs.indexOf(level.get(0)), ComparisonPage.signed(step.percent()));
            }
        }
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(words.text("trend.level"), ChartTheme.series(0), points));
        List<Point> left = IntStream.range(0, runs.size())
                .filter(i -> !runs.get(i).isCounted())
                .mapToObj(i ->
                        point(i, Double.NaN, NONE, new double[] {runs.get(i).rate()}))
                .toList();
        if (!left.isEmpty()) {
            lines.add(new Line(words.text("trend.invalid"), GREY, left));
        }
        PointChart.Axis axis = new PointChart.Axis(
                words.text("trend.axis"),
                Scale.LINEAR,
                IntStream.range(0, runs.size()).asDoubleStream().toArray(),
                runs.stream()
                        .map(run -> moment(run.startEpochMillis()).split(" ")[0])
                        .toList());
        String title = words.text("compare.lines", trend.rateKey());
        return new PointChart(title, words.text("axis.tpm"), Scale.LINEAR, axis, lines, marks).draw();
    }

    private static Point point(int at, double mean, double[] dots, double[] hollow) {
        return new Point(at, mean, Double.NaN, Double.NaN, dots, hollow);
    }
}
