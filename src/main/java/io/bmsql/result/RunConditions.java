package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether everything stayed the same while a window was measured. Older summaries have none of it.
 *
 * @param steadiness null when it was not judged: an outage or a profile of the load decides, or the run is not over
 * @param hostSpeed of the load generator's host; null without a CPU speed probe, or when the window is too short
 * @param steadyRampup null for a ramp-up of a fixed length
 * @param limit what kept the run from doing more; null when it is not judged
 * @param compilerPercent the JVM's compiler's share of the load generator's CPU in the window; null where it is not known
 * @param perNewOrder what the database did in all for each New-Order, by name with its unit: a slower machine leaves it alone
 * @param unsafeSettings of the server, as {@code name=value}, with which a crash may lose what was committed
 * @param runsBeside other runs that changed the database at the same time, with {@code --anyway}
 */
public record RunConditions(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Steadiness steadiness,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable HostSpeed hostSpeed,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HostHalves> hosts,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> perNewOrder,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable SteadyRampup steadyRampup,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LimitedBy limit,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double compilerPercent,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unsafeSettings,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) int runsBeside) {
    /** From here on the load generator was not warm enough for its own cost, and perhaps the throughput, to be what they become. */
    public static final double MUCH_COMPILER_PERCENT = 10;

    public static final RunConditions NONE =
            new RunConditions(null, null, List.of(), Map.of(), null, null, null, List.of(), 0);

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
            double megahertzSecondHalf) {}

    /** A ramp-up that went on until throughput was steady, or to its limit without becoming it. */
    public record SteadyRampup(boolean steady, double limitSeconds) {}

    public RunConditions with(@Nullable SteadyRampup rampup) {
        return with(steadiness, rampup, limit, runsBeside);
    }

    public RunConditions with(@Nullable Steadiness judged) {
        return with(judged, steadyRampup, limit, runsBeside);
    }

    public RunConditions with(LimitedBy found) {
        return with(steadiness, steadyRampup, found, runsBeside);
    }

    public RunConditions withRunsBeside(int number) {
        return with(steadiness, steadyRampup, limit, number);
    }

    private RunConditions with(
            @Nullable Steadiness judged, @Nullable SteadyRampup rampup, @Nullable LimitedBy found, int beside) {
        return new RunConditions(
                judged, hostSpeed, hosts, perNewOrder, rampup, found, compilerPercent, unsafeSettings, beside);
    }

    @JsonIgnore
    public boolean isStillCompiled() {
        return compilerPercent != null && compilerPercent >= MUCH_COMPILER_PERCENT;
    }
}
