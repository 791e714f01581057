package io.bmsql.study;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Repeats;
import io.bmsql.common.NumberText;
import io.bmsql.report.MarkdownTable;
import io.bmsql.report.ReportWriter;
import io.bmsql.report.RunIndexPage;
import io.bmsql.report.Templates;
import io.bmsql.report.Words;
import io.bmsql.report.Words.Language;
import io.bmsql.report.chart.ChartTheme;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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

    /** A table with its title; {@code numbers} are the columns that are aligned at the right. */
    public record Table(String title, List<String> head, List<List<String>> rows, List<Integer> numbers) {}

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
        put(directory.resolve("study.md"), page.markdown().getBytes(StandardCharsets.UTF_8));
        put(html, page.html().getBytes(StandardCharsets.UTF_8));
        return html;
    }

    private static void put(Path path, byte[] bytes) {
        FileReplacer.replace(path, bytes, "the report of the study", ADVICE);
    }

    private String html() {
        StudyCharts charts = new StudyCharts(figures, words);
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("lang", words.code());
        values.put("light", ChartTheme.lightVariables());
        values.put("dark", ChartTheme.darkVariables());
        values.put("title", claims.title());
        values.put("headlines", claims.headlines());
        values.put("notes", claims.notes());
        values.put("throughput", charts.throughput());
        values.put("responses", charts.responses());
        values.put("rest", charts.rest());
        values.put("points", points());
        values.put("types", types());
        values.put("spread", spread());
        values.put("sentences", claims.spread());
        values.put("runs", runs());
        values.put("links", figures.runs().map(this::link).toList());
        values.put("counted", figures.runs().map(StudyRun::isCounted).toList());
        return new Templates(words).fill("study/study.html", values);
    }

    private String markdown() {
        StringBuilder text = new StringBuilder("# ")
                .append(MarkdownTable.escape(claims.title()))
                .append("\n\n");
        claims.headlines()
                .forEach(line ->
                        text.append("**").append(MarkdownTable.escape(line)).append("**\n\n"));
        append(text, claims.notes());
        for (Table table : List.of(points(), types())) {
            append(text, table);
        }
        append(text, spread());
        text.append('\n');
        append(text, claims.spread());
        append(text, runs());
        return text.toString();
    }

    private static void append(StringBuilder text, List<String> sentences) {
        sentences.forEach(
                line -> text.append("- ").append(MarkdownTable.escape(line)).append('\n'));
    }

    private static void append(StringBuilder text, Table table) {
        text.append("\n## ").append(table.title()).append("\n\n");
        MarkdownTable.append(text, table.head(), table.rows(), table.numbers());
    }

    /** The table that people paste. */
    private Table points() {
        List<String> head = new ArrayList<>(pointHead());
        head.addAll(List.of(words.text("compare.runs"), "tpmC", words.text("compare.interval")));
        PERCENTS.forEach(percent -> head.add(percentile(TransactionType.NEW_ORDER, percent)));
        head.add(words.text("study.column.failed"));
        head.add(words.text("study.column.drivercpu"));
        figures.hostKeys().forEach(key -> head.add(StudyCharts.hostTitle(words, "study.column.hostcpu", key)));
        head.add(words.text("study.column.remark"));
        List<List<String>> rows = figures.points().stream().map(this::pointRow).toList();
        return table("study.points", head, rows, head.size() - 1);
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
        List<String> head = new ArrayList<>(pointHead());
        for (TransactionType type : types) {
            head.add(percentile(type, 90));
            head.add(percentile(type, 99));
        }
        List<List<String>> rows = new ArrayList<>();
        for (Point point : figures.points()) {
            List<String> row = new ArrayList<>(pointCells(point));
            for (TransactionType type : types) {
                row.add(mean(point.figure(ComparedRun.key(type, 90))));
                row.add(mean(point.figure(ComparedRun.key(type, 99))));
            }
            rows.add(row);
        }
        return table("study.types", head, rows, head.size());
    }

    private Table spread() {
        List<String> head = new ArrayList<>(pointHead());
        head.addAll(List.of(
                words.text("compare.runs"),
                words.text("study.column.lowest"),
                words.text("study.column.highest"),
                words.text("study.column.variation"),
                words.text("study.column.p99variation")));
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
        return table("study.spread", head, rows, head.size());
    }

    private static String share(double share) {
        return Double.isFinite(share) ? StudyClaims.percent(share) : NumberText.DASH;
    }

    private Table runs() {
        List<String> head = new ArrayList<>(List.of("#", words.text("study.column.block")));
        head.addAll(pointHead());
        head.addAll(
                List.of(words.text("compare.run"), "tpmC", words.text("results.p99"), words.text("compare.verdict")));
        List<List<String>> rows = new ArrayList<>();
        figures.runs().forEach(run -> {
            List<String> row = new ArrayList<>(List.of(
                    NumberText.count(run.entry().number()),
                    NumberText.count(run.entry().block())));
            row.addAll(pointCells(new Point(run.entry().setting(), List.of())));
            row.addAll(List.of(
                    run.entry().directory(),
                    known(run.figure(StudyFigures.TPMC)),
                    known(run.figure(ComparedRun.key(TransactionType.NEW_ORDER, 99))),
                    claims.verdict(run)));
            rows.add(row);
        });
        int end = head.size();
        return new Table(words.text("compare.runs"), head, rows, List.of(0, 1, end - 3, end - 2));
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

    /** @param end of the columns of numbers, which begin after those of the point */
    private Table table(String titleKey, List<String> head, List<List<String>> rows, int end) {
        return new Table(
                words.text(titleKey),
                List.copyOf(head),
                rows,
                IntStream.range(pointHead().size(), end).boxed().toList());
    }

    private String percentile(TransactionType type, int percent) {
        return words.text("compare.percentile", words.type(type), percent);
    }

    private static String mean(Repeats repeats) {
        return known(repeats.mean());
    }

    private static String known(double value) {
        return Double.isNaN(value) ? NumberText.DASH : NumberText.millis(value);
    }
}
