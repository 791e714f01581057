package io.bmsql.report;

import io.bmsql.report.chart.ChartTheme;
import io.bmsql.common.NumberText;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeAxis;
import io.bmsql.report.chart.TimeAxis.Span;
import io.bmsql.report.ReportModel.OverTime;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.RunData;
import io.bmsql.tpcc.TransactionType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The lines of the charts of time, and their axis. */
record TimeLines(RunData input, RunSeconds bins, Words words) {
    OverTime overTime() {
        TransactionType newOrder = TransactionType.NEW_ORDER;
        List<TransactionType> foreground = Arrays.stream(TransactionType.values())
                .filter(TransactionType::isForeground)
                .toList();
        return new OverTime(
                axis(),
                bins.width(),
                List.of(
                        bins.throughput(words.text("line.tpmtotal"), "total", foreground),
                        bins.throughput(words.text("line.tpmc"), ReportCharts.role(newOrder), List.of(newOrder))),
                foreground.stream()
                        .filter(bins::hasCompleted)
                        .map(type -> bins.meanResponse(type, words.type(type)))
                        .toList(),
                errorsByClass(),
                bins.hasErrors()
                        ? List.of(bins.failed(words.text("line.failed")), bins.retried(words.text("line.retried")))
                        : List.of());
    }

    /** One line a class that occurred, the most frequent first; there are as many colours as classes. */
    private List<Series> errorsByClass() {
        Map<String, List<ErrorCounts>> classes = input.collected().errors().stream()
                .collect(Collectors.groupingBy(
                        count -> words.errorClass(count.errorClass()), TreeMap::new, Collectors.toList()));
        return classes.entrySet().stream()
                .sorted(Comparator.comparingLong(counts -> -attempts(counts.getValue())))
                .limit(ChartTheme.distinctSeries())
                .map(counts -> bins.attempts(counts.getKey(), "", counts.getValue()))
                .toList();
    }

    private static long attempts(List<ErrorCounts> counts) {
        return counts.stream().mapToLong(ErrorCounts::attempts).sum();
    }

    private TimeAxis axis() {
        // A clock that stops a breath early must not cost the axis its last mark.
        double end = input.windowEnd();
        double to = Math.abs(bins.toSecond() - end) < 1 ? Math.max(bins.toSecond(), end) : bins.toSecond();
        return new TimeAxis(
                bins.fromSecond(),
                to,
                Math.min(to, end),
                spans(),
                new TimeAxis.Words(
                        words.text("axis.time"),
                        words.text("axis.rampup"),
                        words.text(input.cut().window().isWhole() ? "axis.drain" : "axis.skipped")));
    }

    /** Outages, the steps of a shaped load, and what was skipped: it is shaded like the ramp-up. */
    private List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        for (Outage outage : input.summary().aftermath().availability()) {
            double from = outage.lastCommitSeconds();
            String label = words.text("availability.bar", NumberText.trimmed(outage.outageSeconds(), 1));
            spans.add(new Span(from, from + outage.outageSeconds(), label, "outage"));
        }
        for (AgentFacts.Driver driver : input.summary().run().size().lostDrivers()) {
            Double atSeconds = driver.lost() == null ? null : driver.lost().atSeconds();
            if (atSeconds != null) {
                spans.add(Span.at(atSeconds, words.text("drivers.lost.bar", driver.number())));
            }
        }
        boolean isShaded = false;
        for (LoadStep step : input.summary().steps()) {
            // Every other one is shaded, so that each shows its begin, its end and its name.
            LoadStep.Plan plan = step.plan();
            String label = words.text("steps.load." + plan.unit(), plan.levels());
            spans.add(
                    isShaded
                            ? new Span(plan.fromSeconds(), plan.untilSeconds(), label, "step")
                            : Span.at(plan.fromSeconds(), label));
            isShaded = !isShaded;
        }
        if (input.windowStart() > 0) {
            spans.add(new Span(0, input.windowStart(), words.text("axis.skipped"), TimeAxis.SHADE));
        }
        return spans;
    }
}
