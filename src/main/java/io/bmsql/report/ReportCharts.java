package io.bmsql.report;

import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.common.TransactionType;
import io.bmsql.report.ReportModel.OverTime;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.Drawing;
import io.bmsql.report.chart.HeatMap;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.SpreadCharts;
import io.bmsql.report.chart.TimeAxis;
import io.bmsql.report.chart.TimeAxis.Span;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.report.chart.TimeChart.Form;
import io.bmsql.report.chart.TimeChart.Size;
import io.bmsql.result.Latency;
import io.bmsql.tpcc.TpccTransaction;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Draws what the template asks for: the one place where numbers, words and charts meet. */
public record ReportCharts(ReportModel model, Words words, @Nullable TimeAxis axis) {
    /** Points of single samples on a whole page, and points with a band, which take three times the space. */
    private static final int POINTS_A_PAGE = 45_000;

    private static final int BANDS_A_PAGE = 22_000;
    private static final int MAX_POINTS = 1000;
    private static final int MIN_POINTS = 60;

    ReportCharts(ReportModel model, Words words) {
        this(model, words, model.overTime() == null ? null : model.overTime().axis());
    }

    /** The colour's name for a transaction type: the same one everywhere. */
    static String role(TransactionType type) {
        if (!(type instanceof TpccTransaction)) {
            return ChartTheme.series(type.ordinal());
        }
        return type.isForeground() ? type.name().toLowerCase(Locale.ROOT).replace('_', '-') : "deferred";
    }

    private Metric metric() {
        return model.summary().run().metric();
    }

    /** The rates, with the stalls shaded. */
    public Drawing throughput() {
        OverTime time = model.overTime();
        if (time == null) {
            return missing("chart.throughput", "noseries");
        }
        List<Span> stalls = model.monitoring().stalls().worst().stream()
                .map(ReportModel.ExplainedStall::stall)
                .map(stall ->
                        new Span(stall.fromSeconds(), stall.toSeconds(), words.text("axis.stall"), TimeAxis.STALL))
                .toList();
        String axisKey = "axis." + metric().unit().toLowerCase(Locale.ROOT);
        return lines("chart.throughput", axisKey, time.throughput(), time.axis().with(stalls));
    }

    /** Percentiles and means over time, the heat map, the percentile curves. */
    public List<Drawing> responses() {
        LatencyCharts latency = model.latency();
        List<Drawing> drawings = new ArrayList<>(overTime(latency));
        HeatMap heat = latency.cells(latency.types().leading());
        String title = words.text(metric().counted() == null ? "response.heat.of" : "response.heat", leadingName());
        String axisY = words.text("axis.response.log");
        drawings.add(
                heat == null || axis == null
                        ? Drawing.missing(title, words.text("response.nohistograms"))
                        : heat.draw(title, axisY, words.text("heat.few"), words.text("heat.many"), axis)
                                .with(title, words.text("response.heat.note", NumberText.count(heat.most()))));
        drawings.add(
                latency.curves().isEmpty()
                        ? missing("response.curve", "response.nohistograms")
                        : SpreadCharts.percentiles(
                                words.text("response.curve"), words.text("axis.percentile"), axisY, latency.curves()));
        return drawings;
    }

    private List<Drawing> overTime(LatencyCharts latency) {
        OverTime time = model.overTime();
        if (time == null || time.meanResponse().isEmpty()) {
            return List.of(missing("response.percentiles", time == null ? "noseries" : "response.none"));
        }
        List<Drawing> drawings = new ArrayList<>();
        drawings.add(leading(latency, time.axis()));
        if (!latency.ninetieths().isEmpty()) {
            drawings.add(lines("response.ninetieth", "axis.response.p90", latency.ninetieths(), time.axis()));
        }
        drawings.add(lines("response.mean", "axis.response.mean", time.meanResponse(), time.axis()));
        return drawings;
    }

    private Drawing leading(LatencyCharts latency, TimeAxis time) {
        List<Series> percentiles = latency.leading();
        if (percentiles.isEmpty()) {
            return missing("response.percentiles", "response.nohistograms");
        }
        List<Span> longest = Stream.ofNullable(
                        model.summary().figures().type(latency.types().leading()))
                .filter(type -> type.count() > 0)
                .map(type -> Span.at(
                        type.maxAtSeconds(),
                        words.text(
                                "response.longest",
                                NumberText.millis(type.response().maxMs()))))
                .toList();
        Drawing drawing = lines("response.percentiles", "axis.response", percentiles, time.with(longest));
        double stretch = Math.rint(percentiles.get(0).interval());
        String note = stretch <= 1 || metric().counted() == null
                ? ""
                : words.text("response.percentiles.note", NumberText.trimmed(stretch, 0)) + " ";
        return drawing.with(drawing.title(), (note + drawing.note()).strip());
    }

    private String leadingName() {
        return words.type(model.latency().types().leading());
    }

    private Drawing missing(String titleKey, String whyKey) {
        return Drawing.missing(words.text(titleKey, leadingName()), words.text(whyKey));
    }

    public List<Drawing> distributions() {
        return model.transactions().distributions().stream().map(this::draw).toList();
    }

    private Drawing draw(ReportModel.Distribution distribution) {
        String type = words.type(distribution.type());
        Latency response = distribution.response();
        List<Span> marks = List.of(
                Span.at(response.p50Ms(), words.text("mark.median")),
                Span.at(response.p90Ms(), "90%"),
                Span.at(response.p99Ms(), "99%"));
        double[] shares = distribution.sharePercent();
        String beyond = distribution.beyondPercent() == 0
                ? ""
                : words.text(
                        "response.beyond",
                        NumberText.percent(distribution.beyondPercent()),
                        NumberText.millis(distribution.binMs() * shares.length),
                        NumberText.millis(response.maxMs()));
        return SpreadCharts.histogram(
                        words.text("response.of", type),
                        words.text("axis.response"),
                        words.text("axis.share"),
                        shares,
                        distribution.binMs(),
                        role(distribution.type()),
                        marks)
                .with(type, beyond);
    }

    /** What failed over time: attempts by class of error where they were counted so, and transactions by their end. */
    public List<Drawing> errors() {
        OverTime time = model.overTime();
        if (time == null) {
            return List.of(missing("errors.chart", "noseries"));
        }
        List<Drawing> drawings = new ArrayList<>();
        if (!time.errorsByClass().isEmpty()) {
            String byClass = words.text("errors.classes");
            drawings.add(
                    new TimeChart(byClass, words.text("axis.attempts"), Form.STACK, Double.NaN, time.errorsByClass())
                            .draw(time.axis(), Size.LOW)
                            .with(byClass, words.text("errors.classes.note")));
        }
        drawings.add(
                time.errors().isEmpty()
                        ? missing("errors.chart", "errors.nochart")
                        : draw(chart("errors.chart", "axis.errors", time.errors()), time.axis(), Size.LOW));
        return drawings;
    }

    /** Those of the charts that show a change, on the page's axis. */
    public List<Drawing> changing(List<TimeChart> charts) {
        TimeAxis time = axis;
        return time == null
                ? List.of()
                : charts.stream()
                        .map(chart -> thinned(chart, time))
                        .filter(chart -> !chart.isFlat())
                        .map(chart -> draw(chart, time, Size.LOW))
                        .toList();
    }

    /** Title and value of the others: they would be an empty frame with a level line. */
    public List<List<String>> level(List<TimeChart> charts) {
        TimeAxis time = axis;
        return charts.stream()
                .map(chart -> time == null ? chart : thinned(chart, time))
                .filter(TimeChart::isFlat)
                .map(chart -> List.of(
                        chart.title(),
                        chart.series().stream()
                                .map(series -> value(series, chart.series().size() > 1))
                                .collect(Collectors.joining(", "))))
                .toList();
    }

    /** Reduced to as many points as a page may have; all lines of the page share them. */
    private TimeChart thinned(TimeChart chart, TimeAxis time) {
        int lines = Math.max(1, model.monitoring().lines());
        return chart.thinned(
                time,
                Math.max(MIN_POINTS, Math.min(MAX_POINTS, POINTS_A_PAGE / lines)),
                Math.max(MIN_POINTS, Math.min(MAX_POINTS / 2, BANDS_A_PAGE / lines)));
    }

    private static String value(Series series, boolean isNamed) {
        DoubleSummaryStatistics statistics = series.statistics();
        String value = statistics.getCount() == 0
                ? NumberText.DASH
                : NumberText.withUnit(statistics.getAverage(), series.unit());
        return isNamed ? series.label() + " " + value : value;
    }

    public Drawing warehouses() {
        WarehouseHeat warehouses = model.monitoring().warehouses();
        if (warehouses == null) {
            return missing("heat.title", "heat.none");
        }
        String title = words.text("heat.title");
        if (warehouses.shares().length == 1) {
            return Drawing.missing(title, "");
        }
        String cells = words.text(
                warehouses.warehousesACell() == 1 ? "heat.axis" : "heat.axis.shared", warehouses.warehousesACell());
        String few = words.text("heat.few");
        return SpreadCharts.grid(
                        title, cells, warehouses.shares(), warehouses.rowLabels(), few, words.text("heat.many"))
                .with(title, words.text("heat.note", NumberText.count(Math.round(warehouses.most()))));
    }

    private Drawing lines(String titleKey, String axisKey, List<Series> series, TimeAxis time) {
        return draw(chart(titleKey, axisKey, series), time, Size.TALL);
    }

    private TimeChart chart(String titleKey, String axisKey, List<Series> series) {
        String title = words.text(titleKey, leadingName());
        return new TimeChart(title, words.text(axisKey), Form.LINES_WITHOUT_SPIKES, Double.NaN, series);
    }

    private Drawing draw(TimeChart chart, TimeAxis time, Size size) {
        Drawing drawing = chart.draw(time, size).withoutPlainLegend();
        return drawing.cut() == null ? drawing : drawing.with(chart.title(), words.cutNote(drawing.cut()));
    }
}
