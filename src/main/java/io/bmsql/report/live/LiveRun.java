package io.bmsql.report.live;

import io.bmsql.common.NumberText;
import io.bmsql.common.RunClock;
import io.bmsql.measure.LiveSecond;
import io.bmsql.measure.LiveView;
import io.bmsql.report.Page;
import io.bmsql.report.Page.Figure;
import io.bmsql.report.Page.Text;
import io.bmsql.report.Templates;
import io.bmsql.report.Words;
import io.bmsql.report.chart.Drawing;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeAxis;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.report.chart.TimeChart.Size;
import io.bmsql.report.live.LiveServer.End;
import io.bmsql.result.Latency;
import io.bmsql.result.Outage;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One run as its onlookers see it: fed by the sampling thread, made into a page at most once a second for all. */
final class LiveRun {
    private static final String SCRIPT = Templates.script("/live/page.js");

    /** What all pages of a server share, made before the run, whose time it would take. */
    record Look(Words words, Templates templates, String style) {
        static Look in(Words words) {
            Templates templates = new Templates(words);
            return new Look(words, templates, templates.fill("live/style.html", Map.of()));
        }

        /** The Content-Security-Policy of the pages: nothing but their own style and their own script. */
        String policy() {
            return "default-src 'none'; style-src " + Templates.policySource(style) + "; script-src "
                    + Templates.policySource(SCRIPT)
                    + "; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        }
    }

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A chart of fewer seconds would change its scale all the time. */
    private static final double SHORTEST_AXIS_SECONDS = 10;

    /** Below, the axis would count in fractions. */
    private static final double MIN_SCALE = 5;

    private final Look look;
    private final Words words;
    private final RunClock clock;
    private final RunFacts facts;
    private final LiveSource source;
    private final RunHistory history;
    private final RunMetrics metrics;
    private final Object drawing = new Object();
    private String newest = "";
    private long newestNanos;
    private boolean isLast;
    private @Nullable End end;

    LiveRun(Look look, RunClock clock, RunFacts facts, LiveSource source, PrometheusRegistry jvm) {
        this.look = look;
        this.words = look.words;
        this.clock = clock;
        this.facts = facts;
        this.source = source;
        this.history = new RunHistory(facts.types(), facts.window().rampupSeconds());
        this.metrics = new RunMetrics(facts, source, jvm);
    }

    void add(LiveSecond second) {
        metrics.add(second);
        history.add(second, source.backlog().getAsInt());
    }

    RunMetrics metrics() {
        return metrics;
    }

    /** The content, a second old at most; after the end of the run the last one. */
    String content() {
        End known = end();
        synchronized (drawing) {
            long now = clock.nanoTime();
            if (newest.isEmpty() || !isLast && (known != null || now - newestNanos > FRESH_NANOS)) {
                newest = look.templates.fill("page/sections.html", Map.of("page", page(known)));
                newestNanos = now;
                isLast = known != null;
            }
            return newest;
        }
    }

    String whole() {
        return look.templates.fill(
                "live/page.html",
                Map.of("title", title(), "content", content(), "script", SCRIPT, "style", look.style));
    }

    /** The first call counts. */
    synchronized void end(End how) {
        end = end == null ? how : end;
        notifyAll();
    }

    private synchronized @Nullable End end() {
        return end;
    }

    synchronized boolean hasEnded() {
        return end != null;
    }

    /** Waits so long or until the run has ended; true when it has. */
    synchronized boolean awaitEnd(long millis) throws InterruptedException {
        if (end == null) {
            wait(millis);
        }
        return end != null;
    }

    private String title() {
        return words.text("live.title", facts.setup().runId(), facts.setup().db());
    }

    private String subtitle() {
        return words.text(
                "live.subtitle",
                facts.setup().toolVersion(),
                facts.metric().has("warehouses")
                        ? counted("live.warehouses", facts.size().warehouses())
                        : facts.types().workload(),
                counted("live.terminals", facts.size().terminals()),
                counted("live.connections", facts.size().sutThreads()));
    }

    private Page page(@Nullable End end) {
        LiveView view = source.view().get();
        boolean isBad = end != null && !end.verdict().isSound();
        RunHistory.Lines lines = history.lines(words);
        String state = end == null
                ? words.of("live.phase", view.phase())
                : words.text("live.ended", words.verdict(end.verdict()).toLowerCase(Locale.ROOT));
        List<Page.Block> blocks = new ArrayList<>();
        blocks.add(new Text("soft", subtitle()));
        blocks.add(new Page.Headlines(List.of(state), sentences(view, end), isBad));
        Outage outage = end == null ? view.figures().outage() : null;
        if (outage != null) {
            String since = NumberText.clock(outage.lastCommitSeconds());
            blocks.add(new Text("away", words.text("live.away", NumberText.clock(outage.outageSeconds()), since)));
        }
        if (end != null && end.report() != null) {
            // Few browsers follow a link from a page to a file; the text is there to be copied.
            String address = end.report().toUri().toString();
            blocks.add(new Page.Link(words.text("live.report", address), address));
        }
        blocks.add(new Page.Figures(figures(view, end)));
        blocks.add(new Page.Charts("", true, charts(view, lines)));
        blocks.add(new Text(
                "soft small",
                (lines.binSeconds() == 1 ? "" : words.text("live.bins", lines.binSeconds()) + " ")
                        + words.text(
                                end == null
                                        ? "live.foot"
                                        : end.report() == null ? "live.foot.closed" : "live.foot.ended")));
        return new Page(title(), false, List.of(new Page.Section("", "", false, blocks)));
    }

    private String counted(String key, long count) {
        return words.counted(key, count, NumberText.count(count));
    }

    private String time(LiveView view) {
        double inWindow = view.elapsedSeconds() - view.rampupSeconds();
        String length = facts.window().windowSeconds() > 0 ? "" : ".unlimited";
        String left = NumberText.clock(Math.min(view.remainingSeconds(), Integer.MAX_VALUE));
        return switch (view.phase()) {
            case RAMPUP -> words.text("live.time.rampup" + length, NumberText.clock(-inWindow), left);
            case MEASURE -> words.text("live.time.measure" + length, NumberText.clock(inWindow), left);
            case DRAIN -> words.text(facts.wantsCheck() ? "live.time.drain.check" : "live.time.drain");
        };
    }

    private List<String> sentences(LiveView view, @Nullable End end) {
        List<String> sentences = new ArrayList<>(end == null ? List.of(time(view)) : end.sentences());
        LiveView.Step step = end == null ? view.step() : null;
        if (step != null) {
            String isRamp = step.load().equals(step.now()) ? "" : ".ramp";
            sentences.add(words.text("live.step" + isRamp, step.number(), step.count(), step.load(), step.now()));
        }
        List<Outage> over = view.figures().outages().stream()
                .filter(outage -> end != null || outage.firstCommitSeconds() != null)
                .toList();
        if (!over.isEmpty()) {
            Outage last = over.get(over.size() - 1);
            sentences.add(words.counted(
                    "live.outages",
                    over.size(),
                    over.size(),
                    NumberText.duration(last.outageSeconds()),
                    NumberText.clock(last.lastCommitSeconds())));
        }
        return sentences;
    }

    private List<Figure> figures(LiveView view, @Nullable End end) {
        List<Figure> figures = new ArrayList<>();
        if (end == null) {
            figures.addAll(current(view));
        } else if (end.figures() != null) {
            figures.addAll(ofWindow(end.figures()));
        }
        long gaveUp = view.figures().gaveUp();
        String unit = words.text("live.errors.unit");
        figures.add(new Figure(words.text("live.errors"), NumberText.count(gaveUp), unit, gaveUp > 0));
        figures.add(figure("retries", NumberText.count(view.figures().retries()), words.text("live.retries.unit")));
        if (end == null) {
            String workers = NumberText.count(facts.size().sutThreads());
            String backlog = NumberText.count(source.backlog().getAsInt());
            String connected = NumberText.count(source.connectedWorkers().getAsInt());
            figures.add(figure("backlog", backlog, words.text("live.backlog.unit")));
            figures.add(figure("connected", connected, words.text("live.connected.unit", workers)));
        }
        return figures;
    }

    private List<Figure> current(LiveView view) {
        LiveView.Figures figures = view.figures();
        LiveView.Speed average = figures.average();
        String recent = words.text("live.recent");
        boolean isEarly = view.phase() == RunPhase.RAMPUP;
        return List.of(
                figure(unit(), perMinute(figures.now().rate()), isEarly ? recent : average(average.rate())),
                figure("tpmtotal", perMinute(figures.now().tpmTotal()), isEarly ? recent : average(average.tpmTotal())),
                figure("p90", millis(figures.newOrderP90Ms()), recent),
                figure("p99", millis(figures.newOrderP99Ms()), recent));
    }

    private String average(double perMinute) {
        return words.text("live.average", perMinute(perMinute));
    }

    /** The unit stands among words, and so in small letters. */
    private String unit() {
        return facts.metric().unit().toLowerCase(Locale.ROOT);
    }

    private List<Figure> ofWindow(RunSummary.Figures figures) {
        Latency newOrder =
                figures.types().get(facts.types().leading().ordinal()).response();
        String window = words.text("live.window");
        return List.of(
                figure(
                        unit(),
                        perMinute(facts.metric().inUnit(figures.rate(facts.metric()))),
                        words.text("live." + unit() + ".unit")),
                figure("tpmtotal", perMinute(figures.tpmTotal()), words.text("live.tpmtotal.unit")),
                figure("p90", millis(newOrder.p90Ms()), window),
                figure("p99", millis(newOrder.p99Ms()), window));
    }

    private Figure figure(String key, String value, String unit) {
        return new Figure(words.text("live." + key, leadingName()), value, unit, false);
    }

    private String leadingName() {
        return words.type(facts.types().leading());
    }

    private static String perMinute(double perMinute) {
        return NumberText.count(Math.round(perMinute));
    }

    private static String millis(double millis) {
        return millis == 0 ? NumberText.DASH : NumberText.millis(millis) + " ms";
    }

    private List<Drawing> charts(LiveView view, RunHistory.Lines lines) {
        TimeAxis axis = axis(view, lines);
        String highest = lines.binSeconds() == 1 ? "" : words.text("live.bins.highest", lines.binSeconds());
        return List.of(
                chart("throughput", lines.throughput(), axis, true, ""),
                chart("newOrder", lines.newOrder(), axis, true, highest),
                chart("failed", lines.errors(), axis, false, ""),
                chart("waiting", lines.backlog(), axis, false, highest));
    }

    private TimeAxis axis(LiveView view, RunHistory.Lines lines) {
        double from = lines.fromSecond();
        double to = Math.max(lines.toSecond(), from + SHORTEST_AXIS_SECONDS);
        List<TimeAxis.Span> spans = new ArrayList<>(source.events().get());
        view.figures().outages().stream()
                .map(outage -> new TimeAxis.Span(
                        outage.lastCommitSeconds(),
                        outage.lastCommitSeconds() + outage.outageSeconds(),
                        words.text("live.outage", NumberText.duration(outage.outageSeconds())),
                        "outage"))
                .forEach(spans::add);
        return new TimeAxis(
                from,
                to,
                facts.window().windowSeconds() > 0 ? Math.min(to, facts.window().windowSeconds()) : to,
                spans,
                words.text("axis.time"),
                words.text("axis.rampup"),
                "");
    }

    /** While all values are zero a note replaces the chart. */
    private Drawing chart(String key, List<Series> series, TimeAxis axis, boolean isTall, String note) {
        String title = words.text("live.chart." + key, leadingName());
        double highest = series.stream().mapToDouble(Series::highest).max().orElse(0);
        if (highest == 0) {
            return Drawing.missing(title, words.text("live.chart." + key + ".nothing", leadingName()));
        }
        String axisY = words.text("live.chart." + key + ".axis");
        double limit = highest < MIN_SCALE ? MIN_SCALE : Double.NaN;
        TimeChart chart = new TimeChart(title, axisY, TimeChart.Form.LINES_WITHOUT_SPIKES, limit, series);
        Drawing drawing = chart.draw(axis, isTall ? Size.TALL : Size.LOW).withoutPlainLegend();
        return drawing.with(title, drawing.cut() == null ? note : words.cutNote(drawing.cut()) + " " + note)
                .orNarrow(chart.draw(axis, isTall ? Size.NARROW : Size.NARROW_LOW));
    }
}
