package io.bmsql.analysis;

import io.bmsql.analysis.Comparison.Figure;
import io.bmsql.common.SecretText;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.Price;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.PropsFile;
import io.bmsql.result.AnalyticSummary;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.EventSummary;
import io.bmsql.result.HostSpeed;
import io.bmsql.result.Latency;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.LoadStep;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SeriesRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** One run of a comparison. A figure that its directory does not hold is {@link Double#NaN}. */
public record ComparedRun(ResultDirectory directory, RunData data) {
    private static final Map<Double, ToDoubleFunction<Latency>> PERCENTILES =
            new TreeMap<>(Map.of(50.0, Latency::p50Ms, 90.0, Latency::p90Ms, 99.0, Latency::p99Ms));

    /** Name the figures of analytic queries: sets an hour, and by how much the median answer was late. */
    public static final List<String> ANALYTIC_KEYS = List.of("querySetsPerHour", "freshnessMs");

    /** Begins the keys of what an event did. */
    public static final String EVENT = "event.";

    /** Idle and waiting for disks: the rest is work. */
    private static final List<String> IDLE = List.of("cpu_idle", "cpu_iowait");

    public ComparedRun {
        data = WindowConditions.judged(data);
    }

    /** A run of this program, without its single transactions and histograms, which no comparison looks at. */
    public static ComparedRun read(ResultDirectory directory) {
        return new ComparedRun(directory, RunReader.readSeconds(directory, ReportWindow.WHOLE));
    }

    /** A run of this program without anything by the second, for many of them together: its rate, circumstances and settings. */
    public static ComparedRun readFacts(ResultDirectory directory) {
        return new ComparedRun(directory, RunReader.readFacts(directory));
    }

    /** True for copies of one run, also where figures of the summary were changed. */
    public boolean isSameRunAs(ComparedRun other) {
        return summary().run().setup().runId() == other.summary().run().setup().runId()
                && summary().run().window().startEpochMillis()
                        == other.summary().run().window().startEpochMillis()
                && data.series().equals(other.data.series());
    }

    RunSummary summary() {
        return data.summary();
    }

    /** What the directory alone says of the run. */
    public Verdict verdict() {
        return Verdict.worst(summary());
    }

    /** The same as {@link Verdict#forRank}. */
    Verdict verdictForRank() {
        return Verdict.forRank(Verdict.of(summary()));
    }

    /** What kept the run from doing more, in a few words; empty where it was not judged. */
    public String limitedBy() {
        LimitedBy limit = summary().conditions().limit();
        return limit == null ? "" : limit.cause().words();
    }

    TransactionTypes types() {
        return summary().run().types();
    }

    /** The name of {@link #rate}. */
    public String rateKey() {
        return summary().run().metric().name();
    }

    /** What the workload is measured by, a minute: tpmC, or all transactions of scripts. */
    public double rate() {
        return summary().rate();
    }

    /** Milliseconds; a type that never completed has none. */
    private double responseMs(TransactionType type, ToDoubleFunction<Latency> percentile) {
        return summary().figures().types().stream()
                .filter(row -> row.type().equals(type.name()) && row.count() > 0)
                .map(TypeSummary::response)
                .mapToDouble(percentile)
                .filter(ms -> ms >= 0)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** One of {@link #ANALYTIC_KEYS}. */
    private double analytic(String key) {
        AnalyticSummary answered = summary().postRun().analytics();
        double known = answered == null
                ? RunSummary.UNKNOWN
                : key.equals(ANALYTIC_KEYS.get(0))
                        ? answered.querySetsPerHour()
                        : answered.lacked().p50Ms();
        return known < 0 ? Double.NaN : known;
    }

    /** How busy the load generator's own program was, percent of one processor. */
    private double loadGeneratorCpuPercent() {
        SampleTable loadGenerator = data.collected().loadGenerator();
        return loadGenerator == null ? Double.NaN : inWindow(loadGenerator, "cpu_pct");
    }

    /** How busy the processors of a host were, percent of all of them. */
    private double hostCpuPercent(String host) {
        double idle = data.collected().hosts().stream()
                .filter(one -> one.name().equals(host) && one.system() != null)
                .map(one -> one.system())
                .mapToDouble(table -> IDLE.stream()
                        .mapToDouble(column -> inWindow(table, column))
                        .sum())
                .findFirst()
                .orElse(Double.NaN);
        return (1 - idle) * 100;
    }

    /** All figures that are known, by name: {@code tpmC}, {@code newOrder.p99Ms}, {@code hostCpuPercent.db1} and so on. */
    public Map<String, Double> figures() {
        Map<String, Double> figures = ofWorkload();
        figures.put("loadGeneratorCpuPercent", loadGeneratorCpuPercent());
        for (String host : hosts()) {
            String name = host.isEmpty() ? summary().run().firstWatchedHost() : host;
            figures.put("hostCpuPercent" + (name.isEmpty() ? "" : "." + name), hostCpuPercent(host));
        }
        figures.putAll(events());
        figures.values().removeIf(value -> Double.isNaN(value));
        return figures;
    }

    private Map<String, Double> ofWorkload() {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(rateKey(), rate());
        figures.put("tpmTotal", summary().figures().tpmTotal());
        for (TransactionType type : types()) {
            PERCENTILES.forEach((percent, field) -> figures.put(key(type, percent), responseMs(type, field)));
        }
        ANALYTIC_KEYS.forEach(key -> figures.put(key, analytic(key)));
        figures.put("failedPercent", summary().figures().givenUpPercent());
        return figures;
    }

    /**
     * What comparisons look at, in their order.
     *
     * @param isAlone false where another run had the same program, hosts and server at the same time: what those did is that of both
     */
    Map<String, Double> compared(boolean isAlone) {
        Map<String, Double> figures = ofWorkload();
        double tpmC = summary().figures().tpmC();
        boolean hasTpmC = !rateKey().equals("tpmTotal");
        if (isAlone && hasTpmC) {
            // Milliseconds of the load generator's own program.
            double cpuMs = tpmC > 0 ? loadGeneratorCpuPercent() / 100 * 1000 / (tpmC / 60) : Double.NaN;
            figures.put("loadGeneratorCpuMsPerNewOrder", cpuMs);
        }
        Price price = Price.of(summary().run().settings());
        if (price != null && hasTpmC) {
            figures.put("pricePerTpmC." + price.unit(), price.per(tpmC));
        }
        figures.putAll(events());
        figures.put(Figure.PROBE, probeMicros());
        if (isAlone) {
            summary()
                    .conditions()
                    .perNewOrder()
                    .forEach((name, work) -> figures.put(Figure.PER_NEW_ORDER + name, work));
            hosts().forEach(host -> figures.put(
                    "hostCpuPercentPer1000TpmC" + (host.isEmpty() ? "" : "." + host),
                    tpmC > 0 ? hostCpuPercent(host) / (tpmC / 1000) : Double.NaN));
        }
        return figures;
    }

    /**
     * What events did, by name: {@code event.kill.outageSeconds} and so on. The worst second until throughput was back, and the
     * second before the event, are only known where the seconds were read.
     */
    private Map<String, Double> events() {
        Map<String, Double> figures = new LinkedHashMap<>();
        double[] rates = data.series().isEmpty() ? new double[0] : completed(TransactionType::isForeground);
        LostData.byEvent(summary()).forEach((event, gone) -> {
            String name = EVENT + event.name() + ".";
            EventSummary.Effect effect = event.effect();
            boolean isKnown = event.wasSeen() || effect.outageSeconds() > 0;
            figures.put(name + "outageSeconds", isKnown ? effect.outageSeconds() : Double.NaN);
            EventSummary.Interval during = event.during();
            LoadStep.Type newOrders = during == null ? null : during.newOrder();
            int at = (int) Math.floor(event.atSeconds());
            int until = during == null ? 0 : (int) Math.min(rates.length, during.untilSeconds());
            if (at > 0 && at < until) {
                figures.put(name + "secondBefore", rates[at - 1]);
                figures.put(
                        name + "worstSecond",
                        Arrays.stream(rates, at, until).min().orElse(Double.NaN));
            }
            figures.put(
                    name + "p99Ms",
                    newOrders == null || newOrders.response().p99Ms() <= 0
                            ? Double.NaN
                            : newOrders.response().p99Ms());
            figures.put(name + "to95Seconds", Objects.requireNonNullElse(effect.to95Seconds(), Double.NaN));
            figures.put(name + "transactionsLess", Objects.requireNonNullElse(effect.workLost(), Double.NaN));
            if (summary().postRun().ledger() != null) {
                figures.put(name + "gone", (double) gone.count());
                figures.put(name + "oldestGoneSeconds", gone.oldestSeconds());
            }
        });
        return figures;
    }

    /** The name of a percentile of response times: {@code newOrder.p99Ms}. */
    public static String key(TransactionType type, double percent) {
        return PropertyKey.camelCase(type.name()) + ".p" + Math.round(percent) + "Ms";
    }

    public @Nullable HostSpeed hostSpeed() {
        return summary().conditions().hostSpeed();
    }

    /** How long the CPU speed probe's piece of work took, microseconds. */
    double probeMicros() {
        HostSpeed speed = hostSpeed();
        return speed == null ? Double.NaN : speed.medianMicros();
    }

    private List<String> hosts() {
        return data.collected().hosts().stream().map(host -> host.name()).toList();
    }

    private double inWindow(SampleTable table, String column) {
        return table.mean(column, 0, Math.floor(summary().windowSeconds() + 1e-6) + 1);
    }

    /** Completed transactions of these types in each second of the window. */
    public double[] completed(Predicate<TransactionType> types) {
        return SeriesRow.perSecond(
                data.series(), types, data.windowStart(), summary().windowSeconds());
    }

    /** The same of those that {@link #rate} counts. */
    public double[] completedOfRate() {
        List<TransactionType> counted = types().inMetric().toList();
        return completed(counted::contains);
    }

    CollectedFigures.Database database() {
        return data.collected().database();
    }

    /** The settings in use, by name; a seed that nobody set is another one in every run, and not among them. */
    static Map<String, String> settings(RunFacts facts) {
        Map<String, String> settings = new LinkedHashMap<>();
        facts.settings().stream()
                .filter(setting -> !setting.origin().equals("drawn"))
                .forEach(setting -> settings.put(setting.key(), setting.value()));
        return settings;
    }

    /** The settings that it records, their secrets hidden: those in use, of BenchmarkSQL those of its props file. */
    Map<String, String> settings() {
        Map<String, String> settings = settings(summary().run());
        Path file = directory.runProperties();
        if (settings.isEmpty() && Files.isRegularFile(file)) {
            try {
                // A line behind // is a comment there, though it is read as a setting of that name.
                PropsFile.read(file).entries().stream()
                        .filter(entry -> !entry.key().startsWith("//"))
                        .forEach(entry -> settings.put(
                                entry.key(),
                                SecretText.hideIn(
                                        entry.key(),
                                        PropsFile.readable(entry.value()).strip())));
            } catch (IOException e) {
                throw ResultReadException.unreadable(file, e);
            }
        }
        return settings;
    }
}
