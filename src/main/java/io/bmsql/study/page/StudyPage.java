package io.bmsql.study.page;

import static io.bmsql.report.Templates.measured;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Comparison.Unseen;
import io.bmsql.analysis.Repeats;
import io.bmsql.common.NumberText;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.TransactionType;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.Page;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Charts;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Section;
import io.bmsql.report.Page.Table;
import io.bmsql.report.Page.Text;
import io.bmsql.report.ReportWriter;
import io.bmsql.report.RunIndexPage;
import io.bmsql.report.Words;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunData;
import io.bmsql.result.RunReader;
import io.bmsql.result.SummaryJson;
import io.bmsql.study.PeakStudy;
import io.bmsql.study.StudyFile;
import io.bmsql.study.page.StudyFigures.Line;
import io.bmsql.study.page.StudyFigures.Point;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.lang3.StringUtils;
import org.jspecify.annotations.Nullable;

/**
 * The report of a study: {@code study.html}, {@code study.md}, {@code study.csv} and {@code results.json} in its directory. It
 * may be written as often as wished, also while runs are still to come. Its language is what is said for the setting {@code lang}
 * of its runs.
 */
public final class StudyPage {
    private static final int VERSION = 1;

    private static final MathContext DIGITS = new MathContext(6);

    private final StudyFigures figures;
    private final Path directory;
    private final Words words;
    private final StudyClaims claims;
    private final StudyEvents events;

    private StudyPage(Path directory, Function<String, Language> language, Map<StudyFile.Run, StudyRun> read) {
        this.figures = StudyFigures.of(StudyFile.read(directory.resolve(StudyFile.NAME)), directory, read);
        this.directory = directory;
        this.words = Words.in(language.apply(figures.runs().stream()
                .map(StudyRun::summary)
                .filter(Objects::nonNull)
                .map(summary -> summary.run().setting(PropertyKey.LANG))
                .filter(lang -> !lang.isEmpty())
                .findFirst()
                .orElse("")));
        this.claims = new StudyClaims(figures, words);
        this.events = new StudyEvents(figures, words);
    }

    /** What the study found: the peaks, or the best point of each database. */
    public static List<String> headlines(Path directory, Function<String, Language> language) {
        return new StudyPage(directory, language, new HashMap<>()).claims.headlines();
    }

    /** What events did, in tables for a terminal; empty without any. */
    public static String events(Path directory, Function<String, Language> language) {
        StudyPage page = new StudyPage(directory, language, new HashMap<>());
        return page.events.isEmpty() ? "" : new Page(page.claims.title(), true, page.eventSections()).markdown();
    }

    /**
     * Writes all four files, and the report of each run that has none: only that finds out whether the load generator was the
     * bottleneck.
     *
     * @return the page
     */
    public static Path writeAll(Path directory, Function<String, Language> language) {
        for (StudyFile.Run run :
                StudyFile.read(directory.resolve(StudyFile.NAME)).runs()) {
            Path place = directory.resolve(run.directory());
            if (run.state() == StudyFile.State.DONE
                    && Files.exists(place.resolve(ResultDirectory.SUMMARY))
                    && !Files.exists(place.resolve("report.html"))) {
                ResultDirectory results = ResultDirectory.open(place);
                RunData read = RunReader.read(results, ReportWindow.WHOLE);
                String lang = read.summary().run().setting(PropertyKey.LANG);
                ReportWriter.write(results, read, language.apply(lang));
            }
        }
        return write(directory, language, new HashMap<>());
    }

    /** Writes all four files after one run more; runs that are read now are added to those that were read before. */
    public static Path write(Path directory, Function<String, Language> language, Map<StudyFile.Run, StudyRun> read) {
        StudyPage page = new StudyPage(directory, language, read);
        page.put("results.json", SummaryJson.text(page.resultsJson()));
        page.put("study.csv", page.resultsCsv());
        Page text = page.page();
        page.put("study.md", text.markdown());
        return page.put("study.html", text.html(page.words));
    }

    private Path put(String name, String text) {
        Path path = directory.resolve(name);
        FileReplacer.replace(path, text, "the report of the study", "make room there or allow this user to write");
        return path;
    }

    private Page page() {
        StudyCharts charts = new StudyCharts(figures, words);
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("", "", new Page.Headlines(claims.headlines(), claims.notes(), false)));
        sections.addAll(eventSections());
        sections.add(Section.of(
                "throughput",
                words.text("study.throughput"),
                new Charts(words.text("study.chart.note"), true, charts.throughput())));
        Charts frontier = new Charts(words.text("study.frontier.note"), true, charts.frontier());
        if (!frontier.drawings().isEmpty()) {
            sections.add(Section.of("frontier", words.text("s.analytics"), frontier));
        }
        sections.add(Section.of("points", words.text("study.points"), points()));
        Charts responses = new Charts("", true, charts.responses());
        if (!responses.drawings().isEmpty()) {
            Text others = new Text("soft small", words.text("study.types"));
            sections.add(Section.of("responses", words.text("study.responses"), responses, others, types()));
        }
        Charts rest = new Charts("", true, charts.rest());
        if (!rest.drawings().isEmpty()) {
            sections.add(Section.of("rest", words.text("study.rest"), rest));
        }
        sections.add(Section.of("spread", words.text("study.spread"), new Page.Notes(claims.spread()), spread()));
        sections.add(Section.of("runs", words.text("compare.runs"), runs()));
        return new Page(claims.title(), true, sections);
    }

    private List<Section> eventSections() {
        return events.isEmpty()
                ? List.of()
                : List.of(
                        Section.of(
                                "events",
                                words.text("s.events"),
                                events.ranges(),
                                events.rows(this::link),
                                new Text("soft small", words.text("study.events.note"))),
                        Section.of("urls", words.text("study.urls"), events.urls()));
    }

    /** The table that people paste. */
    private Table<?> points() {
        Table<Point> table = table().number("compare.runs", point -> {
                    int counted = point.counted().size();
                    return counted == point.runs().size()
                            ? NumberText.count(counted)
                            : words.text("study.counted", counted, point.runs().size());
                })
                .headed(figures.rateKey(), mean(figures.rateKey()))
                .number("compare.interval", point -> claims.interval(figures.rate(point)));
        addPercentiles(table, figures.types().leading(), 50, 90, 99);
        ComparedRun.ANALYTIC_KEYS.stream()
                .filter(figures.figureKeys()::contains)
                .forEach(key -> table.number("compare.key." + key, mean(key)));
        table.number("study.column.failed", mean("failedPercent"))
                .number("study.column.loadgeneratorcpu", mean("loadGeneratorCpuPercent"));
        figures.hostKeys()
                .forEach(key -> table.headed(StudyCharts.hostTitle(words, "study.column.hostcpu", key), mean(key)));
        return table.name("study.column.remark", this::remark).rows(figures.points());
    }

    /** A table of points, which begins with what tells them apart. */
    private Table<Point> table() {
        Table<Point> table = new Table<>(words);
        addPoint(table, Column.NAME, Point::setting);
        return table;
    }

    private <T> void addPoint(Table<T> table, Column kind, Function<T, StudyFile.Setting> of) {
        if (figures.databases().size() > 1 || figures.keys().isEmpty()) {
            table.add(kind, "results.db", row -> of.apply(row).database());
        }
        figures.keys()
                .forEach(key ->
                        table.headed(kind, key, row -> of.apply(row).point().getOrDefault(key, "")));
    }

    private void addPercentiles(Table<Point> table, TransactionType type, int... percents) {
        for (int percent : percents) {
            String head = words.text("compare.percentile", words.type(type), percent);
            table.headed(head, mean(ComparedRun.key(type, percent)));
        }
    }

    private String remark(Point point) {
        List<String> remarks = new ArrayList<>();
        if (claims.hasBest() && point.equals(figures.best().get(point.setting().database()))) {
            remarks.add(words.text("study.remark.best"));
        }
        for (Line line : figures.lines()) {
            if (point.equals(line.knee())) {
                remarks.add(words.text("study.knee.mark"));
            }
        }
        List<String> missed = point.counted().stream()
                .flatMap(run -> run.missed().stream())
                .distinct()
                .toList();
        if (!missed.isEmpty()) {
            remarks.add(words.text("study.remark.limit", String.join(", ", missed)));
        }
        return words.list(remarks);
    }

    /** Response times of the other types. */
    private Table<?> types() {
        Table<Point> table = table();
        figures.types().stream()
                .filter(type -> type != figures.types().leading())
                .filter(type -> figures.figureKeys().contains(ComparedRun.key(type, 90)))
                .forEach(type -> addPercentiles(table, type, 90, 99));
        return table.rows(figures.points());
    }

    private Table<?> spread() {
        String rate = figures.rateKey();
        String p99 = ComparedRun.key(figures.types().leading(), 99);
        Function<Point, DoubleSummaryStatistics> values = point ->
                DoubleStream.of(point.values(rate, StudyRun::isCounted)).summaryStatistics();
        return table().number(
                        "compare.runs",
                        point -> NumberText.count(values.apply(point).getCount()))
                .headed(
                        words.text("study.column.lowest", rate),
                        point -> measured(values.apply(point).getMin(), NumberText::millis))
                .headed(
                        words.text("study.column.highest", rate),
                        point -> measured(values.apply(point).getMax(), NumberText::millis))
                .headed(
                        words.text("study.column.variation", rate),
                        point -> measured(figures.rate(point).variation(), StudyClaims::percent))
                .number(
                        "study.column.p99variation",
                        point -> measured(point.figure(p99).variation(), StudyClaims::percent))
                .rows(figures.points());
    }

    private Table<?> runs() {
        String key = ComparedRun.key(figures.types().leading(), 99);
        String p99 = figures.types().counted() == null
                ? words.text("compare.percentile", words.type(figures.types().leading()), 99)
                : words.text("results.p99");
        Table<StudyRun> table = new Table<StudyRun>(words)
                .headed("#", run -> NumberText.count(run.entry().number()))
                .number(
                        "study.column.block",
                        run -> figures.study().search() == null
                                ? NumberText.count(run.entry().block())
                                : words.translated(PeakStudy.what(figures.study(), run.entry())));
        addPoint(table, Column.TEXT, run -> run.entry().setting());
        return table.text("compare.run", run -> Cell.link(run.entry().directory(), link(run)))
                .headed(figures.rateKey(), run -> measured(run.figure(figures.rateKey()), NumberText::millis))
                .headed(p99, run -> measured(run.figure(key), NumberText::millis))
                .text("compare.verdict", run -> run.isCounted() ? claims.verdict(run) : Cell.bad(claims.verdict(run)))
                .text("limit.column", run -> run.limitedBy().isEmpty() ? null : words.translated(run.limitedBy()))
                .rows(figures.runs());
    }

    /** The report of a run, or its directory while it has none. */
    private String link(StudyRun run) {
        Path report = run.directory().resolve("report.html");
        Path page = directory.resolve("study.html");
        return RunIndexPage.link(page, Files.exists(report) ? report : run.directory());
    }

    private static Function<Point, @Nullable Object> mean(String key) {
        return point -> measured(point.figure(key).mean(), NumberText::millis);
    }

    /**
     * {@code results.json}: all points, the fastest one within the limits of each database that has one, where throughput stops
     * following the varied property, and the directories of runs that are in no mean, with the verdict or the reason.
     */
    private Map<String, @Nullable Object> resultsJson() {
        Map<String, String> leftOut = new LinkedHashMap<>();
        figures.runs().stream().filter(run -> !run.isCounted()).forEach(run -> {
            boolean isFailed = run.entry().state() == StudyFile.State.FAILED || run.verdict() == null;
            leftOut.put(run.entry().directory(), isFailed ? "FAILED" : String.valueOf(run.verdict()));
        });
        List<Point> best = figures.databases().stream()
                .map(figures.best()::get)
                .filter(Objects::nonNull)
                .toList();
        Map<String, @Nullable Object> results = new LinkedHashMap<>();
        results.put("version", VERSION);
        results.put("kind", figures.study().kind());
        results.put("runsPlanned", figures.study().runs().size());
        results.put("runsDone", figures.runs().size());
        results.put(
                "best" + StringUtils.capitalize(figures.rateKey()),
                best.stream()
                        .map(point -> figures.rate(point).mean())
                        .max(Comparator.naturalOrder())
                        .orElse(null));
        results.put("points", figures.points().stream().map(this::resultsJson).toList());
        results.put("best", best.stream().map(Point::setting).toList());
        results.put(
                "knees",
                figures.lines().stream()
                        .map(Line::knee)
                        .filter(Objects::nonNull)
                        .map(Point::setting)
                        .toList());
        results.put("leftOut", leftOut);
        if (figures.study().plan().isTogether()) {
            results.put("cannotSee", Unseen.values());
        }
        if (!events.isEmpty()) {
            results.put("events", events.json());
            results.put("mayLoseSeconds", figures.study().plan().mayLoseSeconds());
        }
        return results;
    }

    /** Figures by name, of the runs that count: mean, 95% interval, standard deviation in percent of the mean, and all repeats. */
    private Map<String, Object> resultsJson(Point point) {
        Map<String, Object> named = new LinkedHashMap<>();
        for (String key : figures.figureKeys()) {
            Repeats repeats = point.figure(key);
            Map<String, @Nullable Object> figure = new LinkedHashMap<>();
            figure.put("mean", finite(repeats.mean()));
            figure.put("low", finite(repeats.low()));
            figure.put("high", finite(repeats.high()));
            figure.put("variationPercent", finite(repeats.variation() * 100));
            figure.put("repeats", point.values(key, StudyRun::isCounted));
            named.put(key, figure);
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("database", point.setting().database());
        result.put("point", point.setting().point());
        result.put("runs", point.runs().size());
        result.put("counted", point.counted().size());
        result.put("withinLimits", point.isWithinLimits());
        result.put("figures", named);
        return result;
    }

    /** Null with a single repeat, and where one is 0. */
    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** {@code study.csv}: one line a point; each figure with the ends of its interval, empty where they are not known. */
    private String resultsCsv() {
        Table<Point> csv = new Table<Point>(Words.in(Language.EN))
                .headed(Column.WORD, "database", point -> point.setting().database());
        figures.keys().forEach(key -> csv.headed(Column.WORD, key, point -> point.value(key)));
        csv.headed(Column.WORD, "runs", point -> point.runs().size())
                .headed(Column.WORD, "counted", point -> point.counted().size())
                .headed(Column.WORD, "withinLimits", Point::isWithinLimits);
        Map<String, ToDoubleFunction<Repeats>> parts = new LinkedHashMap<>();
        parts.put("", Repeats::mean);
        parts.put(".low", Repeats::low);
        parts.put(".high", Repeats::high);
        for (String key : figures.figureKeys()) {
            parts.forEach((ending, part) ->
                    csv.headed(Column.WORD, key + ending, point -> number(part.applyAsDouble(point.figure(key)))));
        }
        return csv.rows(figures.points()).csv();
    }

    /** Six digits are more than a benchmark can repeat. */
    private static String number(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString()
                : "";
    }
}
