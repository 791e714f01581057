package io.bmsql.report;

import io.bmsql.analysis.RunIndex;
import io.bmsql.analysis.RunIndex.Row;
import io.bmsql.analysis.RunIndex.Study;
import io.bmsql.common.NumberText;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Section;
import io.bmsql.report.Page.Table;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import io.bmsql.tpcc.TpccTransaction;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The table of all runs below a place: for a terminal, for programs, and as a page with a small picture of each run.
 *
 * @param place that was searched
 */
public record RunIndexPage(RunIndex index, Path place, Words words, ZoneId zone) {
    private static final int PICTURE_WIDTH = 160;
    private static final int PICTURE_HEIGHT = 28;

    /** The tables, aligned: studies, where there are some, and runs. */
    public String text() {
        return tables(null).stream().map(table -> table.markdown() + "\n").collect(Collectors.joining("\n"));
    }

    /** @param page where links begin; null for tables without links and pictures */
    private List<Table<?>> tables(@Nullable Path page) {
        List<Table<?>> tables = new ArrayList<>();
        if (!index.studies().isEmpty()) {
            tables.add(studies(page));
        }
        if (index.studies().isEmpty() || !index.rows().isEmpty()) {
            tables.add(runs(page, false));
        }
        return tables;
    }

    /** The table of runs as CSV, with English words and numbers as programs read them; a value that is not known is empty. */
    public String csv() {
        return new RunIndexPage(index, place, Words.in(Words.Language.EN), zone)
                .runs(null, true)
                .csv();
    }

    private Table<Row> runs(@Nullable Path page, boolean isForPrograms) {
        Table<Row> columns = new Table<Row>(words)
                .name("results.started", row -> moment(row.startEpochMillis()))
                .text("compare.run", row -> linked(page, row.directory(), "report.html"))
                .word("results.db", Row::db)
                .number("results.warehouses", row -> count(row.warehouses(), isForPrograms))
                .number("results.terminals", row -> count(row.terminals(), isForPrograms))
                .word("results.form", Row::form)
                .headed("tpmC", row -> figure(row.tpmC(), "%.2f", NumberText::brief, isForPrograms));
        if (page != null) {
            String title = words.text("compare.lines", "tpmC");
            columns.headed(Page.Column.IMAGE, title, row -> picture(place.resolve(row.directory())));
        }
        return columns.number(
                        "results.p99", row -> figure(row.newOrderP99Ms(), "%.3f", NumberText::millis, isForPrograms))
                .word(
                        "compare.verdict",
                        row -> TableSet.badIf(page != null && !row.verdict().isSound(), words.verdict(row.verdict())))
                .rows(index.rows());
    }

    private static String count(int number, boolean isForPrograms) {
        return isForPrograms ? Integer.toString(number) : NumberText.count(number);
    }

    /** A dash, or nothing for programs, where it is not known. */
    private static @Nullable String figure(
            @Nullable Double value, String pattern, DoubleFunction<String> shown, boolean isForPrograms) {
        return value == null || value < 0
                ? isForPrograms ? "" : null
                : isForPrograms ? String.format(Locale.ROOT, pattern, value) : shown.apply(value);
    }

    private Table<Study> studies(@Nullable Path page) {
        return new Table<Study>(words)
                .name("results.started", study -> moment(study.startEpochMillis()))
                .text("compare.run", study -> linked(page, study.directory(), "study.html"))
                .name("results.kind", study -> words.textOr("results.kind." + study.kind(), study.kind()))
                .name("results.varied", study -> String.join(", ", study.varied()))
                .number("results.points", study -> NumberText.count(study.points()))
                .number(
                        "compare.runs",
                        study -> NumberText.count(study.runsDone()) + "/" + NumberText.count(study.runsPlanned()))
                .number("results.best", study -> TableSet.ifKnown(study.bestTpmC(), NumberText::brief))
                .rows(index.studies());
    }

    /** The name of a directory, which leads to a file in it where that is there and the page is known. */
    private Cell linked(@Nullable Path page, String directory, String file) {
        Path target = place.resolve(directory).resolve(file);
        String link = page != null && Files.exists(target) ? link(page, target) : "";
        return Cell.link(directory.isEmpty() ? "." : directory, link);
    }

    private String moment(long epochMillis) {
        return Words.moment(epochMillis, zone).replaceFirst(":\\d\\d$", "");
    }

    /** One file with no script but ours and nothing from outside; its links lead to the reports, seen from where the page will be. */
    public String html(Path page) {
        boolean hasStudies = !index.studies().isEmpty();
        List<Section> sections = new ArrayList<>();
        for (Table<?> table : tables(page)) {
            boolean isStudies = hasStudies && sections.isEmpty();
            String title = words.text(isStudies ? "results.studies" : "results.title");
            sections.add(Section.of(isStudies ? "studies" : "runs", hasStudies ? title : "", table));
        }
        return new Page(words.text(hasStudies ? "results.all" : "results.title"), true, sections).html(words);
    }

    /** Relative to the page, every special character encoded. */
    public static String link(Path page, Path report) {
        Path folder = page.toAbsolutePath().normalize().getParent();
        Path relative = folder == null
                ? report
                : folder.relativize(report.toAbsolutePath().normalize());
        List<String> names = new ArrayList<>();
        relative.forEach(name -> names.add(
                URLEncoder.encode(name.toString(), StandardCharsets.UTF_8).replace("+", "%20")));
        return String.join("/", names);
    }

    /** tpmC over time as a small line; empty where the run left no series. */
    private static String picture(Path directory) {
        TreeMap<Integer, Long> counts = new TreeMap<>();
        Path series = directory.resolve("data/series.csv");
        try {
            if (Files.exists(series)) {
                SeriesRow.CSV.read(series, row -> {
                    if (row.type().equals(TpccTransaction.NEW_ORDER) && row.phase() == RunPhase.MEASURE) {
                        counts.merge(row.second(), row.completed(), Long::sum);
                    }
                });
            }
        } catch (ResultReadException e) {
            // A damaged side file costs its picture; the report of the run says what is damaged.
            return "";
        }
        String points =
                line(counts.values().stream().mapToDouble(count -> count).toArray());
        return points.isEmpty()
                ? ""
                : "<svg viewBox=\"0 -1 %d %d\" aria-hidden=\"true\"><polyline points=\"%s\" fill=\"none\" stroke=\"var(--%s)\" stroke-width=\"1.5\"/></svg>"
                        .formatted(PICTURE_WIDTH, PICTURE_HEIGHT + 2, points, ChartTheme.series(0));
    }

    private static String line(double[] counts) {
        int bins = Math.min(counts.length, PICTURE_WIDTH / 2);
        double[] means = IntStream.range(0, bins)
                .mapToDouble(bin -> Arrays.stream(counts, bin * counts.length / bins, (bin + 1) * counts.length / bins)
                        .average()
                        .orElse(0))
                .toArray();
        double highest = Math.max(1, Arrays.stream(means).max().orElse(1));
        return IntStream.range(0, bins)
                .mapToObj(bin -> NumberText.coordinate(bin * (double) PICTURE_WIDTH / Math.max(1, bins - 1)) + ","
                        + NumberText.coordinate(PICTURE_HEIGHT * (1 - means[bin] / highest)))
                .collect(Collectors.joining(" "));
    }
}
