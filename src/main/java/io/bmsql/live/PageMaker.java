package io.bmsql.live;

import io.bmsql.chart.Drawing;
import io.bmsql.chart.NumberText;
import io.bmsql.chart.Series;
import io.bmsql.chart.TimeAxis;
import io.bmsql.chart.TimeChart;
import io.bmsql.chart.TimeChart.Form;
import io.bmsql.chart.TimeChart.Size;
import io.bmsql.live.PageModel.Figure;
import io.bmsql.live.PageModel.Panel;
import io.bmsql.measure.LiveView;
import io.bmsql.result.RunSummary.Outage;
import io.bmsql.spec.RunPhase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts into words and drawings what a run looks like at one moment. */
final class PageMaker {
    /** A chart of a few seconds would only wobble. */
    private static final double SHORTEST_AXIS_SECONDS = 10;

    /** Below, the axis would count in fractions. */
    private static final double LEAST_SCALE = 5;

    private static final String P90 = "New-Order, 90th percentile";
    private static final String P99 = "New-Order, 99th percentile";

    private final LiveFacts facts;
    private final LiveSource source;
    private final RunHistory history;

    PageMaker(LiveFacts facts, LiveSource source, RunHistory history) {
        this.facts = facts;
        this.source = source;
        this.history = history;
    }

    String title() {
        return "Run " + facts.runId() + " on " + facts.db();
    }

    /** @param end how the run ended; null while it runs */
    PageModel model(@Nullable LiveEnd end) {
        LiveView view = source.view();
        return new PageModel(
                title(),
                subtitle(),
                end == null ? state(view.phase()) : "Ended: " + end.word(),
                sentences(view, end),
                end == null ? away(view.outage()) : "",
                figures(view, end),
                panels(view),
                foot(end));
    }

    private String subtitle() {
        return "bmsql " + facts.toolVersion() + " · " + number(facts.warehouses(), "warehouse") + " · "
                + number(facts.terminals(), "terminal") + " on " + number(facts.workers(), "connection");
    }

    private static String number(long count, String word) {
        return NumberText.count(count) + " " + word + (count == 1 ? "" : "s");
    }

    private static String state(RunPhase phase) {
        return switch (phase) {
            case RAMPUP -> "Ramp-up";
            case MEASURE -> "Measuring";
            case DRAIN -> "Finishing";
        };
    }

    private String time(LiveView view) {
        double inWindow = view.elapsedSeconds() - facts.rampupSeconds();
        return switch (view.phase()) {
            case RAMPUP ->
                NumberText.clock(-inWindow) + " of ramp-up left, which counts in no result"
                        + (facts.windowSeconds().isEmpty() ? "." : "; " + left(view) + ".");
            case MEASURE ->
                NumberText.clock(inWindow) + " measured"
                        + (facts.windowSeconds().isEmpty()
                                ? "; the run ends with the last transaction of its terminals."
                                : ", " + left(view) + ".");
            case DRAIN -> "The window is over; transactions under way finish, results are written.";
        };
    }

    private List<String> sentences(LiveView view, @Nullable LiveEnd end) {
        List<String> sentences = new ArrayList<>(end == null ? List.of(time(view)) : end.sentences());
        List<Outage> over = view.outages().stream()
                .filter(outage -> outage.firstCommitSeconds() != null)
                .toList();
        if (!over.isEmpty()) {
            Outage last = over.get(over.size() - 1);
            String duration = NumberText.duration(last.outageSeconds()) + " without a commit from "
                    + NumberText.clock(last.lastCommitSeconds());
            sentences.add(
                    over.size() == 1
                            ? "One outage: " + duration + " on."
                            : over.size() + " outages, the last one " + duration + " on.");
        }
        return sentences;
    }

    private static String left(LiveView view) {
        return NumberText.clock(view.remainingSeconds()) + " to the end of the window";
    }

    private static String away(@Nullable Outage outage) {
        return outage == null
                ? ""
                : "No commit for " + NumberText.clock(outage.outageSeconds())
                        + " while connections break: the last one was at "
                        + NumberText.clock(outage.lastCommitSeconds()) + ". The workers go on trying.";
    }

    private List<Figure> figures(LiveView view, @Nullable LiveEnd end) {
        List<Figure> figures = new ArrayList<>();
        if (end == null) {
            figures.add(new Figure("tpmC", count(view.tpmCNow()), average(view.phase(), view.tpmCAverage())));
            figures.add(
                    new Figure("tpmTotal", count(view.tpmTotalNow()), average(view.phase(), view.tpmTotalAverage())));
            figures.add(new Figure(P90, millis(view.newOrderP90Ms()), "over the last seconds"));
            figures.add(new Figure(P99, millis(view.newOrderP99Ms()), "over the last seconds"));
        } else if (end.result() != null) {
            LiveEnd.Result result = end.result();
            figures.add(new Figure("tpmC", count(result.tpmC()), "New-Orders a minute"));
            figures.add(new Figure("tpmTotal", count(result.tpmTotal()), "transactions a minute"));
            figures.add(new Figure(P90, millis(result.newOrderP90Ms()), "over the window"));
            figures.add(new Figure(P99, millis(result.newOrderP99Ms()), "over the window"));
        }
        figures.add(new Figure("Errors", NumberText.count(view.gaveUp()), "given up or unknown", view.gaveUp() > 0));
        figures.add(new Figure("Retries", NumberText.count(view.retries()), "repeated attempts"));
        if (end == null) {
            figures.add(new Figure("Backlog", NumberText.count(source.backlog()), "due and not yet started"));
            figures.add(new Figure(
                    "Connections",
                    NumberText.count(source.connectedWorkers()),
                    "of " + NumberText.count(facts.workers())));
        }
        return figures;
    }

    private static String average(RunPhase phase, double perMinute) {
        return phase == RunPhase.RAMPUP ? "over the last seconds" : count(perMinute) + " on average";
    }

    private static String count(double perMinute) {
        return NumberText.count(Math.round(perMinute));
    }

    private static String millis(double millis) {
        return millis == 0 ? "–" : NumberText.millis(millis) + " ms";
    }

    private List<Panel> panels(LiveView view) {
        RunHistory.Lines lines = history.lines();
        TimeAxis axis = axis(view, lines);
        return List.of(
                new Chart(
                                "Throughput",
                                "Transactions a minute",
                                "a minute",
                                "No transaction was completed so far.",
                                true)
                        .of(lines.throughput(), axis),
                new Chart("Response time of New-Order", "ms", "ms", "No New-Order was completed so far.", true)
                        .of(lines.newOrder(), axis),
                new Chart(
                                "Failed and retried",
                                "Transactions a second",
                                "a second",
                                "No transaction failed so far, and none was retried.",
                                false)
                        .of(lines.errors(), axis),
                new Chart("Backlog", "Due and not yet started", "", "Nothing had to wait so far.", false)
                        .of(lines.backlog(), axis));
    }

    private TimeAxis axis(LiveView view, RunHistory.Lines lines) {
        double from = -facts.rampupSeconds();
        double to = Math.max(lines.toSecond(), from + SHORTEST_AXIS_SECONDS);
        List<TimeAxis.Span> outages = new ArrayList<>();
        for (Outage outage : view.outages()) {
            double start = outage.lastCommitSeconds();
            String label = "no commits for " + NumberText.duration(outage.outageSeconds());
            outages.add(new TimeAxis.Span(start, start + outage.outageSeconds(), label, "outage"));
        }
        return new TimeAxis(
                from,
                to,
                Math.min(to, facts.windowSeconds().orElse(to)),
                List.of(),
                outages,
                new TimeAxis.Words("Time from the start of the window, minutes:seconds", "ramp-up", ""));
    }

    /** One chart of the page; the sentence stands in its place while all its values are zero. */
    private record Chart(String title, String axisTitle, String unit, String nothing, boolean isTall) {
        Panel of(List<Series> lines, TimeAxis axis) {
            double highest = lines.stream().mapToDouble(Series::highest).max().orElse(0);
            if (highest == 0) {
                return new Panel(title, null, null, nothing);
            }
            double limit = highest < LEAST_SCALE ? LEAST_SCALE : Double.NaN;
            TimeChart chart = new TimeChart(title, axisTitle, Form.LINES_WITHOUT_SPIKES, limit, lines);
            Drawing drawing = chart.draw(axis, isTall ? Size.TALL : Size.LOW);
            Drawing narrow = chart.draw(axis, isTall ? Size.NARROW : Size.NARROW_LOW);
            Drawing.Cut cut = drawing.cut();
            return new Panel(title, drawing, narrow, cut == null ? "" : note(cut));
        }

        private String note(Drawing.Cut cut) {
            return number(cut.points(), "point") + " above the scale; the highest is "
                    + (NumberText.millis(cut.highest()) + " " + unit).strip() + " (" + cut.label() + ") at "
                    + NumberText.clock(cut.second()) + ".";
        }
    }

    private String foot(@Nullable LiveEnd end) {
        int width = history.lines().binSeconds();
        return (width == 1
                        ? ""
                        : "Each point stands for " + width + " s; of the 99th percentile it shows the highest. ")
                + (end == null
                        ? "Renewed every two seconds. Figures for a monitoring system: /metrics"
                        : "This page is closed; the report tells more.");
    }
}
