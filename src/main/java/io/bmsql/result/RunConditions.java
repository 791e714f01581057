package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says whether everything stayed the same while a window was measured.
 *
 * @param steadiness null when it was not judged
 * @param hostSpeed null without a CPU speed probe, or when the window is too short
 * @param perNewOrder what the database did for each New-Order, by name with its unit
 * @param steadyRampup null for a ramp-up of a fixed length
 * @param limit what kept the run from doing more; null when it is not judged
 */
public record RunConditions(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Steadiness steadiness,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable HostSpeed hostSpeed,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HostHalves> hosts,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> perNewOrder,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable SteadyRampup steadyRampup,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LimitedBy limit) {
    public static final RunConditions NONE = new RunConditions(null, null, List.of(), Map.of(), null, null);

    /**
     * Compares the halves of the window on a host: stolen time, percent of all processors, and mean frequency. {@link
     * RunSummary#UNKNOWN} where it is not known; the first or only host has no name.
     */
    public record HostHalves(
            String host,
            double stealPercentFirstHalf,
            double stealPercentSecondHalf,
            double megahertzFirstHalf,
            double megahertzSecondHalf) {}

    public record SteadyRampup(boolean steady, double limitSeconds) {}

    public RunConditions with(@Nullable SteadyRampup rampup) {
        return new RunConditions(steadiness, hostSpeed, hosts, perNewOrder, rampup, limit);
    }

    public RunConditions with(@Nullable Steadiness judged) {
        return new RunConditions(judged, hostSpeed, hosts, perNewOrder, steadyRampup, limit);
    }

    public RunConditions with(LimitedBy found) {
        return new RunConditions(steadiness, hostSpeed, hosts, perNewOrder, steadyRampup, found);
    }
}
