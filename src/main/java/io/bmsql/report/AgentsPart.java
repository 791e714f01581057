package io.bmsql.report;

import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.TransactionTypes;
import io.bmsql.report.ReportModel.LoadGeneratorPart;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AgentFacts.Agent;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Figures;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The agents of a run that several of them made, each with its share of the work and whether it was in the way.
 *
 * @param charts lag, processor time and garbage collection, a line for each agent
 */
public record AgentsPart(List<Line> lines, List<TimeChart> charts) {
    static final AgentsPart NONE = new AgentsPart(List.of(), List.of());

    /** One agent; a negative number is not known. It may have been in the way; null when it was not judged. */
    public record Line(
            Agent agent, Work work, Lag lag, double cpuPercent, double gcPercent, @Nullable Boolean isBound) {}

    /** New-Orders completed in the window, and the share in all transactions that all agents completed. */
    public record Work(long newOrders, double sharePercent) {}

    /** From due to start: on average, and in the second than which one in a hundred was worse. */
    public record Lag(double meanMs, double p99SecondMs) {}

    /** Reads the agents' own directories, one at a time; nothing for a run of one agent. */
    static AgentsPart read(ResultDirectory directory, RunData all, Words words) {
        AgentFacts group = all.summary().run().size().agents();
        if (group == null || group.number() != AgentFacts.ALL) {
            return NONE;
        }
        List<Line> lines = new ArrayList<>();
        List<Series> lags = new ArrayList<>();
        List<Series> cpus = new ArrayList<>();
        List<Series> heaps = new ArrayList<>();
        for (Agent agent : group.members()) {
            RunData own = read(directory, agent, all);
            if (own == null || own.series().isEmpty()) {
                double no = RunSummary.UNKNOWN;
                lines.add(new Line(agent, new Work(RunSummary.UNKNOWN, no), new Lag(no, no), no, no, null));
                continue;
            }
            RunSeconds seconds =
                    new RunSeconds(own.series(), own.summary().run().types(), own.windowStart(), own.windowEnd());
            lines.add(line(agent, own, all, LoadGeneratorSaturation.watch(own, seconds, words), seconds));
            String name = words.text("agents.one", agent.number());
            // As many agents as there are colours; the table has them all.
            if (lags.size() < ChartTheme.distinctSeries()) {
                lags.add(Series.sampled(name, name, "ms", seconds.ends(), seconds.bySecond(seconds::delayMeanMs)));
                add(cpus, own, "cpu_pct", name, "%");
                add(heaps, own, "heap_mb", name, "MB");
            }
        }
        List<TimeChart> charts = new ArrayList<>();
        addChart(charts, words, "loadgenerator.lag", "axis.lag", lags);
        addChart(charts, words, "loadgenerator.cpu", "axis.onecore", cpus);
        addChart(charts, words, "loadgenerator.heap", "axis.mb", heaps);
        return new AgentsPart(List.copyOf(lines), List.copyOf(charts));
    }

    private static void add(List<Series> series, RunData own, String column, String name, String unit) {
        Stream.ofNullable(own.collected().loadGenerator())
                .flatMap(info -> HostCharts.series(info, column, name, name, unit, 1))
                .forEach(series::add);
    }

    private static @Nullable RunData read(ResultDirectory directory, Agent agent, RunData all) {
        if (!Files.isDirectory(directory.agents())) {
            return null;
        }
        try {
            return ResultDirectory.list(directory.agents()).stream()
                    .filter(path -> path.getFileName().toString().startsWith(agent.number() + "_"))
                    .findFirst()
                    .map(path -> WindowConditions.judged(RunReader.readSeconds(
                            ResultDirectory.open(path), all.cut().window())))
                    .orElse(null);
        } catch (ResultReadException e) {
            LoggerFactory.getLogger(AgentsPart.class)
                    .warn("{}; the report has no figures of {}", e.getMessage(), agent.named());
            return null;
        }
    }

    private static Line line(Agent agent, RunData own, RunData all, LoadGeneratorPart watched, RunSeconds seconds) {
        double[] lags = IntStream.range(0, seconds.size())
                .filter(seconds::counts)
                .mapToDouble(seconds::delayMeanMs)
                .filter(lag -> !Double.isNaN(lag))
                .sorted()
                .toArray();
        LimitedBy limit = own.summary().conditions().limit();
        return new Line(
                agent,
                work(agent, own.summary(), all.summary().figures(), seconds),
                lags.length == 0
                        ? new Lag(RunSummary.UNKNOWN, RunSummary.UNKNOWN)
                        : new Lag(
                                seconds.delayMeanMs(
                                        IntStream.range(0, seconds.size()).filter(seconds::counts)),
                                lags[(int) Math.ceil(0.99 * lags.length) - 1]),
                watched.figures().getOrDefault("cpuMeanPercentOfOneProcessor", (double) RunSummary.UNKNOWN),
                watched.figures().getOrDefault("garbageCollectionMeanPercent", (double) RunSummary.UNKNOWN),
                limit == null ? null : Boolean.valueOf(limit.cause().isLoadGenerator()));
    }

    /** A lost agent's summary is some seconds older than its series, which is what the answer has. */
    private static Work work(Agent agent, RunSummary summary, Figures all, RunSeconds seconds) {
        TransactionTypes types = summary.run().types();
        Figures own = summary.figures();
        RunSummary.TypeSummary type = own.type(types.leading());
        long newOrders = type == null ? 0 : type.count();
        long foreground = own.foreground();
        if (agent.lost() != null) {
            newOrders = seconds.measured(types.leading());
            foreground = types.foreground().mapToLong(seconds::measured).sum();
        }
        return new Work(newOrders, all.foreground() == 0 ? 0 : 100.0 * foreground / all.foreground());
    }

    private static void addChart(List<TimeChart> charts, Words words, String name, String axis, List<Series> lines) {
        if (!lines.isEmpty()) {
            charts.add(TimeChart.lines(words.text(name), words.text(axis), lines));
        }
    }
}
