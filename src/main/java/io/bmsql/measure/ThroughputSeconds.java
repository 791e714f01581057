package io.bmsql.measure;

import io.bmsql.analysis.ChangePoint;
import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.RunPhase;
import io.bmsql.result.Steadiness;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Foreground transactions completed in each second of the run, to judge whether it is steady. A provisional window begins once
 * they are, over the later half of the ramp-up so far, as {@link Steadiness} judges a window. The half grows with the ramp-up, since
 * slow changes take long to see. Used by the sampling thread.
 */
final class ThroughputSeconds implements IntervalSampler.Sink {
    /** Between two looks. Each may be wrong, so that there should not be too many. */
    private static final int LOOK_EVERY_SECONDS = 10;

    private final RunWindow window;
    private final TransactionTypes types;
    private double leastSeconds;
    private int lookedAt;
    private final Map<Integer, Double> counts = new HashMap<>();
    private int first = Integer.MIN_VALUE;
    private int end;

    ThroughputSeconds(RunWindow window, TransactionTypes types) {
        this.window = window;
        this.types = types;
    }

    /** So much ramp-up there is, steady or not. */
    void beginWhenSteady(double leastRampupSeconds) {
        leastSeconds = leastRampupSeconds;
    }

    @Override
    public void take(Reading reading) {
        for (PhaseInterval interval : reading.intervals()) {
            add(interval);
            if (interval.phase() == RunPhase.MEASURE) {
                window.settle();
            }
        }
        int seconds = end - Math.min(end, first);
        if (!window.isProvisional()
                || seconds < Math.max(leastSeconds, ChangePoint.MANY_VALUES)
                || seconds < lookedAt + LOOK_EVERY_SECONDS) {
            return;
        }
        lookedAt = seconds;
        int later = Math.max(ChangePoint.MANY_VALUES, seconds / 2);
        if (WindowConditions.steadiness(range(end - later, end)).steady()) {
            // A second ahead, so that no transaction that has ended is of the window.
            window.advance(window.originNanos() + (end + 1) * RunWindow.SECOND_NANOS);
        }
    }

    private void add(PhaseInterval interval) {
        long completed = interval.foreground(types);
        int start = interval.second() + shiftSeconds();
        if (first == Integer.MIN_VALUE) {
            first = start;
            end = first;
        }
        // A late reading has the transactions of several seconds.
        int seconds = (int) Math.max(1, Math.round(RunWindow.seconds(interval.untilNanos() - interval.fromNanos())));
        // An agent may have begun before the first one that left readings.
        for (int second = Math.max(first, start); second < start + seconds; second++) {
            counts.merge(second, completed / (double) seconds, Double::sum);
            end = Math.max(end, second + 1);
        }
    }

    private int shiftSeconds() {
        return (int) Math.round(RunWindow.seconds(window.shiftNanos()));
    }

    /** Gives so many seconds from the start of the window on. */
    double[] ofWindow(int seconds) {
        return range(shiftSeconds(), shiftSeconds() + seconds);
    }

    /** Seconds that were not read count as empty. */
    private double[] range(int fromSecond, int untilSecond) {
        return IntStream.range(fromSecond, untilSecond)
                .mapToDouble(second -> counts.getOrDefault(second, 0.0))
                .toArray();
    }
}
