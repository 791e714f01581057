package io.bmsql.report;

import io.bmsql.analysis.RunIndex;
import io.bmsql.analysis.RunIndex.Row;
import io.bmsql.analysis.RunIndex.Study;
import io.bmsql.common.NumberText;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Section;
import io.bmsql.report.Page.Table;
import io.bmsql.report.Words.Language;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.result.CsvTable;
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
    private List<Table> tables(@Nullable Path page) {
        List<Table> tables = new ArrayList<>();
        if (!index.studies().isEmpty()) {
            tables.add(studies(page));
        }
        if (index.studies().isEmpty() || !index.rows().isEmpty()) {
            tables.add(runs(page));
        }
        return tables;
    }

    /** The table of runs as CSV, with English words and numbers as programs read them; a value that is not known is empty. */
    public String csv() {
        RunIndexPage english = new RunIndexPage(index, place, Words.in(Language.EN), zone);
        StringBuilder csv = new StringBuilder(CsvTable.line(english.runs(null).head()));
        for (Row row : index.rows()) {
            List<String> cells = new ArrayList<>(english.cells(row));
            Double p99 = row.newOrderP99Ms();
            cells.set(3, Integer.toString(row.warehouses()));
            cells.set(4, Integer.toString(row.terminals()));
            cells.set(6, row.tpmC() < 0 ? "" : String.format(Locale.ROOT, "%.2f", row.tpmC()));
            cells.set(7, p99 == null ? "" : String.format(Locale.ROOT, "%.3f", p99));
            csv.append(CsvTable.line(cells));
        }
        return csv.toString();
    }

    private Table runs(@Nullable Path page) {
        Table columns = new Table(words)
                .add(Column.NAME, "results.started")
                .add(Column.TEXT, "compare.run")
                .add(Column.WORD, "results.db")
                .add(Column.NUMBER, "results.warehouses", "results.terminals")
                .add(Column.WORD, "results.form")
                .add(Column.NUMBER, List.of("tpmC"));
        if (page != null) {
            columns.add(Column.IMAGE, List.of(words.text("compare.lines", "tpmC")));
        }
        columns.add(Column.NUMBER, "results.p99").add(Column.WORD, "compare.verdict");
        return columns.rows(index.rows().stream()
                .map(row -> page == null ? cells(row) : linked(row, page))
                .toList());
    }

    private List<Object> linked(Row row, Path page) {
        List<String> texts = cells(row);
        List<Object> cells = new ArrayList<>(texts);
        cells.set(1, Cell.link(texts.get(1), linkIfThere(page, row.directory(), "report.html")));
        if (!row.verdict().isSound()) {
            cells.set(8, Cell.bad(texts.get(8)));
        }
        cells.add(7, picture(place.resolve(row.directory())));
        return cells;
    }

    private Table studies(@Nullable Path page) {
        return new Table(words)
                .add(Column.NAME, "results.started")
                .add(Column.TEXT, "compare.run")
                .add(Column.NAME, "results.kind", "results.varied")
                .add(Column.NUMBER, "results.points", "compare.runs", "results.best")
                .rows(index.studies().stream().map(study -> cells(study, page)).toList());
    }

    private List<Object> cells(Study study, @Nullable Path page) {
        Double best = study.bestTpmC();
        String name = name(study.directory());
        return List.of(
                moment(study.startEpochMillis()),
                page == null ? name : Cell.link(name, linkIfThere(page, study.directory(), "study.html")),
                words.textOr("results.kind." + study.kind(), study.kind()),
                String.join(", ", study.varied()),
                NumberText.count(study.points()),
                NumberText.count(study.runsDone()) + "/" + NumberText.count(study.runsPlanned()),
                best == null ? NumberText.DASH : NumberText.brief(best));
    }

    private String moment(long epochMillis) {
        return Words.moment(epochMillis, zone).replaceFirst(":\\d\\d$", "");
    }

    private static String name(String directory) {
        return directory.isEmpty() ? "." : directory;
    }

    private List<String> cells(Row row) {
        Double p99 = row.newOrderP99Ms();
        return List.of(
                moment(row.startEpochMillis()),
                name(row.directory()),
                row.db(),
                NumberText.count(row.warehouses()),
                NumberText.count(row.terminals()),
                row.form(),
                row.tpmC() < 0 ? NumberText.DASH : NumberText.brief(row.tpmC()),
                p99 == null ? NumberText.DASH : NumberText.millis(p99),
                words.verdict(row.verdict()));
    }

    /** One file with no script but ours and nothing from outside; its links lead to the reports, seen from where the page will be. */
    public String html(Path page) {
        boolean hasStudies = !index.studies().isEmpty();
        List<Section> sections = new ArrayList<>();
        for (Table table : tables(page)) {
            boolean isStudies = hasStudies && sections.isEmpty();
            String title = words.text(isStudies ? "results.studies" : "results.title");
            sections.add(Section.of(isStudies ? "studies" : "runs", hasStudies ? title : "", table));
        }
        return new Page(words.text(hasStudies ? "results.all" : "results.title"), true, sections).html(words);
    }

    private String linkIfThere(Path page, String directory, String file) {
        Path target = place.resolve(directory).resolve(file);
        return Files.exists(target) ? link(page, target) : "";
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
