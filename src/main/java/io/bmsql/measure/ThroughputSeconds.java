package io.bmsql.measure;

import java.util.Arrays;

/** Foreground transactions completed in each second of the run, to judge whether it is steady. Used by the sampling thread. */
final class ThroughputSeconds implements IntervalSampler.Sink {
    private final RunWindow window;
    private double[] counts = new double[256];
    private int first = Integer.MIN_VALUE;
    private int end;

    ThroughputSeconds(RunWindow window) {
        this.window = window;
    }

    @Override
    public void accept(PhaseInterval interval) {
        long completed = interval.foreground();
        int start = interval.second() + shiftSeconds();
        if (first == Integer.MIN_VALUE) {
            first = start;
            end = first;
        }
        // A late reading has the transactions of several seconds.
        int seconds = (int) Math.max(1, Math.round(RunWindow.seconds(interval.untilNanos() - interval.fromNanos())));
        for (int second = start; second < start + seconds; second++) {
            add(second, completed / (double) seconds);
        }
    }

    private void add(int second, double completed) {
        int at = second - first;
        if (at < 0) {
            return; // of an agent that began before the first one that left readings
        }
        if (at >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(at + 1, 2 * counts.length));
        }
        counts[at] += completed;
        end = Math.max(end, second + 1);
    }

    private int shiftSeconds() {
        return (int) Math.round(RunWindow.seconds(window.shiftNanos()));
    }

    /** Seconds of the run so far. */
    int size() {
        return end - Math.min(end, first);
    }

    /** When the last one ended, on the run's clock. */
    long endNanos() {
        return window.originNanos() + end * RunWindow.SECOND_NANOS;
    }

    /** The last so many seconds. */
    double[] last(int seconds) {
        return range(end - seconds, end);
    }

    /** So many seconds from the start of the window on. */
    double[] ofWindow(int seconds) {
        return range(shiftSeconds(), shiftSeconds() + seconds);
    }

    /** Seconds that were not read count as empty. */
    private double[] range(int fromSecond, int untilSecond) {
        double[] values = new double[Math.max(0, untilSecond - fromSecond)];
        for (int second = Math.max(first, fromSecond); second < Math.min(end, untilSecond); second++) {
            values[second - fromSecond] = counts[second - first];
        }
        return values;
    }
}
