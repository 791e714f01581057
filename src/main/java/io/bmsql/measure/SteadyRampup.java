package io.bmsql.measure;

import io.bmsql.analysis.ChangePoint;
import io.bmsql.analysis.WindowConditions;
import io.bmsql.result.RunPhase;
import io.bmsql.result.Steadiness;

/**
 * Begins a provisional window once throughput is steady: over the later half of the ramp-up so far, as {@link Steadiness} judges
 * a window. The half grows with the ramp-up, since slow changes take long to see. Used by the sampling thread.
 */
final class SteadyRampup implements IntervalSampler.Sink {
    /** Between two looks. Each may be wrong, so that there should not be too many. */
    private static final int LOOK_EVERY_SECONDS = 10;

    private final RunWindow window;
    private final ThroughputSeconds throughput;
    private double leastSeconds;
    private int lookedAt;

    SteadyRampup(RunWindow window, ThroughputSeconds throughput) {
        this.window = window;
        this.throughput = throughput;
    }

    /** So much ramp-up there is, steady or not. */
    void atLeast(double seconds) {
        leastSeconds = seconds;
    }

    @Override
    public void accept(PhaseInterval interval) {
        if (interval.phase() == RunPhase.MEASURE) {
            window.settle();
        }
    }

    @Override
    public void flush(Counted counted) {
        int seconds = throughput.size();
        if (!window.isProvisional()
                || seconds < Math.max(leastSeconds, ChangePoint.MANY_VALUES)
                || seconds < lookedAt + LOOK_EVERY_SECONDS) {
            return;
        }
        lookedAt = seconds;
        double[] later = throughput.last(Math.max(ChangePoint.MANY_VALUES, seconds / 2));
        if (WindowConditions.steadiness(later).steady()) {
            // A second ahead, so that no transaction that has ended is of the window.
            window.advance(throughput.endNanos() + RunWindow.SECOND_NANOS);
        }
    }
}
