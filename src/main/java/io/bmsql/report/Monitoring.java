package io.bmsql.report;

import io.bmsql.chart.Series;
import io.bmsql.chart.TimeAxis;
import io.bmsql.chart.TimeChart;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.DatabasePart;
import io.bmsql.report.ReportModel.DatabaseSetting;
import io.bmsql.report.ReportModel.DriverPart;
import io.bmsql.report.ReportModel.HostPart;
import io.bmsql.report.ReportModel.StallFindings;
import io.bmsql.report.ReportModel.StatementRow;
import io.bmsql.report.ReportModel.Warehouses;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.RunData;
import io.bmsql.secret.SecretText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Driver, hosts and database over the run, on one axis: their charts, the stalls that they explain, and whether the driver
 * was in the way.
 *
 * @param stalls stretches far below the median throughput
 * @param hosts one a host that was watched
 * @param warehouses New-Orders by warehouse; null when they were not counted
 * @param notes what collectors say is missing
 */
public record Monitoring(
        DriverPart driver,
        StallFindings stalls,
        List<HostPart> hosts,
        DatabasePart database,
        @Nullable Warehouses warehouses,
        List<String> notes) {
    private static final int MOST_STATEMENTS = 12;
    private static final int MOST_SETTINGS = 150;

    /** Points of single samples on a whole page, and points with a band, which take three times the room. */
    private static final int POINTS_A_PAGE = 45_000;

    private static final int BANDS_A_PAGE = 22_000;
    private static final int MOST_POINTS = 1000;
    private static final int LEAST_POINTS = 60;

    /** @param axis of the page; null without a series, and then nothing can be drawn over time */
    static Monitoring of(RunData input, @Nullable TimeAxis axis, Words words) {
        CollectedFigures collected = input.collected();
        Warehouses warehouses = WarehouseHeat.of(collected.warehouses(), words);
        if (axis == null) {
            return new Monitoring(
                    DriverPart.NONE,
                    StallFindings.NONE,
                    List.of(),
                    database(input, List.of()),
                    warehouses,
                    notes(collected, words));
        }
        SecondCounts counts = SecondCounts.of(input.series(), input.windowStart(), input.windowEnd());
        DriverPart driver = DriverWatch.watch(
                input.summary().run(),
                new DriverWatch.Interval(input.windowStart(), input.windowEnd()),
                input.summary().aftermath().availability(),
                counts,
                collected.driver(),
                words);
        List<List<TimeChart>> hosts = collected.hosts().stream()
                .map(host -> HostCharts.of(host, words))
                .toList();
        List<TimeChart> database = DatabaseCharts.of(collected.database().metrics(), words);
        List<TimeChart> all = new ArrayList<>(driver.charts());
        hosts.forEach(all::addAll);
        all.addAll(database);
        List<Series> series =
                all.stream().flatMap(chart -> chart.series().stream()).toList();
        UnaryOperator<TimeChart> thinned = thinned(axis, series.size());
        List<HostPart> parts = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            parts.add(host(
                    input,
                    collected.hosts().get(i),
                    hosts.get(i).stream().map(thinned).toList(),
                    axis,
                    words));
        }
        return new Monitoring(
                new DriverPart(
                        driver.rows(),
                        driver.findings(),
                        driver.charts().stream().map(thinned).toList(),
                        driver.isWatched(),
                        driver.figures()),
                new Stalls(counts, series, axis.events(), words).find(),
                parts,
                database(input, database.stream().map(thinned).toList()),
                warehouses,
                notes(collected, words));
    }

    private static List<String> notes(CollectedFigures collected, Words words) {
        return collected.notes().stream()
                .filter(row -> !row.getOrDefault("note", "").isBlank())
                .map(row -> words.text("watch.note", row.getOrDefault("source", ""), row.getOrDefault("note", "")))
                .toList();
    }

    /** Reduces charts to the points that the page has room for; all lines of the page share them. */
    private static UnaryOperator<TimeChart> thinned(TimeAxis axis, int lines) {
        int most = Math.max(LEAST_POINTS, Math.min(MOST_POINTS, POINTS_A_PAGE / Math.max(1, lines)));
        int mostBands = Math.max(LEAST_POINTS, Math.min(MOST_POINTS / 2, BANDS_A_PAGE / Math.max(1, lines)));
        return chart -> chart.thinned(axis, most, mostBands);
    }

    private static HostPart host(
            RunData input, CollectedFigures.Host files, List<TimeChart> charts, TimeAxis axis, Words words) {
        List<String> notes = new ArrayList<>();
        if (axis.from() < 0
                && files.system() != null
                && !files.system().isEmpty()
                && files.system().seconds()[0] >= 0) {
            notes.add(words.text("host.window"));
        }
        long left = HostCharts.devicesLeftOut(files);
        if (left > 0) {
            notes.add(words.text("host.leftout", left));
        }
        return new HostPart(files.name().isEmpty() ? firstHost(input) : files.name(), charts, String.join(" ", notes));
    }

    /** The host whose files lie in {@code data/} itself, as the settings name it; empty for the driver's own. */
    private static String firstHost(RunData input) {
        return input.summary().run().settings().stream()
                .filter(setting -> setting.key().equals("osCollectorSSHAddr"))
                .map(setting -> setting.value().strip().split("\\s+")[0].replaceFirst("^.*@", ""))
                .findFirst()
                .orElse("");
    }

    private static DatabasePart database(RunData input, List<TimeChart> charts) {
        CollectedFigures.Database files = input.collected().database();
        List<DatabaseSetting> settings = files.settings().stream()
                .filter(row -> !row.getOrDefault("name", "").isBlank())
                .filter(row -> !row.getOrDefault("value", "").equals(row.getOrDefault("default", "")))
                .limit(MOST_SETTINGS)
                .map(Monitoring::setting)
                .toList();
        List<StatementRow> statements = files.statements().stream()
                .map(Monitoring::statement)
                .sorted(Comparator.comparingDouble(StatementRow::totalMs).reversed())
                .limit(MOST_STATEMENTS)
                .toList();
        return new DatabasePart(
                input.summary().run().environment().getOrDefault("server", ""),
                charts,
                files.settings().isEmpty() ? null : settings,
                statements,
                files.settings().stream()
                        .filter(row -> row.getOrDefault("unsafe", "").equals("yes"))
                        .map(row -> row.getOrDefault("name", "") + "=" + row.getOrDefault("value", ""))
                        .toList());
    }

    /** Values arrive hidden; this is a second fence: older versions wrote {@code report_password} as it was. */
    private static DatabaseSetting setting(Map<String, String> row) {
        String name = row.getOrDefault("name", "");
        String value = row.getOrDefault("value", "");
        return new DatabaseSetting(
                name,
                SecretText.isSecretKey(name) && !value.isEmpty() ? SecretText.STARS : value,
                row.getOrDefault("default", ""),
                row.getOrDefault("unit", ""));
    }

    private static StatementRow statement(Map<String, String> row) {
        return new StatementRow(
                row.getOrDefault("statement", ""),
                number(row, "calls"),
                number(row, "total_ms"),
                number(row, "mean_ms"),
                number(row, "rows"));
    }

    /** NaN for a figure that the server does not give. */
    private static double number(Map<String, String> row, String column) {
        try {
            return Double.parseDouble(row.getOrDefault(column, "").strip());
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
