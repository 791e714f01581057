package io.bmsql.analysis;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Arrays;

/**
 * Whether throughput kept its level over a window. A change counts that chance does not explain and that is larger than
 * {@link #MARGIN}: what is certain but small does no harm.
 *
 * @param method how it was judged
 * @param steady false when the level changed; true where nothing can tell
 * @param changeAtSeconds where it changed the most, from the start of the window
 * @param changePercent mean from there on against the mean before
 * @param gradual true when it went up or down all the time rather than in a step
 * @param statistic of the test; 0 without one
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Steadiness(
        Method method,
        boolean steady,
        double changeAtSeconds,
        double changePercent,
        boolean gradual,
        double statistic) {
    /** A smaller change, as a share, is none. */
    public static final double MARGIN = 0.05;

    /** How a window is judged. */
    public enum Method {
        /** {@link ChangePoint#of}. */
        CUSUM,
        /** Too few seconds for any test: the halves of the window are compared, and nothing follows from it. */
        HALVES
    }

    /** @param perSecond transactions completed in each second, at least 2 */
    public static Steadiness of(double[] perSecond) {
        if (perSecond.length < ChangePoint.LEAST_VALUES) {
            return ofHalves(perSecond);
        }
        ChangePoint found = ChangePoint.of(perSecond);
        boolean isSteady = !found.isCertain() || Math.abs(found.change()) <= least(found, perSecond);
        return new Steadiness(
                Method.CUSUM,
                isSteady,
                found.index(),
                // JSON has no infinity.
                found.before() == 0 ? 0 : found.change() * 100,
                found.isGradual(),
                Math.min(found.statistic(), 1e6));
    }

    /** In a short window few transactions differ by chance, even where its seconds are alike. */
    private static double least(ChangePoint found, double[] perSecond) {
        double before = found.before() * found.index();
        double after = found.after() * (perSecond.length - found.index());
        double chance = 4 * Math.sqrt(1 / Math.max(1, before) + 1 / Math.max(1, after));
        return perSecond.length < ChangePoint.MANY_VALUES ? Math.max(MARGIN, chance) : MARGIN;
    }

    private static Steadiness ofHalves(double[] perSecond) {
        int half = perSecond.length / 2;
        double first = Arrays.stream(perSecond, 0, half).sum();
        double second = Arrays.stream(perSecond, half, 2 * half).sum();
        double change = first == 0 ? 0 : second / first - 1;
        return new Steadiness(Method.HALVES, true, half, change * 100, false, 0);
    }
}
