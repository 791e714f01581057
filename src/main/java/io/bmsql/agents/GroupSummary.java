package io.bmsql.agents;

import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.WindowConditions;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.Latency;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunFacts.Setting;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.ResultWaits;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.ThinkTime;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SeriesRow.Counts;
import io.bmsql.result.Steadiness;
import io.bmsql.result.WorkloadCounts;
import io.bmsql.config.Threshold;
import io.bmsql.tpcc.TransactionType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The summary of all drivers: counts are sums, means are weighted by their counts, percentiles are those of the summed
 * histograms, and the end is the worst one.
 *
 * @param rows the series of all
 */
record GroupSummary(List<Measured> drivers, TimeLine line, LogSum responses, LogSum services, List<SeriesRow> rows) {
    /** One driver with what it counted in its window: of a killed one its series knows more than its last summary. */
    record Measured(PartRun run, SeriesSum.Seconds seconds) {
        double windowSeconds() {
            return run.isCut()
                    ? seconds.endSecond()
                    : run.summary().run().window().windowSeconds();
        }

        List<TypeSummary> types() {
            return run.isCut() ? seconds.types() : run.summary().figures().types();
        }

        @Nullable
        TypeSummary type(TransactionType type) {
            return types().stream()
                    .filter(row -> row.type().equals(type.name()))
                    .findFirst()
                    .orElse(null);
        }
    }

    /** @param directory with all other files, for what was collected */
    RunSummary make(AgentFacts group, ResultDirectory directory) {
        GroupFacts facts = new GroupFacts(drivers.stream().map(Measured::run).toList(), line);
        List<TypeSummary> types =
                Arrays.stream(TransactionType.values()).map(this::type).toList();
        Figures figures = Figures.of(
                types,
                line.windowSeconds(),
                facts.warehouses(),
                errors(),
                workload(),
                drivers.stream()
                        .map(driver -> driver.run().summary().figures().resultWaits())
                        .map(waits -> waits == null ? ResultWaits.NONE : waits)
                        .reduce(ResultWaits.NONE, GroupSummary::sum),
                thinkTimes());
        List<Outage> outages = GroupOutages.of(
                drivers.stream()
                        .map(driver -> GroupOutages.Witness.of(driver.run(), driver.seconds(), line))
                        .toList(),
                rows,
                line);
        RunSummary summary =
                new RunSummary(ending(), facts.make(group), figures, PostRunChecks.of(outages)).withSteps(steps());
        return Thresholds.applied(
                thresholds(summary),
                summary.with(WindowConditions.of(CollectedFigures.read(directory, List.of()), summary, 0)
                        .with(steadiness(summary))));
    }

    /** The worst one of those that ended, with whose it was; a lost driver has none. */
    private Ending ending() {
        Measured worst = null;
        for (Measured driver : drivers) {
            boolean isWorse = worst == null
                    || severity(driver.run().summary().ending())
                            > severity(worst.run().summary().ending());
            worst = !driver.run().isCut() && isWorse ? driver : worst;
        }
        if (worst == null) {
            return new Ending(Status.RUNNING, "no driver came to the end of its run");
        }
        Ending ending = worst.run().summary().ending();
        String reason = ending.statusReason();
        Part part = worst.run().part();
        return new Ending(
                ending.status(),
                reason == null ? null : AgentFacts.Driver.named(part.number(), part.host()) + ": " + reason,
                drivers.stream()
                        .flatMap(driver -> driver.run().summary().ending().unwritten().stream())
                        .toList());
    }

    private static int severity(Ending ending) {
        return switch (ending.status()) {
            case RUNNING, COMPLETE -> 0;
            case INTERRUPTED -> 1;
            case ABORTED -> 2;
        };
    }

    private TypeSummary type(TransactionType type) {
        long count = 0;
        Counts counts = Counts.NONE;
        double responseMs = 0;
        double serviceMs = 0;
        double longestMs = 0;
        double longestAtSeconds = 0;
        for (Measured driver : drivers) {
            TypeSummary own = driver.type(type);
            if (own == null) {
                continue;
            }
            count += own.count();
            counts = counts.plus(own.counts());
            responseMs += own.count() * own.response().meanMs();
            serviceMs += own.count() * own.service().meanMs();
            if (own.response().maxMs() > longestMs) {
                longestMs = own.response().maxMs();
                longestAtSeconds = own.maxAtSeconds() + driver.run().lateMillis() / 1000.0;
            }
        }
        return new TypeSummary(
                type.name(),
                count,
                0,
                counts,
                latency(Latency.of(responses.measured(type), longestMs), responseMs, count),
                latency(Latency.of(services.measured(type)), serviceMs, count),
                longestAtSeconds);
    }

    private static Latency latency(Latency percentiles, double sumMs, long count) {
        return count == 0
                ? Latency.NONE
                : new Latency(
                        sumMs / count,
                        percentiles.p50Ms(),
                        percentiles.p90Ms(),
                        percentiles.p95Ms(),
                        percentiles.p99Ms(),
                        percentiles.p999Ms(),
                        percentiles.maxMs());
    }

    private static ResultWaits sum(ResultWaits one, ResultWaits other) {
        return new ResultWaits(
                one.count() + other.count(),
                one.seconds() + other.seconds(),
                Math.max(one.longestSeconds(), other.longestSeconds()));
    }

    private WorkloadCounts workload() {
        return drivers.stream()
                .map(driver -> driver.run().summary().figures().workload())
                .reduce(WorkloadCounts.NONE, WorkloadCounts::plus);
    }

    /** Think times are kept as percentiles alone, which cannot be added up: their mean and their longest are left. */
    private List<ThinkTime> thinkTimes() {
        List<ThinkTime> all = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            List<ThinkTime> own = drivers.stream()
                    .flatMap(driver -> driver.run().summary().figures().thinkTimes().stream())
                    .filter(think -> think.type().equals(type.name()))
                    .toList();
            long count = own.stream().mapToLong(ThinkTime::count).sum();
            if (count > 0) {
                double sumMs = own.stream()
                        .mapToDouble(think -> think.count() * think.measured().meanMs())
                        .sum();
                double maxMs = own.stream()
                        .mapToDouble(think -> think.measured().maxMs())
                        .max()
                        .orElse(0);
                all.add(new ThinkTime(
                        type.name(), count, own.get(0).requiredMeanMs(), Latency.ofMeanAndMax(sumMs / count, maxMs)));
            }
        }
        return all;
    }

    /** What kind of error a count is of. */
    private record ErrorKind(String type, String errorClass, String sqlState, int vendorCode) {
        static ErrorKind of(ErrorSummary error) {
            return new ErrorKind(error.type(), error.errorClass(), error.sqlState(), error.vendorCode());
        }

        @Override
        public String toString() {
            return String.join(" ", type, errorClass, sqlState, Integer.toString(vendorCode));
        }
    }

    /** The most frequent first. */
    private List<ErrorSummary> errors() {
        Map<String, ErrorSummary> sums = new TreeMap<>();
        for (Measured driver : drivers) {
            driver.run()
                    .summary()
                    .figures()
                    .errors()
                    .forEach(error -> sums.merge(ErrorKind.of(error).toString(), error, GroupSummary::sum));
        }
        return sums.values().stream()
                .sorted(Comparator.comparingLong(
                        (ErrorSummary error) -> -error.attempts() - error.attemptsOutsideWindow()))
                .toList();
    }

    private static ErrorSummary sum(ErrorSummary one, ErrorSummary other) {
        return new ErrorSummary(
                one.type(),
                one.errorClass(),
                one.sqlState(),
                one.vendorCode(),
                one.attempts() + other.attempts(),
                one.gaveUp() + other.gaveUp(),
                one.sampleMessage(),
                one.attemptsOutsideWindow() + other.attemptsOutsideWindow());
    }

    private List<LoadStep> steps() {
        return new GroupSteps(drivers.stream().map(Measured::run).toList(), responses).steps();
    }

    /** As one driver judges its own window. */
    private @Nullable Steadiness steadiness(RunSummary summary) {
        double[] seconds = SeriesRow.perSecond(rows, TransactionType::isForeground, 0, line.windowSeconds());
        boolean isJudged = seconds.length > 1
                && summary.aftermath().availability().isEmpty()
                && summary.run().pace().loadProfile() == null;
        return isJudged ? WindowConditions.steadiness(seconds) : null;
    }

    /** Drivers do not hold their own figures against the bounds: those are meant for all. */
    private static List<Threshold> thresholds(RunSummary summary) {
        return summary.run().settings().stream()
                .filter(setting -> setting.key().equals("thresholds"))
                .map(Setting::value)
                .findFirst()
                .map(Threshold::parse)
                .orElse(List.of());
    }
}
