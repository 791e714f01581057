package io.bmsql.report;

import io.bmsql.chart.ChartTheme;
import io.bmsql.chart.DistributionChart;
import io.bmsql.chart.Drawing;
import io.bmsql.chart.Drawing.Cut;
import io.bmsql.chart.Line;
import io.bmsql.chart.NumberText;
import io.bmsql.chart.TimeChart;
import io.bmsql.report.ReportModel.OverTime;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The page: one file without script, handler or anything from outside. The template escapes whatever it is given; only
 * style and drawings, which are made here, pass as they are.
 */
final class HtmlReport {
    private final PebbleTemplate template;

    HtmlReport() {
        ClasspathLoader loader = new ClasspathLoader(HtmlReport.class.getClassLoader());
        loader.setPrefix("report");
        loader.setSuffix(".html");
        PebbleEngine engine = new PebbleEngine.Builder()
                .loader(loader)
                .extension(new NumberFilters())
                .autoEscaping(true)
                .strictVariables(true)
                .newLineTrimming(true)
                .defaultLocale(Locale.ROOT)
                .build();
        template = engine.getTemplate("report");
    }

    /** A chart, or the sentence why there is none. */
    record Panel(String title, String svg, List<Drawing.Key> legend, String note, String missing) {}

    /** Writes the page as text. */
    String render(ReportModel model) {
        Map<String, Object> values = new HashMap<>();
        values.put("model", model);
        values.put("run", model.summary().run());
        values.put("light", ChartTheme.lightVariables());
        values.put("dark", ChartTheme.darkVariables());
        values.put("throughput", throughput(model));
        values.put("latencies", latencies(model));
        values.put("errorsOverTime", errors(model));
        values.put("distributions", distributions(model));
        StringWriter page = new StringWriter();
        try {
            template.evaluate(page, values, Locale.ROOT);
        } catch (IOException e) {
            throw new UncheckedIOException("the report's template cannot be filled", e);
        }
        return page.toString();
    }

    private Panel throughput(ReportModel model) {
        OverTime time = model.overTime();
        return time == null
                ? missing("Throughput", "The result directory has no per-second series (data/series.csv).")
                : panel("Throughput", "Throughput", "transactions a minute", time.throughput(), time);
    }

    private List<Panel> latencies(ReportModel model) {
        OverTime time = model.overTime();
        String mean = "Mean by transaction type";
        String newOrder = "Percentiles of New-Order";
        if (time == null) {
            return List.of(missing(mean, "The result directory has no per-second series (data/series.csv)."));
        }
        if (time.meanResponse().isEmpty()) {
            return List.of(missing(mean, "No transaction was completed."));
        }
        return List.of(
                panel(mean, "Mean response time", "ms", time.meanResponse(), time),
                time.newOrderResponse().isEmpty()
                        ? missing(newOrder, "No New-Order was completed.")
                        : panel(newOrder, "Response time", "ms", time.newOrderResponse(), time));
    }

    private Panel errors(ReportModel model) {
        OverTime time = model.overTime();
        if (time == null) {
            return missing("Errors", "The result directory has no per-second series (data/series.csv).");
        }
        return time.errors().isEmpty()
                ? missing("Errors", "No transaction failed and none was retried, so there is no chart of them.")
                : panel("Failed and retried", "Transactions", "a second", time.errors(), time);
    }

    private List<Panel> distributions(ReportModel model) {
        List<Panel> panels = new ArrayList<>();
        for (ReportModel.Distribution distribution : model.distributions()) {
            Drawing chart = draw(distribution);
            double end = distribution.binMs() * distribution.sharePercent().length;
            panels.add(new Panel(
                    distribution.type().title(),
                    chart.svg(),
                    List.of(),
                    distribution.beyondPercent() == 0
                            ? ""
                            : NumberText.percent(distribution.beyondPercent()) + "% took longer than "
                                    + NumberText.millis(end) + " ms, at most "
                                    + NumberText.millis(distribution.response().maxMs()) + " ms.",
                    ""));
        }
        return panels;
    }

    private static Drawing draw(ReportModel.Distribution distribution) {
        return DistributionChart.draw(
                "Response times of " + distribution.type().title(),
                List.of("Response time, ms", "Share of transactions, %"),
                distribution.sharePercent(),
                distribution.binMs(),
                ReportTheme.role(distribution.type()),
                List.of(
                        new DistributionChart.Mark(distribution.response().p50Ms(), "median"),
                        new DistributionChart.Mark(distribution.response().p90Ms(), "90%"),
                        new DistributionChart.Mark(distribution.response().p99Ms(), "99%")));
    }

    private static Panel panel(String title, String axis, String unit, List<Line> lines, OverTime time) {
        Drawing chart =
                TimeChart.lines(TimeChart.Subject.of(title, axis + ", " + unit), lines, time.axis(), TimeChart.TALL);
        Cut cut = chart.cut();
        return new Panel(title, chart.svg(), chart.legend(), cut == null ? "" : note(cut, unit), "");
    }

    private static String note(Cut cut, String unit) {
        return NumberText.count(cut.points()) + (cut.points() == 1 ? " point lies" : " points lie")
                + " above the scale; the highest is " + NumberText.millis(cut.highest()) + " " + unit + " ("
                + cut.label() + ") at " + NumberText.clock(cut.second()) + ".";
    }

    private static Panel missing(String title, String why) {
        return new Panel(title, "", List.of(), "", why);
    }
}
