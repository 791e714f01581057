package io.bmsql.analysis;

import io.bmsql.result.CollectedFigures;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.MetricSeries;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SampleTable;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.tpcc.TransactionType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether everything stayed the same while a window was measured. Older summaries have none of it.
 *
 * @param steadiness null when it was not judged: an outage or a profile of the load decides, or the run is not over
 * @param hostSpeed of the driver's host; null without a CPU speed probe, or when the window is too short
 * @param hosts that were watched
 * @param steadyRampup null for a ramp-up of a fixed length
 * @param perNewOrder what the database did in all for each New-Order, by name with its unit: a slower machine leaves it alone
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RunConditions(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Steadiness steadiness,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable HostSpeed hostSpeed,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HostHalves> hosts,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> perNewOrder,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable SteadyRampup steadyRampup) {
    /** Nothing was looked at. */
    public static final RunConditions NONE = new RunConditions(null, null, List.of(), Map.of(), null);

    /** Charts of a dialect's {@code metrics.sql} whose counters grow with the work and not with the speed. */
    private static final List<String> WORK = List.of("log written", "rows", "blocks", "statements", "round trips");

    private static final String PER_SECOND = "/s";

    /**
     * What one host had in each half of the window: time that its hypervisor gave to others, percent of all processors, and
     * the mean frequency of its processors. {@link RunSummary#UNKNOWN} where it is not known.
     *
     * @param host empty for the first or only one
     */
    public record HostHalves(
            String host,
            double stealPercentFirstHalf,
            double stealPercentSecondHalf,
            double megahertzFirstHalf,
            double megahertzSecondHalf) {
        static HostHalves of(CollectedFigures.Host files, SampleTable system, double from, double until) {
            double middle = (from + until) / 2;
            return new HostHalves(
                    files.name(),
                    mean(system, "cpu_steal", 100, from, middle),
                    mean(system, "cpu_steal", 100, middle, until),
                    mean(system, CollectorCsv.MEGAHERTZ, 1, from, middle),
                    mean(system, CollectorCsv.MEGAHERTZ, 1, middle, until));
        }

        private static double mean(SampleTable table, String column, double factor, double from, double until) {
            double[] values = table.column(column);
            return values == null
                    ? RunSummary.UNKNOWN
                    : Arrays.stream(table.within(values, from, until))
                            .map(value -> value * factor)
                            .average()
                            .orElse(RunSummary.UNKNOWN);
        }
    }

    /** A ramp-up that went on until throughput was steady, or to its limit without becoming it. */
    public record SteadyRampup(boolean steady, double limitSeconds) {}

    public RunConditions with(@Nullable SteadyRampup rampup) {
        return new RunConditions(steadiness, hostSpeed, hosts, perNewOrder, rampup);
    }

    public RunConditions with(@Nullable Steadiness judged) {
        return new RunConditions(judged, hostSpeed, hosts, perNewOrder, steadyRampup);
    }

    /**
     * What was collected beside a window.
     *
     * @param fromSecond where the window begins that the summary is of
     */
    public static RunConditions of(CollectedFigures collected, RunSummary summary, int fromSecond) {
        double windowSeconds = summary.run().window().windowSeconds();
        double until = fromSecond + windowSeconds;
        List<HostHalves> hosts = collected.hosts().stream()
                .flatMap(host ->
                        Stream.ofNullable(host.system()).map(system -> HostHalves.of(host, system, fromSecond, until)))
                .toList();
        return new RunConditions(
                null,
                HostSpeed.of(collected.cpuSpeedProbe(), fromSecond, until),
                hosts,
                perNewOrder(collected.database().metrics(), summary, fromSecond, until),
                summary.aftermath().conditions().steadyRampup());
    }

    private static Map<String, Double> perNewOrder(
            List<MetricSeries> metrics, RunSummary summary, double from, double until) {
        Map<String, Double> work = new TreeMap<>();
        TypeSummary newOrders = summary.figures().type(TransactionType.NEW_ORDER);
        double perSecond = newOrders == null || until <= from ? 0 : newOrders.count() / (until - from);
        for (MetricSeries line : metrics) {
            double mean = mean(line, from, until);
            if (perSecond > 0
                    && mean > 0
                    && WORK.contains(line.chart())
                    && line.unit().endsWith(PER_SECOND)) {
                String unit = line.unit().substring(0, line.unit().length() - PER_SECOND.length());
                String name = line.chart() + ": " + line.series();
                work.put(unit.equals("1") || line.chart().equals(unit) ? name : name + ", " + unit, mean / perSecond);
            }
        }
        return work;
    }

    /** Of rates, each of the time since the sample before it; NaN without any. */
    private static double mean(MetricSeries line, double from, double until) {
        double sum = 0;
        double seconds = 0;
        for (int i = 1; i < line.seconds().length; i++) {
            double begin = Math.max(from, line.seconds()[i - 1]);
            double end = Math.min(until, line.seconds()[i]);
            sum += Math.max(0, end - begin) * line.values()[i];
            seconds += Math.max(0, end - begin);
        }
        return sum / seconds;
    }
}
