package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.bmsql.statistics.ChangePoint;
import java.util.Arrays;

/**
 * Whether throughput kept its level over a window. A change counts that chance does not explain and that is larger than
 * {@link #MARGIN}: what is certain but small does no harm.
 *
 * @param method how it was judged
 * @param steady false when the level changed
 * @param changeAtSeconds where it changed the most, from the start of the window
 * @param changePercent mean from there on against the mean before
 * @param gradual true when it went up or down all the time rather than in a step
 * @param statistic of the test; 0 for halves
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
        /** {@link ChangePoint}. */
        CUSUM,
        /** Too few seconds for a test: the halves of the window are compared. */
        HALVES
    }

    /** @param perSecond transactions completed in each second, at least 2 */
    public static Steadiness of(double[] perSecond) {
        return perSecond.length < ChangePoint.LEAST_VALUES ? ofHalves(perSecond) : ofTest(ChangePoint.of(perSecond));
    }

    private static Steadiness ofTest(ChangePoint found) {
        boolean isSteady = !found.isCertain() || Math.abs(found.change()) <= MARGIN;
        return new Steadiness(
                Method.CUSUM,
                isSteady,
                found.index(),
                found.change() * 100,
                found.isGradual(),
                // JSON has no infinity.
                Math.min(found.statistic(), 1e6));
    }

    private static Steadiness ofHalves(double[] perSecond) {
        int half = perSecond.length / 2;
        double first = Arrays.stream(perSecond, 0, half).sum();
        double second = Arrays.stream(perSecond, half, 2 * half).sum();
        double change = first == 0 ? 0 : second / first - 1;
        double chance = 4 * Math.sqrt(1 / Math.max(1, first) + 1 / Math.max(1, second));
        boolean isSteady = Math.abs(change) <= Math.max(MARGIN, chance);
        return new Steadiness(Method.HALVES, isSteady, half, change * 100, false, 0);
    }
}
