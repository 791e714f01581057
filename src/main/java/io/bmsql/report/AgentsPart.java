package io.bmsql.report;

import io.bmsql.common.IoReason;
import io.bmsql.report.ReportModel.DriverPart;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AgentFacts.Driver;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.tpcc.TransactionType;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The drivers of a run that several of them made, each with its share of the work and whether it was in the way.
 *
 * @param lines by number
 * @param charts lag, processor time and garbage collection, a line for each driver
 */
public record AgentsPart(List<Line> lines, List<TimeChart> charts) {
    static final AgentsPart NONE = new AgentsPart(List.of(), List.of());

    /** One driver; a negative number is not known. Findings say why it was in the way, and are empty when it was not. */
    public record Line(Driver driver, Work work, Lag lag, double cpuPercent, double gcPercent, List<String> findings) {
        static Line unknown(Driver driver) {
            double no = RunSummary.UNKNOWN;
            return new Line(driver, new Work(RunSummary.UNKNOWN, no), new Lag(no, no), no, no, List.of());
        }
    }

    /** New-Orders completed in the window, and the share in all transactions that all drivers completed. */
    public record Work(long newOrders, double sharePercent) {}

    /** From due to start: on average, and in the second than which one in a hundred was worse. */
    public record Lag(double meanMs, double p99SecondMs) {}

    /** What a driver adds to the charts. */
    private record Curves(String name, double[] seconds, double[] lagMs, @Nullable SampleTable info) {
        Series lag() {
            return Series.sampled(name, name, "ms", seconds, lagMs);
        }

        @Nullable
        Series sampled(String column, String unit) {
            double[] values = info == null ? null : info.column(column);
            return info == null || values == null ? null : Series.sampled(name, name, unit, info.seconds(), values);
        }
    }

    /** Reads the drivers' own directories, one at a time; nothing for a run of one driver. */
    static AgentsPart read(ResultDirectory directory, RunData all, Words words) {
        AgentFacts group = all.summary().run().size().drivers();
        if (group == null || group.number() != AgentFacts.ALL) {
            return NONE;
        }
        List<Line> lines = new ArrayList<>();
        List<Curves> curves = new ArrayList<>();
        for (Driver driver : group.members()) {
            RunData own = read(directory, driver, all);
            if (own == null || own.series().isEmpty()) {
                lines.add(Line.unknown(driver));
                continue;
            }
            RunSeconds seconds = RunSeconds.of(own.series(), own.windowStart(), own.windowEnd());
            lines.add(line(driver, own, all, LoadGeneratorSaturation.watch(own, seconds, words), seconds));
            curves.add(new Curves(
                    words.text("drivers.one", driver.number()),
                    seconds.ends(),
                    seconds.bySecond(seconds::delayMeanMs),
                    own.collected().driver()));
        }
        return new AgentsPart(List.copyOf(lines), charts(curves, words));
    }

    private static @Nullable RunData read(ResultDirectory directory, Driver driver, RunData all) {
        if (!Files.isDirectory(directory.drivers())) {
            return null;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory.drivers(), driver.number() + "_*")) {
            for (Path path : found) {
                return RunReader.readSeconds(
                        ResultDirectory.open(path), all.cut().window());
            }
        } catch (IOException | ResultReadException e) {
            String reason = e instanceof IOException io ? IoReason.of(io) : e.getMessage();
            LoggerFactory.getLogger(AgentsPart.class)
                    .warn("{}; the report has no figures of {}", reason, driver.named());
        }
        return null;
    }

    private static Line line(Driver driver, RunData own, RunData all, DriverPart watched, RunSeconds seconds) {
        double[] lags = IntStream.range(0, seconds.size())
                .filter(seconds::counts)
                .mapToDouble(seconds::delayMeanMs)
                .filter(lag -> !Double.isNaN(lag))
                .sorted()
                .toArray();
        return new Line(
                driver,
                work(driver, own.summary().figures(), all.summary().figures(), seconds),
                lags.length == 0
                        ? new Lag(RunSummary.UNKNOWN, RunSummary.UNKNOWN)
                        : new Lag(
                                seconds.delayMeanMs(
                                        IntStream.range(0, seconds.size()).filter(seconds::counts)),
                                lags[(int) Math.ceil(0.99 * lags.length) - 1]),
                watched.figures().getOrDefault("cpuMeanPercentOfOneProcessor", (double) RunSummary.UNKNOWN),
                watched.figures().getOrDefault("garbageCollectionMeanPercent", (double) RunSummary.UNKNOWN),
                watched.findings());
    }

    /** A lost driver's summary is some seconds older than its series, which is what the answer has. */
    private static Work work(Driver driver, Figures own, Figures all, RunSeconds seconds) {
        TypeSummary type = own.type(TransactionType.NEW_ORDER);
        long newOrders = type == null ? 0 : type.count();
        long foreground = own.foreground();
        if (driver.lost() != null) {
            newOrders = seconds.measured(TransactionType.NEW_ORDER);
            foreground = Arrays.stream(TransactionType.values())
                    .filter(TransactionType::isForeground)
                    .mapToLong(seconds::measured)
                    .sum();
        }
        return new Work(newOrders, all.foreground() == 0 ? 0 : 100.0 * foreground / all.foreground());
    }

    /** As many drivers as there are colours; the table has them all. */
    private static List<TimeChart> charts(List<Curves> curves, Words words) {
        List<Curves> shown = curves.stream().limit(ChartTheme.distinctSeries()).toList();
        List<TimeChart> charts = new ArrayList<>();
        addChart(
                charts,
                words,
                "driver.lag",
                "axis.lag",
                shown.stream().map(Curves::lag).toList());
        addChart(charts, words, "driver.cpu", "axis.onecore", sampled(shown, "cpu_pct", "%"));
        addChart(charts, words, "driver.heap", "axis.mb", sampled(shown, "heap_mb", "MB"));
        return List.copyOf(charts);
    }

    private static List<Series> sampled(List<Curves> shown, String column, String unit) {
        List<Series> series = new ArrayList<>();
        for (Curves one : shown) {
            Series line = one.sampled(column, unit);
            if (line != null) {
                series.add(line);
            }
        }
        return series;
    }

    private static void addChart(List<TimeChart> charts, Words words, String name, String axis, List<Series> lines) {
        if (!lines.isEmpty()) {
            charts.add(TimeChart.lines(words.text(name), words.text(axis), lines));
        }
    }

    /** Why drivers were in the way, each with its name. */
    List<String> findings(Words words) {
        return lines.stream()
                .flatMap(line -> line.findings().stream()
                        .map(finding -> words.text(
                                "drivers.finding",
                                line.driver().number(),
                                line.driver().host(),
                                finding)))
                .toList();
    }
}
