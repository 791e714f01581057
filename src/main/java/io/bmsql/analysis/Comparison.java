package io.bmsql.analysis;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds what was found; in JSON as it stands here.
 *
 * @param point of several comparisons that belong together; empty when there is only one
 * @param margin a smaller difference is none, as a share
 * @param baseRuns all that were given, those left out too
 * @param figures the claims, throughput first
 * @param sharedPercent of the spread of tpmC that both runs of a pair shared; null without pairs
 */
public record Comparison(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String point,
        Method method,
        double margin,
        List<Run> baseRuns,
        List<Run> newRuns,
        List<Difference> differences,
        List<Figure> figures,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double sharedPercent) {

    public enum Method {
        /** Independent repeats, at least three a side. */
        REPEATS,
        /** Runs in pairs that were close together in time. */
        PAIRS,
        /** Pairs in the order A B, B A, A B, ... that were looked at after each of them. */
        SEQUENCE,
        /** Too few runs to tell what was changed from the day: no interval and no claim. */
        TOO_FEW
    }

    /** Is one run; {@code rate} a minute is what is compared, {@code isCounted} false for one without valid figures. */
    public record Run(
            String directory,
            int runId,
            long startEpochMillis,
            double windowSeconds,
            double rate,
            Verdict verdict,
            boolean isCounted,
            @JsonIgnore ComparedRun read) {}

    /**
     * Is something that was not the same; values of a side are joined by {@code " | "}, empty where it was not there.
     */
    public record Difference(String part, String name, String base, String fresh) {}

    /**
     * Is one figure.
     *
     * @param key such as {@code tpmC} or {@code newOrder.p99Ms}
     * @param base geometric mean of the runs; arithmetic where a run of either side has 0
     * @param changePercent of the base figure; of pairs in turn without the machine's drift
     * @param repeatsNeeded a side, where the spread of repeats left it open; else 0
     */
    @JsonInclude
    public record Figure(
            String key,
            boolean isHigherBetter,
            @Nullable Double base,
            @Nullable Double fresh,
            @Nullable Double changePercent,
            @Nullable Double lowPercent,
            @Nullable Double highPercent,
            Change change,
            int repeatsNeeded) {
        /** How long the piece of work of the CPU speed probe took, microseconds. */
        public static final String PROBE = "cpuSpeedProbeMicros";

        public static final String PER_NEW_ORDER = "perNewOrder.";

        /** Changes of the probe and of the work for each New-Order within this are none, percent. */
        public static final double MARGIN_PERCENT = 5;

        public boolean isBeyond(double limitPercent) {
            return (change == Change.BETTER || change == Change.WORSE)
                    && changePercent != null
                    && Math.abs(changePercent) > limitPercent;
        }
    }

    public Figure rate() {
        return figures.get(0);
    }
}
