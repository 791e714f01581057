package io.bmsql.report;

import io.bmsql.chart.CellGrid;
import io.bmsql.chart.DistributionChart;
import io.bmsql.chart.Drawing;
import io.bmsql.chart.Drawing.Cut;
import io.bmsql.chart.HeatMap;
import io.bmsql.chart.Line;
import io.bmsql.chart.NumberText;
import io.bmsql.chart.PercentileCurve;
import io.bmsql.chart.TimeAxis;
import io.bmsql.chart.TimeAxis.Span;
import io.bmsql.chart.TimeChart;
import io.bmsql.chart.TimeChart.Subject;
import io.bmsql.report.ReportModel.Distribution;
import io.bmsql.report.ReportModel.OverTime;
import io.bmsql.report.ReportModel.TimePanel;
import io.bmsql.report.ReportModel.Warehouses;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws what the template asks for, each as a {@link Panel}: the one place where numbers, words and charts meet. */
public final class Panels {
    private final ReportModel model;
    private final Words words;
    private final @Nullable TimeAxis axis;

    Panels(ReportModel model, Words words) {
        this.model = model;
        this.words = words;
        OverTime time = model.overTime();
        this.axis = time == null ? null : time.axis();
    }

    /** tpmC and tpmTotal, with the stalls shaded. */
    public Panel throughput() {
        String title = words.text("chart.throughput");
        OverTime time = model.overTime();
        if (time == null || axis == null) {
            return Panel.missing(title, words.text("noseries"));
        }
        List<Span> stalls = model.stalls().stalls().stream()
                .map(stall -> new Span(stall.fromSecond(), stall.toSecond(), "", "stall"))
                .toList();
        return lines(title, "axis.tpm", time.throughput(), axis.withSpans(stalls), TimeChart.TALL);
    }

    /** Percentiles and means over time. */
    public List<Panel> responses() {
        OverTime time = model.overTime();
        String title = words.text("response.percentiles");
        if (time == null || axis == null) {
            return List.of(Panel.missing(title, words.text("noseries")));
        }
        if (time.meanResponse().isEmpty()) {
            return List.of(Panel.missing(title, words.text("response.none")));
        }
        List<Panel> panels = new ArrayList<>();
        panels.add(newOrder(title, axis));
        if (!model.latency().ninetieths().isEmpty()) {
            panels.add(lines(
                    words.text("response.ninetieth"),
                    "axis.response.p90",
                    model.latency().ninetieths(),
                    axis,
                    TimeChart.TALL));
        }
        panels.add(lines(words.text("response.mean"), "axis.response.mean", time.meanResponse(), axis, TimeChart.TALL));
        return panels;
    }

    private Panel newOrder(String title, TimeAxis time) {
        if (model.latency().newOrder().isEmpty()) {
            return Panel.missing(title, words.text("response.nohistograms"));
        }
        TimeAxis.Event longest = model.latency().longest();
        Panel panel = lines(
                title,
                "axis.response",
                model.latency().newOrder(),
                longest == null ? time : time.with(longest),
                TimeChart.TALL);
        double[] x = model.latency().newOrder().get(0).x();
        double stretch = x.length < 2 ? 1 : Math.rint(PanelMaker.interval(x));
        String note = stretch <= 1 ? "" : words.text("response.percentiles.note", NumberText.trimmed(stretch, 0));
        return new Panel(title, panel.svg(), panel.legend(), joined(note, panel.note()), "");
    }

    /** The heat map of New-Order. */
    public Panel heat() {
        String title = words.text("response.heat");
        HeatMap.Cells cells = model.latency().heat();
        if (cells == null || axis == null) {
            return Panel.missing(title, words.text("response.nohistograms"));
        }
        Drawing drawing = HeatMap.draw(
                title,
                words.text("axis.response.log"),
                cells,
                axis,
                List.of(words.text("heat.few"), words.text("heat.many")));
        return Panel.of(title, drawing, words.text("response.heat.note", NumberText.count(cells.most())));
    }

    /** The percentile curves of all types. */
    public Panel curve() {
        String title = words.text("response.curve");
        List<Line> curves = model.latency().curves();
        if (curves.isEmpty()) {
            return Panel.missing(title, words.text("response.nohistograms"));
        }
        return Panel.of(
                title,
                PercentileCurve.draw(
                        title, List.of(words.text("axis.percentile"), words.text("axis.response.log")), curves),
                "");
    }

    /** How often response times occurred, one a type. */
    public List<Panel> distributions() {
        List<Panel> panels = new ArrayList<>();
        for (Distribution distribution : model.distributions()) {
            double end = distribution.binMs() * distribution.sharePercent().length;
            String beyond = distribution.beyondPercent() == 0
                    ? ""
                    : words.text(
                            "response.beyond",
                            NumberText.percent(distribution.beyondPercent()),
                            NumberText.millis(end),
                            NumberText.millis(distribution.response().maxMs()));
            panels.add(Panel.of(words.type(distribution.type()), draw(distribution), beyond));
        }
        return panels;
    }

    private Drawing draw(Distribution distribution) {
        return DistributionChart.draw(
                words.text("response.of", words.type(distribution.type())),
                List.of(words.text("axis.response"), words.text("axis.share")),
                distribution.sharePercent(),
                distribution.binMs(),
                ReportTheme.role(distribution.type()),
                List.of(
                        new DistributionChart.Mark(distribution.response().p50Ms(), words.text("mark.median")),
                        new DistributionChart.Mark(distribution.response().p90Ms(), "90%"),
                        new DistributionChart.Mark(distribution.response().p99Ms(), "99%")));
    }

    /** What failed over time: attempts by class of error where they were counted so, and transactions by their end. */
    public List<Panel> errors() {
        String title = words.text("errors.chart");
        OverTime time = model.overTime();
        if (time == null || axis == null) {
            return List.of(Panel.missing(title, words.text("noseries")));
        }
        List<Panel> panels = new ArrayList<>();
        if (!time.errorsByClass().isEmpty()) {
            String byClass = words.text("errors.classes");
            Subject subject = new Subject(byClass, words.text("axis.attempts"), Double.NaN, false);
            panels.add(Panel.of(
                    byClass,
                    TimeChart.stack(subject, time.errorsByClass(), axis, TimeChart.LOW),
                    words.text("errors.classes.note")));
        }
        panels.add(
                time.errors().isEmpty()
                        ? Panel.missing(title, words.text("errors.nochart"))
                        : lines(title, "axis.errors", time.errors(), axis, TimeChart.LOW));
        return panels;
    }

    /** Charts of driver, host or database on the page's axis. */
    public List<Panel> over(List<TimePanel> panels) {
        TimeAxis time = axis;
        return time == null
                ? List.of()
                : panels.stream().map(panel -> draw(panel, time)).toList();
    }

    private Panel draw(TimePanel panel, TimeAxis time) {
        Subject subject = new Subject(panel.title(), panel.axis(), panel.limit(), false);
        Drawing drawing = panel.isStacked()
                ? TimeChart.stack(subject, panel.lines(), time, TimeChart.LOW)
                : TimeChart.lines(subject, panel.lines(), time, TimeChart.LOW);
        boolean isClear = drawing.legend().size() == 1
                && panel.title().equals(drawing.legend().get(0).label());
        Panel drawn = Panel.of(panel.title(), drawing, note(drawing.cut()));
        return isClear ? new Panel(drawn.title(), drawn.svg(), List.of(), drawn.note(), "") : drawn;
    }

    /** New-Orders by warehouse. */
    public Panel warehouses() {
        String title = words.text("heat.title");
        Warehouses warehouses = model.warehouses();
        if (warehouses == null) {
            return Panel.missing(title, words.text("heat.none"));
        }
        String axisTitle = warehouses.warehousesACell() == 1
                ? words.text("heat.axis")
                : words.text("heat.axis.shared", warehouses.warehousesACell());
        Drawing drawing = CellGrid.draw(
                title,
                axisTitle,
                warehouses.shares(),
                warehouses.rowLabels(),
                List.of(words.text("heat.few"), words.text("heat.many")));
        return Panel.of(title, drawing, words.text("heat.note", NumberText.count(Math.round(warehouses.most()))));
    }

    private Panel lines(String title, String axisKey, List<Line> lines, TimeAxis time, double height) {
        Drawing drawing = TimeChart.lines(Subject.of(title, words.text(axisKey)), lines, time, height);
        return Panel.of(title, drawing, note(drawing.cut()));
    }

    private String note(@Nullable Cut cut) {
        return cut == null
                ? ""
                : words.counted(
                        "cut",
                        cut.points(),
                        NumberText.count(cut.points()),
                        NumberText.brief(cut.highest()),
                        cut.label(),
                        NumberText.clock(cut.second()));
    }

    private static String joined(String one, String other) {
        return one.isEmpty() || other.isEmpty() ? one + other : one + " " + other;
    }
}
