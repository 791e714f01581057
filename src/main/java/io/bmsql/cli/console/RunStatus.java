package io.bmsql.cli.console;

import static io.bmsql.common.NumberText.format;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.TransactionType;
import io.bmsql.config.RunConfig;
import io.bmsql.measure.LiveView;
import io.bmsql.report.Words;
import io.bmsql.report.live.LiveAgent;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.Outage;
import io.bmsql.result.RunPhase;
import java.util.ArrayList;
import java.util.List;

/** A run at one moment, as block, plain line and JSON line; seconds of this phase, 0 planned without an end. */
public record RunStatus(
        LiveView live, double elapsedSeconds, double plannedSeconds, int backlog, long usedBytes, long totalBytes) {
    private static final int LABEL_COLUMNS = 11;
    /** Serves the plain line, which begins as BenchmarkSQL's does. */
    private static final Words ENGLISH = Words.in(Language.EN);

    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[31m";
    private static final String NORMAL = "\u001b[0m";

    public static RunStatus of(LiveSource source, RunConfig.Length length) {
        LiveView live = source.view().get();
        double rampupSeconds = live.rampupSeconds();
        boolean rampup = live.phase() == RunPhase.RAMPUP;
        double plannedSeconds = rampup ? rampupSeconds : length.runMinutes() * 60;
        double phaseSeconds = live.elapsedSeconds() - (rampup ? 0 : rampupSeconds);
        long totalBytes = Runtime.getRuntime().totalMemory();
        return new RunStatus(
                live,
                plannedSeconds > 0 ? Math.min(phaseSeconds, plannedSeconds) : phaseSeconds,
                plannedSeconds,
                source.backlog().getAsInt(),
                totalBytes - Runtime.getRuntime().freeMemory(),
                totalBytes);
    }

    public List<String> block(boolean color, Words words) {
        LiveView.Figures figures = live.figures();
        double average = figures.average().rate();
        String counts = words.text(
                "console.block.counts",
                NumberText.count(figures.gaveUp()),
                NumberText.count(figures.retries()),
                NumberText.count(backlog));
        List<String> lines = new ArrayList<>(List.of(
                emphasis(padded(words.of("console.phase", live.phase())), BOLD, color) + time(words),
                padded(metric().unit())
                        + words.text(
                                "console.block.now",
                                NumberText.decimal(figures.now().rate(), 0))
                        + (average > 0 ? words.text("console.block.average", NumberText.decimal(average, 0)) : ""),
                padded(metric().counted() == null ? words.text("console.block.response") : responses())
                        + format("p90 %s   p99 %s", millis(figures.newOrderP90Ms()), millis(figures.newOrderP99Ms())),
                emphasis(counts, RED, color && figures.gaveUp() > 0)));
        LiveView.Step step = live.step();
        if (step != null) {
            lines.add(padded(words.text("console.block.step"))
                    + words.text("console.block.step.of", step.number(), step.count(), step.load())
                    + (step.load().equals(step.now()) ? "" : words.text("console.block.step.now", step.now())));
        }
        if (awaySeconds() > 0) {
            lines.add(emphasis(words.text("console.block.away", NumberText.hours(awaySeconds())), RED, color));
        } else if (!figures.outages().isEmpty()) {
            lines.add(words.text("console.block.back", figures.outages().size()));
        }
        return lines;
    }

    /** What each agent does at this moment, on lines below those of their sum. */
    public static List<String> agents(List<LiveAgent> agents, Words words) {
        int longest =
                agents.stream().mapToInt(agent -> agent.name().length()).max().orElse(0);
        return agents.stream()
                .map(agent -> agent(
                        words,
                        agent.name() + " ".repeat(longest - agent.name().length()),
                        agent.isLost().getAsBoolean(),
                        agent.source().view().get().figures(),
                        agent.source().backlog().getAsInt()))
                .toList();
    }

    static String agent(Words words, String name, boolean isLost, LiveView.Figures figures, int backlog) {
        return isLost
                ? words.text("console.agent.lost", name)
                : words.text(
                        "console.agent",
                        name,
                        figures.now().metric().unit(),
                        format("%,6.0f", figures.now().rate()),
                        NumberText.count(figures.gaveUp()),
                        NumberText.count(backlog));
    }

    private static String padded(String label) {
        return Console.padded(label, LABEL_COLUMNS);
    }

    private String time(Words words) {
        String elapsed = NumberText.hours(elapsedSeconds);
        return plannedSeconds <= 0
                ? elapsed
                : words.text(
                        "console.block.time",
                        elapsed,
                        NumberText.hours(plannedSeconds),
                        NumberText.hours(plannedSeconds - elapsedSeconds));
    }

    /** Whose response times are shown. */
    private String responses() {
        TransactionType counted = metric().counted();
        return counted == null ? "response" : counted.title();
    }

    private Metric metric() {
        return live.figures().now().metric();
    }

    /** BenchmarkSQL's status text, followed by what it lacks, on one line without control characters. */
    public String plain() {
        LiveView.Figures figures = live.figures();
        LiveView.Speed now = figures.now();
        return format(
                        "Term-00, Running Average tpmTOTAL: %.2f    Current tpmTOTAL: %.0f    Memory Usage: %dMB / %dMB    ",
                        figures.average().tpmTotal(), now.tpmTotal(), usedBytes >> 20, totalBytes >> 20)
                + format("%s %s    %s: %.1f now", phase(), time(ENGLISH), metric().unit(), now.rate())
                + (figures.average().rate() > 0
                        ? format(", %.1f average", figures.average().rate())
                        : "")
                + format(
                        "    %s: p90 %s, p99 %s    Errors: %d    Retries: %d    Backlog: %d",
                        responses(),
                        millis(figures.newOrderP90Ms()),
                        millis(figures.newOrderP99Ms()),
                        figures.gaveUp(),
                        figures.retries(),
                        backlog)
                + (live.step() == null
                        ? ""
                        : format(
                                "    Load step: %d of %d, %s",
                                live.step().number(),
                                live.step().count(),
                                live.step().now()))
                + (awaySeconds() > 0 ? "    Server unreachable for " + NumberText.hours(awaySeconds()) : "");
    }

    public String json() {
        LiveView.Figures figures = live.figures();
        ObjectNode line = ProgressScreen.jsonLine("run").put("phase", phase());
        line.put("elapsedSeconds", NumberText.rounded(elapsedSeconds, 1));
        line.put("plannedSeconds", NumberText.rounded(plannedSeconds, 1));
        line.put(metric().name() + "Now", NumberText.rounded(figures.now().perMinute(), 1));
        line.put(
                metric().name() + "Average",
                NumberText.rounded(figures.average().perMinute(), 1));
        line.put("tpmTotalNow", NumberText.rounded(figures.now().tpmTotal(), 1));
        line.put("tpmTotalAverage", NumberText.rounded(figures.average().tpmTotal(), 1));
        String type = metric().counted() == null ? "p" : "newOrderP";
        line.put(type + "90Ms", NumberText.rounded(figures.newOrderP90Ms(), 3));
        line.put(type + "99Ms", NumberText.rounded(figures.newOrderP99Ms(), 3));
        line.put("errors", figures.gaveUp());
        line.put("retries", figures.retries());
        line.put("backlog", backlog);
        line.put("memoryUsedBytes", usedBytes).put("memoryTotalBytes", totalBytes);
        LiveView.Step step = live.step();
        if (step != null) {
            line.putObject("loadStep")
                    .put("number", step.number())
                    .put("count", step.count())
                    .put("load", step.load())
                    .put("level", step.level());
        }
        line.put("awaySeconds", NumberText.rounded(awaySeconds(), 1));
        return line.put("outages", figures.outages().size()).toString();
    }

    private String phase() {
        return switch (live.phase()) {
            case RAMPUP -> "ramp-up";
            case MEASURE -> "measuring";
            case DRAIN -> "finishing";
        };
    }

    /** For which the server has not answered, 0 while it does. */
    private double awaySeconds() {
        Outage outage = live.figures().outage();
        return outage == null ? 0 : outage.outageSeconds();
    }

    /** No response time is zero: there was no New-Order. */
    private static String millis(double millis) {
        return millis == 0 ? "-" : NumberText.latency(millis);
    }

    private static String emphasis(String text, String style, boolean color) {
        return color ? style + text + NORMAL : text;
    }
}
