package io.bmsql.report;

import io.bmsql.chart.ChartTheme;
import io.bmsql.chart.NumberText;
import io.bmsql.chart.Series;
import io.bmsql.chart.TimeAxis;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.OverTime;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.RunData;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lines of the charts of time, and their axis. */
final class TimeLines {
    private final RunData input;
    private final RunSeconds bins;
    private final Words words;

    TimeLines(RunData input, RunSeconds bins, Words words) {
        this.input = input;
        this.bins = bins;
        this.words = words;
    }

    OverTime overTime() {
        List<TransactionType> foreground = new ArrayList<>();
        List<Series> means = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            if (type.isForeground()) {
                foreground.add(type);
                if (bins.hasCompleted(type)) {
                    means.add(bins.meanResponse(type, words.type(type)));
                }
            }
        }
        List<Series> throughput = List.of(
                bins.throughput(words.text("line.tpmtotal"), "total", foreground),
                bins.throughput(
                        words.text("line.tpmc"),
                        ReportCharts.role(TransactionType.NEW_ORDER),
                        List.of(TransactionType.NEW_ORDER)));
        return new OverTime(
                axis(),
                bins.width(),
                throughput,
                means,
                errorsByClass(),
                bins.hasErrors()
                        ? List.of(bins.failed(words.text("line.failed")), bins.retried(words.text("line.retried")))
                        : List.of());
    }

    /** One line a class that occurred, the most frequent first; there are as many colours as classes. */
    private List<Series> errorsByClass() {
        Map<String, List<ErrorCounts>> classes = new LinkedHashMap<>();
        Map<String, Long> attempts = new TreeMap<>();
        input.collected().errors().forEach(count -> {
            String name = words.errorClass(count.errorClass());
            classes.computeIfAbsent(name, unseen -> new ArrayList<>()).add(count);
            attempts.merge(name, count.attempts(), Long::sum);
        });
        return attempts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(ChartTheme.distinctSeries())
                .map(entry -> bins.attempts(entry.getKey(), "", classes.get(entry.getKey())))
                .toList();
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

    /** What was skipped is shaded like the ramp-up. */
    private List<TimeAxis.Span> spans() {
        List<TimeAxis.Span> spans = new ArrayList<>(outages());
        int from = input.windowStart();
        if (from > 0) {
            spans.add(new TimeAxis.Span(0, from, words.text("axis.skipped"), "shade"));
        }
        return spans;
    }

    private List<TimeAxis.Span> outages() {
        return input.summary().aftermath().availability().stream()
                .map(outage -> new TimeAxis.Span(
                        outage.lastCommitSeconds(),
                        outage.lastCommitSeconds() + outage.outageSeconds(),
                        words.text("availability.bar", NumberText.trimmed(outage.outageSeconds(), 1)),
                        "outage"))
                .toList();
    }
}
