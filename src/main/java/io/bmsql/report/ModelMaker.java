package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.chart.TimeAxis.Event;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.Cover;
import io.bmsql.report.ReportModel.Headline;
import io.bmsql.report.ReportModel.LatencyPart;
import io.bmsql.report.ReportModel.OverTime;
import io.bmsql.report.ReportModel.TransactionPart;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Latency;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
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
        TransactionPart transactions = new TransactionTables(input, words).part();
        OverTime time = new TimeLines(input, words).overTime();
        Monitoring monitoring = Monitoring.of(input, time == null ? null : time.axis(), words);
        Verdicts.Evidence evidence = new Verdicts.Evidence(
                outagesInWindow(),
                transactions.clauses(),
                halves(),
                monitoring.driver().findings(),
                monitoring.database().unsafe());
        Cover cover = new Cover(
                words.text("run.title", run.setup().runId(), run.setup().db(), started),
                environment.program(),
                started,
                Verdicts.judge(summary, evidence, words),
                windowNotes(),
                headline());
        return new ReportModel(
                cover, summary, transactions, time, latency(), monitoring, environment.circumstances(), input.acid());
    }

    /** Of the run's own window, whichever part was chosen. */
    private long runStartEpochMillis() {
        long start = summary.run().window().startEpochMillis();
        return start == 0 ? 0 : start - input.windowStart() * 1000L;
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
                newOrder == null || newOrder.count() == 0
                        ? Latency.ofMeanAndMax(RunSummary.UNKNOWN, RunSummary.UNKNOWN)
                        : newOrder.response(),
                isFailureKnown ? summary.figures().givenUp() : RunSummary.UNKNOWN,
                summary.figures().types().stream()
                        .mapToLong(type -> type.counts().retries())
                        .sum(),
                summary.run().window().windowSeconds(),
                summary.run().window().rampupSeconds(),
                input.windowStart(),
                input.cut().window().isWhole() ? "" : chosen());
    }

    /** Of the whole run those of the ramp-up too: they are not in the rates, but must be seen. */
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

    private @Nullable TypeSummary numbers(TransactionType type) {
        return summary.figures().types().stream()
                .filter(row -> row.type().equals(type.name()))
                .findFirst()
                .orElse(null);
    }
}
