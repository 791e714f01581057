package io.bmsql.report;

import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.report.ReportModel.Cover;
import io.bmsql.report.ReportModel.Distribution;
import io.bmsql.report.ReportModel.OverTime;
import io.bmsql.report.ReportModel.TransactionPart;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeAxis;
import io.bmsql.report.chart.TimeAxis.Span;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.Latency;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.ResultCsvAggregator;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Turns what a result directory holds into the numbers of a report. */
record ReportModelBuilder(RunData input, AgentsPart agents, ZoneId zone, Words words) {
    private static final int DISTRIBUTION_BINS = 80;

    /** Makes the model in the language of these words; the zone is that of the start time. */
    static ReportModel make(RunData input, AgentsPart agents, ZoneId zone, Words words) {
        return new ReportModelBuilder(WindowConditions.judged(input), agents, zone, words).make();
    }

    private RunSummary summary() {
        return input.summary();
    }

    private boolean isWhole() {
        return input.cut().window().isWhole();
    }

    private ReportModel make() {
        RunSummary summary = summary();
        RunFacts run = summary.run();
        TypeSummary leading = summary.figures().type(run.types().leading());
        long start = run.window().startEpochMillis();
        // Of the run's own window, whichever part was chosen.
        String started = Words.moment(start == 0 ? 0 : start - input.windowStart() * 1000L, zone);
        TransactionPart transactions = transactions(summary.figures());
        RunSeconds seconds = input.series().isEmpty()
                ? null
                : new RunSeconds(input.series(), run.types(), input.windowStart(), input.windowEnd());
        Monitoring monitoring = Monitoring.of(input, seconds, agents, words);
        String chosen = isWhole()
                ? ""
                : words.text(
                        "window.fromto", NumberText.clock(input.windowStart()), NumberText.clock(input.windowEnd()));
        List<String> windowNotes = new ArrayList<>();
        if (!isWhole()) {
            windowNotes.add(words.text(
                    "window.chosen", chosen, NumberText.clock(input.cut().runSeconds())));
            input.cut().notes().forEach(key -> windowNotes.add(words.text(key)));
        }
        boolean isFailureKnown = summary.figures().types().stream().allMatch(type -> type.givenUp() >= 0);
        Cover cover = new Cover(
                words.text("run.title", run.setup().runId(), run.setup().db(), started),
                run.environment().getOrDefault(RunData.PROGRAM, "bmsql"),
                started,
                new VerdictFinder(summary, input.windowStart(), input.outages(), transactions.clauses(), words).judge(),
                windowNotes,
                leading == null || leading.count() == 0
                        ? Latency.ofMeanAndMax(RunSummary.UNKNOWN, RunSummary.UNKNOWN)
                        : leading.response(),
                isFailureKnown ? summary.figures().givenUp() : RunSummary.UNKNOWN,
                input.windowStart(),
                chosen);
        OverTime overTime = seconds == null ? null : overTime(seconds);
        double until = overTime == null ? Double.MAX_VALUE : overTime.axis().to();
        return new ReportModel(
                cover,
                summary,
                transactions,
                overTime,
                new LatencyCharts(run.types(), input.latencies(), input.responses(), until, words),
                monitoring,
                zone,
                input.acid());
    }

    /** What was counted by type, how response times are spread, what transactions waited for and what failed. */
    private TransactionPart transactions(Figures figures) {
        List<TypeSummary> counted = summary().run().types().stream()
                .map(figures::type)
                .filter(Objects::nonNull)
                .toList();
        return new TransactionPart(
                counted,
                summary().run().metric().has("clauses") ? ClauseTable.of(summary(), words) : List.of(),
                distributions(figures),
                counted.stream()
                        .filter(row -> row.count() > 0 && row.service().meanMs() > 0)
                        .toList(),
                figures.thinkTimes().stream()
                        .filter(think -> think.requiredMeanMs() > 0)
                        .toList(),
                figures.errors().stream()
                        .sorted(Comparator.comparingLong(ErrorSummary::attempts).reversed())
                        .map(ReportModelBuilder::withoutSecrets)
                        .toList());
    }

    private List<Distribution> distributions(Figures figures) {
        List<Distribution> distributions = new ArrayList<>();
        for (TransactionType type : summary().run().types()) {
            TypeSummary row = figures.type(type);
            Histogram histogram = input.responses().get(type);
            if (row != null && histogram != null && histogram.getTotalCount() > 0) {
                distributions.add(distribution(type, row, histogram));
            }
        }
        return distributions;
    }

    /** Bins up to four times the 90th percentile (clause 5.6.1), never narrower than what the values were counted in. */
    private static Distribution distribution(TransactionType type, TypeSummary row, Histogram histogram) {
        double p90Micros = Math.max(1, histogram.getValueAtPercentile(90));
        double finest = ResultCsvAggregator.WHOLE_MILLIS.equals(histogram.getTag()) ? 1000 : 1;
        double binMicros = finest * Math.max(1, Math.ceil(4 * p90Micros / DISTRIBUTION_BINS / finest));
        double[] shares = new double[(int) Math.max(1, Math.ceil(4 * p90Micros / binMicros))];
        double beyond = 0;
        double total = histogram.getTotalCount();
        for (var value : histogram.recordedValues()) {
            int bin = (int) (value.getValueIteratedTo() / binMicros);
            double share = value.getCountAtValueIteratedTo() * 100.0 / total;
            if (bin < shares.length) {
                shares[bin] += share;
            } else {
                beyond += share;
            }
        }
        return new Distribution(type, binMicros / 1000, shares, beyond, row.response());
    }

    private static ErrorSummary withoutSecrets(ErrorSummary error) {
        return new ErrorSummary(
                error.type(),
                error.errorClass(),
                error.sqlState(),
                error.vendorCode(),
                error.attempts(),
                error.gaveUp(),
                SecretText.hideIn(error.sampleMessage()),
                error.attemptsOutsideWindow());
    }

    private OverTime overTime(RunSeconds bins) {
        TransactionTypes types = summary().run().types();
        List<TransactionType> foreground = types.foreground().toList();
        TransactionType counted = types.counted();
        Metric metric = types.metric();
        List<Series> throughput = new ArrayList<>();
        if (counted != null) {
            throughput.add(bins.throughput(words.text("line.tpmtotal"), "total", foreground, 60_000));
        }
        throughput.add(bins.throughput(
                words.text("line." + metric.unit().toLowerCase(Locale.ROOT)),
                counted == null ? "total" : ReportCharts.role(counted),
                types.inMetric().toList(),
                metric.perSeconds() * 1000));
        return new OverTime(
                axis(bins),
                bins.width(),
                throughput,
                foreground.stream()
                        .filter(bins::hasCompleted)
                        .map(type -> bins.meanResponse(type, words.type(type)))
                        .toList(),
                errorsByClass(bins),
                bins.errors(words.text("line.failed"), words.text("line.retried")));
    }

    /** One line a class that occurred, the most frequent first; there are as many colours as classes. */
    private List<Series> errorsByClass(RunSeconds bins) {
        Map<String, List<ErrorCounts>> classes = input.collected().errors().stream()
                .collect(Collectors.groupingBy(
                        count -> words.errorClass(count.errorClass()), TreeMap::new, Collectors.toList()));
        return classes.entrySet().stream()
                .sorted(Comparator.comparingLong(counts -> -counts.getValue().stream()
                        .mapToLong(ErrorCounts::attempts)
                        .sum()))
                .limit(ChartTheme.distinctSeries())
                .map(counts -> bins.attempts(counts.getKey(), "", counts.getValue()))
                .toList();
    }

    private TimeAxis axis(RunSeconds bins) {
        // A clock that stops a little early must not cost the axis its last mark.
        double end = input.windowEnd();
        double to = Math.abs(bins.toSecond() - end) < 1 ? Math.max(bins.toSecond(), end) : bins.toSecond();
        return new TimeAxis(
                bins.fromSecond(),
                to,
                Math.min(to, end),
                spans(),
                words.text("axis.time"),
                words.text("axis.rampup"),
                words.text(isWhole() ? "axis.drain" : "axis.skipped"));
    }

    /** Outages, the steps of a shaped load, and what was skipped: it is shaded like the ramp-up. */
    private List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        for (Outage outage : summary().postRun().availability()) {
            double from = outage.lastCommitSeconds();
            String label = words.text("availability.bar", NumberText.trimmed(outage.outageSeconds(), 1));
            spans.add(new Span(from, from + outage.outageSeconds(), label, "outage"));
        }
        for (AgentFacts.Agent agent : summary().run().size().lostAgents()) {
            Double atSeconds = agent.lost() == null ? null : agent.lost().atSeconds();
            if (atSeconds != null) {
                spans.add(Span.at(atSeconds, words.text("agents.lost.bar", agent.number())));
            }
        }
        summary()
                .postRun()
                .events()
                .forEach(event -> spans.add(Span.at(event.atSeconds(), words.translated(event.label()))));
        boolean isShaded = false;
        for (LoadStep step : summary().steps()) {
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
