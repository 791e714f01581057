package io.bmsql.report;

import io.bmsql.chart.TimeAxis;
import io.bmsql.report.ReportModel.DatabasePart;
import io.bmsql.report.ReportModel.DatabaseSetting;
import io.bmsql.report.ReportModel.DriverPart;
import io.bmsql.report.ReportModel.HostPart;
import io.bmsql.report.ReportModel.StallFindings;
import io.bmsql.report.ReportModel.StatementRow;
import io.bmsql.report.ReportModel.TimePanel;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.RunData;
import io.bmsql.secret.SecretText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Driver, hosts and database over the run, on one axis: their charts, the stalls that they explain, and whether the driver
 * was in the way.
 *
 * @param driverBound a sentence for each reason to say so
 */
record Watched(
        DriverPart driver,
        List<String> driverBound,
        StallFindings stalls,
        List<HostPart> hosts,
        DatabasePart database) {
    private static final int MOST_STATEMENTS = 12;
    private static final int MOST_SETTINGS = 150;

    /** @param axis of the page; null without a series, and then nothing can be drawn over time */
    static Watched of(RunData input, @Nullable TimeAxis axis, Words words) {
        CollectedFigures collected = input.collected();
        if (axis == null) {
            return new Watched(
                    new DriverPart(List.of(), List.of(), false, Map.of()),
                    List.of(),
                    StallFindings.NONE,
                    List.of(),
                    database(input, List.of()));
        }
        SecondCounts counts = SecondCounts.of(input.series(), input.windowStart(), input.windowEnd());
        DriverWatch.Result driver = DriverWatch.watch(
                input.summary().run(),
                new DriverWatch.Interval(input.windowStart(), input.windowEnd()),
                input.summary().availability(),
                counts,
                collected.driver(),
                words);
        List<List<PanelPlan>> hosts = collected.hosts().stream()
                .map(host -> HostPlans.of(host, words))
                .toList();
        List<PanelPlan> database = DatabasePlans.of(collected.database().metrics(), words);
        List<PanelPlan> all = new ArrayList<>(driver.plans());
        hosts.forEach(all::addAll);
        all.addAll(database);
        List<Measured> series =
                all.stream().flatMap(plan -> plan.series().stream()).toList();
        PanelMaker panels = new PanelMaker(axis, series.size());
        List<HostPart> parts = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            parts.add(host(input, collected.hosts().get(i), panels(hosts.get(i), panels), axis, words));
        }
        return new Watched(
                new DriverPart(
                        driver.rows(), panels(driver.plans(), panels), collected.driver() != null, driver.figures()),
                driver.findings(),
                new Stalls(counts, series, axis.events(), words).find(),
                parts,
                database(input, panels(database, panels)));
    }

    /** A chart in which nothing was ever above zero is left out: it would show an empty frame. */
    private static List<TimePanel> panels(List<PanelPlan> plans, PanelMaker maker) {
        return plans.stream()
                .map(maker::panel)
                .filter(panel -> panel.lines().stream().anyMatch(line -> line.highest() > 0))
                .toList();
    }

    private static HostPart host(
            RunData input, CollectedFigures.Host files, List<TimePanel> panels, TimeAxis axis, Words words) {
        List<String> notes = new ArrayList<>();
        if (axis.from() < 0
                && files.system() != null
                && !files.system().isEmpty()
                && files.system().seconds()[0] >= 0) {
            notes.add(words.text("host.window"));
        }
        long left = HostPlans.devicesLeftOut(files);
        if (left > 0) {
            notes.add(words.text("host.leftout", left));
        }
        return new HostPart(files.name().isEmpty() ? firstHost(input) : files.name(), panels, String.join(" ", notes));
    }

    /** The host whose files lie in {@code data/} itself, as the settings name it; empty for the driver's own. */
    private static String firstHost(RunData input) {
        return input.summary().run().settings().stream()
                .filter(setting -> setting.key().equals("osCollectorSSHAddr"))
                .map(setting -> SecretText.hideIn(setting.value().strip())
                        .split("\\s+")[0]
                        .replaceFirst("^.*@", ""))
                .findFirst()
                .orElse("");
    }

    private static DatabasePart database(RunData input, List<TimePanel> panels) {
        CollectedFigures.Database files = input.collected().database();
        List<DatabaseSetting> settings = files.settings().stream()
                .filter(row -> !row.getOrDefault("name", "").isBlank())
                .filter(row -> !row.getOrDefault("value", "").equals(row.getOrDefault("default", "")))
                .limit(MOST_SETTINGS)
                .map(Watched::setting)
                .toList();
        List<StatementRow> statements = files.statements().stream()
                .map(Watched::statement)
                .sorted(Comparator.comparingDouble(StatementRow::totalMs).reversed())
                .limit(MOST_STATEMENTS)
                .toList();
        return new DatabasePart(
                SecretText.hideIn(input.summary().run().environment().getOrDefault("server", "")),
                panels,
                files.settings().isEmpty() ? null : settings,
                statements,
                files.settings().stream()
                        .filter(row -> row.getOrDefault("unsafe", "").equals("yes"))
                        .map(row -> row.getOrDefault("name", "") + "=" + row.getOrDefault("value", ""))
                        .map(SecretText::hideIn)
                        .toList());
    }

    private static DatabaseSetting setting(Map<String, String> row) {
        String name = row.getOrDefault("name", "");
        return new DatabaseSetting(
                name,
                hidden(name, row.getOrDefault("value", "")),
                hidden(name, row.getOrDefault("default", "")),
                row.getOrDefault("unit", ""));
    }

    private static String hidden(String name, String value) {
        return SecretText.isSecretKey(name) && !value.isEmpty() ? SecretText.STARS : SecretText.hideIn(value);
    }

    private static StatementRow statement(Map<String, String> row) {
        return new StatementRow(
                SecretText.hideIn(row.getOrDefault("statement", "")),
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
