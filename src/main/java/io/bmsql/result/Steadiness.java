package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Whether throughput kept its level over a window. A change counts that chance does not explain and that is larger than
 * {@link #MARGIN}: what is certain but small does no harm.
 *
 * @param steady false when the level changed; true where nothing can tell
 * @param changeAtSeconds where it changed the most, from the start of the window
 * @param changePercent mean from there on against the mean before: -100 for a silence, 0 where there was nothing before; of a level that
 *     came back, mean until then against the mean of the other seconds
 * @param gradual true when it went up or down all the time rather than in a step
 * @param statistic of the test: the largest sum, of a level that came back the range of the sums, in standard deviations; 0 without one
 * @param backAtSeconds where a level that changed came back; null where it did not
 */
public record Steadiness(
        Method method,
        boolean steady,
        double changeAtSeconds,
        double changePercent,
        boolean gradual,
        double statistic,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double backAtSeconds) {
    /** A smaller change, as a share, is none. */
    public static final double MARGIN = 0.05;

    /** Standard deviations within which counts differ by chance. */
    private static final double CHANCE = 4;

    /** Whether the halves of a window, of so many transactions together, may differ so much by chance, as counts do. */
    public boolean isChance(long transactions) {
        double change = changePercent / 100;
        return Math.abs(change) / (2 + change) * transactions <= CHANCE * Math.sqrt(transactions);
    }

    /** How an unsteady window is told: the end of the names of its sentences. */
    public String sentence() {
        if (method == Method.SILENCE) {
            return "silent";
        }
        String change = changePercent < 0 ? "fell" : "rose";
        String manner = backAtSeconds != null ? ".back" : gradual ? ".gradually" : "";
        return changePercent == 0 ? "began" : change + manner;
    }

    /** How a window is judged. */
    public enum Method {
        /** The CUSUM test for a change of level. */
        CUSUM,
        /** Nothing was completed for a tenth of the window or longer, which chance does not explain. */
        SILENCE,
        /** Too few seconds for any test: the halves of the window are compared, and nothing follows from it. */
        HALVES
    }
}
