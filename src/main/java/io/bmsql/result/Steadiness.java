package io.bmsql.result;

/**
 * Says whether throughput kept its level over a window, by a change that chance does not explain and that is larger
 * than {@link #MARGIN}.
 *
 * @param changeAtSeconds where it changed the most, from the start of the window
 * @param changePercent mean from there on against the mean before
 * @param gradual when it went up or down all the time rather than in a step
 * @param statistic of the test; 0 without one
 */
public record Steadiness(
        Method method,
        boolean steady,
        double changeAtSeconds,
        double changePercent,
        boolean gradual,
        double statistic) {
    public static final double MARGIN = 0.05;

    public enum Method {
        CUSUM,
        /** Too few seconds for any test: the halves of the window are compared, and nothing follows from it. */
        HALVES
    }
}
