package io.bmsql.study;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Repeats;
import io.bmsql.common.NumberText;
import io.bmsql.report.Page;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Charts;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Columns;
import io.bmsql.report.Page.Headlines;
import io.bmsql.report.Page.Notes;
import io.bmsql.report.Page.Section;
import io.bmsql.report.Page.Table;
import io.bmsql.report.Page.Text;
import io.bmsql.report.ReportWriter;
import io.bmsql.report.RunIndexPage;
import io.bmsql.report.Words;
import io.bmsql.report.Words.Language;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunReader;
import io.bmsql.result.SummaryJson;
import io.bmsql.study.StudyFigures.Line;
import io.bmsql.study.StudyFigures.Point;
import io.bmsql.tpcc.TransactionType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The report of a study: {@code study.html}, {@code study.md}, {@code study.csv} and {@code results.json} in its directory. It
 * may be written as often as wished, also while runs are still to come.
 */
public final class StudyPage {
    private static final String ADVICE = "make room there or allow this user to write";
    private static final List<Integer> PERCENTS = List.of(50, 90, 99);

    private final StudyFigures figures;
    private final Path directory;
    private final Words words;
    private final StudyClaims claims;

    private StudyPage(Path directory, Language language, Map<StudyFile.Run, StudyRun> read) {
        this.figures = StudyFigures.of(StudyFile.read(directory.resolve(StudyFile.NAME)), directory, read);
        this.directory = directory;
        this.words = Words.in(language);
        this.claims = new StudyClaims(figures, words);
    }

    /** What the study found: the peaks, or the best point of each database. */
    public static List<String> headlines(Path directory, Language language) {
        return new StudyPage(directory, language, new HashMap<>()).claims.headlines();
    }

    /**
     * Writes all four files, and the report of each run that has none: only that finds out whether the load generator was the
     * bottleneck.
     *
     * @return the page
     */
    public static Path writeAll(Path directory, Language language) {
        for (StudyFile.Run run :
                StudyFile.read(directory.resolve(StudyFile.NAME)).runs()) {
            Path place = directory.resolve(run.directory());
            if (run.state() == StudyFile.State.DONE
                    && Files.exists(place.resolve("summary.json"))
                    && !Files.exists(place.resolve("report.html"))) {
                ResultDirectory results = ResultDirectory.open(place);
                ReportWriter.write(results, RunReader.read(results, ReportWindow.WHOLE), language);
            }
        }
        return write(directory, language, new HashMap<>());
    }

    /**
     * Writes all four files after one run more.
     *
     * @param read the runs that were read before; those that are read now are added
     */
    public static Path write(Path directory, Language language, Map<StudyFile.Run, StudyRun> read) {
        StudyPage page = new StudyPage(directory, language, read);
        Path html = directory.resolve("study.html");
        put(directory.resolve("results.json"), SummaryJson.bytes(StudyResults.of(page.figures)));
        put(directory.resolve("study.csv"), StudyResults.csv(page.figures).getBytes(StandardCharsets.UTF_8));
        Page text = page.page();
        put(directory.resolve("study.md"), text.markdown().getBytes(StandardCharsets.UTF_8));
        put(html, text.html(page.words).getBytes(StandardCharsets.UTF_8));
        return html;
    }

    private static void put(Path path, byte[] bytes) {
        FileReplacer.replace(path, bytes, "the report of the study", ADVICE);
    }

    private Page page() {
        StudyCharts charts = new StudyCharts(figures, words);
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("", "", new Headlines(claims.headlines(), claims.notes())));
        sections.add(Section.of(
                "throughput",
                words.text("study.throughput"),
                new Charts(words.text("study.chart.note"), true, charts.throughput())));
        sections.add(Section.of("points", words.text("study.points"), points()));
        if (!charts.responses().isEmpty()) {
            sections.add(Section.of(
                    "responses",
                    words.text("study.responses"),
                    new Charts("", true, charts.responses()),
                    new Text("soft small", words.text("study.types")),
                    types()));
        }
        if (!charts.rest().isEmpty()) {
            sections.add(Section.of("rest", words.text("study.rest"), new Charts("", true, charts.rest())));
        }
        sections.add(Section.of("spread", words.text("study.spread"), new Notes(claims.spread()), spread()));
        sections.add(Section.of("runs", words.text("compare.runs"), runs()));
        return new Page(claims.title(), true, sections);
    }

    /** The table that people paste. */
    private Table points() {
        return pointColumns()
                .add(Column.NUMBER, "compare.runs")
                .add(Column.NUMBER, List.of("tpmC"))
                .add(Column.NUMBER, "compare.interval")
                .add(Column.NUMBER, percentiles(TransactionType.NEW_ORDER, PERCENTS))
                .add(Column.NUMBER, "study.column.failed", "study.column.drivercpu")
                .add(
                        Column.NUMBER,
                        figures.hostKeys().stream()
                                .map(key -> StudyCharts.hostTitle(words, "study.column.hostcpu", key))
                                .toList())
                .add(Column.NAME, "study.column.remark")
                .rows(figures.points().stream().map(this::pointRow).toList());
    }

    private List<String> pointRow(Point point) {
        List<String> row = new ArrayList<>(pointCells(point));
        int counted = point.counted().size();
        row.add(
                counted == point.runs().size()
                        ? NumberText.count(counted)
                        : words.text("study.counted", counted, point.runs().size()));
        Repeats tpmC = point.figure(StudyFigures.TPMC);
        row.add(mean(tpmC));
        row.add(claims.interval(tpmC));
        PERCENTS.forEach(percent -> row.add(mean(point.figure(ComparedRun.key(TransactionType.NEW_ORDER, percent)))));
        row.add(mean(point.figure("failedPercent")));
        row.add(mean(point.figure("driverCpuPercent")));
        figures.hostKeys().forEach(key -> row.add(mean(point.figure(key))));
        row.add(remark(point));
        return row;
    }

    private static boolean isAt(Point point, @Nullable Point other) {
        return other != null && other.setting().equals(point.setting());
    }

    private String remark(Point point) {
        List<String> remarks = new ArrayList<>();
        if (figures.study().kind() != StudyFile.Kind.AB
                && isAt(point, figures.best(point.setting().database()))) {
            remarks.add(words.text("study.remark.best"));
        }
        for (Line line : figures.lines()) {
            if (isAt(point, figures.knee(line))) {
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
        return String.join("; ", remarks);
    }

    /** Response times of the other types. */
    private Table types() {
        List<TransactionType> types = Stream.of(TransactionType.values())
                .filter(type -> type != TransactionType.NEW_ORDER)
                .filter(type -> figures.figureKeys().contains(ComparedRun.key(type, 90)))
                .toList();
        Columns columns = pointColumns();
        types.forEach(type -> columns.add(Column.NUMBER, percentiles(type, List.of(90, 99))));
        List<List<String>> rows = new ArrayList<>();
        for (Point point : figures.points()) {
            List<String> row = new ArrayList<>(pointCells(point));
            for (TransactionType type : types) {
                row.add(mean(point.figure(ComparedRun.key(type, 90))));
                row.add(mean(point.figure(ComparedRun.key(type, 99))));
            }
            rows.add(row);
        }
        return columns.rows(rows);
    }

    private Table spread() {
        List<List<String>> rows = new ArrayList<>();
        for (Point point : figures.points()) {
            double[] values = point.values(StudyFigures.TPMC, StudyRun::isCounted);
            List<String> row = new ArrayList<>(pointCells(point));
            row.add(NumberText.count(values.length));
            row.add(known(Arrays.stream(values).min().orElse(Double.NaN)));
            row.add(known(Arrays.stream(values).max().orElse(Double.NaN)));
            row.add(share(point.figure(StudyFigures.TPMC).variation()));
            row.add(share(
                    point.figure(ComparedRun.key(TransactionType.NEW_ORDER, 99)).variation()));
            rows.add(row);
        }
        return pointColumns()
                .add(Column.NUMBER, "compare.runs", "study.column.lowest", "study.column.highest")
                .add(Column.NUMBER, "study.column.variation", "study.column.p99variation")
                .rows(rows);
    }

    private static String share(double share) {
        return Double.isFinite(share) ? StudyClaims.percent(share) : NumberText.DASH;
    }

    private Table runs() {
        List<List<Object>> rows = new ArrayList<>();
        figures.runs().forEach(run -> {
            List<Object> row = new ArrayList<>(List.of(
                    NumberText.count(run.entry().number()),
                    NumberText.count(run.entry().block())));
            row.addAll(pointCells(new Point(run.entry().setting(), List.of())));
            String verdict = claims.verdict(run);
            row.addAll(List.of(
                    Cell.link(run.entry().directory(), link(run)),
                    known(run.figure(StudyFigures.TPMC)),
                    known(run.figure(ComparedRun.key(TransactionType.NEW_ORDER, 99))),
                    run.isCounted() ? verdict : Cell.bad(verdict)));
            rows.add(row);
        });
        return new Columns(words)
                .add(Column.NUMBER, List.of("#", words.text("study.column.block")))
                .add(Column.TEXT, pointHead())
                .add(Column.TEXT, "compare.run")
                .add(Column.NUMBER, List.of("tpmC", words.text("results.p99")))
                .add(Column.TEXT, "compare.verdict")
                .rows(rows);
    }

    /** The report of a run, or its directory while it has none. */
    private String link(StudyRun run) {
        Path report = run.directory().resolve("report.html");
        Path page = directory.resolve("study.html");
        return RunIndexPage.link(page, Files.exists(report) ? report : run.directory());
    }

    private List<String> pointHead() {
        List<String> head = new ArrayList<>();
        if (isDatabaseShown()) {
            head.add(words.text("results.db"));
        }
        head.addAll(figures.keys());
        return head;
    }

    private List<String> pointCells(Point point) {
        List<String> cells = new ArrayList<>();
        if (isDatabaseShown()) {
            cells.add(point.setting().database());
        }
        figures.keys().forEach(key -> cells.add(point.value(key)));
        return cells;
    }

    private boolean isDatabaseShown() {
        return figures.databases().size() > 1 || figures.keys().isEmpty();
    }

    private Columns pointColumns() {
        return new Columns(words).add(Column.NAME, pointHead());
    }

    private List<String> percentiles(TransactionType type, List<Integer> percents) {
        return percents.stream()
                .map(percent -> words.text("compare.percentile", words.type(type), percent))
                .toList();
    }

    private static String mean(Repeats repeats) {
        return known(repeats.mean());
    }

    private static String known(double value) {
        return Double.isNaN(value) ? NumberText.DASH : NumberText.millis(value);
    }
}
