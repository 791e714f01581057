package io.bmsql.report;

import io.bmsql.analysis.GeneratorLoad;
import io.bmsql.analysis.Stalls;
import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.report.ReportModel.DatabasePart;
import io.bmsql.report.ReportModel.HostPart;
import io.bmsql.report.ReportModel.LoadGeneratorPart;
import io.bmsql.report.ReportModel.StallFindings;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.report.chart.TimeChart.Form;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.MetricSeries;
import io.bmsql.result.RunData;
import io.bmsql.result.SessionSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Load generator, hosts and database over the run, on one axis: their charts, the stalls that they explain, and whether the load generator
 * was in the way.
 */
public record Monitoring(
        LoadGeneratorPart loadGenerator,
        StallFindings stalls,
        List<HostPart> hosts,
        DatabasePart database,
        @Nullable WarehouseHeat warehouses,
        AgentsPart agents,
        List<String> notes) {
    private static final int MAX_CHARTS = 24;

    private static final int MAX_SETTINGS = 150;

    /** @param seconds of the run; null without a series, and then nothing can be drawn over time */
    static Monitoring of(RunData input, @Nullable RunSeconds seconds, AgentsPart agents, Words words) {
        CollectedFigures collected = input.collected();
        WarehouseHeat warehouses = WarehouseHeat.of(collected.warehouses(), words);
        List<String> notes = collected.notes().stream()
                .filter(row -> !cell(row, "note").isBlank())
                .map(row -> cell(row, "source").isEmpty()
                        ? cell(row, "note")
                        : words.text("watch.note", cell(row, "source"), cell(row, "note")))
                .toList();
        if (seconds == null) {
            DatabasePart undrawn = database(input, List.of(), List.of());
            return new Monitoring(
                    LoadGeneratorPart.NONE, StallFindings.NONE, List.of(), undrawn, warehouses, agents, notes);
        }
        LoadGeneratorPart loadGenerator = LoadGeneratorSaturation.watch(input, seconds, words);
        List<HostPart> hosts = collected.hosts().stream()
                .map(host -> HostCharts.of(host, input, seconds, words))
                .toList();
        boolean hasCopies = !input.summary().postRun().replicas().isEmpty();
        Map<Boolean, List<MetricSeries>> metrics = collected.database().metrics().stream()
                .collect(Collectors.partitioningBy(
                        series -> hasCopies && series.chart().equals(MetricSeries.COPIES_BEHIND)));
        DatabasePart database = database(
                input,
                databaseCharts(Objects.requireNonNull(metrics.get(false)), words),
                databaseCharts(Objects.requireNonNull(metrics.get(true)), words));
        List<Series> lines = lines(loadGenerator, hosts, database);
        List<SessionSample> sessions = SessionSample.withStrangers(
                collected.database().sessions(),
                GeneratorLoad.connections(input.summary().run()));
        if (!sessions.isEmpty()) {
            // The samples say more of the same.
            lines = lines.stream()
                    .filter(line -> !line.name().startsWith(words.translated(title(SessionSample.CHART)) + ": ")
                            && !line.name().startsWith(words.translated(title(MetricSeries.WAITS)) + ": "))
                    .toList();
        }
        // What is far below the median of a load that changes by plan may be what was asked for.
        StallFindings stalls = input.summary().run().pace().loadProfile() == null
                ? new StallEvents(lines, sessions, input.outages(), words).explained(Stalls.find(seconds))
                : StallFindings.NONE;
        return new Monitoring(loadGenerator, stalls, hosts, database, warehouses, agents, notes);
    }

    int lines() {
        int ofAgents = agents.charts().stream()
                .mapToInt(chart -> chart.series().size())
                .sum();
        return lines(loadGenerator, hosts, database).size() + ofAgents;
    }

    private static List<Series> lines(LoadGeneratorPart loadGenerator, List<HostPart> hosts, DatabasePart database) {
        List<TimeChart> charts = new ArrayList<>(loadGenerator.charts());
        hosts.forEach(host -> charts.addAll(host.charts()));
        charts.addAll(database.charts());
        charts.addAll(database.copies());
        return charts.stream().flatMap(chart -> chart.series().stream()).toList();
    }

    private static DatabasePart database(RunData input, List<TimeChart> charts, List<TimeChart> copies) {
        CollectedFigures.Database files = input.collected().database();
        List<List<String>> settings = files.settings().stream()
                .filter(row -> !cell(row, "name").isBlank())
                .filter(row -> !cell(row, "value").equals(cell(row, "default")))
                .limit(MAX_SETTINGS)
                .map(row -> List.of(
                        cell(row, "name"),
                        // Values arrive hidden; older versions wrote report_password as it was.
                        orDash(SecretText.hideIn(cell(row, "name"), cell(row, "value"))),
                        orDash(cell(row, "default")),
                        cell(row, "unit")))
                .toList();
        return new DatabasePart(
                input.summary().run().environment().getOrDefault("server", ""),
                charts,
                copies,
                files.settings().isEmpty() ? null : settings,
                StatementTables.of(input));
    }

    private static String orDash(String text) {
        return text.isEmpty() ? NumberText.DASH : text;
    }

    private static String cell(Map<String, String> row, String column) {
        return row.getOrDefault(column, "");
    }

    static List<TimeChart> databaseCharts(List<MetricSeries> metrics, Words words) {
        return metrics.stream()
                .collect(Collectors.groupingBy(MetricSeries::chart, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .limit(MAX_CHARTS)
                .map(chart -> chart(chart.getKey(), chart.getValue(), words))
                .toList();
    }

    private static TimeChart chart(String chart, List<MetricSeries> series, Words words) {
        boolean isStacked = chart.toLowerCase(Locale.ROOT).startsWith("sessions");
        String title = words.translated(title(chart));
        List<Series> shown =
                largest(series.stream().map(one -> series(title, one, words)).toList(), isStacked, words);
        String unit = series.get(0).unit();
        double[] times = isStacked ? times(shown) : new double[0];
        return new TimeChart(
                title,
                axis(title, unit, words),
                isStacked ? Form.STACK : Form.LINES,
                unit.equals("%") && !isStacked && shown.stream().allMatch(one -> one.highest() <= 100)
                        ? 100
                        : Double.NaN,
                isStacked ? shown.stream().map(one -> onTimes(one, times)).toList() : shown);
    }

    /** The title is above already, so the axis has only the unit where that is a word. */
    private static String axis(String title, String unit, Words words) {
        if (unit.isEmpty()) {
            return title + ", " + words.text("axis.number");
        }
        if (unit.equals("%")) {
            return words.text("axis.percent");
        }
        if (unit.equals("1/s") || unit.equals("/s")) {
            return words.text("axis.asecond", title);
        }
        return unit.endsWith("/s")
                ? words.text("axis.asecond", named(unit.substring(0, unit.length() - 2), words))
                : named(unit, words);
    }

    /** Words begin with a capital letter, symbols such as kB stay as they are. */
    private static String named(String unit, Words words) {
        String name = words.translated(unit);
        return name.matches("[a-z ]{3,}") ? title(name) : name;
    }

    private static Series series(String title, MetricSeries series, Words words) {
        String label = words.translated(series.series());
        String name = label.equalsIgnoreCase(title) ? title : title + ": " + label;
        String unit = series.unit().equals("count") ? "" : words.translated(series.unit());
        return Series.sampled(label, name, unit, series.seconds(), series.values());
    }

    private static String title(String chart) {
        String words = chart.replace('_', ' ').strip();
        return words.isEmpty() ? "-" : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static List<Series> largest(List<Series> series, boolean isStacked, Words words) {
        int most = ChartTheme.distinctSeries();
        if (series.size() <= most) {
            return series;
        }
        List<Series> sorted = series.stream()
                .sorted(Comparator.comparingDouble(
                        (Series one) -> -one.statistics().getSum()))
                .toList();
        List<Series> kept = new ArrayList<>(sorted.subList(0, isStacked ? most - 1 : most));
        if (isStacked) {
            List<Series> rest = sorted.subList(most - 1, sorted.size());
            double[] times = times(rest);
            double[] sums = Arrays.stream(times)
                    .map(time -> rest.stream().mapToDouble(one -> at(one, time)).sum())
                    .toArray();
            String label = words.text("db.others");
            kept.add(Series.sampled(label, label, rest.get(0).unit(), times, sums));
        }
        return kept;
    }

    private static double[] times(List<Series> series) {
        return series.stream()
                .flatMapToDouble(one -> Arrays.stream(one.x()))
                .sorted()
                .distinct()
                .toArray();
    }

    private static Series onTimes(Series series, double[] times) {
        return series.with(
                times, Arrays.stream(times).map(time -> at(series, time)).toArray());
    }

    /** The value at a time, 0 where it has none: a kind of wait without sessions. */
    private static double at(Series series, double time) {
        int at = Arrays.binarySearch(series.x(), time);
        return at < 0 ? 0 : series.y()[at];
    }
}
