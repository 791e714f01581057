package io.bmsql.report;

import io.bmsql.chart.ChartTheme;
import io.bmsql.chart.NumberText;
import io.bmsql.chart.Series;
import io.bmsql.chart.TimeAxis;
import io.bmsql.chart.TimeAxis.Event;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.Distribution;
import io.bmsql.report.ReportModel.ErrorRow;
import io.bmsql.report.ReportModel.Headline;
import io.bmsql.report.ReportModel.LatencyPart;
import io.bmsql.report.ReportModel.OverTime;
import io.bmsql.report.ReportModel.TypeRow;
import io.bmsql.report.ReportModel.WaitRow;
import io.bmsql.result.AcidResult;
import io.bmsql.result.ErrorCounts;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Latency;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.Tally;
import io.bmsql.secret.SecretText;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Turns what a result directory holds into the numbers of a report. */
final class ModelMaker {
    private static final int DISTRIBUTION_BINS = 80;

    private final RunData input;
    private final ZoneId zone;
    private final Words words;
    private final RunSummary summary;
    private final EnvironmentFacts environment;

    private ModelMaker(RunData input, ZoneId zone, Words words) {
        this.input = input;
        this.zone = zone;
        this.words = words;
        this.summary = input.summary();
        this.environment = new EnvironmentFacts(summary, zone, words);
    }

    /**
     * Makes the model.
     *
     * @param zone of the start time that is shown
     * @param words the language of everything that is said
     */
    static ReportModel make(RunData input, ZoneId zone, Words words) {
        return new ModelMaker(input, zone, words).make();
    }

    private ReportModel make() {
        RunSummary.RunFacts run = summary.run();
        String started = environment.moment(runStartEpochMillis());
        List<ReportModel.ClauseRow> clauses = ClauseTable.of(summary, words);
        OverTime time = overTime();
        Monitoring monitoring = Monitoring.of(input, time == null ? null : time.axis(), words);
        return new ReportModel(
                words.text("run.title", run.setup().runId(), run.setup().db(), started),
                environment.program(),
                started,
                summary,
                Verdicts.judge(
                        summary,
                        new Verdicts.Evidence(
                                outagesInWindow(),
                                clauses,
                                halves(),
                                monitoring.driverBound(),
                                monitoring.database().unsafe()),
                        words),
                windowNotes(),
                headline(),
                types(),
                clauses,
                time,
                latency(),
                distributions(),
                waits(),
                monitoring.driver(),
                errors(),
                monitoring.stalls(),
                monitoring.hosts(),
                monitoring.database(),
                WarehouseHeat.of(input.collected().warehouses(), words),
                watchNotes(),
                environment.settings(),
                environment.facts(),
                LoadFigures.of(run.load(), zone, words),
                acid());
    }

    /** Of the run's own window, whichever part was chosen. */
    private long runStartEpochMillis() {
        long start = summary.run().window().startEpochMillis();
        return start == 0 ? 0 : start - input.windowStart() * 1000L;
    }

    private List<String> watchNotes() {
        return input.collected().notes().stream()
                .filter(row -> !row.getOrDefault("note", "").isBlank())
                .map(row -> words.text(
                        "watch.note",
                        SecretText.hideIn(row.getOrDefault("source", "")),
                        SecretText.hideIn(row.getOrDefault("note", ""))))
                .toList();
    }

    private LatencyPart latency() {
        LatencyCharts charts = new LatencyCharts(input.latencies(), words);
        TypeSummary newOrder = numbers(TransactionType.NEW_ORDER);
        return new LatencyPart(
                charts.newOrderPercentiles(),
                charts.ninetieths(),
                charts.cells(TransactionType.NEW_ORDER),
                charts.curves(input.responses()),
                newOrder == null || newOrder.count() == 0
                        ? null
                        : new Event(
                                newOrder.maxAtSeconds(),
                                words.text(
                                        "response.longest",
                                        NumberText.millis(newOrder.response().maxMs()))));
    }

    private Headline headline() {
        TypeSummary newOrder = numbers(TransactionType.NEW_ORDER);
        boolean isFailureKnown = summary.figures().types().stream().allMatch(type -> type.givenUp() >= 0);
        return new Headline(
                summary.figures().tpmC(),
                summary.figures().tpmTotal(),
                summary.figures().efficiencyPercent(),
                newOrder == null ? new Latency(0, 0, 0, 0, 0, 0, 0) : newOrder.response(),
                isFailureKnown ? summary.figures().givenUp() : RunSummary.UNKNOWN,
                summary.figures().types().stream()
                        .mapToLong(TypeSummary::retries)
                        .sum(),
                summary.run().window().windowSeconds(),
                summary.run().window().rampupSeconds(),
                input.windowStart(),
                input.cut().window().isWhole() ? "" : chosen());
    }

    private List<TypeRow> types() {
        List<TypeRow> rows = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            TypeSummary numbers = numbers(type);
            if (numbers != null) {
                rows.add(new TypeRow(type, numbers, type.limitSeconds()));
            }
        }
        return rows;
    }

    private List<WaitRow> waits() {
        return types().stream()
                .filter(row ->
                        row.numbers().count() > 0 && row.numbers().service().meanMs() > 0)
                .map(row -> new WaitRow(
                        row.type(), row.numbers().response(), row.numbers().service()))
                .toList();
    }

    private @Nullable OverTime overTime() {
        if (input.series().isEmpty()) {
            return null;
        }
        SeriesBins bins = SeriesBins.of(input.series());
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
                        ReportTheme.role(TransactionType.NEW_ORDER),
                        List.of(TransactionType.NEW_ORDER)));
        return new OverTime(
                axis(bins),
                bins.width(),
                throughput,
                means,
                errorsByClass(bins),
                bins.hasErrors()
                        ? List.of(bins.failed(words.text("line.failed")), bins.retried(words.text("line.retried")))
                        : List.of());
    }

    /** One line a class that occurred, the most frequent first; there are as many colours as classes. */
    private List<Series> errorsByClass(SeriesBins bins) {
        Map<String, List<ErrorCounts>> classes = new LinkedHashMap<>();
        input.collected().errors().forEach(count -> classes.computeIfAbsent(
                        classOf(count.errorClass()), name -> new ArrayList<>())
                .add(count));
        List<Map.Entry<String, List<ErrorCounts>>> frequent = classes.entrySet().stream()
                .sorted(Comparator.comparingLong(
                                (Map.Entry<String, List<ErrorCounts>> entry) -> entry.getValue().stream()
                                        .mapToLong(ErrorCounts::attempts)
                                        .sum())
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(ChartTheme.distinctSeries())
                .toList();
        List<Series> lines = new ArrayList<>();
        for (Map.Entry<String, List<ErrorCounts>> entry : frequent) {
            lines.add(bins.attempts(entry.getKey(), ChartTheme.series(lines.size()), entry.getValue()));
        }
        return lines;
    }

    private TimeAxis axis(SeriesBins bins) {
        // A clock that stops a breath early must not cost the axis its last mark.
        double end = input.windowEnd();
        double to = Math.abs(bins.toSecond() - end) < 1 ? Math.max(bins.toSecond(), end) : bins.toSecond();
        return new TimeAxis(
                bins.fromSecond(),
                to,
                Math.min(to, end),
                List.of(),
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

    /** Of the whole run those of the ramp-up too: they are not in the rates, but nobody should miss them. */
    private List<RunSummary.Outage> outagesInWindow() {
        return input.cut().window().isWhole()
                ? summary.aftermath().availability()
                : summary.aftermath().availability().stream()
                        .filter(outage -> outage.lastCommitSeconds() < input.windowEnd()
                                && outage.lastCommitSeconds() + outage.outageSeconds() > input.windowStart())
                        .toList();
    }

    private List<String> windowNotes() {
        RunData.Cut cut = input.cut();
        if (cut.window().isWhole()) {
            return List.of();
        }
        List<String> notes = new ArrayList<>();
        notes.add(words.text("window.chosen", chosen(), NumberText.clock(cut.runSeconds())));
        cut.notes().forEach(key -> notes.add(words.text(key)));
        return notes;
    }

    private String chosen() {
        return words.text("window.fromto", NumberText.clock(input.windowStart()), NumberText.clock(input.windowEnd()));
    }

    private List<TimeAxis.Span> outages() {
        return summary.aftermath().availability().stream()
                .map(outage -> new TimeAxis.Span(
                        outage.lastCommitSeconds(),
                        outage.lastCommitSeconds() + outage.outageSeconds(),
                        words.text("availability.bar", NumberText.trimmed(outage.outageSeconds(), 1)),
                        "outage"))
                .toList();
    }

    /** Completed foreground transactions in each half of the window; none where an outage decides which half has more. */
    private long[] halves() {
        long[] halves = new long[2];
        if (!outagesInWindow().isEmpty()) {
            return halves;
        }
        double middle = summary.run().window().windowSeconds() / 2;
        int from = input.windowStart();
        int last = from + (int) Math.floor(middle) * 2;
        for (SeriesRow row : input.series()) {
            if (row.phase() == RunPhase.MEASURE && row.type().isForeground() && row.second() < last) {
                halves[row.second() < from + (int) Math.floor(middle) ? 0 : 1] += row.completed();
            }
        }
        return halves;
    }

    private List<Distribution> distributions() {
        List<Distribution> distributions = new ArrayList<>();
        for (TypeRow row : types()) {
            Histogram histogram = input.responses().get(row.type());
            if (histogram != null && histogram.getTotalCount() > 0) {
                distributions.add(distribution(row, histogram));
            }
        }
        return distributions;
    }

    /** Bins up to four times the 90th percentile (clause 5.6.1), never narrower than what the values were counted in. */
    private static Distribution distribution(TypeRow row, Histogram histogram) {
        double p90Micros = Math.max(1, histogram.getValueAtPercentile(90));
        double finest = Tally.WHOLE_MILLIS.equals(histogram.getTag()) ? 1000 : 1;
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
        return new Distribution(
                row.type(), binMicros / 1000, shares, beyond, row.numbers().response());
    }

    private List<ErrorRow> errors() {
        return summary.figures().errors().stream()
                .sorted(Comparator.comparingLong(ErrorSummary::attempts).reversed())
                .map(error -> new ErrorRow(titleOf(error.type()), classOf(error.errorClass()), withoutSecrets(error)))
                .toList();
    }

    private String titleOf(String type) {
        if (type.isEmpty()) {
            return words.text("errors.alltypes");
        }
        return Arrays.stream(TransactionType.values())
                .filter(known -> known.name().equals(type))
                .map(words::type)
                .findFirst()
                .orElse(type);
    }

    private String classOf(String name) {
        String plain = name.toLowerCase(Locale.ROOT);
        return words.textOr("error." + plain, plain.replace('_', ' '));
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

    private List<AcidResult.Trial> acid() {
        return input.acid().stream()
                .map(trial -> new AcidResult.Trial(
                        trial.clause(), trial.what(), trial.level(), trial.passed(), SecretText.hideIn(trial.detail())))
                .toList();
    }

    private @Nullable TypeSummary numbers(TransactionType type) {
        return summary.figures().types().stream()
                .filter(row -> row.type().equals(type.name()))
                .findFirst()
                .orElse(null);
    }
}
