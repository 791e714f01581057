package io.bmsql.analysis;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found; in JSON as it stands here, with null for a figure that is not known.
 *
 * @param point of several comparisons that belong together, such as that of two databases at one number of terminals;
 *     empty when there is only one
 * @param method what the intervals are made of
 * @param margin a smaller difference is none, as a share
 * @param baseRuns all that were given, those left out too
 * @param figures the claims, throughput first
 * @param sharedPercent how much of the spread of tpmC both runs of a pair shared: the machine's part; of runs that were made
 *     together that of their seconds; null without pairs
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

    /** Where the intervals come from. */
    public enum Method {
        /** Independent repeats, at least three a side. */
        REPEATS,
        /** Runs in pairs that were close together in time. */
        PAIRS,
        /** Pairs, the order of each drawn, that were looked at after each of them. */
        SEQUENCE,
        /** Pairs whose runs were made at the same moments, looked at after each of them. */
        TOGETHER,
        /** Too few runs to tell what was changed from the day: no interval and no claim. */
        TOO_FEW
    }

    /** What runs that are made at the same moments cannot show; the sentences are in the words of the pages. */
    public enum Unseen {
        /** What both sides use, such as a log, a cache or the memory bus: a side that needs more of it slows the other one. */
        SHARED_PARTS,
        /** A difference that only shows where a side has the whole machine. */
        WHOLE_MACHINE,
        /** The two databases themselves: they differ on a disk even where the settings do not. */
        OTHER_DATABASE
    }

    /** What the method cannot see; goes into JSON. */
    @JsonProperty
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public List<Unseen> cannotSee() {
        return method == Method.TOGETHER ? List.of(Unseen.values()) : List.of();
    }

    /**
     * @param directory its path as it was given
     * @param rate a minute: what {@link Comparison#rate} compares
     * @param isCounted false for one whose figures are not valid: they are in no claim
     */
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
     * Something that was not the same. Several values of a side are joined by {@code " | "}; empty where it was not there.
     *
     * @param part {@code run}, {@code property}, {@code database}, {@code environment}, {@code load} or {@code machine}
     */
    public record Difference(String part, String name, String base, String fresh) {}

    /**
     * @param key such as {@code tpmC} or {@code newOrder.p99Ms}
     * @param base geometric mean of the runs; arithmetic where a run of either side has 0
     * @param changePercent the difference in percent of the base figure, with the ends of its interval; of pairs in turn without
     *     the machine's drift, which the means have in them
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
            ChangeClaim change,
            int repeatsNeeded) {
        /** How long the piece of work of the CPU speed probe took, microseconds. */
        public static final String PROBE = "cpuSpeedProbeMicros";

        /** Begins the keys of what the database did for each New-Order. */
        public static final String PER_NEW_ORDER = "perNewOrder.";

        /** Changes of the probe and of the work for each New-Order within this are none, percent. */
        public static final double MARGIN_PERCENT = 5;

        /** True when the interval excludes no change, whatever the margin is, and the change is more than that many percent. */
        public boolean isBeyond(double limitPercent) {
            return lowPercent != null
                    && highPercent != null
                    && changePercent != null
                    && (lowPercent > 0 || highPercent < 0)
                    && Math.abs(changePercent) > limitPercent;
        }

        /** True when the whole interval lies within so many percent. */
        public boolean isWithin(double percent) {
            return lowPercent != null && highPercent != null && lowPercent >= -percent && highPercent <= percent;
        }
    }

    /** The figure that a comparison is about: tpmC, or tpmTotal of scripts. */
    public Figure rate() {
        return figures.get(0);
    }

    /** How fast the hosts were; null where no run has a probe. */
    public @Nullable Figure probe() {
        return probe(figures);
    }

    static @Nullable Figure probe(List<Figure> figures) {
        return figures.stream()
                .filter(figure -> figure.key().equals(Figure.PROBE))
                .findFirst()
                .orElse(null);
    }
}
