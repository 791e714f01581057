package io.bmsql.report;

import io.bmsql.common.SecretText;
import io.bmsql.report.ReportModel.DatabasePart;
import io.bmsql.report.ReportModel.DatabaseSetting;
import io.bmsql.report.ReportModel.DriverPart;
import io.bmsql.report.ReportModel.HostPart;
import io.bmsql.report.ReportModel.StallFindings;
import io.bmsql.report.ReportModel.StatementRow;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.RunData;
import io.bmsql.result.SampleTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Driver, hosts and database over the run, on one axis: their charts, the stalls that they explain, and whether the driver
 * was in the way.
 */
public record Monitoring(
        DriverPart driver,
        StallFindings stalls,
        List<HostPart> hosts,
        DatabasePart database,
        @Nullable WarehouseHeat warehouses,
        AgentsPart drivers,
        List<String> notes) {
    private static final int MOST_STATEMENTS = 12;
    private static final int MOST_SETTINGS = 150;

    /** @param seconds of the run; null without a series, and then nothing can be drawn over time */
    static Monitoring of(RunData input, @Nullable RunSeconds seconds, AgentsPart drivers, Words words) {
        CollectedFigures collected = input.collected();
        WarehouseHeat warehouses = WarehouseHeat.of(collected.warehouses(), words);
        List<String> notes = collected.notes().stream()
                .filter(row -> !cell(row, "note").isBlank())
                .map(row -> cell(row, "source").isEmpty()
                        ? cell(row, "note")
                        : words.text("watch.note", cell(row, "source"), cell(row, "note")))
                .toList();
        if (seconds == null) {
            return new Monitoring(
                    DriverPart.NONE,
                    StallFindings.NONE,
                    List.of(),
                    database(input, List.of()),
                    warehouses,
                    drivers,
                    notes);
        }
        DriverPart driver = LoadGeneratorSaturation.watch(input, seconds, words);
        List<HostPart> hosts = collected.hosts().stream()
                .map(host -> HostCharts.of(host, input, seconds, words))
                .toList();
        DatabasePart database =
                database(input, DatabaseCharts.of(collected.database().metrics(), words));
        List<Series> lines = lines(driver, hosts, database);
        // What is far below the median of a load that changes by plan may be what was asked for.
        StallFindings stalls = input.summary().run().pace().loadProfile() == null
                ? new Stalls(seconds, lines, words).find()
                : StallFindings.NONE;
        return new Monitoring(driver, stalls, hosts, database, warehouses, drivers, notes);
    }

    int lines() {
        int ofDrivers = drivers.charts().stream()
                .mapToInt(chart -> chart.series().size())
                .sum();
        return lines(driver, hosts, database).size() + ofDrivers;
    }

    private static List<Series> lines(DriverPart driver, List<HostPart> hosts, DatabasePart database) {
        List<TimeChart> charts = new ArrayList<>(driver.charts());
        hosts.forEach(host -> charts.addAll(host.charts()));
        charts.addAll(database.charts());
        return charts.stream().flatMap(chart -> chart.series().stream()).toList();
    }

    private static DatabasePart database(RunData input, List<TimeChart> charts) {
        CollectedFigures.Database files = input.collected().database();
        List<DatabaseSetting> settings = files.settings().stream()
                .filter(row -> !cell(row, "name").isBlank())
                .filter(row -> !cell(row, "value").equals(cell(row, "default")))
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
                        .filter(row -> cell(row, "unsafe").equals("yes"))
                        .map(row -> cell(row, "name") + "=" + cell(row, "value"))
                        .toList());
    }

    /** Values arrive hidden; this is a second fence: older versions wrote {@code report_password} as it was. */
    private static DatabaseSetting setting(Map<String, String> row) {
        String name = cell(row, "name");
        String value = SecretText.hideIn(name, cell(row, "value"));
        return new DatabaseSetting(name, value, cell(row, "default"), cell(row, "unit"));
    }

    private static StatementRow statement(Map<String, String> row) {
        return new StatementRow(
                cell(row, "statement"),
                SampleTable.number(cell(row, "calls")),
                SampleTable.number(cell(row, "total_ms")),
                SampleTable.number(cell(row, "mean_ms")),
                SampleTable.number(cell(row, "rows")));
    }

    private static String cell(Map<String, String> row, String column) {
        return row.getOrDefault(column, "");
    }
}
