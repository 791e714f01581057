package io.bmsql.report;

import io.bmsql.analysis.RunIndex;

import io.bmsql.report.chart.ChartTheme;
import io.bmsql.common.NumberText;
import io.bmsql.analysis.RunIndex.Row;
import io.bmsql.analysis.RunIndex.Study;
import io.bmsql.result.CsvTable;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.RunPhase;
import io.bmsql.tpcc.TransactionType;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table of all runs below a place: for a terminal, for programs, and as a page with a small picture of each run. */
public final class RunIndexPage {
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
    private static final int PICTURE_WIDTH = 160;
    private static final int PICTURE_HEIGHT = 28;

    private final RunIndex index;
    private final Path place;
    private final Words words;
    private final ZoneId zone;

    /** @param place that was searched */
    public RunIndexPage(RunIndex index, Path place, Words words, ZoneId zone) {
        this.index = index;
        this.place = place;
        this.words = words;
        this.zone = zone;
    }

    /** The tables, aligned: studies, where there are some, and runs. */
    public String text() {
        StringBuilder text = new StringBuilder();
        if (!index.studies().isEmpty()) {
            MarkdownTable.append(
                    text, studyHead(), index.studies().stream().map(this::cells).toList(), List.of(4, 5, 6));
            if (index.rows().isEmpty()) {
                return text.toString();
            }
            text.append('\n');
        }
        MarkdownTable.append(
                text, head(), index.rows().stream().map(this::cells).toList(), List.of(3, 4, 6, 7));
        return text.toString();
    }

    /** The table of runs as CSV, with numbers as programs read them; a value that is not known is empty. */
    public String csv() {
        StringBuilder csv = new StringBuilder(CsvTable.line(head()));
        for (Row row : index.rows()) {
            List<String> cells = new ArrayList<>(cells(row));
            Double p99 = row.newOrderP99Ms();
            cells.set(3, Integer.toString(row.size().warehouses()));
            cells.set(4, Integer.toString(row.size().terminals()));
            cells.set(6, String.format(Locale.ROOT, "%.2f", row.tpmC()));
            cells.set(7, p99 == null ? "" : String.format(Locale.ROOT, "%.3f", p99));
            csv.append(CsvTable.line(cells));
        }
        return csv.toString();
    }

    private List<String> head() {
        return Arrays.asList(
                words.text("results.started"),
                words.text("compare.run"),
                words.text("results.db"),
                words.text("results.warehouses"),
                words.text("results.terminals"),
                words.text("results.form"),
                "tpmC",
                words.text("results.p99"),
                words.text("compare.verdict"));
    }

    private List<String> studyHead() {
        return Arrays.asList(
                words.text("results.started"),
                words.text("compare.run"),
                words.text("results.kind"),
                words.text("results.varied"),
                words.text("results.points"),
                words.text("compare.runs"),
                words.text("results.best"));
    }

    private List<String> cells(Study study) {
        Double best = study.bestTpmC();
        return List.of(
                moment(study.startEpochMillis()),
                name(study.directory()),
                words.textOr("results.kind." + study.kind(), study.kind()),
                String.join(", ", study.varied()),
                NumberText.count(study.points()),
                NumberText.count(study.runsDone()) + "/" + NumberText.count(study.runsPlanned()),
                best == null ? NumberText.DASH : NumberText.brief(best));
    }

    private String moment(long epochMillis) {
        return epochMillis <= 0
                ? NumberText.DASH
                : MOMENT.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
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
                NumberText.count(row.size().warehouses()),
                NumberText.count(row.size().terminals()),
                row.form(),
                NumberText.brief(row.tpmC()),
                p99 == null ? NumberText.DASH : NumberText.millis(p99),
                words.text("verdict." + row.verdict().name().toLowerCase(Locale.ROOT) + ".word"));
    }

    /** The rows as JSON. */
    public String json() {
        return SummaryJson.text(index);
    }

    /**
     * One file with no script but ours and nothing from outside; its links lead to the reports.
     *
     * @param page where the page will be
     */
    public String html(Path page) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Row row : index.rows()) {
            rows.add(Map.of(
                    "cells", cells(row),
                    "sound", row.verdict().isSound(),
                    "link", linkIfThere(page, row.directory(), "report.html"),
                    "points", points(place.resolve(row.directory()))));
        }
        List<Map<String, Object>> studies = new ArrayList<>();
        for (Study study : index.studies()) {
            studies.add(Map.of("cells", cells(study), "link", linkIfThere(page, study.directory(), "study.html")));
        }
        return new Templates(words)
                .fill(
                        "compare/results.html",
                        Map.ofEntries(
                                Map.entry("lang", words.code()),
                                Map.entry("light", ChartTheme.lightVariables()),
                                Map.entry("dark", ChartTheme.darkVariables()),
                                Map.entry("title", words.text(studies.isEmpty() ? "results.title" : "results.all")),
                                Map.entry("role", ChartTheme.series(0)),
                                Map.entry("width", PICTURE_WIDTH),
                                Map.entry("height", PICTURE_HEIGHT),
                                Map.entry("studyHead", studyHead()),
                                Map.entry("studies", studies),
                                Map.entry("rows", rows)));
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

    /** tpmC over time as the points of an SVG line; empty where the run left no series. */
    private static String points(Path directory) {
        Path series = directory.resolve("data/series.csv");
        if (!Files.exists(series)) {
            return "";
        }
        TreeMap<Integer, Long> counts = new TreeMap<>();
        try {
            SeriesRow.CSV.read(series, row -> {
                if (row.type() == TransactionType.NEW_ORDER && row.phase() == RunPhase.MEASURE) {
                    counts.merge(row.second(), row.completed(), Long::sum);
                }
            });
        } catch (ResultReadException e) {
            // A damaged side file costs its picture; the report of the run says what is damaged.
            return "";
        }
        return counts.isEmpty()
                ? ""
                : line(counts.values().stream().mapToDouble(count -> count).toArray());
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
